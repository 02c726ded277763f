import { Device } from '../support/device.ts';
import { expect, test as journey, registerAt } from '../support/journey.ts';
import { ServerProcess } from '../support/server.ts';

/** It changes display settings of the account, so it uses a separate server. */
const test = journey.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
  server: async ({}, use) => {
    const server = await ServerProcess.start();
    await use(server);
    await server.remove();
  },
});

test('applies units, coordinate format, list value and hidden devices at once, also in the replay', {
  tag: '@long',
}, async ({ page, server, console, context }) => {
  const imei = '860009000000001';
  const trackerId = await registerAt(server, { name: 'Aurora', imei });
  await registerAt(server, { name: 'Never heard', imei: '860009000000002' });
  const device = await Device.connect(imei, server.ports.jt808);
  const start = Math.floor(Date.now() / 1000) * 1000 - 120_000;
  for (const minute of [0, 1, 2])
    await device.report({
      lat: 30.5 + minute / 100,
      lng: 122.25,
      speed: 37.04,
      course: 0,
      time: start + minute * 60_000,
    });
  const requested: string[] = [];
  page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => requested.push(String(payload))));
  await console.openSignedIn(`/?device=${trackerId}`);
  await expect(console.detail('Aurora', 'Speed')).toHaveText('37.0km/h');
  await expect(console.detail('Aurora', 'Coordinates')).toHaveText('30.52000, 122.25000');
  await expect(console.row('Aurora')).toContainText('—');
  await expect(console.row('Never heard')).toBeVisible();

  // Another window of the same user.
  const settings = await context.newPage();
  await settings.goto(`${server.url}/systemSet?tab=display`);
  const choose = async (what: string, value: string) => {
    await settings.getByRole('combobox', { name: what }).click();
    await settings.getByTitle(value, { exact: true }).last().click();
    await expect(settings.getByText('Saved')).toBeVisible();
  };
  await settings.getByRole('radio', { name: /^Knots/ }).check();
  await settings.getByRole('radio', { name: /^Degrees, minutes, seconds/ }).check();
  // 37.04 km/h are twenty knots of 1.852 km/h; 0.52 degrees are 31 minutes and 12 seconds.
  await expect(console.detail('Aurora', 'Speed')).toHaveText('20.0kn');
  await expect(console.detail('Aurora', 'Coordinates')).toHaveText('30°31′12.0″N, 122°15′00.0″E');
  await choose('Value in the device list', 'Speed');
  await expect(console.row('Aurora')).toContainText('20.0kn');
  await choose('Refresh interval', 'Every 10 s');
  await expect.poll(() => requested.at(-1)).toBe(JSON.stringify({ type: 'refresh', refresh: 10_000 }));
  await settings.getByRole('switch', { name: 'Hide offline devices' }).click();
  await expect(console.row('Never heard')).toHaveCount(0);
  await console.statusFilter('Offline').click();
  await expect(console.row('Never heard')).toBeVisible();

  await settings.goto(
    `${server.url}/traceReplaySingle?trackerId=${trackerId}&start=${start - 60_000}&end=${start + 180_000}`,
  );
  await expect(settings.getByText('20.0kn').first()).toBeVisible();
  device.disconnect();

  await settings.goto(`${server.url}/systemSet?tab=display`);
  await settings.getByRole('radio', { name: '中文' }).click();
  await expect(settings.getByRole('heading', { name: '系统设置' })).toBeVisible();
  await settings.getByRole('radio', { name: 'English' }).click();
  await expect(settings.getByRole('heading', { name: 'System settings' })).toBeVisible();
});
