import type { Locator, Page } from '@playwright/test';
import type { Console } from '../support/console.ts';
import { ARCHIVE_COLOUR, expect, LAYERS, test } from '../support/layered-server.ts';
import { COLOURS, type Colour, readPixels } from '../support/pixels.ts';
import { readTilePixel, type TilePixel, tilePixelOf } from '../support/tile-picture.ts';

/** The specification's initial view, and the same point in GCJ-02 (github.com/googollee/eviltransform, release 0.1.1 for Python). */
const HOME = { lat: 24.78, lng: 110.49 };
const HOME_SHIFTED = { lat: 24.777123266093724, lng: 110.4946177022179 };
/** The map's zooms count tiles of 512 pixels: those of 256 are one zoom deeper. */
const ZOOM = 17;
const TILE_ZOOM = 18;
/** Pixels below a marker of 40 pixels, where the map is visible. */
const BELOW = 60;

const panel = (page: Page): Locator => page.getByRole('region', { name: 'Layers' });
const layerRadio = (page: Page, name: string): Locator => panel(page).getByRole('radio', { name });

async function openPanel(page: Page, name = 'Layers'): Promise<void> {
  await page.getByRole('toolbar').getByRole('button', { name, exact: true }).click();
}

/** Clicks on a layer's row with the mouse. */
async function choose(page: Page, name: string): Promise<void> {
  await panel(page).getByText(name, { exact: true }).click();
}

/** Starts with the camera at a point, like a reloaded tab. */
async function lookAt(page: Page, { lat, lng }: typeof HOME, zoom = ZOOM): Promise<void> {
  await page.addInitScript(
    (camera) => {
      if (sessionStorage.getItem('map.live') === null) sessionStorage.setItem('map.live', camera);
    },
    `${lng.toFixed(6)},${lat.toFixed(6)},${zoom.toFixed(2)}`,
  );
}

/** A point of the page with nothing but the map: no panel, no marker. */
const EMPTY_PIXEL = { x: 620, y: 660 };

async function colourAt({ page }: Console, { x, y } = EMPTY_PIXEL): Promise<Colour> {
  return (await readPixels(page, { x, y, width: 1, height: 1 }))(0, 0);
}

async function tileAt(console: Console, at = EMPTY_PIXEL): Promise<TilePixel> {
  return readTilePixel(await colourAt(console, at));
}

/** Between the list and the panels, where only markers have the colours of markers. */
const MAP_CLIP = { x: 400, y: 200, width: 620, height: 600 };

/** The centre of the only marker of a colour, in pixels of the page. */
async function markerAt({ page }: Console, colour: Colour): Promise<{ x: number; y: number }> {
  const at = await readPixels(page, MAP_CLIP);
  const xs: number[] = [];
  const ys: number[] = [];
  for (let y = 0; y < MAP_CLIP.height; y += 1)
    for (let x = 0; x < MAP_CLIP.width; x += 1)
      if (colour.every((value, i) => Math.abs(value - (at(x, y)[i] ?? 0)) <= 3)) {
        xs.push(MAP_CLIP.x + x);
        ys.push(MAP_CLIP.y + y);
      }
  expect(xs.length).toBeGreaterThan(200);
  return {
    x: (Math.min(...xs) + Math.max(...xs) + 1) / 2,
    y: (Math.min(...ys) + Math.max(...ys) + 1) / 2,
  };
}

/** Pixels between two on a torus of eight tiles. */
function torusDistance(one: number, other: number): number {
  const gap = Math.abs(one - other) % 2048;
  return Math.min(gap, 2048 - gap);
}

/** Waits until a tile of this layer is visible. */
async function expectLayer(console: Console, layer: (typeof LAYERS)[number]): Promise<void> {
  await expect.poll(async () => LAYERS[(await tileAt(console)).layer]).toBe(layer);
}

/** The map coordinates at the centre of the unobstructed part of the map. */
async function cameraCentre(console: Console): Promise<{ readonly lng: number; readonly lat: number }> {
  const camera = await console.camera();
  if (camera === null) throw new Error('the map has not come to rest');
  return { lng: camera.lng, lat: camera.lat };
}

test('lists the base layers in order, shows the first, and saves the choice of another', async ({
  console,
  page,
  tiles,
}) => {
  await lookAt(page, HOME);
  await console.openSignedIn();
  await openPanel(page);
  await expect(panel(page).getByRole('radio')).toHaveCount(7);
  expect(await panel(page).locator('label').allInnerTexts()).toEqual([
    'Streets',
    'Offset',
    'Chart',
    'Aerial',
    'Archive',
    'Styled',
    'Blank',
  ]);
  await expect(layerRadio(page, 'Offset')).toBeChecked();
  await expectLayer(console, 'offset');
  await expect(page.getByText('© Offset')).toBeVisible();
  // The panel covers a part of the map and so moves its visible centre: the map itself stays.
  const ground = await cameraCentre(console);

  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  await choose(page, 'Streets');
  await expect(layerRadio(page, 'Streets')).toBeChecked();
  await expectLayer(console, 'street');
  await expect(page.getByText('© Streets')).toBeVisible();
  await expect(page.getByText('© Offset')).toBeHidden();
  await console.expectCameraAt({ ...ground, zoom: ZOOM });
  expect(loads).toBe(0);

  tiles.requests.length = 0;
  await page.reload();
  await expectLayer(console, 'street');
  expect(tiles.requests.filter(({ layer }) => layer !== 'street')).toEqual([]);

  // By keyboard: arrows move through a group of radio buttons.
  await openPanel(page);
  await layerRadio(page, 'Streets').focus();
  await page.keyboard.press('ArrowDown');
  await expectLayer(console, 'offset');
});

test('falls back to the first base layer if the saved one no longer exists', { tag: '@long' }, async ({
  console,
  page,
}) => {
  await lookAt(page, HOME);
  await page.addInitScript(() =>
    localStorage.setItem('mapLayer', JSON.stringify({ index: 0, name: 'another' })),
  );
  await console.openSignedIn();
  await expectLayer(console, 'offset');
});

test('sets the transparency in steps of 10 %, reveals the world map, and saves it', {
  tag: '@long',
}, async ({ console, page }) => {
  await lookAt(page, HOME);
  await console.openSignedIn();
  await openPanel(page);
  await expectLayer(console, 'offset');
  const opaque = await colourAt(console);
  const slider = panel(page).getByRole('slider', { name: 'Transparency' });
  await slider.focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(panel(page).getByText('20 %')).toBeVisible();
  const box = await slider.locator('..').boundingBox();
  if (box === null) throw new Error('there is no slider');
  // Released slightly beside a step.
  await page.mouse.click(box.x + box.width * 0.52, box.y + box.height / 2);
  await expect(panel(page).getByText('50 %')).toBeVisible();
  // Half the tile and half the land colour of the light world map, #f4f4f2 (map/style/world-style.ts).
  await expect
    .poll(async () => {
      const seen = await colourAt(console);
      return [0xf4, 0xf4, 0xf2].every(
        (ground, i) => Math.abs((seen[i] ?? 0) - (ground + (opaque[i] ?? 0)) / 2) <= 3,
      );
    })
    .toBe(true);
  await page.reload();
  await openPanel(page);
  await expect(panel(page).getByText('50 %')).toBeVisible();
  await slider.focus();
  await page.keyboard.press('End');
  await expect(panel(page).getByText('100 %')).toBeVisible();
  await expect.poll(() => colourAt(console)).toEqual([0xf4, 0xf4, 0xf2]);
});

for (const { language, title, to, shows, from, yes, no, name } of [
  {
    language: 'en_US',
    title: 'Layers',
    to: 'Switch to Chart?',
    shows: 'seamarks such as buoys',
    from: 'Switch from the sea chart to Streets?',
    yes: 'Switch',
    no: 'Cancel',
    name: { chart: 'Chart', streets: 'Streets' },
  },
  {
    language: 'zh_CN',
    title: '图层',
    to: '切换到海图？',
    shows: '浮标、灯标等助航标志',
    from: '离开海图，切换到街道？',
    yes: '切换',
    no: '取消',
    name: { chart: '海图', streets: '街道' },
  },
] as const) {
  test(`confirms switching to the sea chart and back: ${language}`, { tag: '@long' }, async ({
    console,
    page,
    server,
  }) => {
    await server.client.call('editUserLang', { lang: language });
    try {
      await lookAt(page, HOME);
      await console.openSignedIn('/', language);
      await openPanel(page, title);
      const tools = page.getByRole('region', { name: title });
      const line = (text: string) => tools.getByText(text, { exact: true });
      const question = (text: string) => page.getByRole('dialog').filter({ hasText: text });
      const press = (which: RegExp, text: string) =>
        question(text).getByRole('button', { name: which }).click();
      const exactly = (word: string) => new RegExp(`^${[...word].join('\\s*')}$`);

      await line(name.chart).click();
      await expect(question(to)).toContainText(shows);
      await press(exactly(no), to);
      await expect(question(to)).toBeHidden();
      await expect(tools.getByRole('radio', { name: name.chart })).not.toBeChecked();
      await line(name.chart).click();
      await press(exactly(yes), to);
      await expect(tools.getByRole('radio', { name: name.chart })).toBeChecked();
      await expect.poll(async () => LAYERS[(await tileAt(console)).layer]).toBe('chart');

      await line(name.streets).click();
      await expect(question(from)).toBeVisible();
      await press(exactly(yes), from);
      await expect(tools.getByRole('radio', { name: name.streets })).toBeChecked();
    } finally {
      await server.client.call('editUserLang', { lang: 'en_US' });
    }
  });
}

test('shows the world map and a message while tiles are refused, and recovers', {
  tag: '@long',
}, async ({ console, page, tiles }) => {
  tiles.setBehaviour('refuse');
  await lookAt(page, HOME);
  await console.openSignedIn();
  const note = page.getByRole('status').filter({ hasText: 'Offset cannot be reached' });
  await expect(note).toBeVisible();
  await expect.poll(() => colourAt(console)).toEqual([0xf4, 0xf4, 0xf2]);

  const before = tiles.requests.length;
  await note.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => tiles.requests.length).toBeGreaterThan(before);
  await expect(note).toBeVisible();

  // One tile loads, the others fail once more: they are requested again.
  tiles.setBehaviour('recover');
  // By the button, unless the map has already retried automatically.
  await expect(async () => {
    const retry = note.getByRole('button', { name: 'Try again' });
    if (await retry.isVisible()) await retry.click({ timeout: 5_000 });
    await expect(note).toBeHidden({ timeout: 5_000 });
  }).toPass();
  await expectLayer(console, 'offset');
  await expect.poll(() => tiles.countRefused(TILE_ZOOM)).toBe(0);
});

test('reports a tile server that does not respond as unreachable after some seconds', {
  tag: '@long',
}, async ({ console, page, tiles }) => {
  tiles.setBehaviour('hang');
  await lookAt(page, HOME);
  await console.openSignedIn();
  const note = page.getByRole('status').filter({ hasText: 'Offset cannot be reached' });
  await expect(note).toBeVisible();
  // Another layer does not show the message.
  tiles.setBehaviour('serve');
  await openPanel(page);
  await choose(page, 'Streets');
  await expect(note).toBeHidden();
  await expectLayer(console, 'street');
});

test('loads tiles by quadkey, by TMS rows, from an archive and from a style', { tag: '@long' }, async ({
  console,
  page,
  tiles,
}) => {
  const expected = tilePixelOf(HOME.lat, HOME.lng, TILE_ZOOM);
  await lookAt(page, HOME);
  await console.openSignedIn();
  await openPanel(page);

  await choose(page, 'Aerial');
  await expectLayer(console, 'quad');
  const overlay = (layer: string, y: number) =>
    tiles.requests.some(
      (tile) => tile.layer === layer && tile.z === TILE_ZOOM && tile.x === expected.x && tile.y === y,
    );
  expect(overlay('quad', expected.y)).toBe(true);

  await choose(page, 'Chart');
  await page.getByRole('dialog').getByRole('button', { name: 'Switch' }).click();
  await expectLayer(console, 'chart');
  expect(overlay('chart', 2 ** TILE_ZOOM - 1 - expected.y)).toBe(true);

  await choose(page, 'Archive');
  await page.getByRole('dialog').getByRole('button', { name: 'Switch' }).click();
  await expect.poll(() => colourAt(console)).toEqual([...ARCHIVE_COLOUR]);

  tiles.requests.length = 0;
  await choose(page, 'Styled');
  await expectLayer(console, 'quad');
  expect(overlay('quad', expected.y)).toBe(true);

  // No content at all, not even the labels of the world map; and one zoom level closer than elsewhere.
  await choose(page, 'Blank');
  await expect.poll(() => colourAt(console)).toEqual([0xf4, 0xf4, 0xf2]);
  await expect(page.getByText('Natural Earth')).toBeHidden();
});

test('draws a device at the same point of the map in both coordinate systems', { tag: '@long' }, async ({
  console,
  page,
  register,
  connect,
}) => {
  await register({ name: 'Sea Eagle', imei: '13900000071' });
  const device = await connect('13900000071');
  await device.report({ ...HOME, speed: 0 });
  await lookAt(page, HOME);
  await page.addInitScript(() => localStorage.setItem('markerLabels', JSON.stringify('hidden')));
  await console.openSignedIn();
  await openPanel(page);
  let ground: { readonly lng: number; readonly lat: number } | null = null;

  for (const { name, layer, home } of [
    { name: 'Offset', layer: 'offset', home: HOME_SHIFTED },
    { name: 'Streets', layer: 'street', home: HOME },
    { name: 'Offset', layer: 'offset', home: HOME_SHIFTED },
  ] as const) {
    await choose(page, name);
    await expectLayer(console, layer);
    ground ??= await cameraCentre(console);
    const expected = tilePixelOf(home.lat, home.lng, TILE_ZOOM);
    await expect(async () => {
      const marker = await markerAt(console, COLOURS.STOP);
      // The tile below the marker encodes its own index and the index of each pixel.
      const below = { x: Math.round(marker.x), y: Math.round(marker.y) + BELOW };
      const seen = await tileAt(console, below);
      const column = seen.x * 256 + seen.column + 0.5 - (below.x + 0.5 - marker.x);
      const row = seen.y * 256 + seen.row + 0.5 - (below.y + 0.5 - marker.y);
      // One pixel is half a metre here; the shift is 565 m, over a thousand of them.
      expect(torusDistance(column, (expected.x % 8) * 256 + expected.column)).toBeLessThanOrEqual(2);
      expect(torusDistance(row, (expected.y % 8) * 256 + expected.row)).toBeLessThanOrEqual(2);
    }).toPass();
    await console.expectCameraAt({ ...ground, zoom: ZOOM });

    // The displayed coordinates are WGS-84.
    const { x, y } = await markerAt(console, COLOURS.STOP);
    await page.mouse.move(x + 3, y);
    await page.mouse.move(x, y);
    const reported = await page.getByTitle('Pointer coordinates').textContent();
    const [lat = 0, lng = 0] = (reported ?? '').split(',').map(Number);
    expect(lat).toBeCloseTo(HOME.lat, 4);
    expect(lng).toBeCloseTo(HOME.lng, 4);
  }
});

test('moves a device on the visible base layer after a switch', { tag: '@long' }, async ({
  console,
  page,
  register,
  connect,
}) => {
  await register({ name: 'Sea Eagle', imei: '13900000072' });
  const device = await connect('13900000072');
  await device.report({ ...HOME, speed: 0 });
  await lookAt(page, HOME);
  await console.openSignedIn();
  await openPanel(page);
  await choose(page, 'Streets');
  await expectLayer(console, 'street');
  await choose(page, 'Offset');
  await expectLayer(console, 'offset');
  const before = await markerAt(console, COLOURS.STOP);
  // 20 m to the east: 0.000198 degrees of longitude here (111,320 m times the cosine of the latitude); 37 pixels.
  await device.report({ ...HOME, lng: HOME.lng + 0.000198, speed: 0, time: Date.now() + 1000 });
  await expect(async () => {
    const after = await markerAt(console, COLOURS.STOP);
    expect(Math.abs(after.x - before.x - 37)).toBeLessThanOrEqual(3);
    expect(Math.abs(after.y - before.y)).toBeLessThanOrEqual(2);
  }).toPass();
  // When selected, it is centred with its card next to it.
  await console.row('Sea Eagle').click();
  await expect(console.card('Sea Eagle')).toBeVisible();
  await console.expectCameraAt({ lat: HOME.lat, lng: HOME.lng + 0.000198, zoom: ZOOM });
});
