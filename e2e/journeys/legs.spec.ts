import { expect, test } from '../support/journey.ts';

const PATH = '/aviationData';
const FIELD = { lat: 24.81, lng: 110.53 };
/** Degrees of longitude per metre at this latitude. */
const METRE = 1 / (111_195.08 * Math.cos((FIELD.lat * Math.PI) / 180));

/** Speed in km/h and climb in m/s every 10 s: parked, run, climb, descent, roll, parked. */
const FLIGHT: readonly (readonly [count: number, speed: number, climb: number])[] = [
  [6, 0, 0],
  [2, 120, 0],
  [12, 180, 3],
  [12, 150, -3],
  [2, 20, 0],
  [12, 0, 0],
];

test('finds a flight, corrects its landing, sums it and opens its replay', { tag: '@long' }, async ({
  console,
  page,
  server,
  register,
  connect,
}) => {
  const { client } = server;
  const trackerId = await register({ name: 'Skylark', imei: '13900000601' });
  await console.openSignedIn(PATH);
  await expect(page.getByText(/^No legs yet/)).toBeVisible();
  const place = { landingPlaceName: 'Meadow', latitude: FIELD.lat, longitude: FIELD.lng, radius: 5_000 };
  await client.call('createLandingPlace', place);
  await client.call('createPlane', { tailNumber: 'B-10KA', kind: 'light', trackerId });

  const device = await connect('13900000601');
  let [time, lng, altitude] = [Date.now() - 3_600_000, FIELD.lng, 140];
  // The plane is known to the engine some moments after it was created: another flight may be needed.
  await expect(async () => {
    for (const [count, speed, climb] of FLIGHT) {
      for (let at = 0; at < count; at += 1) {
        time += 10_000;
        lng += (speed / 3.6) * 10 * METRE;
        altitude += climb * 10;
        await device.report({ lat: FIELD.lat, lng, altitude, speed, time });
      }
    }
    expect((await client.call('queryLegsByPage', {})).list[0]).toMatchObject({ state: 'landed' });
  }).toPass();

  await page.reload();
  const row = page.getByRole('row').filter({ hasText: 'B-10KA' }).first();
  await expect(row).toContainText('Landed');
  await expect(row).toContainText('Meadow');
  await page.getByRole('button', { name: 'Correct times of B-10KA' }).first().click();
  const form = page.getByRole('dialog', { name: 'Correct times of B-10KA' });
  await form.getByLabel('Landing').fill('2020-01-01 00:00:00');
  await form.getByLabel('Landing').press('Enter');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(/must be in the order off-block, take-off/)).toBeVisible();
  const [leg] = (await client.call('queryLegsByPage', {})).list;
  const landing = new Date((leg?.landing?.at ?? 0) + 60_000 + 8 * 3_600_000).toISOString();
  await form.getByLabel('Landing').fill(landing.slice(0, 19).replace('T', ' '));
  await form.getByLabel('Landing').press('Enter');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toBeHidden();
  await expect(row).toContainText('corrected');

  await page.getByRole('button', { name: 'Export the leg of B-10KA as IGC' }).first().click();
  await expect
    .poll(async () => (await client.call('queryAllTaskProgress', {})).list[0])
    .toMatchObject({ state: 'done', name: '导出航段（IGC）：B-10KA' });
  await page.getByText('By plane').click();
  const chart = page.getByRole('region', { name: 'Flight time by plane' });
  await expect(chart.getByRole('img', { name: /^Chart: Flight time by plane.*B-10KA/ })).toBeVisible();
  await chart.getByRole('combobox', { name: 'Charted value' }).click();
  await page.getByTitle('Landings', { exact: true }).last().click();
  await expect(page).toHaveURL(/chart=landings/);
  const landings = page.getByRole('region', { name: 'Landings by plane' }).first();
  await landings.getByText('Table', { exact: true }).click();
  await expect(landings.getByRole('row', { name: /^B-10KA \d+$/ })).toBeVisible();
  await landings.getByText('Chart', { exact: true }).click();
  await expect(row).toContainText('km');
  await page.getByRole('link', { name: 'B-10KA' }).click();
  await expect(page).toHaveURL(/keywords=B-10KA/);
  await page.getByRole('button', { name: 'Replay the leg of B-10KA', exact: true }).first().click();
  await expect(page).toHaveURL(/traceReplaySingle\?trackerId=\d+&start=\d+/);
  await expect(page.getByText('Skylark').first()).toBeVisible();
});
