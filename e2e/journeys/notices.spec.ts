import { Console } from '../support/console.ts';
import { Device } from '../support/device.ts';
import { expect, registerAt, test } from '../support/journey.ts';
import { ServerProcess } from '../support/server.ts';

const REEF = { lat: 35.98, lng: 120.44 };
const HAVEN = { lat: 36.08, lng: 120.29 };

test('shows an SOS at once, leads to the device, and marks it as read', async ({
  console,
  page,
  register,
  connect,
}) => {
  const id = await register({ name: 'Dinghy', imei: '13900000051' });
  const device = await connect('13900000051');
  await device.report({ ...REEF, time: Date.now() - 60_000 });
  await register({ name: 'Moored', imei: '13900000054' });
  await (await connect('13900000054')).report({ ...HAVEN, speed: 0 });
  await console.openSignedIn();
  await expect(console.row('Dinghy')).toContainText('Static');
  // The user has selected another device before.
  await console.row('Moored').click();
  await console.expectCameraAt({ ...HAVEN, zoom: 17 });
  await page.keyboard.press('Escape');
  await expect(console.card('Moored')).toBeHidden();
  await expect(console.bell).toHaveAccessibleName('Notifications, 0 unread');

  await device.report({ ...REEF, alarms: ['SOS'] });
  const toast = page.getByRole('alert').filter({ hasText: 'SOS · Dinghy' });
  await expect(toast).toBeVisible();
  await expect(console.bell).toHaveAccessibleName('Notifications, 1 unread');
  await expect(console.row('Dinghy')).toContainText('Alarm');
  await toast.getByRole('button', { name: 'Show on map' }).click();
  await expect(page).toHaveURL(new RegExp(`device=${id}$`));
  await console.expectCameraAt({ ...REEF, zoom: 17 });
  await expect(toast).toBeHidden();
  await expect(console.bell).toHaveAccessibleName('Notifications, 0 unread');
  await expect(console.card('Dinghy')).toContainText('Alarm');
});

test('removes an SOS pop-up when the user signs out', { tag: '@long' }, async ({
  console,
  page,
  register,
  connect,
}) => {
  await register({ name: 'Raft', imei: '13900000055' });
  const device = await connect('13900000055');
  await console.openSignedIn();
  await expect(console.row('Raft')).toBeVisible();
  await device.report({ ...REEF, alarms: ['SOS'] });
  const toast = page.getByRole('alert').filter({ hasText: 'SOS · Raft' });
  await expect(toast).toBeVisible();
  await page.getByRole('button', { name: 'User menu' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/login/);
  await expect(toast).toBeHidden();
});

test('shows why a notice cannot be opened', { tag: '@long' }, async ({
  console,
  page,
  register,
  connect,
}) => {
  await register({ name: 'Faint', imei: '13900000056' });
  await (await connect('13900000056')).report({ ...REEF, alarms: ['LOWPOWER'] });
  await console.openSignedIn();
  await console.bell.click();
  const box = page.getByRole('region', { name: 'Notifications' });
  await expect(box.getByRole('listitem').nth(0)).toContainText('Faint');
  // The connection fails for this call.
  await page.route('**/queryMsgById*', (route) => route.abort());
  await box.getByRole('listitem').nth(0).getByRole('button').click();
  await expect(page.locator('.ant-message-error')).toBeVisible();
});

test('keeps unread notices in the box until they are opened or all marked as read', { tag: '@long' }, async ({
  console,
  page,
  register,
  connect,
}) => {
  await register({ name: 'Weak', imei: '13900000052' });
  await register({ name: 'Fast', imei: '13900000053' });
  await (await connect('13900000052')).report({ ...REEF, alarms: ['LOWPOWER'] });
  await (await connect('13900000053')).report({ ...REEF, speed: 99, alarms: ['OVERSPEED'] });
  await console.openSignedIn();
  await expect(console.bell).toHaveAccessibleName('Notifications, 2 unread');
  await console.bell.click();
  const box = page.getByRole('region', { name: 'Notifications' });
  // Newest first; notices of earlier days or of removed devices stay below.
  await expect(box.getByRole('listitem').nth(0)).toContainText('Overspeed');
  await expect(box.getByRole('listitem').nth(1)).toContainText('Low battery');
  await box.getByRole('listitem').nth(1).getByRole('button').click();
  await expect(box).toBeHidden();
  await expect(console.card('Weak')).toBeVisible();
  await expect(console.bell).toHaveAccessibleName('Notifications, 1 unread');
  await console.bell.click();
  await box.getByRole('button', { name: 'Mark all read' }).click();
  await expect(console.bell).toHaveAccessibleName('Notifications, 0 unread');
  await page.reload();
  await expect(console.bell).toHaveAccessibleName('Notifications, 0 unread');
});

test('reports a lost server, and misses no notice after reconnecting', async ({ page }) => {
  test.setTimeout(90_000);
  const server = await ServerProcess.start();
  const devices: Device[] = [];
  try {
    await server.client.call('editUserConfig', { deviceListParam: 'SPEED' });
    await registerAt(server, { name: 'Ketch', imei: '13900000061' });
    const before = await Device.connect('13900000061', server.ports.jt808);
    devices.push(before);
    await before.report({ ...REEF, speed: 11, time: Date.now() - 120_000 });
    const console = new Console(page, server);
    await console.openSignedIn();
    await expect(console.freshness).toContainText('Live');
    await expect(console.row('Ketch')).toContainText('11.0');

    await server.halt();
    await expect(console.freshness).toContainText(/Reconnecting in \d+ s|Connecting/);
    await expect(console.freshness).toContainText('Data as of');
    // The existing data stays visible.
    await expect(console.row('Ketch')).toContainText('11.0');

    await server.run();
    const after = await Device.connect('13900000061', server.ports.jt808);
    devices.push(after);
    await after.report({ ...REEF, speed: 17, alarms: ['SOS'] });
    await expect(console.freshness).toContainText('Live', { timeout: 60_000 });
    await expect(console.row('Ketch')).toContainText('17.0');
    await expect(console.bell).toHaveAccessibleName('Notifications, 1 unread');
    await expect(page.getByRole('alert').filter({ hasText: 'SOS · Ketch' })).toHaveCount(1);

    await after.report({ ...REEF, speed: 19, time: Date.now() + 1000 });
    await expect(console.row('Ketch')).toContainText('19.0');
  } finally {
    for (const device of devices) device.disconnect();
    await server.remove();
  }
});

test('shows on the map where an alarm was raised, and replays the track at its time', {
  tag: '@long',
}, async ({ console, page, register, connect }) => {
  await register({ name: 'Smack', imei: '13900000050' });
  const device = await connect('13900000050');
  const raised = Math.floor(Date.now() / 1_000) * 1_000 - 600_000;
  await device.report({ ...REEF, time: raised, alarms: ['OUTAGE'] });
  await device.report({ ...HAVEN, time: raised + 300_000 });
  await console.openSignedIn('/notificationRecord');
  await page.getByRole('button', { name: 'Show on the map where Smack was' }).click();
  await console.expectCameraAt({ ...REEF, zoom: 15 });
  await page.goBack();
  await page.getByRole('button', { name: 'Replay Smack at this time' }).click();
  await expect(page).toHaveURL(new RegExp(`/traceReplaySingle.*time=${raised}`));
  await expect(page.getByRole('slider').first()).toBeVisible();
});
