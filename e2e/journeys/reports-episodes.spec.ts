import { expect, test } from '../support/journey.ts';

const MINUTE = 60_000;
/** Degrees of longitude of a metre on the equator. */
const METRE = 1 / 111_195;
/** A day of the account's zone, 8 hours ahead of UTC. */
const dayOf = (time: number) => new Date(time + 8 * 3_600_000).toISOString().slice(0, 10);

test('lists overspeeds and visits of fences, with their charts and sums', { tag: '@long' }, async ({
  console,
  page,
  server,
  register,
  connect,
}) => {
  const { client } = server;
  await console.openSignedIn('/dataCenter/overSpeedRecord');
  await expect(page.getByText(/^No overspeed in this period/)).toBeVisible();
  const { ruleId } = await client.call('addRule', {
    ruleName: 'Pier',
    condition: { type: 'overspeed', limit: 50, seconds: 10, area: null },
    appliesTo: 'all',
  });
  const { fenceId } = await client.call('createFence', {
    fenceName: 'Dock',
    fenceType: 'RECTANGLE',
    fenceData: { west: 1 + 1_000 * METRE, south: -0.01, east: 1 + 3_000 * METRE, north: 0.01 },
    ...{ color: '#0b5cad', notice: 'NONE', holdSeconds: 0, holdMetres: 0 },
  });
  const trackerId = await register({ name: 'Petrel', imei: '13900000631' });
  const device = await connect('13900000631');
  // Notices of these times are still sent.
  const start = Math.floor((Date.now() - 28 * MINUTE) / 1_000) * 1_000;
  const days = { startDay: dayOf(start), endDay: dayOf(Date.now()), trackerIds: [trackerId] };
  let second = 0;
  // The server reads rules and fences within a second: the device crosses the dock too fast until both are known.
  await expect
    .poll(async () => {
      for (const [east, speed] of [
        [0, 40],
        [2_000, 70],
        [2_400, 72],
        [4_000, 30],
      ] as const) {
        await device.report({ lat: 0.001, lng: 1 + east * METRE, speed, time: start + second * 1_000 });
        second += 30;
      }
      const overspeeds = await client.call('queryOverSpeedRecord', days);
      const visits = await client.call('queryFenceDataRecord', days);
      return Math.min(overspeeds.total, visits.total);
    })
    .toBeGreaterThan(0);

  const row = page.getByRole('row').filter({ hasText: 'Petrel' }).first();
  const period = `from=${days.startDay}&to=${days.endDay}`;
  await page.goto(`${server.url}/dataCenter/overSpeedRecord?${period}`);
  await expect(row).toContainText('Pier');
  await expect(row).toContainText('1 min');
  await expect(row).toContainText('Sent');
  await page.getByRole('button', { name: 'Show chart' }).click();
  await expect(page.getByRole('img', { name: /^Chart: Overspeeds: top 20 devices.*Petrel/ })).toBeVisible();
  await row.getByRole('button', { name: 'Only Petrel' }).click();
  await expect(page).toHaveURL(new RegExp(`devices=${trackerId}&.*chart=device`));

  await page.getByRole('tab', { name: 'Fence visits' }).click();
  await expect(page).toHaveURL(new RegExp(`/dataCenter/fenceDataRecord\\?.*devices=${trackerId}`));
  await expect(row).toContainText('Dock');
  await expect(row).toContainText(/2\.0\d?\s*km/);
  await page.getByText('By fence', { exact: true }).click();
  await expect(page).toHaveURL(/by=fence/);
  await expect(page.getByRole('row').filter({ hasText: 'Dock' })).toContainText(/2\.\d+\s*km|\d+\.\d+\s*km/);
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: 'Excel workbook (.xlsx)' }).click();
  await expect
    .poll(async () => (await client.call('queryAllTaskProgress', {})).list[0])
    .toMatchObject({ state: 'done' });

  await page.goto(`${server.url}/dataCount/fenceDataRecord?${period}`);
  await expect(page.getByRole('img', { name: /^Chart: Visits/ })).toBeVisible();
  await page.getByRole('button', { name: 'How figures are computed' }).click();
  await expect(page.getByRole('dialog')).toContainText('as in the operation overview');
  await client.call('deleteRule', { ruleId });
  await client.call('deleteFence', { fenceId });
});

test('refuses periods of single records that are too long, with a way out', { tag: '@long' }, async ({
  console,
  page,
}) => {
  await console.openSignedIn('/dataCenter/fenceDataRecord?from=2026-01-01&to=2026-03-31');
  await expect(page.getByText(/Single records cover at most 31 days/)).toBeVisible();
  await page.getByText('By device', { exact: true }).click();
  await expect(page.getByText(/^No device was inside a fence/)).toBeVisible();
  await page.getByText('Visits', { exact: true }).click();
  await page.getByRole('button', { name: 'Show the last 31 days' }).click();
  await expect(page).toHaveURL(/from=2026-03-01&to=2026-03-31/);
});
