import type { Locator, Page } from '@playwright/test';
import type { Console } from '../support/console.ts';
import { expect, test } from '../support/journey.ts';

/** Initial centre of the map. */
const BAY = { lng: 120.29, lat: 36.07, zoom: 12 } as const;
/** Metres per pixel there, computed by hand: 2 pi 6 371 008.8 m cos(36.07°) / (512 * 2^12). */
const PIXEL = 15.4287;

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Starts on the map over the bay. */
async function openMap(console: Console, page: Page): Promise<void> {
  await page.addInitScript((camera) => {
    if (sessionStorage.getItem('map.live') === null) sessionStorage.setItem('map.live', camera);
  }, `${BAY.lng},${BAY.lat},${BAY.zoom}`);
  await console.openSignedIn();
  await expect(bar(page)).toBeVisible();
}

const bar = (page: Page) => page.getByRole('toolbar', { name: 'Map tools' });
const tool = (page: Page, name: string) => bar(page).getByRole('button', { name });
const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

/** Opens the measuring panel; returns it and the centre of the unobstructed map. */
async function measure(page: Page): Promise<{ measuring: Locator; middle: Point }> {
  await tool(page, 'Measure').click();
  const measuring = panel(page, 'Measure');
  await expect(measuring.getByText(/Click the map/)).toBeVisible();
  return { measuring, middle: { x: 740, y: 474 } };
}

/** Clicks at an offset in pixels from a point. */
async function click(page: Page, at: Point, dx = 0, dy = 0): Promise<void> {
  await page.mouse.move(at.x + dx, at.y + dy, { steps: 3 });
  await page.mouse.down();
  await page.mouse.up();
}

async function drag(page: Page, from: Point, to: Point): Promise<void> {
  await page.mouse.move(from.x, from.y, { steps: 3 });
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 8 });
  await page.mouse.up();
}

/** A displayed number without its unit. */
async function readNumber(value: Locator): Promise<number> {
  return Number.parseFloat((await value.textContent())?.replaceAll(',', '') ?? '');
}

/** Draws 200 pixels to the east, and 150 to the south. */
async function drawPath(page: Page, middle: Point): Promise<void> {
  await click(page, middle, -200);
  await click(page, middle);
  await page.mouse.move(middle.x, middle.y + 150, { steps: 3 });
  await page.mouse.dblclick(middle.x, middle.y + 150);
}

test('measures a line segment by segment, in a saved unit', { tag: '@long' }, async ({ console, page }) => {
  await openMap(console, page);
  const { measuring, middle } = await measure(page);
  await drawPath(page, middle);
  await expect(measuring.getByText(/Drag a point/)).toBeVisible();

  // 200 and 150 pixels of 15.4287 m; the second segment goes south, where a pixel is a little more: less than a thousandth.
  const legs = measuring.getByRole('list', { name: 'Segments' }).getByRole('listitem');
  await expect(legs).toHaveCount(2);
  expect((await readNumber(legs.nth(0))) / ((200 * PIXEL) / 1000)).toBeCloseTo(1, 2);
  expect((await readNumber(legs.nth(1))) / ((150 * PIXEL) / 1000)).toBeCloseTo(1, 2);
  const value = measuring.getByLabel('Measured distance');
  const metres = 350 * PIXEL;
  for (const [unit, factor] of [
    ['Nautical miles', 1852],
    ['Feet', 0.3048],
  ] as const) {
    await measuring.getByRole('combobox', { name: 'Unit of distance' }).click();
    await page.getByTitle(unit, { exact: true }).click();
    await expect.poll(() => readNumber(value)).toBeGreaterThan((metres / factor) * 0.995);
    expect(await readNumber(value)).toBeLessThan((metres / factor) * 1.005);
  }
  await page.reload();
  await tool(page, 'Measure').click();
  await expect(measuring.getByText('Feet', { exact: true })).toBeVisible();
});

test('edits a measured line', { tag: '@long' }, async ({ console, page }) => {
  await openMap(console, page);
  const { measuring, middle } = await measure(page);
  const value = measuring.getByLabel('Measured distance');
  const legs = measuring.getByRole('list', { name: 'Segments' }).getByRole('listitem');
  await drawPath(page, middle);
  await expect(legs).toHaveCount(2);
  const drawn = (350 * PIXEL) / 1000;
  const dragged = (450 * PIXEL) / 1000;

  // Its vertex is dragged by a hundred pixels, and the map does not move.
  const before = await console.camera();
  await drag(page, { x: middle.x - 200, y: middle.y }, { x: middle.x - 300, y: middle.y });
  await expect.poll(() => readNumber(value)).toBeGreaterThan(dragged * 0.995);
  expect(await console.camera()).toEqual(before);

  await measuring.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => readNumber(value)).toBeLessThan(drawn * 1.005);
  await page.keyboard.press('Control+Shift+Z');
  await expect.poll(() => readNumber(value)).toBeGreaterThan(dragged * 0.995);
  // The midpoint of the first segment becomes a vertex, which Delete removes.
  await click(page, { x: middle.x - 150, y: middle.y });
  await expect(legs).toHaveCount(3);
  await page.keyboard.press('Delete');
  await expect(legs).toHaveCount(2);
  await measuring.getByRole('button', { name: 'Clear' }).click();
  await expect(value).toBeEmpty();
});

test('measures an area in all units of the specification', { tag: '@long' }, async ({ console, page }) => {
  await openMap(console, page);
  const { measuring, middle } = await measure(page);
  await measuring.getByText('Area', { exact: true }).click();
  for (const [dx, dy] of [
    [-150, -100],
    [150, -100],
    [150, 100],
    [-150, 100],
  ] as const)
    await click(page, middle, dx, dy);
  await page.keyboard.press('Enter');
  await expect(measuring.getByText(/Drag a point/)).toBeVisible();

  const squareMetres = 300 * PIXEL * 200 * PIXEL;
  for (const [unit, factor] of [
    ['Square kilometres', 1e6],
    ['Mu', 2000 / 3],
    ['Qing', 200_000 / 3],
    ['Hectares', 1e4],
    ['Square metres', 1],
    ['Acres', 4046.8564],
    ['Square miles', 2_589_988.11],
    ['Square feet', 0.09290304],
    ['Square yards', 0.83612736],
  ] as const) {
    const line = measuring.locator('label', { has: page.getByRole('radio', { name: unit, exact: true }) });
    const displayed = await readNumber(line.locator('output'));
    expect(displayed / (squareMetres / factor), unit).toBeCloseTo(1, 2);
  }
  await measuring.getByRole('radio', { name: 'Mu', exact: true }).check();
  const chosen = await readNumber(measuring.getByLabel('Measured area'));
  expect(chosen / (squareMetres / (2000 / 3))).toBeCloseTo(1, 2);
  // The perimeter: a thousand pixels.
  expect((await readNumber(measuring.getByText('Perimeter').locator('span'))) / PIXEL).toBeCloseTo(1, 1);
});

test('shows one tool panel at a time, and cancels its drawing when it is hidden', { tag: '@long' }, async ({
  console,
  page,
  register,
  connect,
}) => {
  await register({ name: 'Gull', imei: '13900000021' });
  const device = await connect('13900000021');
  await device.report({ lat: BAY.lat, lng: BAY.lng });
  await openMap(console, page);
  await expect(console.row('Gull')).toBeVisible();
  const { measuring, middle } = await measure(page);
  await expect(tool(page, 'Measure')).toHaveAttribute('aria-pressed', 'true');

  // A click on the device draws and does not select it.
  await click(page, middle);
  await click(page, middle, 120, 60);
  await expect(page).not.toHaveURL(/device=/);
  await expect(measuring.getByLabel('Measured distance')).not.toBeEmpty();
  // Escape first cancels the open line, then closes the panel.
  await page.keyboard.press('Escape');
  await expect(measuring.getByLabel('Measured distance')).toBeEmpty();
  await expect(measuring).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(measuring).toBeHidden();

  for (const name of ['Live tracking', 'Routes', 'Fences', 'Labelled points', 'Layers', 'Measure']) {
    await tool(page, name).click();
    await expect(panel(page, name)).toBeVisible();
    await expect(bar(page).locator('[aria-pressed="true"]')).toHaveCount(1);
  }
  await expect(panel(page, 'Layers')).toBeHidden();
  // Collapsed it continues; leaving the map ends it.
  await measuring.getByRole('button', { name: 'Collapse', exact: true }).click();
  await expect(measuring.getByText(/Click the map/)).toBeHidden();
  await expect(measuring).toBeVisible();
  await page.getByRole('link', { name: 'System settings' }).first().click();
  await expect(bar(page)).toBeHidden();
  await page.goBack();
  await expect(bar(page)).toBeVisible();
  await expect(measuring).toBeHidden();
  await expect(bar(page).locator('[aria-pressed="true"]')).toHaveCount(0);
});

test('finds coordinates, a device and a town', { tag: '@long' }, async ({
  console,
  page,
  register,
  connect,
}) => {
  const id = await register({ name: 'Kittiwake', imei: '13900000022' });
  const device = await connect('13900000022');
  await device.report({ lat: 35.5, lng: 121.5 });
  await openMap(console, page);
  await expect(console.row('Kittiwake')).toBeVisible();
  const search = page.getByRole('combobox', { name: 'Search places' });
  const option = (name: string) => page.getByRole('option').filter({ hasText: name });

  await page.keyboard.press('Control+k');
  await expect(search).toBeFocused();
  await page.keyboard.type(`36°04'12"N 120°17'24"E`);
  await expect(page.getByText('Coordinates', { exact: true })).toBeVisible();
  await page.keyboard.press('Enter');
  // 36 + 4/60 + 12/3600 and 120 + 17/60 + 24/3600.
  await console.expectCameraAt({ lat: 36.07, lng: 120.29, zoom: 17 });
  const found = panel(page, 'Search result');
  await expect(found).toContainText('36.07000, 120.29000');
  await found.getByRole('button', { name: 'New fence here' }).click();
  await expect(panel(page, 'Fences')).toBeVisible();
  await page.keyboard.press('Escape');

  await search.fill('kitti');
  await expect(option('Kittiwake')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`device=${id}`));
  await console.expectCameraAt({ lat: 35.5, lng: 121.5, zoom: 17 });

  await search.fill('Qingdao');
  await expect(option('Qingdao').first()).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(found).toBeVisible();
  await found.getByRole('button', { name: 'Remove marker' }).click();
  await expect(found).toBeHidden();

  await search.fill('no such place anywhere');
  await expect(page.getByText('No results')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText('No results')).toBeHidden();
});

test('enters full screen by the button and leaves it by Escape, which closes nothing else', {
  tag: '@long',
}, async ({ console, page }) => {
  await openMap(console, page);
  const { measuring } = await measure(page);
  await page.getByRole('button', { name: 'View Fullscreen' }).click();
  await expect(page.getByRole('button', { name: 'Exit Fullscreen' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(measuring).toBeVisible();
  await page.evaluate(() => document.fullscreenElement && document.exitFullscreen());
  await expect(page.getByRole('button', { name: 'View Fullscreen' })).toBeVisible();
  await expect(measuring).toBeVisible();
});
