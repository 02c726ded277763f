import { expect, test } from '../support/journey.ts';

const PATH = '/taskTracking';
/** A line to the east. */
const LATITUDE = 25;

test('follows a device beside its line, and takes the alarm when it leaves the line', {
  tag: '@long',
}, async ({ console, page, server, register, connect }) => {
  const { client } = server;
  await console.openSignedIn(PATH);
  await expect(page.getByText('No task is open.')).toBeVisible();
  const trackerId = await register({ name: 'Skylark', imei: '13900000511' });
  const { routeId } = await client.call('addRoute', {
    routeName: 'Power line',
    dataPoints: [
      [110.2, LATITUDE],
      [110.6, LATITUDE],
    ],
    points: [
      { lng: 110.2, lat: LATITUDE, name: 'Tower 1' },
      { lng: 110.4, lat: LATITUDE, name: 'Tower 5' },
      { lng: 110.6, lat: LATITUDE, name: 'Tower 9' },
    ],
    color: '#0b5cad',
  });
  const task = { flightNumber: 'B-7701', trackerIds: [trackerId] };
  const line = { routeId, limit: 100, lowest: null, highest: null } as const;
  await client.call('createTask', { taskName: 'Survey', ...task, line });
  await client.call('createTask', { taskName: 'Patrol', ...task });

  const strip = page.getByRole('region', { name: 'Survey' }).getByRole('article', { name: 'Skylark' });
  await expect(strip).toContainText('No position');
  const device = await connect('13900000511');
  let seconds = -600;
  const report = (lat: number) => {
    seconds += 20;
    const time = Date.now() + seconds * 1_000;
    return device.report({ lat, lng: 110.3, altitude: 300, speed: 120, time });
  };
  // 0.0005 degrees are 55.6 m, less 0.2 m between the line and its great circles. From 110.3 to 110.4 degrees at this latitude 10.08 km, at 120 km/h 5 minutes.
  await report(LATITUDE + 0.0005);
  await expect(strip).toContainText(/5[56] ?m/);
  await expect(strip).toContainText('left');
  await expect(strip).toContainText('Tower 5');
  await expect(strip).toContainText(/10\.1 ?km/);
  await expect(strip).toContainText(/5 ?min/);
  await expect(strip).toContainText('Watched');

  // Twice the limit: 333.6 m to the right. The engine knows the task some moments after it was created.
  const alarms = page.getByRole('region', { name: 'Alarms' });
  await expect(async () => {
    await report(LATITUDE + 0.0005);
    await report(LATITUDE - 0.003);
    await expect(alarms.getByText('1 alarm')).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await expect(strip).toContainText(/33[34] ?m/);
  await expect(strip).toContainText('right');
  await expect(strip).toContainText('1 alarm');
  const other = page.getByRole('region', { name: 'Patrol' }).getByRole('article', { name: 'Skylark' });
  await expect(other).toContainText('Watched');

  await alarms.getByRole('button', { name: 'Acknowledge' }).click();
  await expect(alarms).toContainText('harbour');
  await strip.getByRole('button', { name: 'Skylark' }).click();
  await expect(strip.getByRole('button', { name: 'Skylark' })).toHaveAttribute('aria-pressed', 'true');
  await alarms.getByRole('button', { name: 'Resolve' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Resolve' }).click();
  await expect(alarms).toBeHidden();

  const choice = page.getByLabel('Select tasks');
  await choice.click();
  await page.locator('.ant-select-item-option').filter({ hasText: 'Patrol' }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('region', { name: 'Patrol' })).toBeHidden();
  await page.reload();
  await expect(strip).toContainText(/33[34] ?m/);
  await expect(page.getByRole('region', { name: 'Patrol' })).toBeHidden();

  await page.getByRole('button', { name: 'Replay Survey', exact: true }).click();
  await expect(page).toHaveURL(/\/traceReplaySingle\?trackerId=/);
});

test('shows the emergency of an aircraft on its strip and on its card, until it ends', {
  tag: '@long',
}, async ({ console, page, server, register }) => {
  const trackerId = await register({ name: 'B-10KA', imei: '13900000512' });
  await server.client.call('createTask', {
    taskName: 'Transit',
    flightNumber: 'CA1201',
    trackerIds: [trackerId],
  });
  await console.openSignedIn(PATH);
  const strip = page.getByRole('region', { name: 'Transit' }).getByRole('article', { name: 'B-10KA' });
  const report = async (values: Readonly<Record<string, string>>) => {
    const query = new URLSearchParams({ id: '13900000512', lat: '25', lon: '110.3', speed: '60', ...values });
    const response = await fetch(`http://127.0.0.1:${server.ports.osmand}/?${query}`);
    expect(response.status).toBe(200);
  };
  await report({ altitude: '1200' });
  await expect(strip).toContainText('1200');
  const emergency = { alarm: 'EMERGENCY', squawk: '7600', emergency: 'nordo', altitude: '1210' };
  await report(emergency);
  await expect(strip).toContainText('squawk 7600, radio failure');
  await report({ squawk: '1000' });
  await expect(strip).not.toContainText('radio failure');

  await report(emergency);
  await page.goto(server.url);
  await page
    .getByRole('treeitem', { name: /B-10KA/ })
    .or(page.getByText('B-10KA'))
    .first()
    .click();
  const card = page.getByRole('article').filter({ hasText: 'B-10KA' });
  await expect(card).toContainText('squawk 7600, radio failure');
});
