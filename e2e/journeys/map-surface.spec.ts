import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../support/journey.ts';
import { type Box, type Colour, readPixels } from '../support/pixels.ts';

/** 2026-05-01 16:00:00 in the account's zone, GMT+8. */
const START = Date.UTC(2026, 4, 1, 8);
const SECOND = 1000;
const MINUTE = 60 * SECOND;
/** The colours of the first two devices of a replay. */
const FIRST: Colour = [0x00, 0x72, 0xb2];
const SECOND_DEVICE: Colour = [0xd5, 0x5e, 0x00];

/** Fixes every ten seconds along a parallel. */
const eastbound = (lat: number) =>
  Array.from({ length: 61 }, (_, index) => ({
    lat,
    lng: Number((120.4 + index * 0.0005).toFixed(4)),
    speed: 16,
    course: 90,
    time: START + index * 10 * SECOND,
  }));

const canvasOf = (page: Page): Locator => page.locator('canvas.maplibregl-canvas + canvas');

/** Pixels of a column that belong to a marker, which is 26 high; the line of the track has fewer. */
const MIN_COLUMN = 9;

/** The centre of the marker of a colour on the surface, in pixels of the page; null: there is none. */
async function findColour(page: Page, colour: Colour): Promise<{ x: number; y: number } | null> {
  const box = await canvasOf(page).boundingBox();
  if (box === null) return null;
  const pixel = await readPixels(page, box);
  const hasColour = (x: number, y: number) =>
    colour.every((value, channel) => Math.abs((pixel(x, y)[channel] ?? 0) - value) <= 6);
  let [count, sumX, sumY] = [0, 0, 0];
  for (let x = 0; x < Math.floor(box.width); x += 1) {
    const rows = Array.from({ length: Math.floor(box.height) }, (_, y) => y).filter((y) => hasColour(x, y));
    if (rows.length < MIN_COLUMN) continue;
    count += rows.length;
    sumX += x * rows.length;
    sumY += rows.reduce((sum, y) => sum + y, 0);
  }
  return count < 150 ? null : { x: box.x + sumX / count, y: box.y + sumY / count };
}

/** Ends the graphics context of a canvas; `restore` returns it. */
async function loseContext(canvas: Locator): Promise<{ restore(): Promise<void> }> {
  // An extension that is requested after the loss is null.
  const extension = await canvas.evaluateHandle((element: HTMLCanvasElement) =>
    element.getContext('webgl2')?.getExtension('WEBGL_lose_context'),
  );
  await canvas.evaluate(async (element, loss) => {
    const lost = new Promise((resolve) =>
      element.addEventListener('webglcontextlost', resolve, { once: true }),
    );
    loss?.loseContext();
    await lost;
  }, extension);
  return { restore: () => extension.evaluate((loss) => loss?.restoreContext()) };
}

test.describe('markers of a replay', () => {
  let ids: readonly number[] = [];

  test.beforeEach(async ({ register, connect }) => {
    const north = await register({ name: 'North', imei: '13900000071' });
    const south = await register({ name: 'South', imei: '13900000072' });
    ids = [north, south];
    await (await connect('13900000071')).report(...eastbound(36.01));
    await (await connect('13900000072')).report(...eastbound(36));
  });

  const address = (more = '') =>
    `/traceReplaySatellite?trackerId=${ids.join(',')}&start=${START - MINUTE}&end=${START + 11 * MINUTE}${more}`;

  test('move with the time, on a canvas that is as large as they need, and survive a lost context', async ({
    console,
    page,
  }) => {
    await console.openSignedIn(address(`&time=${START}`));
    const canvas = canvasOf(page);
    await expect.poll(() => findColour(page, FIRST)).not.toBeNull();
    const atStart = await findColour(page, FIRST);
    const other = await findColour(page, SECOND_DEVICE);
    if (atStart === null || other === null) throw new Error('a marker is missing');
    // On the same meridian, the first one in the north.
    expect(Math.abs(atStart.x - other.x)).toBeLessThan(2);
    expect(atStart.y).toBeLessThan(other.y - 30);
    const box = (await canvas.boundingBox()) as Box;
    expect(box.width).toBeLessThanOrEqual(192);

    // Pixels of a degree of longitude, by the distance between them: 0.01° of latitude, 1.236 times as far on the map as 0.01° of longitude.
    const perDegree = (other.y - atStart.y) / 0.01 / 1.236;
    await page.getByRole('slider', { name: 'Replay time' }).press('End');
    await expect
      .poll(async () => ((await findColour(page, FIRST))?.x ?? 0) - atStart.x)
      .toBeGreaterThan(0.029 * perDegree);
    const atEnd = await findColour(page, FIRST);
    if (atEnd === null) throw new Error('the marker is missing');
    expect(Math.abs(atEnd.x - atStart.x - 0.03 * perDegree)).toBeLessThan(4);

    // Without a context nothing is drawn, and with a new one the same as before.
    const { restore } = await loseContext(canvas);
    await expect.poll(() => findColour(page, FIRST)).toBeNull();
    await restore();
    await expect
      .poll(async () => Math.abs(((await findColour(page, FIRST))?.x ?? 0) - atEnd.x))
      .toBeLessThan(1);
  });
});
