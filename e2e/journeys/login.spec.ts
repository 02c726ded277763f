import { createHash } from 'node:crypto';
import { Console } from '../support/console.ts';
import { contrastOf } from '../support/contrast.ts';
import { expect, test } from '../support/journey.ts';
import { ServerProcess } from '../support/server.ts';
import { readCode, wrongCode } from '../support/text-messages.ts';
import { authenticatorCode } from '../support/totp.ts';

const WORDS = {
  zh_CN: {
    account: '账号',
    password: '密码',
    noAccount: '账号不能为空',
    noPassword: '密码不能为空',
    wrong: '账号或密码错误',
    toCode: '短信验证码登录',
    toRegistration: '注册账号',
    phone: '手机号',
    code: '验证码',
    confirm: '确认密码',
    noPhone: '请输入手机号',
    badPhone: '您输入的手机号不合法，请重新输入',
    noCode: '请输入6位以内的数字验证码',
    badPassword: '登录密码只能是6-12位数字或英文',
    differs: '两次输入的密码不一致',
  },
  en_US: {
    account: 'Account',
    password: 'Password',
    noAccount: 'account cannot be empty',
    noPassword: 'password cannot be empty',
    wrong: 'Wrong account or password',
    toCode: 'Use a text message',
    toRegistration: 'Create an account',
    phone: 'Phone',
    code: 'Verification code',
    confirm: 'Confirm password',
    noPhone: 'please enter the phone number',
    badPhone: 'the phone number you entered is not legitimate, please enter again',
    noCode: 'please enter the code: up to 6 digits',
    badPassword: 'login password is only 6-12 digits or English',
    differs: 'enter the password twice',
  },
} as const;

for (const language of ['zh_CN', 'en_US'] as const) {
  const words = WORDS[language];

  test(`validates each field on blur, in every panel (${language})`, { tag: '@long' }, async ({
    page,
    registrationServer,
  }) => {
    const console = new Console(page, registrationServer);
    const field = (name: string) => page.getByLabel(name, { exact: true });
    async function leave(name: string, text: string, message: string): Promise<void> {
      await field(name).fill(text);
      await field(name).blur();
      await expect(page.getByText(message)).toBeVisible();
    }
    await console.open('/login', language);
    await field(words.account).focus();
    await expect(page.getByText(words.noAccount)).toBeHidden();
    await leave(words.account, '   ', words.noAccount);
    await expect(page.getByText(words.noPassword)).toBeHidden();
    await leave(words.password, ' ', words.noPassword);

    await page.getByRole('link', { name: words.toCode }).click();
    await expect(page.getByText(words.noPhone)).toBeHidden();
    await leave(words.phone, '', words.noPhone);
    await leave(words.phone, '12812345678', words.badPhone);
    await leave(words.code, 'abc', words.noCode);

    await page.getByRole('link', { name: words.toRegistration }).click();
    await expect(field(words.confirm)).toBeVisible();
    await leave(words.phone, '1381234567', words.badPhone);
    await field(words.phone).fill('+86 138-1234-5678');
    await field(words.phone).blur();
    await expect(field(words.phone)).toHaveValue('13812345678');
    await expect(page.getByText(words.badPhone)).toBeHidden();
    await leave(words.code, '', words.noCode);
    await leave(words.password, 'short', words.badPassword);
    await leave(words.password, 'thirteenchars', words.badPassword);
    await leave(words.password, 'with space', words.badPassword);
    await field(words.password).fill('harbour9');
    await leave(words.confirm, 'harbour8', words.differs);
    await field(words.confirm).fill('harbour9');
    await field(words.confirm).blur();
    await expect(page.getByText(words.differs)).toBeHidden();
  });

  test(`reports a wrong password, then signs in with the right one (${language})`, {
    tag: language === 'en_US' ? ['@long'] : [],
  }, async ({ console, page }) => {
    await console.open('/login', language);
    await console.signIn('not the password', language);
    await expect(page.getByRole('alert')).toContainText(words.wrong);
    await console.signIn('harbour123', language);
    await expect(console.header).toBeVisible();
    await expect(page).not.toHaveURL(/login/);
  });
}

test('offers only the password while registration is closed, also by direct address', {
  tag: '@long',
}, async ({ console, page, server }) => {
  await console.open('/login');
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Forgot password' })).toBeVisible();
  for (const way of ['Create an account', 'Use a text message']) {
    await expect(page.getByRole('link', { name: way })).toHaveCount(0);
  }
  await console.open('/login?panel=register');
  await expect(page.getByText('Registration is closed')).toBeVisible();
  await expect(page.getByLabel('Account', { exact: true })).toBeVisible();
  await console.open('/login?panel=code');
  await expect(page.getByText('This sign-in method is not available')).toBeVisible();
  await expect(server.client.call('sendLoginCode', { phone: '13800000001', type: 1 })).rejects.toMatchObject({
    errorName: 'registration-closed',
  });
});

test('registers, signs in with the password, and later with a code', { tag: '@long' }, async ({
  page,
  registrationServer,
}) => {
  const phone = '13800000011';
  const console = new Console(page, registrationServer);
  const send = page.getByRole('button', { name: 'Get code' });
  const again = page.getByRole('button', { name: /^Resend in \d+ s$/ });
  const code = page.getByLabel('Verification code');
  await page.clock.install();
  await console.open('/login');
  await page.getByRole('link', { name: 'Create an account' }).click();
  await send.click();
  await expect(page.getByText('please enter the phone number')).toBeVisible();
  await expect(page.getByLabel('Phone')).toBeFocused();

  await page.getByLabel('Phone').fill(phone);
  await send.click();
  await expect(again).toBeDisabled();
  await expect(code).toBeFocused();
  // Neither another panel nor a reload allows another request.
  await page.getByRole('link', { name: 'Use account and password' }).click();
  await page.getByRole('link', { name: 'Create an account' }).click();
  await expect(again).toBeDisabled();
  // The typed phone number is still there.
  await expect(page.getByLabel('Phone')).toHaveValue(phone);
  await page.reload();
  await expect(again).toBeDisabled();

  const sent = await readCode(registrationServer, phone, 'registration');
  await page.getByLabel('Phone').fill(phone);
  await code.fill(wrongCode(sent));
  await page.getByLabel('Password', { exact: true }).fill('123456');
  await page.getByLabel('Confirm password').fill('123456');
  await page.getByRole('button', { name: 'Register' }).click();
  await expect(page.getByText('This password is too common')).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill('harbour9');
  await page.getByLabel('Confirm password').fill('harbour9');
  await page.getByRole('button', { name: 'Register' }).click();
  await expect(page.getByText('The verification code is wrong or has expired')).toBeVisible();
  await expect(code).toBeFocused();
  await code.fill(sent);
  await page.getByRole('button', { name: 'Register' }).click();
  await expect(page.getByText('Your account was created')).toBeVisible();
  await expect(page.getByLabel('Account', { exact: true })).toHaveValue(phone);

  // The server has the same limit for codes of all purposes; the button shows its seconds.
  await page.getByRole('link', { name: 'Use a text message' }).click();
  await page.getByLabel('Phone').fill(phone);
  await send.click();
  await expect(page.getByText('A code was just sent')).toBeVisible();
  await expect(again).toBeDisabled();
  await registrationServer.advance(61_000);
  await page.clock.fastForward(61_000);
  await expect(send).toBeEnabled();
  await send.click();
  await expect(again).toBeDisabled();
  await code.fill(await readCode(registrationServer, phone, 'login'));
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).not.toHaveURL(/login/);
  await expect(console.header).toBeVisible();

  await page.context().clearCookies();
  await console.open('/login');
  await console.signIn('harbour9', 'en_US', phone);
  await expect(console.header).toBeVisible();
});

test('requires an authenticator code, or a recovery code once', { tag: '@long' }, async ({
  page,
  registrationServer,
}) => {
  const { client } = registrationServer;
  const oldPD = createHash('md5').update('harbour123').digest('hex');
  const { secret } = await client.call('beginTwoFactor', { oldPD });
  const start = registrationServer.now();
  const { recoveryCodes } = await client.call('confirmTwoFactor', { otp: authenticatorCode(secret, start) });
  const console = new Console(page, registrationServer);
  const code = page.getByLabel('Authenticator code');
  const send = page.getByRole('button', { name: 'Sign in' });

  await console.open('/login');
  await console.signIn('harbour123');
  await expect(code).toBeFocused();
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page.getByLabel('Account', { exact: true })).toHaveValue('harbour');
  await console.signIn('harbour123');
  await code.fill('12345');
  await code.blur();
  await expect(page.getByText('at least 6 characters')).toBeVisible();
  // The code of the set-up cannot be used again.
  await code.fill(authenticatorCode(secret, start));
  await send.click();
  await expect(page.getByText('The authenticator code is wrong')).toBeVisible();
  await registrationServer.advance(30_000);
  await code.fill(authenticatorCode(secret, start + 30_000));
  await send.click();
  await expect(console.header).toBeVisible();

  for (const works of [true, false]) {
    await page.context().clearCookies();
    await console.open('/login');
    await console.signIn('harbour123');
    await page.getByRole('button', { name: 'Use a recovery code' }).click();
    await page.getByLabel('Recovery code').fill(recoveryCodes[0] ?? '');
    await send.click();
    if (works) await expect(console.header).toBeVisible();
    else await expect(page.getByText('The authenticator code is wrong')).toBeVisible();
  }
  await client.call('endTwoFactor', { oldPD, otp: recoveryCodes[1] ?? '' });
});

test('shows the branding of the link code, readable in any colour, and keeps the code', {
  tag: '@long',
}, async ({ page, registrationServer }) => {
  const console = new Console(page, registrationServer);
  const name = '南海救助局海上搜救指挥中心实时位置监控平台'.padEnd(32, '号');
  await registrationServer.operator(
    'admin',
    'brand',
    ...['--account', 'harbour', '--link-code', 'hv7', '--name', name, '--theme-color', '#ffee00'],
  );
  await console.open('/login?t=hv7', 'zh_CN');
  await expect(page).toHaveTitle(name);
  await expect(page.getByRole('heading', { name })).toBeVisible();
  const send = page.getByRole('button', { name: '登录' });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(async () => {
      const [text, ground] = await send.evaluate((button) => {
        const { color, backgroundColor } = getComputedStyle(button);
        return [color, backgroundColor];
      });
      expect(contrastOf(text ?? '', ground ?? '')).toBeGreaterThanOrEqual(4.5);
    }).toPass();
  }
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await page.getByRole('link', { name: '忘记密码' }).click();
  await expect(page).toHaveURL(/\/findPsd\?t=hv7$/);
  await expect(page.getByRole('heading', { name })).toBeVisible();

  await page.evaluate(() => sessionStorage.clear());
  await console.open('/login?t=nobodys', 'zh_CN');
  await expect(page).toHaveTitle('定位服务平台');
  await page.getByRole('button', { name: 'English' }).click();
  await expect(page).toHaveTitle('location service platform');
});

test("signs in once by a third party's link", { tag: '@long' }, async ({
  page,
  browser,
  registrationServer,
}) => {
  await registrationServer.operator('admin', 'sign-secret', 'harbour', 'new');
  const printed = await registrationServer.operator('sign', '--account', 'harbour');
  const address = /^address\s+(\S+)$/m.exec(printed)?.[1] ?? '';
  const console = new Console(page, registrationServer);
  await console.open(address);
  await expect(console.header).toBeVisible();
  await expect(page).not.toHaveURL(/sign=/);

  const other = await browser.newContext();
  const second = await other.newPage();
  await new Console(second, registrationServer).open(address);
  await expect(second.getByText('The signature was already used')).toBeVisible();
  await expect(second.getByLabel('Account', { exact: true })).toBeVisible();
  await other.close();
});

test('saves the language chosen on the page', { tag: '@long' }, async ({ console, page }) => {
  await console.open('/login', 'zh_CN');
  await page.getByRole('button', { name: 'English' }).click();
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await page.reload();
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  await page.getByRole('button', { name: '中文' }).click();
  await expect(page.getByRole('button', { name: '登录' })).toBeVisible();
});

test('redirects a deep link to sign-in and then to its page', async ({ console, page }) => {
  await console.open('/traceReplaySingle?trackerId=7');
  await expect(page).toHaveURL(/\/login\?from=/);
  await console.signIn('harbour123');
  await expect(page).toHaveURL(/\/traceReplaySingle\?trackerId=7$/);
  await expect(page.getByRole('heading', { name: 'Track history' })).toBeVisible();
});

test('confirms signing out, and then requires sign-in for every page', async ({ console, page }) => {
  await console.openSignedIn();
  await page.getByRole('button', { name: 'User menu' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByText('Are you sure you want to withdraw from the account?')).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/login/);
  await console.open('/Map');
  await expect(page).toHaveURL(/\/login/);
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
});

test('reports an unknown address and leads back', { tag: '@long' }, async ({ console, page }) => {
  await console.openSignedIn('/nowhere');
  await expect(page.getByText('Page not found')).toBeVisible();
  await page.getByRole('button', { name: 'Go to the start page' }).click();
  await expect(console.map).toBeVisible();
});

test('locks the login after wrong passwords, also for the right one', { tag: '@long' }, async ({ page }) => {
  const server = await ServerProcess.start();
  try {
    const console = new Console(page, server);
    await console.open('/login');
    const locked = page.getByRole('alert').filter({ hasText: 'Too many attempts' });
    const wrong = page.getByRole('alert').filter({ hasText: 'Wrong account or password' });
    for (let attempt = 1; attempt <= 20; attempt++) {
      await console.signIn(`guess ${attempt}`);
      await expect(locked.or(wrong)).toBeVisible();
      if (await locked.isVisible()) break;
    }
    await expect(locked).toContainText(/Please try again in \d+ second/);
    await console.signIn('harbour123');
    await expect(locked).toBeVisible();
    await expect(page).toHaveURL(/\/login/);
  } finally {
    await server.remove();
  }
});
