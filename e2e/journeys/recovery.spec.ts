import { Console } from '../support/console.ts';
import { expect, test } from '../support/journey.ts';
import { readCode, registerPhone, wrongCode } from '../support/text-messages.ts';

const MINUTE = 60_000;

test('resets a lost password by phone and ends the sessions of the old one', { tag: '@long' }, async ({
  page,
  browser,
  registrationServer,
}) => {
  const phone = '13900000021';
  await registerPhone(registrationServer, phone, 'harbour9');
  await registrationServer.advance(MINUTE);
  const elsewhere = await browser.newContext();
  const before = new Console(await elsewhere.newPage(), registrationServer);
  await before.open('/login');
  await before.signIn('harbour9', 'en_US', phone);
  await expect(before.header).toBeVisible();

  const console = new Console(page, registrationServer);
  const code = page.getByLabel('Verification code');
  await console.open('/resetPsd');
  await expect(page).toHaveURL(/\/findPsd$/);
  await console.open('/login');
  await page.getByRole('link', { name: 'Forgot password' }).click();
  await expect(page.getByRole('banner')).toHaveCount(0);
  await page.getByLabel('Phone').fill('12345');
  await page.getByLabel('Phone').blur();
  await expect(page.getByText('the phone number you entered is not legitimate')).toBeVisible();
  await page.getByLabel('Phone').fill(phone);
  await page.getByRole('button', { name: 'Get code' }).click();
  await expect(page.getByRole('button', { name: /^Resend in \d+ s$/ })).toBeDisabled();
  const sent = await readCode(registrationServer, phone, 'recovery');
  await code.fill(wrongCode(sent));
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByText('The verification code is wrong or has expired')).toBeVisible();
  await code.fill(sent);
  await page.getByRole('button', { name: 'Next' }).click();

  await expect(page).toHaveURL(/\/resetPsd$/);
  await page.reload();
  const [first, second] = [page.getByLabel('New password'), page.getByLabel('Confirm password')];
  await first.fill('short');
  await first.blur();
  await expect(page.getByText('login password is only 6-12 digits or English')).toBeVisible();
  await first.fill('123456');
  await second.fill('1234567');
  await second.blur();
  await expect(page.getByText('enter the password twice')).toBeVisible();
  await second.fill('123456');
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByText('This password is too common')).toBeVisible();
  await first.fill('lighthouse7');
  await second.fill('lighthouse7');
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page).toHaveURL(/\/resetSuccess$/);
  await expect(page.getByText('Password changed')).toBeVisible();

  await before.page.reload();
  await expect(before.page).toHaveURL(/\/login/);
  await elsewhere.close();
  await page.getByRole('button', { name: 'Sign in' }).click();
  await console.signIn('harbour9', 'en_US', phone);
  await expect(page.getByRole('alert')).toContainText('Wrong account or password');
  await console.signIn('lighthouse7', 'en_US', phone);
  await expect(console.header).toBeVisible();
});

test('restarts an expired verification (zh_CN)', { tag: '@long' }, async ({ page, registrationServer }) => {
  const phone = '13900000022';
  await registerPhone(registrationServer, phone, 'harbour9');
  await registrationServer.advance(MINUTE);
  const console = new Console(page, registrationServer);
  await console.open('/findPsd', 'zh_CN');
  await page.getByRole('button', { name: '下一步' }).click();
  await expect(page.getByText('请输入手机号')).toBeVisible();
  await expect(page.getByText('请输入6位以内的数字验证码')).toBeVisible();
  await page.getByLabel('手机号').fill(phone);
  await page.getByRole('button', { name: '获取验证码' }).click();
  await page.getByLabel('验证码').fill(await readCode(registrationServer, phone, 'recovery'));
  await page.getByRole('button', { name: '下一步' }).click();
  await expect(page).toHaveURL(/\/resetPsd$/);
  await registrationServer.advance(11 * MINUTE);
  await page.getByLabel('新密码').fill('lighthouse7');
  await page.getByLabel('确认密码').fill('lighthouse7');
  await page.getByRole('button', { name: '确定' }).click();
  await expect(page).toHaveURL(/\/findPsd$/);
  await expect(page.getByText('验证已失效，请重新验证手机号')).toBeVisible();
  await console.open('/resetPsd', 'zh_CN');
  await expect(page).toHaveURL(/\/findPsd$/);
});
