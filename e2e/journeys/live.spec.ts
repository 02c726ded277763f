import { createConnection } from 'node:net';
import { expect, test } from '../support/journey.ts';
import { COLOURS } from '../support/pixels.ts';

/** In the bay of Qingdao; and some 60 m east of it: 0.00067° of longitude at this latitude. */
const PIER = { lat: 36.07, lng: 120.29 };
const NEARBY = { lat: 36.07, lng: 120.29067 };
/** 15 pixels east of it at zoom 17: 0.000081° of 360° on a world of 512 · 2^17 pixels. Markers are 28 wide. */
const UPON = { lat: 36.07, lng: 120.290081 };

test('registers a device, moves its marker with a raw frame, and shows the values in its card', async ({
  console,
  page,
  server,
  connect,
}) => {
  await server.client.call('editUserConfig', { deviceListParam: 'SPEED' });
  await console.openSignedIn();
  await expect(page.getByText('No devices yet')).toBeVisible();
  // The dialog shows the device address of this server.
  await expect(page.getByText(`${server.ports.jt808} JT/T 808`)).toBeVisible();
  await page.getByRole('button', { name: 'Add device' }).last().click();
  const form = page.getByRole('dialog', { name: 'Add device' });
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText('Please enter a device name')).toBeVisible();
  await expect(form.getByText('Please enter the IMEI/ID')).toBeVisible();
  await form.getByLabel('Device name').fill('Sea Eagle');
  await form.getByLabel('IMEI/ID').fill('139 0000');
  await form.getByLabel('IMEI/ID').blur();
  await expect(form.getByText('only letters, digits and hyphens')).toBeVisible();
  await form.getByLabel('IMEI/ID').fill('13900000001');
  await form.getByLabel('Number', { exact: true }).fill('K7');
  await form.getByText('Sailboat').locator('..').or(form.getByTitle('Sailboat')).first().click();
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(console.row('Sea Eagle (K7)')).toContainText('never reported');

  // The bytes of a device, over a raw connection.
  const device = await connect('13900000001');
  const socket = createConnection({ host: '127.0.0.1', port: server.ports.jt808 });
  socket.end(device.frame({ ...PIER, speed: 21.6, course: 90, altitude: 3 }));

  const row = console.row('Sea Eagle (K7)');
  await expect(row).toContainText('Moving');
  await expect(row).toContainText('21.6');
  await expect(console.statusFilter('Moving')).toContainText('1');
  await row.click();
  await console.expectCameraAt({ ...PIER, zoom: 17 });
  await expect(page).toHaveURL(/\?device=\d+$/);

  const name = 'Sea Eagle (K7)';
  await expect(console.detail(name, 'Coordinates')).toHaveText('36.07000, 120.29000');
  await expect(console.detail(name, 'Speed')).toHaveText(/^21\.6\s?km\/h$/);
  await expect(console.detail(name, 'Course')).toContainText('90');
  await expect(console.detail(name, 'Altitude')).toHaveText(/^3\s?m$/);
  await expect(console.detail(name, 'Battery')).toHaveText('—');
  await expect(console.detail(name, 'IMEI')).toHaveText('13900000001');
  await expect(console.card(name)).toContainText('Moving');
  await page.keyboard.press('Escape');
  await expect(console.card(name)).toBeHidden();

  // The marker has the colour of moving devices at its point; after the next frame it has left that point.
  const middle = await console.middle();
  await expect.poll(() => console.pixels(COLOURS.RUNNING, middle)).toBeGreaterThan(200);
  await device.report({ ...NEARBY, speed: 18, course: 90, time: Date.now() + 1000 });
  await expect.poll(() => console.pixels(COLOURS.RUNNING, middle)).toBe(0);
  await expect(row).toContainText('18.0');
});

test('shows changes of one console in another one', { tag: '@long' }, async ({
  console,
  page,
  context,
  register,
}) => {
  await register({ name: 'Old name', imei: '13900000002' });
  await console.openSignedIn();
  await expect(console.row('Old name')).toBeVisible();
  const second = await context.newPage();
  await second.goto(page.url());
  await second.getByRole('treeitem').filter({ hasText: 'Old name' }).click({ button: 'right' });
  await second.getByRole('menuitem', { name: 'Edit device' }).click();
  await second.getByLabel('Device name').fill('New name');
  await second.getByRole('button', { name: 'Save' }).click();
  await expect(console.row('New name')).toBeVisible();
  await second.getByRole('treeitem').filter({ hasText: 'New name' }).click({ button: 'right' });
  await second.getByRole('menuitem', { name: 'Delete device' }).click();
  await second.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(console.row('New name')).toBeHidden();
  await expect(page.getByText('No devices yet')).toBeVisible();
});

test('reports a duplicate IMEI at its field', { tag: '@long' }, async ({ console, page, register }) => {
  await register({ name: 'First', imei: '13900000003' });
  await console.openSignedIn();
  await console.add('Add device');
  const form = page.getByRole('dialog', { name: 'Add device' });
  await form.getByLabel('Device name').fill('Second');
  await form.getByLabel('IMEI/ID').fill('13900000003');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText('This IMEI/ID is already registered')).toBeVisible();
});

test('counts devices by status and finds them by name, number and status', { tag: '@long' }, async ({
  console,
  page,
  register,
  connect,
}) => {
  await register({ name: 'Moving one', imei: '13900000011' });
  await register({ name: 'Standing one', imei: '13900000012', label: 'B2' });
  await register({ name: 'Calling one', imei: '13900000013' });
  await register({ name: 'Silent one', imei: '13900000014' });
  await (await connect('13900000011')).report({ ...PIER, speed: 30 });
  await (await connect('13900000012')).report({ ...PIER, speed: 0 });
  await (await connect('13900000013')).report({ ...PIER, speed: 0, alarms: ['SOS'] });
  await console.openSignedIn();
  for (const word of ['Moving', 'Static', 'Alarm', 'Offline']) {
    await expect(console.statusFilter(word)).toContainText('1');
  }
  await expect(console.statusFilter('All')).toContainText('4');

  await console.statusFilter('Alarm').click();
  await expect(console.row('Calling one')).toBeVisible();
  await expect(console.row('Moving one')).toBeHidden();
  await console.statusFilter('Alarm').click();
  await expect(console.row('Moving one')).toBeVisible();

  const search = page.getByPlaceholder('Name, IMEI, number, group');
  await search.fill('b2');
  await expect(console.row('Standing one (B2)')).toBeVisible();
  await expect(console.row('Moving one')).toBeHidden();
  await search.fill('00000014');
  await expect(console.row('Silent one')).toBeVisible();
  await expect(console.row('Standing one')).toBeHidden();
  await search.fill('nothing like this');
  await expect(page.getByText('No matching devices')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filter' }).click();
  await expect(console.row('Silent one')).toBeVisible();
});

test('combines nearby devices into a cluster that opens on click', { tag: '@long' }, async ({
  console,
  page,
  register,
  connect,
}) => {
  const first = await register({ name: 'Left', imei: '13900000021' });
  await register({ name: 'Right', imei: '13900000022' });
  await (await connect('13900000021')).report({ ...PIER, speed: 0 });
  await (await connect('13900000022')).report({ ...NEARBY, speed: 0 });
  await console.openSignedIn(`/?device=${first}`);
  // At zoom 17 there are no clusters: two markers, each with its own card.
  await console.expectCameraAt({ ...PIER, zoom: 17 });
  await expect(console.card('Left')).toBeVisible();
  await page.keyboard.press('Escape');
  const middle = await console.middle();
  await expect.poll(() => console.pixels(COLOURS.STOP, middle, 20)).toBeGreaterThan(200);
  // 60 m are 125 pixels here: 0.00067° of 360° on a world of 512 · 2^17 pixels.
  const right = { x: middle.x + (0.00067 / 360) * 512 * 2 ** 17, y: middle.y };
  await page.mouse.click(right.x, right.y);
  await expect(console.card('Right')).toBeVisible();
  await page.keyboard.press('Escape');

  // Three zoom levels out they are 8 pixels apart.
  for (const level of [16, 15, 14]) {
    await page.getByRole('button', { name: 'Zoom out' }).click();
    await expect.poll(async () => (await console.camera())?.zoom).toBeCloseTo(level, 1);
  }
  await expect(async () => {
    // Before they are clustered, a click still hits one of the two.
    await page.keyboard.press('Escape');
    await page.mouse.click(middle.x + 4, middle.y);
    // A cluster has no card: the map zooms to where it splits. A second click during the move would hit a device.
    await expect.poll(async () => (await console.camera())?.zoom, { timeout: 3_000 }).toBeGreaterThan(15);
  }).toPass();
  await expect(page.getByRole('dialog', { name: /^Device / })).toBeHidden();
});

test('spreads overlapping markers on click at zooms without clusters', { tag: '@long' }, async ({
  console,
  page,
  register,
  connect,
}) => {
  const first = await register({ name: 'Below', imei: '13900000041' });
  await register({ name: 'Upon', imei: '13900000042' });
  await (await connect('13900000041')).report({ ...PIER, speed: 0 });
  await (await connect('13900000042')).report({ ...UPON, speed: 0 });
  await console.openSignedIn(`/?device=${first}`);
  await console.expectCameraAt({ ...PIER, zoom: 17 });
  await page.keyboard.press('Escape');
  const { x, y } = await console.middle();
  // The right part of the other marker.
  await expect.poll(() => console.pixels(COLOURS.STOP, { x: x + 22, y }, 6)).toBeGreaterThan(50);
  // They move 48 pixels up and down, the one registered first up.
  const down = { x, y: y + 48 };
  await page.mouse.click(x - 12, y);
  await expect.poll(() => console.pixels(COLOURS.STOP, down, 20)).toBeGreaterThan(200);
  await page.mouse.click(down.x, down.y);
  await expect(console.card('Upon')).toBeVisible();
  // The card closes first, then they collapse.
  await page.keyboard.press('Escape');
  await expect(console.card('Upon')).toBeHidden();
  await page.keyboard.press('Escape');
  await expect.poll(() => console.pixels(COLOURS.STOP, down, 20)).toBe(0);
});

test('labels markers with their names, with more values, or not at all', { tag: '@long' }, async ({
  console,
  page,
  register,
  connect,
}) => {
  const id = await register({ name: 'Labelled', imei: '13900000031', label: '42' });
  await (await connect('13900000031')).report({ ...PIER, speed: 0 });
  await console.openSignedIn(`/?device=${id}`);
  await console.expectCameraAt({ ...PIER, zoom: 17 });
  await page.keyboard.press('Escape');
  const middle = await console.middle();
  // White at 0.8 over the sea (#cfdae2), above the marker: 24 px high in one line, higher in several.
  const white = [0xf5, 0xf8, 0xf9] as const;
  const box = { x: middle.x, y: middle.y - 34 };
  const higher = { x: middle.x, y: middle.y - 62 };
  const choose = async (mode: string) => {
    await page.getByRole('button', { name: 'Labels' }).click();
    await page.getByRole('menuitem', { name: mode }).click();
  };
  await choose('Hidden');
  await expect.poll(() => console.pixels(white, box, 8)).toBe(0);
  await choose('Single line');
  await expect.poll(() => console.pixels(white, box, 8)).toBeGreaterThan(50);
  await expect.poll(() => console.pixels(white, higher, 8)).toBe(0);
  await choose('Detailed');
  await expect.poll(() => console.pixels(white, higher, 8)).toBeGreaterThan(50);
});

test('creates, renames and deletes groups without deleting their devices', { tag: '@long' }, async ({
  console,
  page,
  register,
}) => {
  await register({ name: 'Member', imei: '13900000041' });
  await console.openSignedIn();
  await console.add('New group');
  const dialog = page.getByRole('dialog', { name: 'New group' });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Please enter a group name')).toBeVisible();
  await dialog.getByLabel('Group name').fill('Pilots');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(console.row('Pilots')).toBeVisible();

  await console.row('Member').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Edit device' }).click();
  await page.getByRole('combobox', { name: 'Group' }).click();
  await page.getByTitle('Pilots').last().click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(console.row('Pilots')).toContainText('1');

  await console.row('Pilots').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Rename group' }).click();
  await page.getByLabel('Group name').fill('Harbour pilots');
  await page.getByRole('dialog', { name: 'Rename group' }).getByRole('button', { name: 'Save' }).click();
  await expect(console.row('Harbour pilots')).toBeVisible();

  await console.row('Harbour pilots').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Delete group' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(console.row('Harbour pilots')).toBeHidden();
  await expect(console.row('Member')).toBeVisible();
});

test('opens at the position in the address', { tag: '@long' }, async ({ console, page }) => {
  await console.openSignedIn('/Map?at=36.070000,120.290000');
  const popup = page.getByRole('dialog', { name: 'This position' });
  await expect(popup.getByRole('button', { name: '36.07000, 120.29000' })).toBeVisible();
});
