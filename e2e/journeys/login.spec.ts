import { Console } from '../support/console.ts';
import { expect, test } from '../support/journey.ts';
import { ServerProcess } from '../support/server.ts';

const WORDS = {
  zh_CN: {
    account: '账号',
    password: '密码',
    send: '登录',
    noAccount: '账号不能为空',
    noPassword: '密码不能为空',
    wrong: '账号或密码错误',
  },
  en_US: {
    account: 'Account',
    password: 'Password',
    send: 'Sign in',
    noAccount: 'Account cannot be empty',
    noPassword: 'Password cannot be empty',
    wrong: 'Wrong account or password',
  },
} as const;

for (const language of ['zh_CN', 'en_US'] as const) {
  const words = WORDS[language];

  test(`the form says what is missing when a field is left (${language})`, async ({ console, page }) => {
    await console.open('/login', language);
    const account = page.getByLabel(words.account, { exact: true });
    const password = page.getByLabel(words.password, { exact: true });
    await account.focus();
    await expect(page.getByText(words.noAccount)).toBeHidden();
    await account.blur();
    await expect(page.getByText(words.noAccount)).toBeVisible();
    await expect(page.getByText(words.noPassword)).toBeHidden();
    await password.focus();
    await password.blur();
    await expect(page.getByText(words.noPassword)).toBeVisible();
    await account.fill('   ');
    await account.blur();
    await expect(page.getByText(words.noAccount)).toBeVisible();
  });

  test(`a wrong password is said, and the right one then lets in (${language})`, async ({
    console,
    page,
  }) => {
    await console.open('/login', language);
    await console.signIn('not the password', language);
    await expect(page.getByRole('alert')).toContainText(words.wrong);
    await console.signIn('harbour123', language);
    await expect(console.header).toBeVisible();
    await expect(page).not.toHaveURL(/login/);
  });
}

test('the language is chosen on the page, and stays', async ({ console, page }) => {
  await console.open('/login', 'zh_CN');
  await page.getByRole('button', { name: 'English' }).click();
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await page.reload();
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  await page.getByRole('button', { name: '中文' }).click();
  await expect(page.getByRole('button', { name: '登录' })).toBeVisible();
});

test('a deep link leads to the login and from there to where it pointed', async ({ console, page }) => {
  await console.open('/traceReplaySingle?trackerId=7');
  await expect(page).toHaveURL(/\/login\?from=/);
  await console.signIn('harbour123');
  await expect(page).toHaveURL(/\/traceReplaySingle\?trackerId=7$/);
  await expect(page.getByRole('heading', { name: 'Track history' })).toBeVisible();
});

test('signing out is asked for once more, and closes every door behind it', async ({ console, page }) => {
  await console.enter();
  await page.getByRole('button', { name: 'User menu' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByText('Are you sure you want to withdraw from the account?')).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/login/);
  await console.open('/Map');
  await expect(page).toHaveURL(/\/login/);
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
});

test('an address that does not exist says so, and leads back', async ({ console, page }) => {
  await console.enter('/nowhere');
  await expect(page.getByText('There is no such page')).toBeVisible();
  await page.getByRole('button', { name: 'To the start page' }).click();
  await expect(console.map).toBeVisible();
});

test('after some wrong passwords the door stays shut for a while, also for the right one', async ({
  page,
}) => {
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
