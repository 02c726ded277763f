import type { Locator, Page } from '@playwright/test';
import { expect } from '@playwright/test';
import type { Console } from './console.ts';
import { type Colour, readPixels } from './pixels.ts';
import { png } from './png.ts';

/** The specification's initial view. The first base layer is in GCJ-02, with an offset of half a kilometre. */
export const HOME = { lng: 110.49, lat: 24.78 };
export const ZOOM = 12;
/** Degrees of longitude per pixel, computed by hand: 360 / (512 * 2^12); to the north less by cos(24.78°). */
export const PIXEL = { lng: 1.716614e-4, lat: 1.716614e-4 * 0.90791 };

/** A picture of four colours, 400 by 300. */
export const SIZE = { width: 400, height: 300 };
export const RED: Colour = [230, 30, 30];
export const GREEN: Colour = [30, 180, 60];
export const BLUE: Colour = [40, 60, 220];
export const YELLOW: Colour = [240, 210, 40];
export const PICTURE = {
  name: 'marsh.png',
  mimeType: 'image/png',
  buffer: png(SIZE.width, SIZE.height, (x, y) => {
    const left = x < SIZE.width / 2;
    return y < SIZE.height / 2 ? (left ? RED : GREEN) : left ? BLUE : YELLOW;
  }),
};
/** Points as fractions of the picture's sides, and their pixels from the centre of the map. So it is drawn at half size. */
export const POINTS = [
  { share: [0.1, 0.1], map: [-80, -60] },
  { share: [0.9, 0.1], map: [80, -60] },
  { share: [0.9, 0.9], map: [80, 60] },
] as const;

export interface Point {
  readonly x: number;
  readonly y: number;
}

export async function box(locator: Locator) {
  const found = await locator.boundingBox();
  if (found === null) throw new Error('it is not on the page');
  return found;
}

export async function click(page: Page, { x, y }: Point): Promise<void> {
  await page.mouse.move(x, y, { steps: 3 });
  await page.mouse.down();
  await page.mouse.up();
}

/** Half of the inspected area around the centre of the picture. */
const SAMPLE_RADIUS = 110;

/** The picture's colours around a point of the page, by pixel offset; null: none of them. */
export async function coloursAround(page: Page, { x, y }: Point) {
  const clip = {
    x: Math.round(x) - SAMPLE_RADIUS,
    y: Math.round(y) - SAMPLE_RADIUS,
    width: 2 * SAMPLE_RADIUS,
    height: 2 * SAMPLE_RADIUS,
  };
  const read = await readPixels(page, clip);
  return ([dx, dy]: readonly [number, number]): Colour | null => {
    const seen = read(SAMPLE_RADIUS + dx, SAMPLE_RADIUS + dy);
    // The picture was recompressed with some loss.
    const near = (colour: Colour) => colour.every((value, i) => Math.abs(value - (seen[i] ?? 0)) <= 16);
    return [RED, GREEN, BLUE, YELLOW].find(near) ?? null;
  };
}

/** Waits until the picture is drawn around a point of the page, 200 by 150 pixels, to within 3. */
export async function expectPicture(page: Page, middle: Point): Promise<void> {
  await expect(async () => {
    const colourAt = await coloursAround(page, middle);
    for (const [inside, outside, colour] of [
      [[-97, -40], [-103, -40], RED],
      [[97, -40], [103, -40], GREEN],
      [[-40, 72], [-40, 78], BLUE],
      [[40, 72], [40, 78], YELLOW],
      [[-40, -72], [-40, -78], RED],
      [[-3, 60], [3, 60], BLUE],
      [[-60, 3], [-60, -3], BLUE],
    ] as const) {
      expect(colourAt(inside), `inside at ${inside}`).toEqual(colour);
      expect(colourAt(outside), `outside at ${outside}`).not.toEqual(colour);
    }
  }).toPass();
}

/** Starts with all maps at one point. */
export async function openMap(console: Console, page: Page, path: string): Promise<void> {
  await page.addInitScript((camera) => {
    for (const map of ['map.layer', 'map.live'])
      if (sessionStorage.getItem(map) === null) sessionStorage.setItem(map, camera);
  }, `${HOME.lng},${HOME.lat},${ZOOM}`);
  await console.openSignedIn(path);
}
