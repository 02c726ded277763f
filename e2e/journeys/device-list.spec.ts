import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { expect, test } from '../support/journey.ts';

/** In the bay of Qingdao, and some kilometres north and east of it. */
const PIER = { lat: 36.07, lng: 120.29 };
const NORTH = { lat: 36.1, lng: 120.29 };
const EAST = { lat: 36.1, lng: 120.33 };
const MAGENTA = [0xff, 0x00, 0xff] as const;

function tickOf(page: Page, name: string): Locator {
  return page.getByRole('checkbox', { name: `Show ${name} on the map` });
}

/** Rows of the list by name, with their levels. */
async function levels(list: Locator): Promise<string[]> {
  return list
    .getByRole('treeitem')
    .evaluateAll((rows) =>
      rows.map(
        (row) => `${row.getAttribute('aria-level')} ${row.querySelector('[title]')?.getAttribute('title')}`,
      ),
    );
}

function picture(background: string): Promise<Buffer> {
  return sharp({ create: { width: 60, height: 60, channels: 3, background } })
    .png()
    .toBuffer();
}

test('searches, collapses and hides nested groups, also after a reload and in a second window', {
  tag: '@long',
}, async ({ console, page, context, server, register, connect }) => {
  const group = async (groupName: string, parentId: number | null) =>
    (await server.client.call('createGroup', { groupName, parentId })).groupId;
  const fleet = await group('Fleet', null);
  const north = await group('North side', fleet);
  const quay = await group('Quay seven', north);
  await register({ name: 'Aurora', imei: '13900000101', groupId: quay, label: 'K7' });
  await register({ name: 'Borealis', imei: '13900000102', groupId: north });
  await register({ name: 'Ceres', imei: '13900000103' });
  await (await connect('13900000101')).report({ ...PIER, speed: 30 });
  await console.openSignedIn();
  await expect(console.row('Aurora')).toBeVisible();
  // Devices can be loaded before the groups.
  await expect
    .poll(() => levels(console.list))
    .toEqual([
      '1 Fleet',
      '2 North side',
      '3 Quay seven',
      '4 Aurora (K7)',
      '3 Borealis',
      '1 Ungrouped',
      '2 Ceres',
    ]);
  // One moves and one has never reported: counted up the tree.
  await expect(console.row('Fleet')).toContainText('Moving 1');
  await expect(console.row('Fleet')).toContainText('Offline 1');

  const search = page.getByPlaceholder('Name, IMEI, number, group');
  const found = async (words: string, rows: string[]) => {
    await search.fill(words);
    await expect.poll(() => levels(console.list)).toEqual(rows);
  };
  await found('0000102', ['1 Fleet', '2 North side', '3 Borealis']);
  await found('k7', ['1 Fleet', '2 North side', '3 Quay seven', '4 Aurora (K7)']);
  await found('quay', ['1 Fleet', '2 North side', '3 Quay seven', '4 Aurora (K7)']);
  await found('ceres', ['1 Ungrouped', '2 Ceres']);
  await search.fill('');
  await console.row('North side').click();
  await expect(console.row('Aurora')).toBeHidden();
  await console.row('North side').click();
  await expect(console.row('Aurora')).toBeVisible();

  const second = await context.newPage();
  await second.goto(page.url());
  await expect(tickOf(second, 'Aurora (K7)')).toBeChecked();
  await tickOf(page, 'group North side').uncheck();
  for (const window of [page, second]) {
    await expect(tickOf(window, 'Aurora (K7)')).not.toBeChecked();
    await expect(tickOf(window, 'Borealis')).not.toBeChecked();
    await expect(tickOf(window, 'Ceres')).toBeChecked();
  }
  await tickOf(second, 'Aurora (K7)').check();
  for (const window of [page, second]) {
    await expect(tickOf(window, 'Aurora (K7)')).toBeChecked();
    await expect(tickOf(window, 'group North side')).toHaveJSProperty('indeterminate', true);
  }
  await page.reload();
  await expect(tickOf(page, 'Borealis')).not.toBeChecked();
  await expect(tickOf(page, 'Aurora (K7)')).toBeChecked();
  await expect(tickOf(page, 'group North side')).toHaveJSProperty('indeterminate', true);

  await console.row('Quay seven').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Show this group only' }).click();
  await expect(tickOf(second, 'Ceres')).not.toBeChecked();
  await expect(tickOf(second, 'Aurora (K7)')).toBeChecked();
  await console.row('Fleet').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Show all' }).click();
  for (const name of ['Aurora (K7)', 'Borealis', 'Ceres']) await expect(tickOf(second, name)).toBeChecked();
});

test('reverts a refused visibility change and shows the reason', { tag: '@long' }, async ({
  console,
  page,
  register,
}) => {
  await register({ name: 'Aurora', imei: '13900000111' });
  await console.openSignedIn();
  await expect(tickOf(page, 'Aurora')).toBeChecked();
  await page.route('**/service/editGroupShow', (route) => route.abort());
  await tickOf(page, 'Aurora').uncheck();
  await expect(
    page.getByText('The change was not saved; the previous visibility is restored.'),
  ).toBeVisible();
  await expect(tickOf(page, 'Aurora')).toBeChecked();
});

test('moves devices and groups by drag and drop and by menu', { tag: '@long' }, async ({
  console,
  page,
  server,
  register,
}) => {
  const fleet = (await server.client.call('createGroup', { groupName: 'Fleet' })).groupId;
  await server.client.call('createGroup', { groupName: 'Harbour' });
  await register({ name: 'Aurora', imei: '13900000121' });
  await console.openSignedIn();
  await console.row('Aurora').dragTo(console.row('Harbour'));
  await expect(page.getByText('Aurora was moved to Harbour')).toBeVisible();
  await expect
    .poll(() => levels(console.list))
    .toEqual(['1 Fleet: The group has no device', '1 Harbour', '2 Aurora']);
  await console.row('Harbour').dragTo(console.row('Fleet'));
  await expect.poll(() => levels(console.list)).toEqual(['1 Fleet', '2 Harbour', '3 Aurora']);
  // Not into its own subgroup.
  await console.row('Fleet').dragTo(console.row('Harbour'));
  await expect.poll(() => levels(console.list)).toEqual(['1 Fleet', '2 Harbour', '3 Aurora']);

  await console.row('Harbour').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'New subgroup' }).click();
  await page.getByLabel('Group name').fill('Quay');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(console.row('Quay')).toHaveAttribute('aria-level', '3');

  await console.row('Aurora').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Move to group…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Move Aurora' });
  await dialog.getByRole('combobox').fill('Quay');
  // The last one: the list also has a row of this name.
  await page.getByTitle('Quay', { exact: true }).last().click();
  await dialog.getByRole('button', { name: 'Move' }).click();
  await expect(console.row('Aurora')).toHaveAttribute('aria-level', '4');

  await console.row('Harbour').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Delete group' }).click();
  await expect(page.getByText('Its devices and subgroups move to Fleet.')).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect.poll(() => levels(console.list)).toEqual(['1 Fleet', '2 Quay', '3 Aurora']);
  expect(
    (await server.client.call('queryAllGroups', {})).list.find(({ gn }) => gn === 'Quay')?.parentId,
  ).toBe(fleet);
});

test('follows a device until the user pans', { tag: '@long' }, async ({
  console,
  page,
  register,
  connect,
}) => {
  await register({ name: 'Aurora', imei: '13900000131' });
  const device = await connect('13900000131');
  await device.report({ ...PIER, speed: 30, time: Date.now() - 60_000 });
  await console.openSignedIn();
  await console.row('Aurora').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Follow', exact: true }).click();
  await expect(page.getByText('Following Aurora')).toBeVisible();
  await console.expectCameraAt({ ...PIER, zoom: 17 });
  await device.report({ ...NORTH, speed: 30, time: Date.now() - 40_000 });
  await console.expectCameraAt({ ...NORTH, zoom: 17 });

  const middle = await console.middle();
  await page.mouse.move(middle.x, middle.y + 100);
  await page.mouse.down();
  await page.mouse.move(middle.x + 120, middle.y + 160, { steps: 5 });
  await page.mouse.up();
  await expect(page.getByText('Following Aurora')).toBeHidden();
  await expect.poll(async () => (await console.camera())?.lng).not.toBeCloseTo(NORTH.lng, 4);
  const settledCamera = await console.camera();
  await device.report({ ...EAST, speed: 21.6, time: Date.now() - 20_000 });
  await expect(console.row('Aurora')).toContainText('Moving');
  await console.row('Aurora').click({ button: 'right' });
  // The report has arrived, and the map stays where the user panned to.
  await expect(page.getByRole('menuitem', { name: 'Follow', exact: true })).toBeVisible();
  expect(await console.camera()).toEqual(settledCamera);
  await page.getByRole('menuitem', { name: 'Follow', exact: true }).click();
  await console.expectCameraAt(EAST);
  await page.getByRole('button', { name: 'Stop following' }).click();
  await expect(page.getByText('Following Aurora')).toBeHidden();
});

test('uploads an icon and draws it on the map, and refuses a renamed file by name', {
  tag: '@long',
}, async ({ console, page, server, register, connect }) => {
  const id = await register({ name: 'Aurora', imei: '13900000141' });
  await (await connect('13900000141')).report({ ...PIER, speed: 0 });
  await console.openSignedIn(`/?device=${id}`);
  await console.expectCameraAt({ ...PIER, zoom: 17 });
  await page.keyboard.press('Escape');
  await console.row('Aurora').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Edit device' }).click();
  const form = page.getByRole('dialog', { name: 'Edit device' });
  const file = form.locator('input[type=file]');
  await file.setInputFiles({ name: 'boat.png', mimeType: 'image/png', buffer: Buffer.from('<svg/>') });
  await expect(form.getByText('Only png, jpg and jpeg images are supported')).toBeVisible();
  await file.setInputFiles({ name: 'boat.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') });
  await expect(form.getByText('Only png, jpg and jpeg images are supported')).toBeVisible();
  await file.setInputFiles({ name: 'Pilot.png', mimeType: 'image/png', buffer: await picture('#ff00ff') });
  await expect(form.getByRole('radio', { name: 'Pilot' })).toBeChecked();
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toBeHidden();
  // 40 by 40 without the status badge at the corner, 15 by 15 with its border.
  const middle = await console.middle();
  await expect.poll(() => console.pixels(MAGENTA, middle, 30)).toBeGreaterThan(1_300);
  expect(await console.pixels(MAGENTA, middle, 30)).toBeLessThanOrEqual(1_600);

  await console.row('Aurora').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Edit device' }).click();
  await form.getByRole('button', { name: 'Delete icon Pilot' }).click();
  await page
    .getByRole('dialog', { name: 'Delete icon Pilot?' })
    .getByRole('button', { name: 'Delete' })
    .click();
  await expect(form.getByRole('radio', { name: 'Pilot' })).toBeHidden();
  await expect(form.getByRole('radio', { name: 'Generic' })).toBeChecked();
  await expect.poll(() => console.pixels(MAGENTA, middle, 30)).toBe(0);
  expect((await server.client.call('queryTrackerById', { trackerId: id })).iconDto.iconType).toBe('STANDARD');
});
