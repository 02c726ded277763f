import type { Page } from '@playwright/test';
import { DEFAULT_BOXES } from '@wakeline/domain/screens/default-boxes';
import { addMileage } from '@wakeline/server/testing/add-mileage';
import type { Console } from '../support/console.ts';
import { expect, test } from '../support/journey.ts';
import type { ServerProcess } from '../support/server.ts';

const box = (page: Page, name: string | RegExp) => page.getByRole('region', { name, exact: true });
const figure = (page: Page, name: string) =>
  page
    .locator('dl > div')
    .filter({ has: page.getByText(name, { exact: true }) })
    .locator('dd')
    .first();

test.use({ viewport: { width: 1_280, height: 720 } });

async function removeScreens({ client }: ServerProcess): Promise<void> {
  for (const kind of ['visual', 'data'] as const)
    for (const { screenId } of (await client.call('queryScreens', { kind })).list)
      if (screenId !== null) await client.call('removeScreen', { screenId });
}
test.beforeEach(({ server }) => removeScreens(server));

async function openScreen(console: Console, page: Page, path: string): Promise<void> {
  await console.openSignedIn('/notificationRecord');
  await page.goto(new URL(path, page.url()).href);
}

function saveScreen({ client }: ServerProcess, kind: 'visual' | 'data', screenName: string) {
  const boxes = DEFAULT_BOXES[kind].map((one) => ({
    ...one,
    options: { ...one.options, figures: [...one.options.figures] },
  }));
  return client.call('saveScreen', { screenId: null, kind, screenName, boxes, settings: {} });
}

test('is shared by a link that works without signing in, and ends when it is revoked', {
  tag: '@long',
}, async ({ console, page, server, browser, register, connect }) => {
  await register({ name: 'Petrel', imei: '13900000651' });
  const device = await connect('13900000651');
  await device.report({ lat: 36, lng: 120.3, speed: 40, time: Date.now() });
  await openScreen(console, page, '/visualScreen');
  await expect(page.getByRole('heading', { name: 'Visual screen' })).toBeVisible();
  await expect(console.header).toBeHidden();
  await expect(figure(page, 'Online')).toHaveText('1');

  await page.getByRole('button', { name: 'Share screen' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share screen' });
  await dialog.getByText('8 hours').click();
  await dialog.getByLabel('Hide the names of devices and groups').check();
  await dialog.getByRole('button', { name: 'Create link' }).click();
  const url = await dialog.getByLabel('Share link', { exact: true }).inputValue();
  expect(url).toMatch(/\/visualScreen\?t=scr-[\w-]{22}$/);

  const visitorContext = await browser.newContext({ locale: 'en-GB', reducedMotion: 'reduce' });
  await visitorContext.addInitScript(() => localStorage.setItem('lang', 'en_US'));
  const visitor = await visitorContext.newPage();
  await visitor.setViewportSize({ width: 1_280, height: 720 });
  await visitor.goto(url);
  await expect(visitor.getByRole('heading', { name: 'Visual screen' })).toBeVisible();
  await expect(figure(visitor, 'Online')).toHaveText('1');
  await expect(visitor.getByRole('button', { name: 'Arrange' })).toHaveCount(0);
  await device.report({ lat: 36.001, lng: 120.3, speed: 40, time: Date.now(), alarms: ['SOS'] });
  await expect(figure(visitor, 'SOS')).toHaveText('1');
  const alarms = box(visitor, 'Newest alarms');
  await expect(alarms).toContainText(/SOS.*Device \d+/);
  await expect(visitor.getByText('Petrel')).toHaveCount(0);
  // The map shows the alarm for some seconds, and then the fleet.
  const followed = box(visitor, 'Map').getByText(/^SOS Device \d+$/);
  await expect(followed).toBeVisible();
  await expect(followed).toHaveCount(0);
  // The code is not carried to other pages of the tab.
  await visitor.goto(`${server.url}/dashboard`);
  await expect(visitor).toHaveURL(/\/login\?from=%2Fdashboard$/);
  await visitor.goto(url);
  await expect(figure(visitor, 'SOS')).toHaveText('1');

  const links = dialog.getByRole('list', { name: 'Share links' });
  await expect(links.getByRole('listitem').first()).toContainText(
    'Screen: Visual screen, without device names',
  );
  await links
    .getByRole('listitem')
    .first()
    .getByRole('button', { name: /^Revoke/ })
    .click();
  await page
    .getByRole('dialog', { name: /^Revoke/ })
    .getByRole('button', { name: 'Revoke' })
    .click();
  await expect(visitor.getByRole('heading', { name: 'This share link no longer works' })).toBeVisible();
  await visitor.reload();
  await expect(visitor.getByRole('heading', { name: 'This share link no longer works' })).toBeVisible();
  await visitorContext.close();
});

test('are named, arranged and set by editors, and shown in the chosen colors', { tag: '@long' }, async ({
  console,
  page,
  server,
}) => {
  await openScreen(console, page, '/dataScreen');
  await page.getByRole('button', { name: 'Screen settings' }).click();
  const settings = page.getByRole('dialog', { name: 'Screen settings' });
  await settings.getByLabel('Name').fill('Control room');
  await settings.getByText('Light', { exact: true }).click();
  await settings.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { name: 'Control room' })).toBeVisible();
  await expect(page).toHaveURL(/screen=\d+/);
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'light');

  await page.getByRole('button', { name: 'New screen' }).click();
  const added = page.getByRole('dialog', { name: 'New screen' });
  await added.getByLabel('Name').fill('Lobby');
  await added.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { name: 'Lobby' })).toBeVisible();
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark');

  await page.getByRole('button', { name: 'Arrange' }).click();
  await page.getByRole('button', { name: 'Remove Alarms, 30 days' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('button', { name: 'Arrange' })).toBeVisible();
  await expect(box(page, 'Alarms, 30 days')).toHaveCount(0);
  const { list } = await server.client.call('queryScreens', { kind: 'data' });
  expect(list.map(({ screenName, boxes }) => [screenName, boxes.length])).toEqual([
    ['Control room', DEFAULT_BOXES.data.length],
    ['Lobby', DEFAULT_BOXES.data.length - 1],
  ]);

  await page.getByRole('button', { name: 'Delete Lobby' }).click();
  await page
    .getByRole('dialog', { name: /^Delete the screen/ })
    .getByRole('button', { name: 'Delete' })
    .click();
  await expect(page.getByRole('heading', { name: 'Control room' })).toBeVisible();
});

test('keeps its values in grey while the server is away, and reconnects', { tag: '@long' }, async ({
  console,
  page,
  server,
  register,
  connect,
}) => {
  await register({ name: 'Petrel', imei: '13900000652' });
  const device = await connect('13900000652');
  await device.report({ lat: 36, lng: 120.3, speed: 40, time: Date.now() });
  await saveScreen(server, 'data', 'Control room');
  await openScreen(console, page, '/dataScreen');
  await expect(figure(page, 'Online')).toHaveText('1');
  const url = await server.client.call('createScreenLink', {
    shareName: 'Wall',
    screenId: (await server.client.call('queryScreens', { kind: 'data' })).list[0]?.screenId ?? 0,
    hideNames: false,
    expireTime: Date.now() + 3_600_000,
  });
  const wall = await page.context().newPage();
  await wall.goto(`${server.url}/dataScreen?t=${url.code}`);
  await expect(figure(wall, 'Online')).toHaveText('1');

  await server.halt();
  for (const screen of [page, wall]) {
    await expect(screen.getByText('Disconnected, reconnecting')).toBeVisible({ timeout: 60_000 });
    await expect(box(screen, 'Devices')).toContainText(/Disconnected, as of \d\d:\d\d:\d\d/);
    await expect(box(screen, 'Devices')).toContainText('Petrel');
    await expect(figure(screen, 'Online')).toHaveText('1');
  }
  await server.run();
  for (const screen of [page, wall]) {
    await expect(screen.getByText('Disconnected, reconnecting')).toBeHidden({ timeout: 60_000 });
    await expect(figure(screen, 'Devices')).toHaveText('1');
  }
  await wall.close();
});

test('fits the window at each size, with texts of 1.5 % of the height at least', { tag: '@long' }, async ({
  console,
  page,
  register,
  server,
}) => {
  const trackerId = await register({ name: 'Gull', imei: '861390000000801' });
  // In China, where the account is: eight hours ahead of UTC.
  const today = Math.floor((Date.now() + 8 * 3_600_000) / 86_400_000);
  await addMileage(server.databaseUrl, { trackerId, day: today, metres: 1_234_567_000 });
  await saveScreen(server, 'data', 'Control room');
  await openScreen(console, page, '/dataScreen');
  await expect(box(page, 'Devices')).toBeVisible();
  await expect(figure(page, 'Mileage today')).toHaveText('1,234,567km');
  for (const [width, height] of [
    [1_920, 1_080],
    [3_840, 2_160],
    [1_280, 1_024],
  ] as const) {
    await page.setViewportSize({ width, height });
    const scale = Math.min(width / 1_920, height / 1_080);
    await expect(page.getByRole('main')).toHaveAttribute('data-scale', String(scale));
    const heights = await page.getByRole('main').evaluate((main) => {
      const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
      const sizes: number[] = [];
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        const element = node.parentElement;
        const isTool = element?.closest('[role="toolbar"], .visually-hidden') !== null;
        if (element === null || isTool || !element.checkVisibility() || node.textContent?.trim() === '')
          continue;
        const enlarged = element.getBoundingClientRect().width / (element as HTMLElement).offsetWidth;
        if (Number.isFinite(enlarged))
          sizes.push(Number.parseFloat(getComputedStyle(element).fontSize) * enlarged);
      }
      return sizes;
    });
    expect(heights.length).toBeGreaterThan(20);
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(0.015 * 1_080 * scale - 0.1);
    const overflow = await page.evaluate(() => [
      document.documentElement.scrollWidth <= innerWidth,
      document.documentElement.scrollHeight <= innerHeight,
    ]);
    expect(overflow).toEqual([true, true]);
    const isCut = (dd: Element) => dd.scrollWidth > dd.clientWidth;
    expect(await figure(page, 'Mileage today').evaluate(isCut)).toBe(false);
  }
});
