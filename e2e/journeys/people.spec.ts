import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../support/journey.ts';

const PATH = '/personManage';

/** Selects an option of a field by its text. */
async function choose(form: Locator, label: string, text: string): Promise<void> {
  await form.getByLabel(label, { exact: true }).click();
  await form.page().locator('.ant-select-item-option').filter({ hasText: text, visible: true }).click();
}

const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

test('creates a person with a device, withdraws and restores them, and imports a sheet', async ({
  console,
  page,
  server,
  register,
}) => {
  await server.client.call('editUserLang', { lang: 'en_US' });
  const trackerId = await register({ name: 'Tag 7', imei: '13900000501' });
  await console.openSignedIn(PATH);
  await expect(page.getByText(/^No people yet/)).toBeVisible();

  await page.getByRole('button', { name: 'Add person' }).click();
  const form = page.getByRole('dialog', { name: 'Add person' });
  await form.getByLabel('Name', { exact: true }).fill('Kari Nordmann');
  await form.getByLabel('Race number').fill('A12');
  await form.getByLabel('Age').fill('121');
  await form.getByLabel('Note').focus();
  await expect(form.getByText('cannot be above 120')).toBeVisible();
  await form.getByLabel('Age').fill('31');
  await form.getByLabel('Nationality').fill('nor');
  await page.getByTitle('Norway (NOR)').last().click();
  await choose(form, 'Device', 'Tag 7');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toBeHidden();
  const row = rowOf(page, 'Kari Nordmann');
  await expect(row).toContainText('A12');
  await expect(row).toContainText('NOR Norway');
  await expect(row.getByRole('link', { name: 'Tag 7' })).toHaveAttribute(
    'href',
    `/deviceManger/${trackerId}`,
  );

  await row.getByRole('button', { name: 'Withdraw Kari Nordmann' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
  await expect(row).toContainText('Withdrawn');

  await page.getByRole('button', { name: 'Import', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Import people' });
  const sheet =
    'Race number,Name,Gender,Nationality,Device\nA2,Li Na,F,SUI,\na12,Taken,,,\nA3,Bound,,,Tag 7\n';
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(sheet) });
  await expect(dialog.getByText('1 of 3 rows are valid, 2 have errors.')).toBeVisible();
  await expect(dialog.getByText('Another person has this race number').first()).toBeVisible();
  await dialog.getByRole('button', { name: 'Import 1 person' }).click();
  await expect(dialog.getByRole('link', { name: 'Download failed rows' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  // A2 comes before A12.
  await expect(page.getByRole('row').nth(1)).toContainText('Li Na');

  // Those who are in the race already stay so.
  await page.getByRole('checkbox', { name: 'Select this page' }).check();
  await page.getByRole('toolbar').getByRole('button', { name: 'Restore' }).click();
  const confirmation = page.getByRole('dialog');
  await expect(confirmation).toContainText('Restore 2 people to the race?');
  await confirmation.getByRole('button', { name: 'Restore' }).click();
  await expect(row).toContainText('In race');
  await expect(page.getByRole('toolbar')).toBeHidden();
  await server.client.call('editUserLang', { lang: 'zh_CN' });
});

test('refuses numbers and devices of others, uploads a photo, filters, exports and deletes', {
  tag: '@long',
}, async ({ console, page, server, register }) => {
  const trackerId = await register({ name: 'Tag 8', imei: '13900000502' });
  await server.client.call('createPeople', { personName: 'Mei', raceNumber: '1', trackerId });
  await console.openSignedIn(PATH);
  await expect(rowOf(page, 'Mei')).toContainText('In race');

  await page.getByRole('button', { name: 'Add person' }).click();
  const form = page.getByRole('dialog', { name: 'Add person' });
  await form.getByLabel('Name', { exact: true }).fill('Bo');
  await form.getByLabel('Race number').fill('1');
  await form.getByLabel('Phone', { exact: true }).fill('call me');
  await form.getByLabel('Note').focus();
  await expect(form.getByText(/^a phone number has 3 to 20 digits/)).toBeVisible();
  await form.getByLabel('Phone', { exact: true }).fill('+47 22 00 00 00');
  await choose(form, 'Device', 'Tag 8');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText('Another person has this race number')).toBeVisible();
  await form.getByLabel('Race number').fill('2');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText('This device is bound to another person; unbind it first')).toBeVisible();
  await form.getByLabel('Device', { exact: true }).hover();
  await form.locator('.ant-select-clear').last().click();
  const photo = form.locator('input[type=file]');
  await photo.setInputFiles({ name: 'face.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') });
  await expect(form.getByRole('alert')).toBeVisible();
  const canvas = await page.evaluate(async () => {
    const picture = new OffscreenCanvas(32, 32);
    picture.getContext('2d')?.fillRect(0, 0, 32, 32);
    return [...new Uint8Array(await (await picture.convertToBlob({ type: 'image/png' })).arrayBuffer())];
  });
  await photo.setInputFiles({ name: 'face.png', mimeType: 'image/png', buffer: Buffer.from(canvas) });
  await expect(form.getByRole('img', { name: 'Photo' })).toBeVisible();
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toBeHidden();
  const { list } = await server.client.call('queryPeoplesByPage', { keywords: 'Bo' });
  expect(list).toMatchObject([{ raceNumber: '2', photoUrl: expect.stringMatching(/^\/service\/files\//) }]);
  await expect(rowOf(page, 'Bo').locator('img')).toHaveAttribute('src', list[0]?.photoUrl ?? '');

  // Unbinding ends the binding, which stays in the history; changes of others arrive.
  await server.client.call('editPeople', { personId: await idOf('Mei'), personName: 'Mei', raceNumber: '1' });
  await expect(rowOf(page, 'Mei')).toContainText('Not bound');
  await rowOf(page, 'Mei').getByRole('button', { name: 'Devices of Mei' }).click();
  const history = page.getByRole('dialog', { name: 'Devices of Mei' });
  await expect(history.getByRole('row').filter({ hasText: 'Tag 8' })).toContainText('13900000502');
  await page.keyboard.press('Escape');

  await page.getByRole('combobox', { name: 'Status' }).click();
  await page.getByTitle('Withdrawn').last().click();
  await expect(page).toHaveURL(/status=WITHDRAWN/);
  await expect(page.getByText('No person matches the filter.')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('button', { name: /Batch tasks/ }).click();
  const download = page.waitForEvent('download');
  const exported = page.getByRole('listitem').filter({ hasText: /导出人员|Export people/ });
  await exported.getByRole('link', { name: 'View result' }).click();
  expect((await download).suggestedFilename()).toMatch(/\.xlsx$/);
  await page.keyboard.press('Escape');

  await page.getByLabel('Select Mei').check();
  await page.getByLabel('Select Bo').check();
  await page.getByRole('toolbar').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('dialog')).toContainText('Delete 2 people?');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText(/^No people yet/)).toBeVisible();

  async function idOf(name: string): Promise<number> {
    const found = await server.client.call('queryPeoplesByPage', { keywords: name });
    return found.list[0]?.personId ?? 0;
  }
});
