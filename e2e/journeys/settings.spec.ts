import { createHash } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import type { Locator, Page } from '@playwright/test';
import { Console } from '../support/console.ts';
import { expect, test as journey } from '../support/journey.ts';
import { LOGIN, ServerProcess } from '../support/server.ts';
import { readCode, wrongCode } from '../support/text-messages.ts';
import { authenticatorCode } from '../support/totp.ts';

/** These journeys change the branding, so they use a separate server. */
const test = journey.extend<object, { settingsServer: ServerProcess }>({
  settingsServer: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
    async ({}, use) => {
      const server = await ServerProcess.start();
      await use(server);
      await server.remove();
    },
    { scope: 'worker' },
  ],
  server: async ({ settingsServer }, use) => await use(settingsServer),
});

/** A picture in one colour: PNG, 8 bits of red, green and blue (W3C PNG, 11.2). */
function png(width: number, height: number, colour: readonly [number, number, number]): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2], 8);
  const line = Buffer.from([0, ...Array.from({ length: width }, () => colour).flat()]);
  const pixels = deflateSync(Buffer.concat(Array.from({ length: height }, () => line)));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const variable = (page: Page, name: string) =>
  page.evaluate((wanted) => document.documentElement.style.getPropertyValue(wanted), name);

/** Whether a picture is loaded and drawn. */
const isDrawn = (picture: Locator) =>
  picture.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth > 0);

test('previews name, logo and colours, saves them, and reverts unsaved ones', { tag: '@long' }, async ({
  page,
  server,
  console,
  browser,
}) => {
  await server.operator('admin', 'brand', '--account', LOGIN.account, '--link-code', 'quay7');
  await console.openSignedIn('/systemSet');
  const colour = page.getByRole('textbox', { name: 'Theme colour' });
  const save = page.getByRole('button', { name: 'Save' });
  const before = await variable(page, '--wl-accent');

  await colour.fill('#ffff00');
  await expect.poll(() => variable(page, '--wl-header')).toBe('#ffff00');
  await expect(page.getByText('For legibility, buttons and links')).toBeVisible();
  await expect(page.getByText('the header text uses a similar colour')).toBeVisible();
  await page.getByRole('link', { name: 'Security' }).click();
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await expect(colour).toHaveValue('#ffff00');
  await page.getByRole('link', { name: 'Security' }).click();
  await page.getByRole('button', { name: 'Discard and leave' }).click();
  await expect(page).toHaveURL(/tab=security/);
  await expect.poll(() => variable(page, '--wl-accent')).toBe(before);

  await page.getByRole('link', { name: 'System', exact: true }).click();
  await colour.fill('yellow');
  await colour.blur();
  await expect(page.getByText('must be a colour like #rrggbb')).toBeVisible();
  await colour.fill('#7c3aed');
  await page.getByLabel('System name').fill('Quay Seven');
  await expect(console.header).toContainText('Quay Seven');

  const logo = page.locator('input[type="file"]').first();
  const upload = (name: string, mimeType: string, buffer: Buffer) =>
    logo.setInputFiles({ name, mimeType, buffer });
  const refusal = page.getByRole('alert');
  await upload('big.png', 'image/png', Buffer.alloc(5 * 1024 * 1024));
  await expect(refusal).toHaveText('Images can be up to 4 MB');
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  await upload('logo.svg', 'image/svg+xml', svg);
  await expect(refusal).toHaveText('Only png, jpg and jpeg images are supported');
  await upload('logo.png', 'image/png', svg);
  await expect(refusal).toHaveText('Only png, jpg and jpeg images are supported');
  await upload('logo.png', 'image/png', png(269, 74, [124, 58, 237]));
  await expect(refusal).toHaveCount(0);
  await expect(page.getByRole('img', { name: 'Logo' })).toBeVisible();
  await save.click();
  await expect(save).toBeDisabled();
  await page.reload();
  await expect.poll(() => isDrawn(console.header.locator('img'))).toBe(true);
  await expect.poll(() => variable(page, '--wl-header')).toBe('#7c3aed');

  const visitor = new Console(await (await browser.newContext()).newPage(), server);
  await visitor.open('/login?t=quay7');
  await expect(visitor.page.getByRole('heading', { name: 'Quay Seven' })).toBeVisible();
  await expect.poll(() => isDrawn(visitor.page.locator('main img'))).toBe(true);
  await visitor.page.context().close();
});

test('reorders the menu by mouse and keyboard; its first entry is the start page', { tag: '@long' }, async ({
  page,
  server,
  console,
}) => {
  await console.openSignedIn('/systemSet?tab=menu');
  const menu = page.getByRole('navigation', { name: 'Main menu' }).getByRole('link');
  const lines = page.getByRole('list', { name: 'Menu order' }).getByRole('listitem');
  await expect(lines.filter({ hasText: 'Start page' })).toContainText('Live monitoring');
  await expect(menu.first()).toHaveAccessibleName('Live monitoring');

  const rights = lines.filter({ hasText: 'Rights management' });
  const [from, to] = [
    await rights.getByRole('button', { name: 'Move Rights management' }).boundingBox(),
    await lines.first().boundingBox(),
  ];
  if (!from || !to) throw new Error('the lines are not on the page');
  const x = from.x + from.width / 2;
  await page.mouse.move(x, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(x, to.y + to.height, { steps: 8 });
  await page.mouse.move(x, to.y + 2, { steps: 4 });
  await page.mouse.up();
  await expect(menu.first()).toHaveAccessibleName('Rights management');
  await expect(lines.filter({ hasText: 'Start page' })).toContainText('Rights management');
  await page.goto(server.url);
  await expect(page).toHaveURL(/\/authorityManage$/);

  await page.goto(`${server.url}/systemSet?tab=menu`);
  await rights.getByRole('button', { name: 'Move down: Rights management' }).press('Enter');
  await expect(lines.nth(1)).toContainText('Rights management');
  // By keyboard: picked up, moved by an arrow key, dropped. The browser can cancel a drag, which leaves the order.
  const handle = rights.getByRole('button', { name: 'Move Rights management' });
  await expect(async () => {
    await handle.press('Space');
    await expect(handle).toHaveAttribute('aria-pressed', 'true', { timeout: 5_000 });
    // Arrow keys work shortly after the pick-up; at the top they have no effect.
    await expect(async () => {
      await page.keyboard.press('ArrowUp');
      await expect(page.getByText('Rights management moved to position 1')).toBeAttached({ timeout: 500 });
    }).toPass({ timeout: 10_000 });
    await page.keyboard.press('Space');
    await expect(lines.first()).toContainText('Rights management', { timeout: 5_000 });
  }).toPass();
  await page.getByRole('button', { name: 'Reset to default' }).click();
  await expect(menu.first()).toHaveAccessibleName('Live monitoring');

  await page.getByRole('radio', { name: /^Reduced/ }).check();
  await expect(page.getByRole('link', { name: 'Rights management' })).toHaveCount(0);
  await page.getByRole('radio', { name: 'Full menu' }).check();
  await expect(page.getByRole('link', { name: 'Rights management' })).toBeVisible();
});

test('selects notice types, and reports denied desktop notifications', { tag: '@long' }, async ({
  page,
  server,
  console,
}) => {
  await console.openSignedIn('/systemSet?tab=notifications');
  await expect(page.getByText('SOS always', { exact: true })).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'SOS' })).toHaveCount(0);
  await page.getByRole('switch', { name: 'Status notifications' }).click();
  await expect(page.getByRole('checkbox', { name: 'Offline' })).toBeChecked();
  await page.getByRole('checkbox', { name: 'Vibration' }).check();
  await expect
    .poll(async () => (await server.client.call('queryNoticeConf', {})).popup)
    .toEqual(expect.arrayContaining(['VIBRATION', 'RUNNING', 'STOP', 'OFFLINE']));
  await page.getByRole('switch', { name: 'Desktop notifications' }).click();
  await expect(page.getByText('You have closed the pop-up box')).toBeVisible();
  await expect(page.getByRole('switch', { name: 'Desktop notifications' })).not.toBeChecked();
});

test('accepts coordinates that devices mark as encrypted', { tag: '@long' }, async ({
  page,
  server,
  console,
}) => {
  await console.openSignedIn('/systemSet?tab=devices');
  const choice = page.getByRole('switch', { name: 'Use coordinates marked as encrypted' });
  await expect(choice).not.toBeChecked();
  await choice.click();
  await expect(choice).toBeChecked();
  await expect
    .poll(async () => (await server.client.call('queryUserConfig', {})).plainCoordinates)
    .toBe(true);
  await page.reload();
  await expect(choice).toBeChecked();
});

test('shows the key of a device on request, and renews it after a confirmation', { tag: '@long' }, async ({
  page,
  server,
  register,
  console,
}) => {
  const trackerId = await register({ name: 'Aurora', imei: '13900000177' });
  const { key } = await server.client.call('queryTrackerKey', { trackerId });
  await console.openSignedIn('/');
  await console.row('Aurora').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Edit device' }).click();
  const form = page.getByRole('dialog', { name: 'Edit device' });
  await expect(form.getByText(key)).toBeHidden();
  await form.getByRole('button', { name: 'Show key' }).click();
  await expect(form.getByText(key)).toBeVisible();
  await form.getByRole('button', { name: 'Renew key' }).click();
  await page
    .getByRole('dialog', { name: 'Renew the key?' })
    .getByRole('button', { name: 'Renew key' })
    .click();
  await expect(page.getByText('Key renewed')).toBeVisible();
  await expect(form.getByText(key)).toBeHidden();
  const renewed = await server.client.call('queryTrackerKey', { trackerId });
  await expect(form.getByText(renewed.key)).toBeVisible();
});

test('sets up two-factor sign-in, ends sessions, creates and deletes a token, and binds a phone', {
  tag: '@long',
}, async ({ page, server, console, browser }) => {
  await console.openSignedIn('/systemSet?tab=security');
  await page.getByRole('button', { name: 'Turn on two-factor sign-in' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Your password').fill('wrong1');
  await dialog.getByRole('button', { name: 'Next' }).click();
  await expect(dialog.getByText('The original password is wrong')).toBeVisible();
  await dialog.getByLabel('Your password').fill(LOGIN.password);
  await dialog.getByRole('button', { name: 'Next' }).click();
  await expect(dialog.getByRole('img', { name: 'QR code for the authenticator' })).toBeVisible();
  const secret = (await dialog.getByLabel('Secret').inputValue()).replaceAll(' ', '');
  const now = Date.now();
  await dialog.getByLabel('Authenticator code').fill(authenticatorCode(secret, now));
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  await expect(dialog.getByText('Two-factor sign-in is on')).toBeVisible();
  const codes = await dialog
    .getByRole('list', { name: 'Recovery codes' })
    .getByRole('listitem')
    .allInnerTexts();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('recovery-codes.txt');
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: 'I have saved them' }).click();
  await expect(page.getByText(`On; ${codes.length} recovery codes left.`)).toBeVisible();

  const other = new Console(await (await browser.newContext({ reducedMotion: 'reduce' })).newPage(), server);
  await other.open('/login');
  await other.signIn(LOGIN.password);
  // The code of the set-up cannot be used again: the next one is valid in 30 s by the server's clock.
  await server.advance(30_000);
  await other.page.getByLabel('Authenticator code').fill(authenticatorCode(secret, now + 30_000));
  await other.page.getByRole('button', { name: 'Sign in' }).click();
  await expect(other.header).toBeVisible();

  await page.reload();
  const sessions = page.getByRole('list', { name: 'Signed-in devices' }).getByRole('listitem');
  await expect(sessions.filter({ hasText: 'This device' })).toHaveCount(1);
  await sessions.filter({ hasText: 'Chrome' }).getByRole('button').click();
  await expect(other.page.getByText('Your session has ended, please sign in again')).toBeVisible();
  await other.page.context().close();

  await page.getByRole('button', { name: 'Create token' }).first().click();
  await dialog.getByLabel('Your password').fill('not mine');
  await dialog.getByRole('button', { name: 'Create token' }).click();
  await expect(dialog.getByText('cannot be empty')).toBeVisible();
  await dialog.getByLabel('Name').fill('Report sync');
  await dialog.getByRole('button', { name: 'Create token' }).click();
  await expect(dialog.getByText('The original password is wrong')).toBeVisible();
  await dialog.getByLabel('Your password').fill(LOGIN.password);
  await dialog.getByRole('button', { name: 'Create token' }).click();
  const token = await dialog.getByLabel('Token', { exact: true }).inputValue();
  await dialog.getByRole('button', { name: 'I have saved it' }).click();
  const call = async (operation: string) => {
    const response = await fetch(`${server.url}/service/${operation}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
    });
    return (await response.json()).result_code;
  };
  expect(await call('queryAllTrackers')).toBe('000');
  // API tokens have no access to the security settings.
  expect(await call('querySessions')).not.toBe('000');
  await page.getByRole('button', { name: 'Delete token Report sync' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('No API tokens yet')).toBeVisible();
  expect(await call('queryAllTrackers')).toBe('201');

  await page.getByRole('button', { name: 'Turn off two-factor sign-in' }).click();
  await dialog.getByLabel('Your password').fill(LOGIN.password);
  await dialog.getByLabel('Authenticator code or recovery code').fill(codes[0] ?? '');
  await dialog.getByRole('button', { name: 'Turn off two-factor sign-in' }).click();
  await expect(page.getByRole('button', { name: 'Turn on two-factor sign-in' })).toBeVisible();

  await page.getByRole('button', { name: 'Bind phone' }).click();
  const phone = '13800138000';
  await dialog.getByLabel('Phone').fill(phone);
  await dialog.getByRole('button', { name: 'Get code' }).click();
  await expect(dialog.getByRole('button', { name: /^Resend in \d+ s$/ })).toBeDisabled();
  const sent = await readCode(server, phone, 'bindPhone');
  await dialog.getByLabel('Verification code').fill(wrongCode(sent));
  await dialog.getByLabel('Your password').fill(LOGIN.password);
  await dialog.getByRole('button', { name: 'Bind phone' }).click();
  await expect(dialog.getByText('The verification code is wrong or has expired')).toBeVisible();
  await dialog.getByLabel('Verification code').fill(sent);
  await dialog.getByRole('button', { name: 'Bind phone' }).click();
  await expect(page.getByText('138****8000')).toBeVisible();
  await page.getByRole('button', { name: 'Unbind the phone' }).click();
  await dialog.getByLabel('Your password').fill(LOGIN.password);
  await dialog.getByRole('button', { name: 'Unbind' }).click();
  await expect(page.getByRole('button', { name: 'Bind phone' })).toBeVisible();

  await page.getByRole('button', { name: 'Change password' }).click();
  await dialog.getByLabel('Original password').fill(LOGIN.password);
  await dialog.getByLabel('New password').fill('beacon42');
  await dialog.getByLabel('Confirm password').fill('beacon42');
  await dialog.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('Password changed. You are signed out on all other devices.')).toBeVisible();
  const pd = (text: string) => createHash('md5').update(text).digest('hex');
  const { accountMsg } = await server.client.call('loginByCodeOrPd', {
    phone: LOGIN.account,
    pd: pd('beacon42'),
  });
  expect(accountMsg.username).toBe(LOGIN.account);
});
