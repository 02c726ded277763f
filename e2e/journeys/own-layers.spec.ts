import type { Locator, Page } from '@playwright/test';
import type { Console } from '../support/console.ts';
import { expect, test } from '../support/layered-server.ts';
import { type Colour, readPixels } from '../support/pixels.ts';
import { png } from '../support/png.ts';

/** The specification's initial view. The first base layer is in GCJ-02, with an offset of half a kilometre. */
const HOME = { lng: 110.49, lat: 24.78 };
const ZOOM = 12;
/** Degrees of longitude per pixel, computed by hand: 360 / (512 * 2^12); to the north less by cos(24.78°). */
const PIXEL = { lng: 1.716614e-4, lat: 1.716614e-4 * 0.90791 };

/** A picture of four colours, 400 by 300. */
const SIZE = { width: 400, height: 300 };
const RED: Colour = [230, 30, 30];
const GREEN: Colour = [30, 180, 60];
const BLUE: Colour = [40, 60, 220];
const YELLOW: Colour = [240, 210, 40];
const PICTURE = {
  name: 'marsh.png',
  mimeType: 'image/png',
  buffer: png(SIZE.width, SIZE.height, (x, y) => {
    const left = x < SIZE.width / 2;
    return y < SIZE.height / 2 ? (left ? RED : GREEN) : left ? BLUE : YELLOW;
  }),
};
/** Points as fractions of the picture's sides, and their pixels from the centre of the map. So it is drawn at half size. */
const POINTS = [
  { share: [0.1, 0.1], map: [-80, -60] },
  { share: [0.9, 0.1], map: [80, -60] },
  { share: [0.9, 0.9], map: [80, 60] },
] as const;

// Many clicks, each redrawing the map without a graphics card.
test.describe.configure({ timeout: 180_000 });

interface Point {
  readonly x: number;
  readonly y: number;
}

async function box(locator: Locator) {
  const found = await locator.boundingBox();
  if (found === null) throw new Error('it is not on the page');
  return found;
}

async function click(page: Page, { x, y }: Point): Promise<void> {
  await page.mouse.move(x, y, { steps: 3 });
  await page.mouse.down();
  await page.mouse.up();
}

/** The picture as placed by hand, with the resulting points. */
function createLayerFields() {
  return {
    layerName: 'Marsh',
    picture: new File([new Uint8Array(PICTURE.buffer)], PICTURE.name, { type: PICTURE.mimeType }),
    layerPoints: POINTS.map(({ share: [x, y] }) => ({ x: x * SIZE.width, y: y * SIZE.height })),
    mapPoints: POINTS.map(({ map: [x, y] }): [number, number] => [
      HOME.lng + x * PIXEL.lng,
      HOME.lat - y * PIXEL.lat,
    ]),
  };
}

/** Half of the inspected area around the centre of the picture. */
const SAMPLE_RADIUS = 110;

/** The picture's colours around a point of the page, by pixel offset; null: none of them. */
async function coloursAround(page: Page, { x, y }: Point) {
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
async function expectPicture(page: Page, middle: Point): Promise<void> {
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
async function openMap(console: Console, page: Page, path: string): Promise<void> {
  await page.addInitScript((camera) => {
    for (const map of ['map.layer', 'map.live'])
      if (sessionStorage.getItem(map) === null) sessionStorage.setItem(map, camera);
  }, `${HOME.lng},${HOME.lat},${ZOOM}`);
  await console.openSignedIn(path);
}

test.beforeEach(async ({ server: { client } }) => {
  for (const { layerId } of (await client.call('queryAllLayers', {})).list)
    await client.call('deleteLayer', { layerId });
});

test('places a picture on the map by three points and shows it on the live map', { tag: '@long' }, async ({
  console,
  page,
  server,
}) => {
  await page.addInitScript((camera) => {
    for (const map of ['map.layer', 'map.live'])
      if (sessionStorage.getItem(map) === null) sessionStorage.setItem(map, camera);
  }, `${HOME.lng},${HOME.lat},${ZOOM}`);
  await console.openSignedIn('/mapMyself');
  await expect(page.getByText('No layers yet. Add one to place your own image on the map.')).toBeVisible();
  await page.getByRole('button', { name: 'New layer' }).click();
  const save = page.getByRole('button', { name: 'Save' });
  const message = page.locator('.ant-message');

  // Missing inputs are named one after the other.
  await save.click();
  await expect(message.getByText('Please choose a background image')).toBeVisible();
  const file = page.locator('input[type="file"]');
  await file.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') });
  await expect(message.getByText('Layers support only png, jpg and gif images')).toBeVisible();
  await file.setInputFiles({ name: 'notes.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
  await expect(message.getByText('The image is damaged and cannot be read')).toBeVisible();
  await file.setInputFiles({ name: 'big.png', mimeType: 'image/png', buffer: Buffer.alloc(9 * 1_048_576) });
  await expect(message.getByText('Layer images can be up to 8 MB')).toBeVisible();
  await file.setInputFiles(PICTURE);
  const pane = page.getByRole('application', { name: 'Layer image' });
  await expect(pane.locator('img')).toBeVisible();
  await save.click();
  await expect(message.getByText('At least three reference points are needed')).toBeVisible();

  const map = page.locator('section').and(page.getByRole('region', { name: 'Layer map' }));
  await expect(map.locator('canvas')).toBeVisible();
  const drawn = await box(pane.locator('img'));
  const mapBox = await box(map);
  const middle = { x: mapBox.x + mapBox.width / 2, y: mapBox.y + mapBox.height / 2 };
  const picturePoint = ([x, y]: readonly [number, number]) => ({
    x: drawn.x + drawn.width * x,
    y: drawn.y + drawn.height * y,
  });
  const mapPoint = ([x, y]: readonly [number, number]) => ({ x: middle.x + x, y: middle.y + y });
  for (const { share: fraction } of POINTS) await click(page, picturePoint(fraction));
  for (const { map: at } of POINTS.slice(0, 2)) await click(page, mapPoint(at));
  await expect(pane.getByRole('button')).toHaveCount(3);
  await expect(map.getByRole('button', { name: /^Reference point/ })).toHaveCount(2);
  await save.click();
  await expect(
    message.getByText('The image and the map must have the same number of reference points'),
  ).toBeVisible();

  // The third point is set on one line with the others, then dragged to its position.
  await click(page, mapPoint([0, -60]));
  await expect(page.getByText('The reference points must not all lie on one line').first()).toBeVisible();
  const third = map.getByRole('button', { name: 'Reference point 3 on the map' });
  await third.hover();
  await page.mouse.down();
  const to = mapPoint(POINTS[2].map);
  await page.mouse.move(to.x, to.y, { steps: 8 });
  await page.mouse.up();
  await expect(page.getByText('Max error')).toBeVisible();
  await expectPicture(page, middle);
  await save.click();
  await expect(message.getByText('Please enter a layer name')).toBeVisible();
  await page.getByLabel('Name', { exact: true }).fill('Marsh');
  await save.click();

  const row = page.getByRole('row').filter({ hasText: 'Marsh' });
  await expect(row.getByRole('img', { name: 'Image of Marsh' })).toBeVisible();
  const [layer] = (await server.client.call('queryAllLayers', {})).list;
  if (layer === undefined) throw new Error('nothing was saved');
  expect([layer.width, layer.height]).toEqual([SIZE.width, SIZE.height]);
  // In WGS-84, not in the coordinates of the clicked base layer: within a pixel and a half.
  for (const [index, { map: at }] of POINTS.entries()) {
    const [lng = 0, lat = 0] = layer.mapPoints[index] ?? [];
    expect(Math.abs((lng - HOME.lng) / PIXEL.lng - at[0])).toBeLessThan(1.5);
    expect(Math.abs((HOME.lat - lat) / PIXEL.lat - at[1])).toBeLessThan(1.5);
  }

  await page
    .getByRole('navigation', { name: 'Main menu' })
    .getByRole('link', { name: 'Live monitoring' })
    .click();
  await expect(page.getByRole('toolbar', { name: 'Map tools' })).toBeVisible();
  await expectPicture(page, await console.middle());
});

test('draws a layer at its position in both coordinate systems, and hides it on the map', {
  tag: '@long',
}, async ({ console, page, server: { client } }) => {
  await client.call('addLayer', createLayerFields());
  await openMap(console, page, '/');
  const layers = page.getByRole('region', { name: 'Layers', exact: true });
  const tool = page.getByRole('toolbar').getByRole('button', { name: 'Layers', exact: true });
  await expect(tool).toBeVisible();
  const centre = await console.middle();
  await expectPicture(page, centre);
  await tool.click();
  await layers.getByText('Streets', { exact: true }).click();
  await tool.click();
  await expect(layers).toBeHidden();
  await expectPicture(page, centre);

  await tool.click();
  await layers.getByText('Marsh', { exact: true }).click();
  await expect(layers.getByRole('checkbox', { name: 'Marsh' })).not.toBeChecked();
  await tool.click();
  await expect(layers).toBeHidden();
  await expect.poll(async () => (await coloursAround(page, centre))([-50, -40])).toBeNull();
});

test('shows, hides, edits and deletes a layer in the list', {
  tag: '@long',
}, async ({ console, page, server: { client } }) => {
  await client.call('addLayer', { ...createLayerFields(), display: 'HIDE' });
  await openMap(console, page, '/mapMyself');
  const row = page.getByRole('row').filter({ hasText: 'Marsh' });
  await expect(row.getByRole('switch', { name: 'Show Marsh on the map' })).not.toBeChecked();
  await row.getByRole('switch').click();
  await expect(row.getByRole('switch')).toBeChecked();
  await row.getByRole('button', { name: 'Edit Marsh' }).click();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Marsh');
  await page.getByRole('button', { name: 'Delete reference point 3' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(
    page.locator('.ant-message').getByText('At least three reference points are needed'),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('dialog').getByRole('button').last().click();
  await row.getByRole('button', { name: 'Delete Marsh' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('No layers yet. Add one to place your own image on the map.')).toBeVisible();
});
