// Length: the journeys of the shell share the steps below; each of them is short.
import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { addFailedTask } from '@wakeline/server/testing/failed-task';
import { Console } from '../support/console.ts';
import { expect, test as journey } from '../support/journey.ts';
import { LOGIN, ServerProcess } from '../support/server.ts';

/** These journeys change menus, panels and updates of the account, so they use a separate server. */
const test = journey.extend<object, { shellServer: ServerProcess }>({
  shellServer: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
    async ({}, use) => {
      const server = await ServerProcess.start();
      await use(server);
      await server.remove();
    },
    { scope: 'worker' },
  ],
  server: async ({ shellServer }, use) => {
    await shellServer.client.call('editUserLang', { lang: 'en_US' });
    await use(shellServer);
  },
});

const MOORING = { lat: 36.04, lng: 120.31 };

const menu = (page: Page) => page.getByRole('navigation', { name: 'Main menu' });
const entries = (page: Page) =>
  menu(page).locator('ul').getByRole('link').or(menu(page).locator('ul').getByRole('button'));
const names = (page: Page) =>
  entries(page).evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')));

/** A page of another site that tries to break out of its frame. */
async function startForeignPage() {
  const requests: IncomingHttpHeaders[] = [];
  const server = createServer((request, response) => {
    requests.push(request.headers);
    response
      .setHeader('content-type', 'text/html; charset=utf-8')
      .end(`<!doctype html><p id="said">…</p><script>
      const reach = (what) => { try { return String(what()); } catch (error) { return error.name; } };
      said.textContent = [
        reach(() => parent.document.title), reach(() => document.cookie), reach(() => localStorage.length),
        reach(() => { if (top !== self) top.location = 'about:blank'; return 'left'; }), origin,
      ].join(' | ');
    </script>`);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A different host name is a different site; for the same one the browser would send the session to any port. Chromium resolves
  // names below localhost to this machine (RFC 6761, section 6.3), and the server does not use this name.
  const url = `http://tides.localhost:${(server.address() as AddressInfo).port}/tides`;
  // The browser keeps idle connections open for a minute.
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url, requests, close };
}

test('updates the menu at once, isolates panels, and opens ground support with signed values', {
  tag: '@long',
}, async ({ console, page, server, context }) => {
  const foreignPage = await startForeignPage();
  try {
    await console.openSignedIn();
    await expect(menu(page).getByRole('link', { name: 'Live monitoring' })).toHaveAttribute(
      'aria-current',
      'page',
    );
    await expect(menu(page).getByRole('button', { name: 'Ground support' })).toBeHidden();
    await server.client.call('editUserConfig', {
      pluginsOrder: [
        'eob_plugin_custom_window',
        'eob_plugin_loc_monitor',
        'eob_plugin_sys_conf',
        'eob_plugin_auth_mg',
      ],
    });
    await expect
      .poll(() => names(page))
      .toEqual([
        'Extension panels',
        'Live monitoring',
        'Dashboard',
        'System settings',
        'Rights management',
        'Device management',
        'Alarm rules',
        'Own map layers',
        'Race layers',
        'OCAD maps',
        'Course planner',
        'Multiple playback',
        '3D playback',
        'BeiDou messages',
        'Iridium messages',
        'Visual screen',
        'Data screen',
        'Aviation data',
        'Task tracking',
        'Plane management',
        'Flight management',
        'Person management',
        'Matches',
        'Live management',
        'Remote instructions',
        'Plane messages',
        'Data center',
        'Statistics',
        'Application center',
      ]);

    await server.client.call('addPanel', {
      panelName: 'Tides',
      panelUrl: foreignPage.url,
      sort: 2,
      display: 'SHOW',
    });
    await server.client.call('addPanel', {
      panelName: 'Locks',
      panelUrl: foreignPage.url,
      sort: 1,
      display: 'SHOW',
    });
    await server.client.call('addPanel', {
      panelName: 'Secret',
      panelUrl: foreignPage.url,
      sort: 3,
      display: 'HIDE',
    });
    await expect
      .poll(async () => (await names(page)).slice(0, 4))
      .toEqual(['Extension panels', 'Locks', 'Tides', 'Live monitoring']);

    // By keyboard: the map is the second entry with another start page, so it has its alternative address.
    await menu(page).getByRole('link', { name: 'Live monitoring' }).focus();
    await page.keyboard.press('ArrowUp');
    await expect(menu(page).getByRole('link', { name: 'Tides' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/extensionPanel\/view\/\d+$/);
    const frame = page.locator('iframe[title="Tides"]');
    await expect(frame).toHaveAttribute('sandbox', 'allow-scripts allow-forms allow-popups');
    await expect(frame).toHaveAttribute('referrerpolicy', 'no-referrer');
    await expect(page.frameLocator('iframe[title="Tides"]').locator('#said')).toHaveText(
      'SecurityError | SecurityError | SecurityError | SecurityError | null',
    );
    expect(
      foreignPage.requests.every(({ referer, cookie }) => referer === undefined && cookie === undefined),
    ).toBe(true);
    await expect(page.getByRole('region', { name: 'Tides' })).toHaveAttribute('aria-busy', 'false');
    await page.goto(`${server.url}/`);
    await expect(page).toHaveURL(/\/extensionPanel$/);
    await menu(page).getByRole('link', { name: 'Live monitoring' }).click();
    await expect(page).toHaveURL(/\/Map$/);
    await expect(console.map).toBeVisible();

    await server.client.call('editUserConfig', { menu: 'reduced' });
    await expect.poll(() => names(page)).toEqual(['Live monitoring', 'System settings', 'Device management']);
    await server.client.call('editUserConfig', { menu: 'full' });
    await expect(menu(page).getByRole('link', { name: 'Application center' })).toBeVisible();
    await expect(menu(page).getByRole('button', { name: 'Ground support' })).toBeHidden();

    const secret = (await server.operator('admin', 'sign-secret', LOGIN.account, 'new')).trim();
    await server.operator('admin', 'ground-support', LOGIN.account, `${foreignPage.url}?desk=4`);
    const openedPage = context.waitForEvent('page');
    await menu(page).getByRole('button', { name: 'Ground support' }).click();
    const tab = await openedPage;
    await tab.waitForURL(/sign=/);
    const query = new URL(tab.url()).searchParams;
    const signed = createHmac('sha256', Buffer.from(secret, 'hex'))
      .update(`${query.get('userName')}${query.get('timestamp')}`)
      .digest('hex');
    expect([query.get('desk'), query.get('userName'), query.get('sign')]).toEqual([
      '4',
      LOGIN.account,
      signed,
    ]);
    expect(await tab.evaluate(() => window.opener)).toBeNull();
    await tab.close();
  } finally {
    foreignPage.close();
  }
});

test('opens one box at a time, downloads the result of a task and retries a failed one', async ({
  console,
  page,
  server,
}) => {
  await console.openSignedIn();
  const tasks = page.getByRole('button', { name: /^Batch tasks, / });
  const taskBox = page.getByRole('region', { name: 'Batch tasks' });
  const noticeBox = page.getByRole('region', { name: 'Notifications' });
  await expect(tasks).toHaveAccessibleName('Batch tasks, 0 unread');
  await tasks.click();
  await expect(taskBox).toContainText('No batch tasks');
  await expect(taskBox).toContainText('Only the last 7 days are kept');
  await console.bell.click();
  await expect(noticeBox).toBeVisible();
  await expect(taskBox).toBeHidden();
  await expect(noticeBox).toContainText('No notification message record');
  await page.mouse.click(700, 500);
  await expect(noticeBox).toBeHidden();
  await page.keyboard.press('t');
  await expect(taskBox).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(taskBox).toBeHidden();

  await server.client.call('exportAuditLog', {});
  await expect(tasks).toHaveAccessibleName('Batch tasks, 1 unread');
  await tasks.click();
  const row = taskBox.getByRole('listitem');
  await expect(row).toContainText('Done');
  await expect(row.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '100');
  const fetched = page.waitForEvent('download');
  await row.getByRole('link', { name: 'View result' }).click();
  expect((await fetched).suggestedFilename()).toMatch(/\.csv$/);
  await expect(tasks).toHaveAccessibleName('Batch tasks, 0 unread');
  await expect(row.getByRole('button', { name: 'Mark read' })).toBeHidden();
  await expect(taskBox.getByRole('button', { name: 'Mark all read' })).toBeDisabled();

  await addFailedTask(server.databaseUrl, LOGIN.account);
  await expect(row.first()).toContainText('The task was interrupted twice');
  await row.first().getByRole('button', { name: 'Retry Export audit log' }).click();
  await expect(row).toHaveCount(3);
  await expect(row.first()).toContainText(/Done · Quantity .* · Attempt 2/);
  await expect(row.first().getByRole('link', { name: 'View result' })).toBeVisible();
  await expect(taskBox.getByRole('button', { name: /^Retry / })).toHaveCount(0);
  await taskBox.getByText('All users').click();
  await expect(row.first()).toContainText(`Attempt 2 · ${LOGIN.account}`);
});

test('cancels a running batch task after a confirmation and deletes what it stored', {
  tag: '@long',
}, async ({ console, page, server }) => {
  const rows = 400_000;
  const startTime = Math.floor(Date.now() / 1_000) * 1_000 - rows * 1_000;
  const window = { startTime, endTime: startTime + rows * 1_000 };
  const { trackerId } = await server.client.call('addTracker', {
    trackerName: 'Gannet',
    imei: '860000000000991',
  });
  await console.openSignedIn();
  const lines = Array.from({ length: rows }, (_, at) => `${startTime + at * 1_000},36.1,120.2`);
  const file = new File([`time,latitude,longitude\n${lines.join('\n')}`], 'long.csv');
  await server.client.call('importTrack', { trackerId, file });
  await page.getByRole('button', { name: /^Batch tasks, / }).click();
  const row = page.getByRole('region', { name: 'Batch tasks' }).getByRole('listitem').first();
  const cancel = row.getByRole('button', { name: 'Cancel Import track: Gannet (long.csv)' });
  await cancel.click();
  const question = page.getByRole('dialog', { name: 'Cancel “Import track: Gannet (long.csv)”?' });
  await expect(question).toContainText('The task stops and its changes so far are undone.');
  await question.getByRole('button', { name: 'Keep running' }).click();
  await expect(question).toBeHidden();
  await cancel.click();
  await question.getByRole('button', { name: 'Cancel task' }).click();
  await expect(row).toContainText('Cancelled', { timeout: 30_000 });
  await expect(cancel).toBeHidden();
  const { positions } = await server.client.call('countTrackByTime', { trackerId, ...window });
  expect(positions).toBe(0);
});

test('shows a sanitised update until it is acknowledged, and keeps it in the log', { tag: '@long' }, async ({
  console,
  page,
  server,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'wakeline-news-'));
  try {
    const [zh, en] = [join(folder, 'zh.html'), join(folder, 'en.html')];
    await writeFile(zh, '<p>回放更快</p>');
    await writeFile(en, '<p>Replay is <strong>faster</strong></p>');
    await console.openSignedIn();
    // As if the server's sanitising had been bypassed.
    const attack =
      '<img src="x" onerror="window.broken = 1"><script>window.broken = 2</script><a href="javascript:1">go</a>';
    await page.route('**/queryUpdateLog*', async (route) => {
      const response = await route.fetch();
      const text = await response.text();
      await route.fulfill({
        response: response,
        body: text.replace('<p>Replay', `${JSON.stringify(attack).slice(1, -1)}<p>Replay`),
      });
    });
    await server.operator(
      'admin',
      'publish-update',
      ...['--title-zh', '六月更新', '--html-zh', zh, '--title-en', 'June', '--html-en', en],
    );
    const dialog = page.getByRole('dialog', { name: 'June' });
    await expect(dialog.locator('strong')).toHaveText('faster');
    await expect(dialog.getByText('go')).not.toHaveAttribute('href');
    await expect(dialog.locator('script')).toHaveCount(0);
    await expect(dialog.locator('[onerror]')).toHaveCount(0);
    expect(await page.evaluate(() => 'broken' in window)).toBe(false);
    await expect(dialog).toContainText(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/);

    // Closing does not acknowledge.
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await page.reload();
    // The dialog closes before the server has stored it, and leaving the page aborts the request.
    const stored = page.waitForResponse('**/readUpdateLog*');
    await dialog.getByRole('button', { name: 'Acknowledge' }).click();
    await stored;
    await expect(dialog).toBeHidden();
    await page.goto(`${server.url}/updateLog`);
    await expect(page.getByRole('article').filter({ hasText: 'June' })).toContainText('faster');
    await expect(dialog).toBeHidden();
    expect(await page.evaluate(() => 'broken' in window)).toBe(false);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('keeps the state of inactive screens and suspends them', { tag: '@long' }, async ({
  console,
  page,
  register,
  connect,
}) => {
  test.setTimeout(90_000);
  const id = await register({ name: 'Kept 1', imei: '13900000091' });
  await register({ name: 'Other', imei: '13900000092' });
  const device = await connect('13900000091');
  const now = Math.floor(Date.now() / 1000) * 1000;
  const start = now - 600_000;
  await device.report(
    ...Array.from({ length: 13 }, (_, step) => ({
      ...MOORING,
      lat: MOORING.lat + step / 1_000,
      speed: 12,
      time: start + step * 50_000,
      alarms: step === 6 ? (['LOWPOWER'] as const) : [],
    })),
  );
  await console.openSignedIn(`/?device=${id}`);
  await expect(console.card('Kept 1')).toBeVisible();
  await page.getByPlaceholder('Name, IMEI, number').fill('kept');
  await expect(console.row('Other')).toBeHidden();
  await page.getByRole('button', { name: 'Zoom out' }).click();
  await expect.poll(async () => (await console.camera())?.zoom).toBeCloseTo(16, 1);
  const camera = await console.camera();
  const canvas = page.locator('canvas.maplibregl-canvas');
  await canvas.evaluate((element) => element.setAttribute('data-first', ''));

  // The filtered list of notices.
  await console.bell.click();
  await page.getByRole('button', { name: 'View more' }).click();
  const records = page.getByRole('table', { name: 'Notification records' }).last();
  await expect(page.getByRole('row').filter({ hasText: 'Low battery' })).toHaveCount(1);
  await page.getByRole('combobox', { name: 'Type' }).click();
  await page.getByTitle('SOS', { exact: true }).click();
  await expect(page.getByText('No notification message record')).toBeVisible();
  await expect(records).toBeHidden();
  // The map's keyboard shortcuts do not apply to this screen.
  await page.keyboard.press('Escape');

  await menu(page).getByRole('link', { name: 'Live monitoring' }).click();
  await expect(page).toHaveURL(new RegExp(`device=${id}$`));
  await expect(console.card('Kept 1')).toBeVisible();
  await expect(page.getByPlaceholder('Name, IMEI, number')).toHaveValue('kept');
  await expect(console.row('Other')).toBeHidden();
  await expect(page.locator('canvas[data-first]')).toBeVisible();
  expect(await console.camera()).toEqual(camera);
  // It resumes with current data.
  await device.report({ ...MOORING, lat: MOORING.lat + 0.013, speed: 33, time: now + 2_000 });
  await expect(console.detail('Kept 1', 'Speed')).toContainText('33');

  // The replay, paused in the middle.
  await console.card('Kept 1').getByRole('button', { name: 'History' }).click();
  const slider = page.getByRole('slider', { name: 'Replay time' });
  await slider.press('End');
  const moment = await slider.getAttribute('aria-valuenow');
  await expect(page).toHaveURL(/time=\d+/);
  const replay = page.url();
  await menu(page).getByRole('link', { name: 'Live monitoring' }).click();
  await expect(console.card('Kept 1')).toBeVisible();
  await page.keyboard.press('Home');
  await page.keyboard.press(' ');
  await page.goBack();
  await expect(page).toHaveURL(replay);
  await expect(slider).toHaveAttribute('aria-valuenow', moment ?? '');
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  await expect(page.locator('canvas.maplibregl-canvas')).toHaveCount(2);

  // The notices are still filtered.
  await page.goto(page.url());
  await expect(slider).toBeVisible();
});

test('opens link codes and devices by address, and fits on a phone', {
  tag: '@long',
}, async ({ console, page, server, register }) => {
  const id = await register({ name: 'Carded', imei: '13900000095' });
  await server.client.call('editTracker', { trackerId: id, iotCard: '89860012345' });
  const token = await server.newSession();
  await page.context().addCookies([{ name: 'wakeline_session', value: token, url: server.url }]);
  await console.open('/Map?t=nobodys&sim=89860012345&sign=stale');
  await expect(page).toHaveURL(new RegExp(`device=${id}`));
  await expect(console.card('Carded')).toBeVisible();
  await expect(page).toHaveURL(/t=nobodys/);
  await expect(page).not.toHaveURL(/sign=/);
  await page.goto(`${server.url}/?sim=000`);
  await expect(page.getByText('No device has the card number or IMEI 000')).toBeVisible();

  await page.goto(`${server.url}/dataCenter`);
  await expect(page).toHaveURL(/\/dataCenter\/operationCountRecord\?.*t=nobodys/);
  await expect(page.getByRole('tab', { name: 'Operation overview', selected: true })).toBeVisible();
  await page.goto(`${server.url}/visualScreen`);
  await expect(page.getByRole('heading', { name: 'Visual screen' })).toBeVisible();
  await expect(console.header).toBeHidden();

  await page.setViewportSize({ width: 390, height: 844 });
  const password = createHash('md5').update('onlooker1').digest('hex');
  await server.client.call('createSubEobUser', {
    noteName: 'Onlooker',
    account: 'onlooker',
    pd: password,
    permission: 'viewer',
    roles: ['eob_plugin_loc_monitor'],
  });
  await page.context().clearCookies();
  await page.goto(`${server.url}/dataCenter/operationCountRecord`);
  const guest = new Console(page, server);
  await guest.signIn('onlooker1', 'en_US', 'onlooker');
  await expect(page.getByRole('heading', { name: 'No access to this page' })).toBeVisible();
  await page.getByRole('button', { name: 'Open menu' }).click();
  const drawer = page.getByRole('dialog', { name: 'Main menu' });
  await expect(drawer.getByRole('link', { name: 'Extension panels' })).toBeHidden();
  await drawer.getByRole('link', { name: 'Live monitoring' }).click();
  await expect(guest.map).toBeVisible();
  for (const [button, name] of [
    [page.getByRole('button', { name: /^Batch tasks, / }), 'Batch tasks'],
    [guest.bell, 'Notifications'],
  ] as const) {
    await button.click();
    const box = page.getByRole('region', { name });
    await expect(box).toBeVisible();
    await expect.poll(async () => (await box.boundingBox())?.x).toBeGreaterThanOrEqual(0);
    const { x, width } = (await box.boundingBox()) ?? { x: 0, width: 0 };
    expect(x + width).toBeLessThanOrEqual(390);
  }
  for (const path of ['/', '/notificationRecord', '/updateLog']) {
    await page.goto(server.url + path);
    await expect(guest.header.getByRole('button', { name: 'User menu' })).toBeInViewport();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  }

  await page.getByRole('button', { name: 'User menu' }).click();
  await page.getByRole('menuitem', { name: 'Change password' }).click();
  const form = page.getByRole('dialog', { name: 'Change password' });
  await form.getByLabel('Original password').fill('onlooker1');
  await form.getByLabel('New password', { exact: true }).fill('spyglass22');
  await form.getByLabel(/Confirm|twice|again/i).fill('spyglass23');
  await form.getByLabel(/Confirm|twice|again/i).blur();
  await expect(form.getByText('Enter the password twice')).toBeVisible();
  await form.getByLabel(/Confirm|twice|again/i).fill('spyglass22');
  await form.getByRole('button', { name: 'Change password' }).click();
  await expect(form).toBeHidden();
  await expect(guest.header).toBeVisible();
});

test('keeps typed input when a session expires, clears it on sign-out, and synchronizes windows', {
  tag: '@long',
}, async ({ console, page, context }) => {
  await console.openSignedIn('/Map');
  await page.getByRole('button', { name: 'Zoom out' }).click();
  await expect.poll(() => console.camera()).not.toBeNull();
  await console.add('Add device');
  const name = page.getByRole('dialog', { name: 'Add device' }).getByLabel('Device name');
  await name.fill('Half a na');
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(other.getByRole('banner')).toBeVisible();

  await context.clearCookies();
  await page.getByRole('dialog').getByLabel(/IMEI/).fill('13900000099');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^(Save|Add)/ })
    .click();
  await other.reload();
  for (const window of [page, other]) await expect(window.getByLabel('Password')).toBeVisible();
  await expect(page.getByRole('main').getByText('Your session has ended')).toBeVisible();
  await expect(name).toBeHidden();
  await expect(console.header).toBeHidden();
  // The language chosen in one window applies to the other, which keeps its typed input.
  await page.getByLabel('Account', { exact: true }).fill('typed');
  await other.getByRole('button', { name: '中文' }).click();
  await expect(page.getByRole('button', { name: '登录' })).toBeVisible();
  await expect(page.getByLabel('账号', { exact: true })).toHaveValue('typed');
  await page.getByRole('button', { name: 'English' }).click();
  await console.signIn(LOGIN.password);
  await expect(name).toHaveValue('Half a na');
  await expect(other.getByRole('banner')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(name).toBeHidden();
  await expect(console.map).toBeVisible();

  await page.getByRole('button', { name: 'User menu' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  for (const window of [page, other]) {
    await expect(window.getByLabel('Password')).toBeVisible();
    await expect(window.getByRole('banner')).toHaveCount(0);
    expect(
      await window.evaluate(() => Object.keys(sessionStorage).filter((key) => key !== 'linkCode')),
    ).toEqual([]);
  }
});
