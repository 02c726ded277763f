import { expect, test } from '../support/journey.ts';

const PIER = { lat: 36.07, lng: 120.29 };
/** Degrees of latitude: 200.15 m. */
const BLOCK = 0.0018;

test('reads what happened to a device, by kind, and opens the replay at that time', async ({
  page,
  console,
  register,
  connect,
}) => {
  const trackerId = await register({ name: 'Gull', imei: '13900000801' });
  const device = await connect('13900000801');
  // Devices report full seconds.
  const start = Math.floor(Date.now() / 1_000) * 1_000 - 30 * 60_000;
  const moment = (seconds: number, blocks: number, speed: number) => ({
    time: start + seconds * 1_000,
    lat: PIER.lat + blocks * BLOCK,
    lng: PIER.lng,
    speed,
  });
  // A trip of five blocks: from the second minute to the fourth, certain three minutes later.
  await device.report(moment(0, 0, 0), moment(120, 1, 36), moment(180, 3, 36), moment(230, 5, 36));
  await device.report(moment(240, 5, 0), moment(300, 5, 0), moment(420, 5, 0));

  await console.openSignedIn(`/deviceManger/${trackerId}?section=events`);
  const row = (text: string) => page.getByRole('row').filter({ hasText: text });
  // From 120 s to 240 s, 1,000.8 m.
  await expect(row('Trip ended')).toContainText('1.00 km in 2 min 0 s');
  await expect(row('Trip started')).toContainText('Stationary for 2 min 0 s');
  await expect(row('Online')).toContainText('First message');

  await page.getByRole('combobox', { name: 'Events' }).fill('Trip ended');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await expect(row('Online')).toBeHidden();
  await expect(row('Trip ended')).toBeVisible();
  await row('Trip ended').getByRole('button', { name: 'Replay at' }).click();
  const url = new RegExp(`/traceReplaySingle\\?trackerId=${trackerId}&.*time=${start + 240_000}`);
  await expect(page).toHaveURL(url);

  const quiet = await register({ name: 'Heron', imei: '13900000802' });
  await console.open(`/deviceManger/${quiet}?section=events`);
  await expect(page.getByText('No events in this time.')).toBeVisible();
});
