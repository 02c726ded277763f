import type { Page } from '@playwright/test';
import { expect, test } from '../support/journey.ts';

const box = (page: Page, name: string | RegExp) => page.getByRole('region', { name, exact: true });
const figure = (page: Page, name: string) =>
  page
    .locator('dl > div')
    .filter({ has: page.getByText(name, { exact: true }) })
    .locator('dd')
    .first();
/** The handle of a box while the page is arranged. */
const handle = (page: Page, name: RegExp) => page.getByRole('button', { name });

test.beforeEach(async ({ server }) => {
  await server.client.call('saveDashboard', { boxes: null });
});

test('shows the fleet now and what needs attention, and opens a device on the map', { tag: '@long' }, async ({
  console,
  page,
  register,
  connect,
}) => {
  await console.openSignedIn('/dashboard');
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  await expect(figure(page, 'Devices')).toHaveText('0');
  await expect(box(page, 'Fleet by status')).toContainText('Devices appear here when you have added some.');
  await expect(box(page, 'Mileage, 7 days')).toContainText('Mileage appears here when devices report.');

  await register({ name: 'Petrel', imei: '13900000641' });
  await register({ name: 'Skua', imei: '13900000642' });
  await expect(figure(page, 'Devices')).toHaveText('2');
  await expect(figure(page, 'Online')).toHaveText('0');
  const device = await connect('13900000641');
  await device.report({ lat: 36, lng: 120.3, speed: 40, time: Date.now(), alarms: ['SOS'] });
  await expect(figure(page, 'Online')).toHaveText('1');
  await expect(figure(page, 'SOS')).toHaveText('1');
  // The notice arrives by the socket, and the figures follow.
  const attention = box(page, 'Needs attention');
  await expect(attention).toContainText('Open alarms 1');
  await expect(attention.getByRole('listitem').filter({ hasText: 'Petrel' }).first()).toContainText('SOS');
  await attention.getByRole('link', { name: 'Petrel' }).first().click();
  await expect(page).toHaveURL(/\/Map\?device=\d+/);
});

test('is arranged by keyboard, pointer and dialog, kept for the user, and reset', async ({
  console,
  page,
  server,
}) => {
  const { client } = server;
  await console.openSignedIn('/dashboard');
  await page.getByRole('button', { name: 'Arrange' }).click();
  // The keyboard: three rows lower is the place of another box, so the two are exchanged.
  await handle(page, /^Fleet by status: column 19, row 3/).press('ArrowLeft');
  await expect(handle(page, /^Fleet by status: column 9, row 3, width 10, height 5/)).toBeVisible();
  await expect(handle(page, /^Map: column 19, row 3, width 6, height 5/)).toBeVisible();
  await handle(page, /^Fleet by status/).press('Shift+ArrowLeft');
  await handle(page, /^Fleet by status/).press('Shift+ArrowUp');
  await expect(handle(page, /^Fleet by status: column 9, row 3, width 9, height 4/)).toBeVisible();

  await page.getByRole('button', { name: 'Remove Alarms, 7 days' }).click();
  await page.getByRole('button', { name: 'Add box' }).click();
  await expect(page.getByRole('menuitem', { name: 'Map' })).toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('menuitem', { name: 'Text' }).click();
  await handle(page, /^Text: column 9, row 7/).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Settings of Text' });
  await dialog.getByLabel('Title').fill('Duty');
  await dialog.getByLabel('Text', { exact: true }).fill('Call the harbour office on 21.');
  await dialog.getByRole('button', { name: 'OK' }).click();
  await expect(box(page, 'Duty')).toContainText('Call the harbour office on 21.');

  // The pointer: dropped on the ranking, the two exchange their places.
  const target = await handle(page, /^Top mileage/).boundingBox();
  const source = await handle(page, /^Duty/).boundingBox();
  if (target === null || source === null) throw new Error('both boxes are visible');
  await page.mouse.move(source.x + 40, source.y + 40);
  await page.mouse.down();
  await page.mouse.move(target.x + 120, target.y + 100, { steps: 5 });
  await page.mouse.up();
  await expect(handle(page, /^Duty: column 17, row 8, width 8, height 5/)).toBeVisible();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('button', { name: 'Arrange' })).toBeVisible();

  await page.reload();
  await expect(box(page, 'Duty')).toContainText('Call the harbour office on 21.');
  await expect(box(page, 'Alarms, 7 days')).toHaveCount(0);
  const stored = await client.call('queryDashboard', {});
  expect(stored.boxes.find(({ kind }) => kind === 'text')).toMatchObject({
    x: 16,
    y: 7,
    width: 8,
    height: 5,
  });

  await page.getByRole('button', { name: 'Arrange' }).click();
  await page.getByRole('button', { name: 'Reset to default' }).click();
  await expect(box(page, 'Alarms, 7 days')).toBeVisible();
  await expect(box(page, 'Duty')).toHaveCount(0);
  expect((await client.call('queryDashboard', {})).isDefault).toBe(true);
});
