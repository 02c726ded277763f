import { Console } from '../support/console.ts';
import { expect, test } from '../support/journey.ts';

const REEF = { lat: 35.98, lng: 120.44 };
/** Already hashed, as the sign-in form sends it. */
const PASSWORD = '0123456789abcdef0123456789abcdef';

test('finds the records of one device, and deletes one after a confirmation', { tag: '@long' }, async ({
  console,
  page,
  register,
  connect,
}) => {
  await register({ name: 'Faded', imei: '13900000057' });
  await register({ name: 'Swift', imei: '13900000058' });
  await (await connect('13900000057')).report({ ...REEF, alarms: ['LOWPOWER'] });
  await (await connect('13900000058')).report({ ...REEF, speed: 99, alarms: ['OVERSPEED'] });
  await console.openSignedIn('/notificationRecord');
  const list = page.getByRole('region', { name: 'Notification records' });
  const remove = list.getByRole('button', { name: 'Delete the notification “Low battery” of Faded' });
  await expect(list.getByRole('cell', { name: 'Swift', exact: true })).toBeVisible();
  const device = list.getByRole('combobox', { name: 'Device' });
  await device.fill('Faded');
  await device.press('Enter');
  await device.press('Escape');
  await expect(list.getByRole('cell', { name: 'Swift', exact: true })).toHaveCount(0);
  // The address has the filter.
  await expect(page).toHaveURL(/device=\d+/);

  await remove.click();
  const question = page.getByRole('dialog');
  await expect(question).toContainText('The notification is deleted for all users of the account.');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toHaveCount(0);
  await expect(remove).toBeVisible();
  await remove.click();
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(list).toContainText('No notification message record');
});

test('pops up an alarm, which a second window acknowledges and the keyboard resolves and exports', {
  tag: '@long',
}, async ({ console, page, server, browser, register, connect }) => {
  await register({ name: 'Dory', imei: '13900000059' });
  const device = await connect('13900000059');
  await console.openSignedIn('/notificationRecord');
  const second = new Console(await (await browser.newContext()).newPage(), server);
  await second.openSignedIn('/notificationRecord');
  for (const window of [console, second]) await expect(window.freshness).toContainText('Live');
  await device.report({ ...REEF, alarms: ['OUTAGE'] });

  const popUp = page.getByRole('alert').filter({ hasText: 'Power cut · Dory' });
  await expect(popUp).toContainText('Open');
  const secondPopUp = second.page.getByRole('alert').filter({ hasText: 'Power cut · Dory' });
  await secondPopUp.getByRole('button', { name: 'Acknowledge' }).click();
  await expect(popUp).toContainText('Acknowledged');
  await expect(popUp).toContainText('harbour');
  await expect(popUp.getByRole('button', { name: 'Acknowledge' })).toHaveCount(0);

  await popUp.getByRole('button', { name: 'Details' }).press('Enter');
  const drawer = page.getByRole('dialog', { name: 'Notification' });
  await expect(drawer).toContainText('harbour acknowledged it');
  await drawer.getByRole('textbox', { name: 'Comment' }).pressSequentially('Called the crew');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(drawer).toContainText('harbour commented');
  await drawer.getByRole('button', { name: 'Resolve' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Resolve this alarm' });
  const handled = dialog.getByRole('radio', { name: 'Handled' });
  await handled.focus();
  await page.keyboard.press('ArrowDown');
  await expect(dialog.getByRole('radio', { name: 'False alarm' })).toBeChecked();
  await dialog.getByRole('button', { name: 'Resolve' }).press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(drawer).toContainText('harbour resolved it');
  await expect(secondPopUp).toContainText('Resolved');
  await expect(second.page.getByRole('row').filter({ hasText: 'Dory' })).toContainText('Resolved');
  await page.keyboard.press('Escape');
  await expect(drawer).toHaveCount(0);

  await page.getByRole('button', { name: 'Export' }).press('Enter');
  const handling = page.getByRole('menuitem', { name: 'Excel workbook (.xlsx)' }).last();
  await handling.press('Enter');
  await page.getByRole('button', { name: /Batch tasks/ }).press('Enter');
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'View result' }).first().press('Enter');
  expect((await download).suggestedFilename()).toMatch(/\.xlsx$/);
});

test('takes an alarm over, resolves it for a reason that must be explained, and reopens it', {
  tag: '@long',
}, async ({ console, page, server, browser, register, connect }) => {
  const account = 'night-desk';
  await server.client.call('createSubEobUser', {
    noteName: 'Night',
    account,
    pd: PASSWORD,
    permission: 'editor',
    roles: ['eob_plugin_loc_monitor'],
  });
  await register({ name: 'Skiff', imei: '13900000056' });
  await (await connect('13900000056')).report({ ...REEF, alarms: ['LOWPOWER'] });
  await console.openSignedIn('/notificationRecord');
  const record = page.getByRole('button', { name: 'Details of “Low battery” of Skiff' });
  await record.click();
  const drawer = page.getByRole('dialog', { name: 'Notification' });
  await drawer.getByRole('button', { name: 'Acknowledge' }).click();
  await expect(drawer).toContainText('harbour acknowledged it');

  const second = await (await browser.newContext()).newPage();
  const night = new Console(second, server);
  await night.open('/login');
  await second.evaluate(
    async (form) => fetch('/service/loginByCodeOrPd', { method: 'POST', body: new URLSearchParams(form) }),
    { phone: account, pd: PASSWORD },
  );
  await night.open('/notificationRecord');
  await second.getByRole('button', { name: 'Details of “Low battery” of Skiff' }).click();
  const nightDrawer = second.getByRole('dialog', { name: 'Notification' });
  await nightDrawer.getByRole('button', { name: 'Resolve' }).click();
  const dialog = second.getByRole('dialog', { name: 'Resolve this alarm' });
  await dialog.getByRole('radio', { name: 'Other' }).check();
  await dialog.getByRole('button', { name: 'Resolve' }).click();
  await expect(dialog).toContainText('Please explain the reason');
  await dialog.getByRole('textbox', { name: 'Comment' }).fill('Charger replaced');
  await dialog.getByRole('button', { name: 'Resolve' }).click();
  const question = second.getByRole('dialog').filter({ hasText: 'harbour is handling this alarm' });
  await question.getByRole('button', { name: 'Take over' }).click();
  await expect(drawer).toContainText('night-desk resolved it');
  await expect(drawer).toContainText('Charger replaced');
  await drawer.getByRole('button', { name: 'Reopen' }).click();
  await expect(nightDrawer).toContainText('harbour reopened it');
  await expect(nightDrawer.getByRole('button', { name: 'Acknowledge' })).toBeVisible();
});
