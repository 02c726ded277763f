import { Console } from '../support/console.ts';
import { expect, test } from '../support/journey.ts';

const PIER = { lat: 36.07, lng: 120.32 };

test('makes a rule that a device breaks: its notice names the rule, and none comes after it is disabled', async ({
  console,
  page,
  server,
  register,
  connect,
}) => {
  await register({ name: 'Courier', imei: '13900000181' });
  const device = await connect('13900000181');
  const start = Date.now() - 600_000;
  let distance = 0;
  /** Reports a speed, 20 s after the report before and 400 m farther. */
  const report = (speed: number) => {
    distance += 1;
    return device.report({
      lat: PIER.lat + distance * 0.0036,
      lng: PIER.lng,
      speed,
      time: start + distance * 20_000,
    });
  };
  await report(40);
  await console.openSignedIn('/rules');
  await expect(page.getByText('No rules yet.')).toBeVisible();

  await page.getByRole('button', { name: 'New rule' }).click();
  const form = page.getByRole('dialog', { name: 'New rule' });
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText('cannot be empty')).toBeVisible();
  await form.getByLabel('Name').fill('Town limit');
  await form.getByLabel('Speed limit').fill('60');
  await form.getByLabel('For', { exact: true }).fill('0');
  await form.getByText('At certain hours').click();
  await form.getByLabel('To', { exact: true }).fill('08:00');
  await expect(form.getByText('Ends on the next day')).toBeVisible();
  await form.getByText('Always').click();
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toBeHidden();
  const row = page.getByRole('row').filter({ hasText: 'Town limit' });
  await expect(row).toContainText('Above 60 km/h for 0 s');
  await expect(row).toContainText('All devices');

  // The engine has loaded the rule when a faster report makes a notice.
  await expect(async () => {
    await report(50);
    await report(72);
    const { list } = await server.client.call('queryAllNotices', { msgType: 'OVERSPEED' });
    expect(list.map(({ content }) => content).join()).toContain('Town limit');
  }).toPass();
  await console.bell.click();
  const box = page.getByRole('region', { name: 'Notifications' });
  // Its sentence is in the language that the user of all journeys had last.
  await expect(
    box
      .getByRole('listitem')
      .filter({ hasText: /72 km\/h.*Town limit/ })
      .first(),
  ).toBeVisible();
  await page.keyboard.press('Escape');

  await row.getByRole('switch', { name: 'Enable Town limit' }).click();
  await expect(row.getByRole('switch')).not.toBeChecked();
  await row.getByRole('button', { name: 'Edit Town limit' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit Town limit' });
  await expect(edit.getByLabel('Speed limit')).toHaveValue('60');
  await edit.getByRole('button', { name: 'Cancel' }).click();
  await row.getByRole('button', { name: 'Delete Town limit' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(row).toBeHidden();
});

test('makes a rule whose notice is acknowledged in a second window, resolved and exported', {
  tag: '@long',
}, async ({ console, page, server, browser, register, connect }) => {
  await register({ name: 'Tender', imei: '13900000182' });
  const device = await connect('13900000182');
  const start = Date.now() - 600_000;
  await device.report({ ...PIER, speed: 40, time: start });
  await console.openSignedIn('/rules');
  await page.getByRole('button', { name: 'New rule' }).click();
  const form = page.getByRole('dialog', { name: 'New rule' });
  await form.getByLabel('Name').fill('Harbour limit');
  await form.getByLabel('Speed limit').fill('15');
  await form.getByLabel('For', { exact: true }).fill('0');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toBeHidden();
  await console.open('/systemSet?tab=notifications');
  await page.getByRole('checkbox', { name: 'Overspeed' }).check();
  await expect
    .poll(async () => (await server.client.call('queryNoticeConf', {})).popup)
    .toContain('OVERSPEED');
  await console.open('/notificationRecord');
  const second = new Console(await (await browser.newContext()).newPage(), server);
  await second.openSignedIn('/notificationRecord');
  for (const window of [console, second]) await expect(window.freshness).toContainText('Live');

  const popUp = page.getByRole('alert').filter({ hasText: 'Overspeed · Tender' });
  let reports = 0;
  // The engine has loaded the rule when a faster report makes a notice.
  await expect(async () => {
    for (const speed of [10, 22]) {
      reports += 1;
      await device.report({
        lat: PIER.lat + reports * 0.001,
        lng: PIER.lng,
        speed,
        time: start + reports * 20_000,
      });
    }
    await expect(popUp.first()).toContainText('Harbour limit', { timeout: 3_000 });
  }).toPass();
  const secondPopUp = second.page.getByRole('alert').filter({ hasText: 'Overspeed · Tender' }).first();
  await secondPopUp.getByRole('button', { name: 'Acknowledge' }).click();
  await expect(popUp.first()).toContainText('Acknowledged');

  await popUp.first().getByRole('button', { name: 'Details' }).click();
  const drawer = page.getByRole('dialog', { name: 'Notification' });
  await expect(drawer).toContainText('harbour acknowledged it');
  await drawer.getByRole('button', { name: 'Resolve' }).click();
  const dialog = page.getByRole('dialog', { name: 'Resolve this alarm' });
  await dialog.getByRole('radio', { name: 'Handled' }).check();
  await dialog.getByRole('button', { name: 'Resolve' }).click();
  await expect(drawer).toContainText('harbour resolved it');
  await expect(secondPopUp).toContainText('Resolved');
  await page.keyboard.press('Escape');
  await expect(drawer).toHaveCount(0);

  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: 'Alarm handling history (.xlsx)' }).click();
  await page.getByRole('button', { name: /Batch tasks/ }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'View result' }).first().click();
  expect((await download).suggestedFilename()).toMatch(/\.xlsx$/);
});

test('opens pop-ups for the notices of a rule that the user has chosen', { tag: '@long' }, async ({
  console,
  page,
  server,
  register,
  connect,
}) => {
  await register({ name: 'Tender', imei: '13900000182' });
  const device = await connect('13900000182');
  const { ruleId } = await server.client.call('addRule', {
    ruleName: 'Basin limit',
    condition: { type: 'overspeed', limit: 60, seconds: 0, area: null },
    appliesTo: 'all',
  });
  await console.openSignedIn('/systemSet?tab=notifications');
  const section = page.getByRole('region', { name: 'Notifications of rules' });
  await section.getByRole('combobox', { name: 'Choose a rule' }).click();
  await page.getByTitle('Basin limit').last().click();
  const chosen = section.getByRole('listitem').filter({ hasText: 'Basin limit' });
  await expect(chosen).toContainText('Pop up');
  await expect(console.freshness).toHaveText('Live');

  const start = Date.now() - 600_000;
  let count = 0;
  /** Reports a speed, 20 s after the report before. */
  const report = (speed: number) => {
    count += 1;
    return device.report({
      lat: PIER.lat + count * 0.0036,
      lng: PIER.lng,
      speed,
      time: start + count * 20_000,
    });
  };
  /** Breaks the rule again until it has made this number of notices. */
  async function breakRule(notices: number): Promise<void> {
    await expect(async () => {
      await report(50);
      await report(72);
      const { list } = await server.client.call('queryAllNotices', { msgType: 'OVERSPEED' });
      expect(list.filter(({ content }) => content.includes('Basin limit')).length).toBeGreaterThanOrEqual(
        notices,
      );
    }).toPass();
  }
  await breakRule(1);
  const toast = page.getByRole('alert').filter({ hasText: 'Overspeed · Tender' });
  await expect(toast.first()).toBeVisible();

  await chosen.getByRole('combobox', { name: 'Pop-up: Basin limit' }).click();
  await page.getByTitle('List only').last().click();
  await expect(chosen.getByRole('combobox', { name: 'Sound: Basin limit' })).toBeDisabled();
  await page.reload();
  await expect(console.freshness).toHaveText('Live');
  await expect(chosen).toContainText('List only');
  const { list } = await server.client.call('queryAllNotices', { msgType: 'OVERSPEED' });
  await breakRule(list.filter(({ content }) => content.includes('Basin limit')).length + 1);
  await expect(async () => {
    const { msgCount } = await server.client.call('unReadMsgCount', {});
    await expect(console.bell).toHaveAccessibleName(`Notifications, ${msgCount} unread`, { timeout: 1_000 });
  }).toPass();
  await expect(toast).toBeHidden();
  await server.client.call('deleteRule', { ruleId });
});
