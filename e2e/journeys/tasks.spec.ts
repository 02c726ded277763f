import type { Locator } from '@playwright/test';
import { expect, test } from '../support/journey.ts';

const PATH = '/taskTracking/tasks';

/** Selects an option of a field by its text. */
async function choose(form: Locator, label: string, text: string): Promise<void> {
  await form.getByLabel(label, { exact: true }).click();
  await form.page().locator('.ant-select-item-option').filter({ hasText: text, visible: true }).click();
}

test('creates a task with a line, an area and a limit, closes, copies, exports and deletes it', {
  tag: '@long',
}, async ({ console, page, server, register }) => {
  await register({ name: 'Skylark', imei: '13900000501' });
  const dataPoints: [number, number][] = [
    [110.2, 25],
    [110.6, 25],
  ];
  const { client } = server;
  await client.call('addRoute', { routeName: 'Power line', dataPoints, color: '#0b5cad' });
  const fenceData = { west: 110, south: 24, east: 111, north: 26 };
  await client.call('createFence', {
    ...{ fenceName: 'Valley', fenceType: 'RECTANGLE', fenceData, color: '#d30d0d' },
  });
  await console.openSignedIn(PATH);
  const row = (name: string) => page.getByRole('row').filter({ hasText: name });
  await expect(page.getByText(/^No tasks yet/)).toBeVisible();

  await page.getByRole('button', { name: 'New task' }).click();
  const form = page.getByRole('dialog', { name: 'New task' });
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText('Please select devices')).toBeVisible();
  await form.getByLabel('Task', { exact: true }).fill('Survey');
  await form.getByLabel('Flight number').fill('B-7701');
  await choose(form, 'Devices', 'Skylark');
  await page.keyboard.press('Escape');
  await choose(form, 'Route', 'Power line');
  await form.getByText('50 m', { exact: true }).click();
  await form.getByLabel('Lowest height').fill('900');
  await form.getByLabel('Highest height').fill('500');
  await form.getByLabel('Note').focus();
  await expect(form.getByText('must be above the lowest height')).toBeVisible();
  await form.getByLabel('Highest height').fill('1200');
  await form.getByRole('button', { name: 'Add area' }).click();
  await choose(form, 'Fence', 'Valley');
  await form.getByRole('button', { name: 'Add limit' }).click();
  await choose(form, 'Type', 'Battery at most');
  await form.getByLabel('Limit', { exact: true }).fill('120');
  await form.getByLabel('Note').focus();
  await expect(form.getByText('must be between 1 and 99')).toBeVisible();
  await form.getByLabel('Limit', { exact: true }).fill('20');
  await form.getByRole('button', { name: 'Add phone' }).click();
  await form.getByLabel('Phone', { exact: true }).fill('13800138000');
  await form.getByRole('button', { name: 'Add phone' }).click();
  await form.getByLabel('Phone', { exact: true }).nth(1).fill('13800138000');
  await form.getByLabel('Note').focus();
  await expect(form.getByText('The same address twice')).toBeVisible();
  await form.getByLabel('Phone', { exact: true }).nth(1).fill('1380x');
  await form.getByLabel('Note').focus();
  await expect(form.getByText('The same address twice')).toBeHidden();
  for (let at = 2; at < 5; at += 1) await form.getByRole('button', { name: 'Add phone' }).click();
  await expect(form.getByRole('button', { name: 'Add phone' })).toBeHidden();
  for (let at = 4; at > 0; at -= 1)
    await form.getByRole('button', { name: 'Remove contact' }).nth(at).click();
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(/cannot be reached this way/)).toBeVisible();
  await form.getByRole('button', { name: 'Remove contact' }).click();
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toBeHidden();

  await expect(row('Survey')).toContainText('B-7701');
  await expect(row('Survey')).toContainText('Skylark');
  await expect(row('Survey')).toContainText('Line Power line, 50 m');
  await expect(row('Survey')).toContainText('Inside Valley');
  await expect(row('Survey')).toContainText('Battery at most 20 %');
  const { list } = await client.call('queryAllTask', {});
  expect(list).toMatchObject([
    {
      taskName: 'Survey',
      line: { limit: 50, lowest: 900, highest: 1_200 },
      areas: [{ mode: 'inside' }],
      alerts: [{ type: 'battery', limit: 20, hold: { fixes: 2, seconds: 10 }, repeatMinutes: 10 }],
      isOpen: true,
    },
  ]);

  await page.getByRole('button', { name: 'Edit Survey' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit Survey' });
  await expect(edit.getByLabel('Highest height')).toHaveValue('1200');
  await edit.getByText('300', { exact: true }).click();
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(edit).toBeHidden();
  await expect(row('Survey')).toContainText('Shift 300 m');

  await page.getByRole('switch', { name: 'Survey is open' }).click();
  await expect(row('Survey')).toContainText('Closed');
  await page.getByRole('button', { name: 'Copy Survey' }).click();
  await expect(row('Survey copy')).toContainText('Closed');
  await page.getByRole('switch', { name: 'Survey copy is open' }).click();
  await expect(row('Survey copy')).toContainText('Open');
  await choose(page.locator('body'), 'State', 'Closed');
  await expect(row('Survey copy')).toBeHidden();
  await console.open(PATH);

  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await expect
    .poll(async () => (await client.call('queryAllTaskProgress', {})).list[0])
    .toMatchObject({ state: 'done' });

  for (const name of ['Survey copy', 'Survey']) {
    await page.getByRole('button', { name: `Delete ${name}`, exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(page.getByText(`${name} is deleted`)).toBeVisible();
  }
  await expect(page.getByText(/^No tasks yet/)).toBeVisible();
});
