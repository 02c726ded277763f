import { expect, test } from '../support/journey.ts';

const QUAY = { lat: 36.06, lng: 120.31 };

test('operates the device list by keyboard', { tag: '@long' }, async ({
  console,
  page,
  register,
  connect,
}) => {
  await register({ name: 'Alpha', imei: '13900000081' });
  await register({ name: 'Bravo', imei: '13900000082' });
  await (await connect('13900000082')).report({ ...QUAY, speed: 0 });
  await console.openSignedIn();
  await expect(console.row('Bravo')).toBeVisible();
  await page.keyboard.press('/');
  await expect(page.getByPlaceholder('Name, IMEI, number')).toBeFocused();
  await page.keyboard.type('bra');
  await expect(console.row('Alpha')).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(console.row('Alpha')).toBeVisible();

  await console.list.focus();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await expect(console.card('Bravo')).toBeVisible();
  await console.expectCameraAt({ ...QUAY, zoom: 17 });
  await page.keyboard.press('Escape');
  await expect(console.card('Bravo')).toBeHidden();
  await expect(page).not.toHaveURL(/device=/);

  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(keys).toContainText('Search devices');
  await page.keyboard.press('Escape');
  await expect(keys).toBeHidden();
});

test('keeps the selected device and language after a reload', { tag: '@long' }, async ({
  console,
  page,
  register,
  connect,
}) => {
  const id = await register({ name: '海燕', imei: '13900000083', label: '3' });
  await (await connect('13900000083')).report({ ...QUAY, speed: 0 });
  await console.openSignedIn(`/?device=${id}`, 'zh_CN');
  const card = page.getByRole('dialog', { name: '海燕 (3)' });
  await expect(card).toContainText('静止');
  await page.getByRole('button', { name: '用户菜单' }).click();
  await page.getByRole('menuitem', { name: 'English' }).click();
  await expect(card).toContainText('Static');
  await page.reload();
  await expect(console.card('海燕 (3)')).toContainText('Static');
});

test('shows the list as a sheet and the card at the bottom on a phone', async ({
  console,
  page,
  register,
  connect,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const id = await register({ name: 'Pocket', imei: '13900000084' });
  await (await connect('13900000084')).report({ ...QUAY, speed: 12.5 });
  await console.openSignedIn();
  await expect(console.list).toBeHidden();
  await page.getByRole('button', { name: 'Open device list' }).click();
  await console.row('Pocket').click();
  await expect(console.list).toBeHidden();
  await expect(page).toHaveURL(new RegExp(`device=${id}`));
  await expect(console.detail('Pocket', 'Speed')).toContainText('12.5');
  const card = await console.card('Pocket').boundingBox();
  expect(card?.x).toBeGreaterThanOrEqual(0);
  expect((card?.x ?? 0) + (card?.width ?? 0)).toBeLessThanOrEqual(390);
  // The page is not wider than the phone.
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await console.expectCameraAt({ ...QUAY, zoom: 17 });

  await console.card('Pocket').getByRole('button', { name: 'History' }).click();
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});
