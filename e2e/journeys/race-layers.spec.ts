import {
  BLUE,
  expectPicture,
  GREEN,
  HOME,
  openMap,
  PICTURE,
  PIXEL,
  RED,
  SIZE,
  YELLOW,
} from '../support/layer-picture.ts';
import { expect, test } from '../support/layered-server.ts';
import type { Colour } from '../support/pixels.ts';
import { png } from '../support/png.ts';

// Each change redraws the map without a graphics card.
test.describe.configure({ timeout: 180_000 });

/** Drawn at half size, as in the journey of own layers: two pixels of the picture are one of the map. */
const HALF = { lng: PIXEL.lng / 2, lat: PIXEL.lat / 2 };

/** A world file in degrees: the centre of the picture is the centre of the map, and lines refer to pixel centres. */
const WORLD_FILE = [
  HALF.lng,
  0,
  0,
  -HALF.lat,
  HOME.lng - (SIZE.width / 2 - 0.5) * HALF.lng,
  HOME.lat + (SIZE.height / 2 - 0.5) * HALF.lat,
].join('\n');

test.beforeEach(async ({ server: { client } }) => {
  for (const { layerId } of (await client.call('queryAllRaceLayer', {})).list)
    await client.call('deleteRaceLayer', { layerId });
});

test('places a race map by its world file and shows it on the live map', { tag: '@long' }, async ({
  console,
  page,
  server,
}) => {
  await openMap(console, page, '/customMaps');
  await expect(page.getByText('No race layers yet. Add one to place a race map on the map.')).toBeVisible();
  await page.getByRole('button', { name: 'New layer' }).click();
  await page
    .locator('input[type="file"]')
    .setInputFiles([PICTURE, { name: 'marsh.pgw', mimeType: 'text/plain', buffer: Buffer.from(WORLD_FILE) }]);
  await expect(page.getByText('The file does not name its coordinate system')).toBeVisible();
  await page.getByRole('combobox', { name: 'Coordinate system' }).fill('4326');
  await page.getByText('WGS 84 (EPSG:4326)', { exact: true }).click();
  await expect(page.getByText('At the position of the file')).toBeVisible();

  // Its corners are four pairs without residuals.
  const points = page.getByRole('table', { name: 'Reference points' });
  await expect(points.getByRole('row')).toHaveCount(5);
  await expect(page.getByText('Method Projective')).toBeVisible();
  const map = page.locator('section').and(page.getByRole('region', { name: 'Layer map' }));
  await expect(map.getByRole('button', { name: /^Reference point/ })).toHaveCount(4);

  // A wrong point has the largest residual, and the position of the file can be restored.
  await page.getByRole('button', { name: 'Delete reference point 4' }).click();
  await expect(page.getByRole('button', { name: 'Use the position of the file' })).toBeVisible();
  await page.getByRole('button', { name: 'Use the position of the file' }).click();
  await expect(page.getByText('At the position of the file')).toBeVisible();

  await page.getByLabel('Name', { exact: true }).fill('Marsh race');
  await page.getByRole('spinbutton', { name: 'Map scale' }).fill('15000');
  await page.getByRole('button', { name: 'Save' }).click();
  const row = page.getByRole('row').filter({ hasText: 'Marsh race' });
  await expect(row.getByRole('img', { name: 'Image of Marsh race' })).toBeVisible();
  await expect(row.getByText('Image', { exact: true })).toBeVisible();
  const [layer] = (await server.client.call('queryAllRaceLayer', {})).list;
  expect(layer).toMatchObject({ mapScale: 15_000, method: 'projective', display: 1 });

  await page
    .getByRole('navigation', { name: 'Main menu' })
    .getByRole('link', { name: 'Live monitoring' })
    .click();
  await expect(page.getByRole('toolbar', { name: 'Map tools' })).toBeVisible();
  await expectPicture(page, await console.middle());
});

/** The same colours in a picture that is cut into tiles. */
function createLargePicture(): File {
  const [width, height] = [SIZE.width * 12, SIZE.height * 12];
  const colourAt = (x: number, y: number): Colour => {
    const left = x < width / 2;
    return y < height / 2 ? (left ? RED : GREEN) : left ? BLUE : YELLOW;
  };
  return new File([new Uint8Array(png(width, height, colourAt))], 'large.png', { type: 'image/png' });
}

test('draws the tiles of a large race map in both coordinate systems', { tag: '@long' }, async ({
  console,
  page,
  server: { client },
}) => {
  const [width, height] = [SIZE.width * 12, SIZE.height * 12];
  await client.call('saveOrUpdateRaceLayer', {
    layerName: 'Large',
    picture: createLargePicture(),
    layerPoints: [
      { x: 0, y: 0 },
      { x: width, y: 0 },
      { x: width, y: height },
    ],
    mapPoints: [
      [HOME.lng - 100 * PIXEL.lng, HOME.lat + 75 * PIXEL.lat],
      [HOME.lng + 100 * PIXEL.lng, HOME.lat + 75 * PIXEL.lat],
      [HOME.lng + 100 * PIXEL.lng, HOME.lat - 75 * PIXEL.lat],
    ],
  });
  await openMap(console, page, '/customMaps');
  const row = page.getByRole('row').filter({ hasText: 'Large' });
  await expect(row.getByText('Tiles', { exact: true })).toBeVisible();
  const [layer] = (await client.call('queryAllRaceLayer', {})).list;
  const requested = page.waitForRequest((request) =>
    request.url().endsWith(layer?.tileUrlGcj02 ?? 'missing'),
  );
  await page
    .getByRole('navigation', { name: 'Main menu' })
    .getByRole('link', { name: 'Live monitoring' })
    .click();
  const tool = page.getByRole('toolbar').getByRole('button', { name: 'Layers', exact: true });
  await expect(tool).toBeVisible();
  // The first base layer is in GCJ-02.
  await requested;
  const centre = await console.middle();
  await expectPicture(page, centre);
  await tool.click();
  const layers = page.getByRole('region', { name: 'Layers', exact: true });
  await layers.getByText('Streets', { exact: true }).click();
  await tool.click();
  await expect(layers).toBeHidden();
  await expectPicture(page, centre);

  // A checkbox hides it on the map.
  await tool.click();
  await layers.getByText('Large', { exact: true }).click();
  await expect(layers.getByRole('checkbox', { name: 'Large' })).not.toBeChecked();
});

test('sorts, hides and deletes race layers in the list', async ({ console, page, server: { client } }) => {
  for (const layerName of ['Lower', 'Upper'])
    await client.call('saveOrUpdateRaceLayer', {
      layerName,
      picture: new File([new Uint8Array(PICTURE.buffer)], PICTURE.name, { type: PICTURE.mimeType }),
      positionFile: WORLD_FILE,
      coordinateSystem: 4_326,
    });
  await openMap(console, page, '/customMaps');
  const names = page
    .getByRole('table')
    .getByRole('row')
    .filter({ hasText: /Lower|Upper/ });
  await expect(names).toHaveText([/Upper/, /Lower/]);
  await page.getByRole('button', { name: 'Move Lower up' }).click();
  await expect(names).toHaveText([/Lower/, /Upper/]);
  await expect(page.getByRole('button', { name: 'Move Lower up' })).toBeDisabled();
  await page.getByRole('switch', { name: 'Show Upper on the map' }).click();
  await expect(page.getByRole('switch', { name: 'Show Upper on the map' })).not.toBeChecked();
  await page.getByRole('button', { name: 'Delete Lower' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(names).toHaveText([/Upper/]);
});
