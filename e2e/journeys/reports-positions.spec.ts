import { LIMITS } from '@wakeline/contract/limits';
import { expect, test } from '../support/journey.ts';

test('asks for devices when there are more than positions are listed of', { tag: '@long' }, async ({
  console,
  page,
  register,
  connect,
}) => {
  await register({ name: 'Petrel', imei: '13900000641' });
  for (let index = 0; index < LIMITS.locationDevices; index++)
    await register({ name: `Gull ${index}`, imei: String(13_900_000_700 + index) });
  const device = await connect('13900000641');
  await device.report({ lat: 36, lng: 120.3, speed: 40, time: Date.now() });
  await console.openSignedIn('/dataCenter/locationRecord');
  const prompt = page.getByRole('form', { name: 'Devices of the positions' });
  await expect(page.getByText('of at most 100 devices')).toBeVisible();
  await expect(prompt.getByRole('button', { name: 'Show positions' })).toBeDisabled();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);

  await prompt.getByRole('combobox', { name: 'Choose devices' }).fill('Petrel');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await prompt.getByRole('button', { name: 'Show positions' }).click();
  await expect(page).toHaveURL(/devices=\d+/);
  await expect(page.getByRole('row').filter({ hasText: 'Petrel' })).toHaveCount(1);
  await expect(prompt).toHaveCount(0);

  // The title is not squeezed by the actions beside it.
  await page.setViewportSize({ width: 390, height: 844 });
  const title = page.getByRole('heading', { name: 'Data center', level: 1 });
  await expect
    .poll(() => title.evaluate((h1) => h1.clientHeight / Number.parseFloat(getComputedStyle(h1).lineHeight)))
    .toBeLessThan(1.5);
});
