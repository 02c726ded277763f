import { expect, test } from '../support/journey.ts';

const START = Date.UTC(2026, 4, 1, 8);
/** A fix every ten seconds for 10 minutes, northwards. */
const FIXES = Array.from({ length: 61 }, (_, index) => ({
  lat: Number((36 + index * 0.0005).toFixed(4)),
  lng: 120.4,
  speed: 20,
  time: START + index * 10_000,
}));

test('opens a track from the list and leads back to the device', { tag: '@long' }, async ({
  console,
  page,
  register,
  connect,
}) => {
  const trackerId = await register({ name: 'Lugger', imei: '13900000074' });
  const device = await connect('13900000074');
  await device.report(...FIXES.slice(0, 30));
  await device.report(...FIXES.slice(30));
  await console.openSignedIn();
  await console.row('Lugger').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Track history' }).click();
  await expect(page.getByRole('region', { name: 'Summary' })).toContainText('61');
  await page.getByRole('button', { name: 'Back to live monitoring' }).click();
  await expect(page).toHaveURL(new RegExp(`device=${trackerId}`));
  await expect(console.card('Lugger')).toBeVisible();
});
