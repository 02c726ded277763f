import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Browser, Page } from '@playwright/test';
import { createClient } from '@wakeline/client/client';
import { Console } from '../support/console.ts';
import { expect, test } from '../support/journey.ts';
import type { ServerProcess } from '../support/server.ts';
import { authenticatorCode } from '../support/totp.ts';

const QUAY = { lat: 36.06, lng: 120.31 };
const PASSWORD = 'Lighthouse7';

/** Another user in a separate browser. */
async function signedIn(browser: Browser, server: ServerProcess, login: string): Promise<Console> {
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  const console = new Console(page, server);
  await console.open('/login');
  await console.signIn(PASSWORD, 'en_US', login);
  await expect(console.header).toBeVisible();
  return console;
}

const users = (page: Page) => page.getByRole('table', { name: 'Sub-accounts' });
const userRow = (page: Page, name: string) => users(page).getByRole('row').filter({ hasText: name });

test('creates sub-accounts that see and do exactly what they were given', { tag: '@long' }, async ({
  browser,
  server,
  console,
  page,
  register,
  connect,
}) => {
  test.setTimeout(120_000);
  const { groupId } = await server.client.call('createGroup', { groupName: 'Pilots' });
  await register({ name: 'Pilot 1', imei: '13900000191', groupId });
  await register({ name: 'Tug 1', imei: '13900000192' });
  await (await connect('13900000191')).report({ ...QUAY, speed: 0 });

  await console.openSignedIn('/authorityManage');
  await page.getByRole('button', { name: 'New sub-account' }).click();
  const form = page.getByRole('dialog', { name: 'New sub-account' });

  // Every rule is shown on blur, with the specification's text.
  await form.getByLabel('Account', { exact: true }).fill(' ');
  await form.getByLabel('Password', { exact: true }).fill('short');
  await form.getByLabel('Display name').focus();
  await expect(form.getByText('account cannot be empty')).toBeVisible();
  await expect(form.getByText('login password is only 6-12 digits or English')).toBeVisible();
  await form.getByLabel('Account', { exact: true }).fill('harbour');
  await form.getByLabel('Display name').focus();
  await expect(form.getByText('This account name is taken')).toBeVisible();

  await form.getByLabel('Display name').fill('Pilot station');
  await form.getByLabel('Account', { exact: true }).fill('pilots');
  await form.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await form.getByRole('radio', { name: /^Viewer/ }).check();
  await form.getByRole('checkbox', { name: 'All groups' }).uncheck();
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText('Select at least one group')).toBeVisible();
  await form.getByRole('combobox', { name: 'Groups' }).click();
  await page.locator('.ant-select-item').getByText('Pilots').click();
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(userRow(page, 'Pilot station')).toContainText('Viewer');

  // A viewer of one group: its device, live, and no controls for changes.
  const viewer = await signedIn(browser, server, 'pilots');
  await expect(viewer.row('Pilot 1')).toBeVisible();
  await expect(viewer.row('Tug 1')).toBeHidden();
  await expect(viewer.page.getByRole('button', { name: 'Add', exact: true })).toBeHidden();
  const menu = viewer.page.getByRole('navigation', { name: 'Main menu' });
  await expect(menu.getByRole('link', { name: 'Live monitoring' })).toBeVisible();
  await expect(menu.getByRole('link', { name: 'Rights management' })).toBeHidden();
  await viewer.row('Pilot 1').click({ button: 'right' });
  await expect(viewer.page.getByRole('menuitem', { name: 'Track history' })).toBeVisible();
  await expect(viewer.page.getByRole('menuitem', { name: /Edit|Delete|Remove/ })).toHaveCount(0);
  await viewer.page.keyboard.press('Escape');

  // Changed rights apply at once: more functions, the editor permission, all groups.
  await page.getByRole('button', { name: 'Edit Pilot station' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit Pilot station' });
  await edit.getByRole('radio', { name: /^Editor/ }).check();
  await edit.getByRole('checkbox', { name: 'All groups' }).check();
  await edit.getByRole('button', { name: 'Select all', exact: true }).click();
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(viewer.row('Tug 1')).toBeVisible();
  await expect(viewer.page.getByRole('button', { name: 'Add', exact: true })).toBeVisible();
  // The function alone is not sufficient: an editor is denied the page and has no menu entry for it.
  await viewer.page.goto(`${server.url}/authorityManage`);
  await expect(viewer.page.getByText('No access to this page')).toBeVisible();
  await expect(viewer.page.getByRole('button', { name: /New sub-account|Try again/ })).toHaveCount(0);

  // An administrator manages editors and viewers, not other administrators.
  await server.client.call('createSubEobUser', {
    noteName: 'Chief',
    account: 'chief',
    pd: createHash('md5').update(PASSWORD).digest('hex'),
    permission: 'administrator',
    roles: ['eob_plugin_loc_monitor', 'eob_plugin_auth_mg'],
  });
  const chief = await signedIn(browser, server, 'chief');
  await chief.page.goto(`${server.url}/authorityManage`);
  await expect(userRow(chief.page, 'Pilot station')).toBeVisible();
  await expect(chief.page.getByRole('button', { name: 'Edit Chief' })).toBeHidden();
  await expect(chief.page.getByRole('tab', { name: 'Audit log' })).toBeHidden();
  await chief.page.getByRole('button', { name: 'New sub-account' }).click();
  await expect(chief.page.getByRole('radio', { name: /^Administrator/ })).toBeHidden();
  await expect(chief.page.getByRole('checkbox', { name: 'Device management' })).toBeHidden();

  // A manager disables two-factor sign-in for users who lost their authenticator.
  let token: string | null = null;
  const calls = createClient({ baseUrl: server.url, prefix: '/service', token: () => token });
  const oldPD = createHash('md5').update(PASSWORD).digest('hex');
  token = (await calls.call('loginByCodeOrPd', { phone: 'chief', pd: oldPD })).accountMsg.token;
  const { secret } = await calls.call('beginTwoFactor', { oldPD });
  await calls.call('confirmTwoFactor', { otp: authenticatorCode(secret, Date.now()) });
  await page.reload();
  await expect(userRow(page, 'Chief')).toContainText('On');
  await page.getByRole('button', { name: 'Turn off two-factor sign-in of Chief' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Turn off two-factor sign-in' }).click();
  await expect(page.getByText('Chief now signs in with the password only')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Turn off two-factor sign-in of Chief' })).toBeHidden();
  expect((await calls.call('querySecurity', {})).twoFactor).toBe(false);

  // Disabled: signed out at once, and refused at sign-in.
  await page.reload();
  await page.getByRole('button', { name: 'Disable Pilot station' }).click();
  await expect(userRow(page, 'Pilot station')).toContainText('Disabled');
  await viewer.page.goto(`${server.url}/`);
  await expect(viewer.page).toHaveURL(/login/);
  await viewer.signIn(PASSWORD, 'en_US', 'pilots');
  await expect(viewer.page.getByText('This account is disabled')).toBeVisible();

  await page.getByRole('button', { name: 'Delete Pilot station' }).click();
  const question = page.getByRole('dialog', { name: 'Delete sub-account Pilot station?' });
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(userRow(page, 'Pilot station')).toBeHidden();
  await viewer.page.context().close();
  await chief.page.context().close();

  // The audit log has all of it, with the changes.
  await page.getByRole('tab', { name: 'Audit log' }).click();
  const log = page.getByRole('table', { name: 'Audit log' });
  const changed = log
    .getByRole('row')
    .filter({ hasText: 'Edited a sub-account' })
    .filter({ hasText: 'pilots' });
  await changed.last().getByRole('button', { name: 'Details' }).click();
  const detail = page.getByRole('dialog', { name: 'Edited a sub-account' });
  await expect(detail.getByRole('row', { name: /^Permission/ })).toContainText(/viewer.*editor/);
  await expect(detail).not.toContainText(/pd|password/i);
  await page.keyboard.press('Escape');
  // Only visible rows of a long list can be clicked.
  await page.getByRole('combobox', { name: 'Action' }).fill('Deleted a sub');
  await page.locator('.ant-select-item').getByText('Deleted a sub-account').click();
  // The filter is part of the address: a reload or a copied link finds the same.
  await expect(page).toHaveURL(/action=deleteSubEobUser/);
  await page.reload();
  await expect(log.getByRole('row').filter({ hasText: 'Created a sub-account' })).toHaveCount(0);
  await expect(log.getByRole('row').filter({ hasText: 'Deleted a sub-account' })).toHaveCount(1);

  // The export is a batch task; its file has the filtered entries.
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('button', { name: /^Batch tasks/ }).click();
  const box = page.getByRole('region', { name: 'Batch tasks' });
  const download = page.waitForEvent('download');
  // Other journeys may have files there; its name is in the language of the user at that time.
  const task = box
    .getByRole('listitem')
    .filter({ hasText: /Export audit log|导出操作日志/ })
    .first();
  await task.getByRole('link', { name: /result/i }).click();
  const text = await readFile(await (await download).path(), 'utf8');
  expect(text).toContain('deleteSubEobUser');
  expect(text).not.toContain('createSubEobUser');
});
