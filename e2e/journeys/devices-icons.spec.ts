import { expect, test } from '../support/journey.ts';
import { png } from '../support/png.ts';

test('uploads an icon, gives it to a device on a phone, and counts its use', { tag: '@long' }, async ({
  page,
  console,
  server,
  register,
  connect,
}) => {
  await register({ name: 'Tug 1', imei: '13900000181' });
  const second = await register({ name: 'Tug 2', imei: '13900000182' });
  await (await connect('13900000181')).report({
    lat: 36.07,
    lng: 120.29,
    attributes: { odometer: 12_300, fuel: 40.5 },
  });
  await page.setViewportSize({ width: 390, height: 844 });
  await console.openSignedIn('/deviceManger?tab=icons');
  const own = page.getByRole('region', { name: 'Custom icons' });
  const file = own.locator('input[type=file]');
  await file.setInputFiles({ name: 'boat.png', mimeType: 'image/png', buffer: Buffer.from('<svg/>') });
  await expect(page.getByText('Only png, jpg and jpeg images are supported')).toBeVisible();
  const buffer = png(64, 64, () => [255, 0, 255]);
  await file.setInputFiles({ name: 'Pilot boat.png', mimeType: 'image/png', buffer });
  const icon = own.getByRole('listitem').filter({ hasText: 'Pilot boat' });
  await expect(icon).toContainText('Not used');

  // On a phone the table is a list of cards with the same order, ticks and changes.
  await page.getByRole('tab', { name: 'Devices' }).click();
  const cards = page.getByRole('list', { name: 'Devices' }).getByRole('listitem');
  await expect(cards).toHaveCount(2);
  await page.getByRole('button', { name: 'Ascending' }).click();
  await expect(cards.first()).toContainText('Tug 2');
  await page.getByRole('checkbox', { name: 'Tick Tug 1' }).check();
  await page.getByRole('button', { name: 'Batch edit' }).click();
  await page.getByRole('menuitem', { name: 'Group and icon' }).click();
  const dialog = page.getByRole('dialog', { name: 'Group and icon' });
  await dialog.getByRole('radio', { name: 'Pilot boat' }).check({ force: true });
  await dialog.getByRole('button', { name: 'Change 1 device' }).click();
  await expect(page.getByText('1 device was changed')).toBeVisible();
  await expect(dialog).toBeHidden();

  await page.getByRole('tab', { name: 'Icons' }).click();
  await expect(icon).toContainText('1 device');
  // The number follows when only the icon of another device changes, also by another user.
  const { list } = await server.client.call('queryAllTrackers', {});
  const iconDto = list.find(({ trackerName }) => trackerName === 'Tug 1')?.iconDto;
  await server.client.call('editTracker', { trackerId: second, iconDto });
  await expect(icon).toContainText('2 devices');

  // The page of a device has all attributes of its last report.
  await page.getByRole('tab', { name: 'Devices' }).click();
  await page.getByRole('link', { name: 'Tug 1' }).click();
  const report = page.getByRole('region', { name: 'Latest attributes' });
  await expect(report).toContainText(/Odometer12\.3\s*km/);
  await expect(report).toContainText(/Fuel40\.5\s*L/);
});
