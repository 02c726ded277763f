import type { Locator, Page } from '@playwright/test';
import type { Device } from '../support/device.ts';
import { expect, test } from '../support/journey.ts';
import { COLOURS, countPixels } from '../support/pixels.ts';

/** In the bay of Qingdao. */
const BAY = { lat: 36.07, lng: 120.29 };

/** A track to the east, one fix every 30 s, the last one now; 0.0001 degrees of longitude are 9 m there. */
async function reportEastbound(device: Device, lat: number, steps = 8): Promise<void> {
  const now = Math.floor(Date.now() / 1000) * 1000;
  for (let step = 0; step < steps; step += 1) {
    const time = now - (steps - 1 - step) * 30_000;
    const lng = BAY.lng + step * 0.002;
    await device.report({ lat, lng, time, speed: 20 + step, course: 90, altitude: 5 + step });
  }
}

function device(page: Page, name: string): Locator {
  return page.getByRole('article', { name });
}

function detail(page: Page, name: string, label: string): Locator {
  return device(page, name)
    .locator('dl > div')
    .filter({ has: page.getByText(label, { exact: true }) })
    .locator('dd');
}

/** Green pixels of the map: markers and trails of moving devices. */
async function countGreenPixels(page: Page): Promise<number> {
  const map = await page
    .locator('section', { has: page.locator('canvas') })
    .first()
    .boundingBox();
  if (map === null) throw new Error('the map is not on the page');
  return countPixels(page, COLOURS.RUNNING, { ...map, x: map.x + 360, width: map.width - 360 });
}

test('watches two devices with values, charts and trails, also after a reload', {
  tag: '@long',
}, async ({ console, page, register, connect }) => {
  const first = await register({ name: 'Sea Eagle', imei: '13900000001' });
  const second = await register({ name: 'Gannet', imei: '13900000002' });
  await register({ name: 'Not watched', imei: '13900000003' });
  const eagle = await connect('13900000001');
  await reportEastbound(eagle, BAY.lat);
  await reportEastbound(await connect('13900000002'), BAY.lat + 0.004);
  await reportEastbound(await connect('13900000003'), BAY.lat + 0.002);
  await console.openSignedIn('/Map');
  await console.open(`/realTimeTrace?devices=${first},${second}`);

  await expect(device(page, 'Sea Eagle')).toContainText('Moving');
  await expect(detail(page, 'Sea Eagle', 'Speed')).toHaveText(/^27\.0\s?km\/h$/);
  await expect(detail(page, 'Sea Eagle', 'Altitude')).toHaveText(/^12\s?m$/);
  await expect(detail(page, 'Gannet', 'Course')).toContainText('090');
  // Not reported by JT/T 808.
  await expect(detail(page, 'Gannet', 'Battery')).toHaveText('—');
  await expect(device(page, 'Not watched')).toHaveCount(0);
  // Slowest and fastest of the history: 20 and 27 km/h.
  await expect(device(page, 'Sea Eagle').locator('figure').first()).toContainText(
    /20\.0\s?km\/h.*27\.0\s?km\/h/,
  );

  // Two markers of 40 px are some 1,000 green pixels each at most; two trails of the width of the view are more.
  await page.getByRole('combobox', { name: 'Trail' }).click();
  await page.getByTitle('No trail').click();
  const withoutTrail = await waitForValue(
    () => countGreenPixels(page),
    (count) => count > 100,
  );
  await page.getByRole('combobox', { name: 'Trail' }).click();
  await page.getByTitle('Trail 30 min').click();
  const withTrail = await waitForValue(
    () => countGreenPixels(page),
    (count) => count > withoutTrail + 300,
  );
  await page.reload();
  await expect
    .poll(() => countGreenPixels(page))
    .toBeGreaterThan(withoutTrail + (withTrail - withoutTrail) / 2);

  // New reports appear at once and extend the trail.
  await eagle.report({ lat: BAY.lat, lng: BAY.lng + 0.016, speed: 36, course: 90, altitude: 9 });
  await expect(detail(page, 'Sea Eagle', 'Speed')).toHaveText(/^36\.0\s?km\/h$/);
});

test('follows one device until the map is panned, and again on request', { tag: '@long' }, async ({
  console,
  page,
  register,
  connect,
}) => {
  const id = await register({ name: 'Sea Eagle', imei: '13900000001' });
  const eagle = await connect('13900000001');
  await eagle.report({ ...BAY, speed: 30, course: 90 });
  await console.openSignedIn('/Map');
  await console.open(`/realTimeTrace?devices=${id}`);
  const follow = device(page, 'Sea Eagle').getByRole('button', { name: 'Follow' });
  await expect(follow).toHaveAttribute('aria-pressed', 'true');
  const middle = { x: 352 + (1440 - 352) / 2, y: 450 };
  const pixelsAtCentre = () =>
    countPixels(page, COLOURS.RUNNING, { x: middle.x - 110, y: middle.y - 110, width: 220, height: 220 });
  await expect.poll(pixelsAtCentre).toBeGreaterThan(200);
  // 2 km further: outside of the view unless the map follows.
  await eagle.report({ lat: BAY.lat, lng: BAY.lng + 0.2, speed: 30, course: 90, time: Date.now() + 1_000 });
  await expect.poll(pixelsAtCentre).toBeGreaterThan(200);

  await page.mouse.move(middle.x, middle.y + 200);
  await page.mouse.down();
  await page.mouse.move(middle.x - 300, middle.y + 200, { steps: 8 });
  await page.mouse.up();
  await expect(follow).toHaveAttribute('aria-pressed', 'false');
  await expect(page.getByText('Following stopped')).toBeVisible();
  await eagle.report({ lat: BAY.lat, lng: BAY.lng + 0.201, speed: 33, course: 90, time: Date.now() + 2_000 });
  await expect(detail(page, 'Sea Eagle', 'Speed')).toContainText('33.0');
  expect(await pixelsAtCentre()).toBe(0);
  await follow.click();
  await expect.poll(pixelsAtCentre).toBeGreaterThan(200);
});

test('creates a share link, opens it without sign-in, and revokes it while it is open', async ({
  console,
  page,
  browser,
  server,
  register,
  connect,
}) => {
  await register({ name: 'Sea Eagle', imei: '13900000001' });
  const eagle = await connect('13900000001');
  await reportEastbound(eagle, BAY.lat);
  await console.openSignedIn('/Map');
  await console.row('Sea Eagle').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Share' }).click();
  const form = page.getByRole('dialog', { name: 'Share devices' });
  await expect(form).toContainText('Sea Eagle');
  await form.getByLabel('Name').fill('Regatta on Sunday');
  await form.getByText('1 hour', { exact: true }).click();
  await form.getByRole('button', { name: 'Create link' }).click();
  const address = await page.getByRole('textbox', { name: 'Share link' }).inputValue();
  expect(address).toMatch(/\/realTimeTrace\?share=[\w-]{22}$/);
  await page.getByRole('button', { name: 'Done' }).click();

  const visitor = await browser.newContext({ locale: 'en-GB', reducedMotion: 'reduce' });
  const shared = await visitor.newPage();
  await shared.addInitScript(() => localStorage.setItem('lang', localStorage.getItem('lang') ?? 'en_US'));
  await shared.goto(address);
  await expect(shared.getByRole('heading', { name: 'Regatta on Sunday' })).toBeVisible();
  await expect(shared.getByText(/ends in 59 min/)).toBeVisible();
  await expect(detail(shared, 'Sea Eagle', 'Speed')).toHaveText(/^27\.0\s?km\/h$/);
  await expect(device(shared, 'Sea Eagle').locator('figure').first()).toContainText(/20\.0\s?km\/h/);
  expect(await visitor.cookies()).toEqual([]);
  await expect(shared.locator('body')).not.toContainText('13900000001');
  // Without a socket: it polls.
  await eagle.report({ lat: BAY.lat, lng: BAY.lng + 0.016, speed: 36, course: 90 });
  await expect(detail(shared, 'Sea Eagle', 'Speed')).toHaveText(/^36\.0\s?km\/h$/);

  const { list } = await server.client.call('queryShareLinks', {});
  // Other journeys leave their revoked links in the list.
  expect(list.filter(({ shareName }) => shareName === 'Regatta on Sunday')).toMatchObject([
    { state: 'open', trackerNames: ['Sea Eagle'] },
  ]);
  await page.getByRole('button', { name: 'Live tracking' }).click();
  const panel = page.getByRole('region', { name: 'Live tracking' });
  await expect(panel.getByRole('list', { name: 'Share links' })).toContainText('Regatta on Sunday');
  await panel.getByRole('button', { name: 'Revoke Regatta on Sunday?' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(panel.getByRole('list', { name: 'Share links' })).toContainText('Revoked');

  await expect(shared.getByRole('heading', { name: 'This share link no longer works' })).toBeVisible();
  await expect(device(shared, 'Sea Eagle')).toHaveCount(0);
  await shared.getByRole('button', { name: '中文' }).click();
  await expect(shared.getByRole('heading', { name: '分享链接已失效' })).toBeVisible();
  await visitor.close();
});

test('requires sign-in to watch without a link, then opens the watch page', {
  tag: '@long',
}, async ({ console, page, register, connect }) => {
  const id = await register({ name: 'Sea Eagle', imei: '13900000001' });
  await (await connect('13900000001')).report({ ...BAY, speed: 30, course: 90 });
  await console.open(`/realTimeTrace?devices=${id}`);
  await expect(page).toHaveURL(/\/login\?from=/);
  await console.signIn('harbour123');
  await expect(page).toHaveURL(new RegExp(`/realTimeTrace\\?devices=${id}`));
  await expect(device(page, 'Sea Eagle')).toBeVisible();
});

test('reports an unknown link, in Chinese by default', { tag: '@long' }, async ({ console, page }) => {
  await console.open('/realTimeTrace?share=AAAAAAAAAAAAAAAAAAAAAA', 'zh_CN');
  await expect(page.getByRole('heading', { name: '分享链接已失效' })).toBeVisible();
  await console.open('/realTimeTrace?share=short', 'zh_CN');
  await expect(page.getByRole('heading', { name: '分享链接已失效' })).toBeVisible();
});

test('shows trails on the live map and saves their length', {
  tag: '@long',
}, async ({ console, page, register, connect }) => {
  const id = await register({ name: 'Sea Eagle', imei: '13900000001' });
  await reportEastbound(await connect('13900000001'), BAY.lat, 12);
  await console.openSignedIn(`/Map?device=${id}`);
  const middle = await console.middle();
  // West of the marker, where it has been; its card is above it.
  const behind = { x: middle.x - 130, y: middle.y };
  await expect.poll(() => console.pixels(COLOURS.RUNNING, middle)).toBeGreaterThan(200);
  expect(await console.pixels(COLOURS.RUNNING, behind, 30)).toBe(0);
  await page.getByRole('button', { name: 'Trail' }).click();
  await page.getByRole('menuitem', { name: '15 min' }).click();
  await expect.poll(() => console.pixels(COLOURS.RUNNING, behind, 30)).toBeGreaterThan(50);
  await page.reload();
  await expect.poll(() => console.pixels(COLOURS.RUNNING, behind, 30)).toBeGreaterThan(50);
  await page.getByRole('button', { name: 'Trail' }).click();
  await page.getByRole('menuitem', { name: 'No trail' }).click();
  await expect.poll(() => console.pixels(COLOURS.RUNNING, behind, 30)).toBe(0);
});

/** The first value that satisfies the condition. */
async function waitForValue(
  read: () => Promise<number>,
  matches: (value: number) => boolean,
): Promise<number> {
  let value = 0;
  await expect(async () => {
    value = await read();
    expect(matches(value)).toBe(true);
  }).toPass();
  return value;
}
