import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../support/journey.ts';

/** In the bay of Qingdao, where a pixel is some 30 m. */
const VIEW = '120.29,36.07,12';
/** Longitude of the centre of the map between list and panel. */
const MIDDLE = { lng: 120.29, lat: 36.07 };

/** Opens the map where the journeys draw. */
async function setCamera(page: Page): Promise<void> {
  await page.addInitScript((view) => {
    if (sessionStorage.getItem('map.live') === null) sessionStorage.setItem('map.live', view);
  }, VIEW);
}

/** A real click: the pointer moves there first. */
async function clickAt(page: Page, x: number, y: number): Promise<void> {
  await page.mouse.move(x - 12, y - 8);
  await page.mouse.move(x, y, { steps: 3 });
  await page.mouse.down();
  await page.mouse.up();
}

async function clickAll(page: Page, ...points: readonly (readonly [number, number])[]): Promise<void> {
  for (const [x, y] of points) await clickAt(page, x, y);
}

async function drag(
  page: Page,
  from: readonly [number, number],
  to: readonly [number, number],
): Promise<void> {
  await page.mouse.move(from[0] - 10, from[1] - 10);
  await page.mouse.move(...from, { steps: 3 });
  await page.mouse.down();
  await page.mouse.move(...to, { steps: 8 });
  await page.mouse.up();
}

/** The tool panel of that name, opened by its button. */
async function panel(page: Page, name: string, tools = 'Map tools'): Promise<Locator> {
  await page.getByRole('toolbar', { name: tools }).getByRole('button', { name, exact: true }).click();
  return page.getByRole('region', { name, exact: true });
}

const GPX = (points: string) =>
  `<?xml version="1.0"?>\n<gpx version="1.1" creator="hand" xmlns="http://www.topografix.com/GPX/1/1">\n${points}\n</gpx>`;

test.beforeEach(async ({ page, server: { client } }) => {
  for (const { fenceId } of (await client.call('queryAllFences', {})).list)
    await client.call('deleteFence', { fenceId });
  for (const { labelPointId } of (await client.call('queryAllLabelPoints', {})).list)
    await client.call('deleteLabelPoint', { labelPointId });
  for (const { routeId } of (await client.call('queryAllRoutes', {})).list)
    await client.call('deleteRoute', { routeId });
  await setCamera(page);
});

test('draws a fence with a hole, saves it when finished and named, and edits it with undo', async ({
  console,
  page,
  server,
}) => {
  await console.openSignedIn();
  const fences = await panel(page, 'Fences');
  await expect(fences.getByText('No fences yet')).toBeVisible();
  await fences.getByRole('button', { name: 'New fence' }).click();

  // Two vertices are not an area yet.
  await clickAll(page, [500, 300], [900, 300]);
  await fences.getByLabel('Name', { exact: true }).fill('Harbour basin');
  await fences.getByRole('button', { name: 'Save' }).click();
  await expect(fences.getByText('Finish the drawing before you save')).toBeVisible();

  await clickAll(page, [900, 650], [500, 650], [500, 300]);
  await expect(fences.getByText(/^Area /)).toBeVisible();
  await fences.getByRole('button', { name: 'Cut hole' }).click();
  await clickAll(page, [600, 400], [760, 400], [680, 520], [600, 400]);
  await expect(fences.getByLabel('Hole 1, point 3', { exact: true })).toBeVisible();

  await fences.getByLabel('Name', { exact: true }).fill('');
  await fences.getByRole('button', { name: 'Save' }).click();
  await expect(fences.getByText('Please enter a fence name')).toBeVisible();
  await fences.getByLabel('Name', { exact: true }).fill('Harbour basin');
  await fences.getByRole('button', { name: 'Save' }).click();
  const row = fences.getByRole('treeitem', { name: 'Harbour basin' });
  await expect(row).toContainText('Polygon · Enter and exit');

  const stored = async () => {
    const [fence] = (await server.client.call('queryAllFences', {})).list;
    return fence !== undefined && 'rings' in fence.fenceData ? fence.fenceData.rings : [];
  };
  const drawn = await stored();
  expect(drawn.map((ring) => ring.length)).toEqual([4, 3]);

  // A click into the area, beside the hole, opens its popup; a vertex is moved, moved back, and moved again.
  await clickAt(page, 540, 600);
  const popup = page.getByRole('dialog', { name: 'Fence Harbour basin' });
  await expect(popup).toContainText('sq km');
  await popup.getByRole('button', { name: 'Edit' }).click();
  await expect(fences.getByLabel('Name', { exact: true })).toHaveValue('Harbour basin');
  const first = fences.getByLabel('Point 1', { exact: true });
  const before = await first.inputValue();
  await first.fill('36.12, 120.2');
  await first.press('Enter');
  await expect(first).toHaveValue('36.12000, 120.20000');
  await fences.getByRole('button', { name: 'Undo' }).click();
  await expect(first).toHaveValue(before);
  await fences.getByRole('button', { name: 'Redo' }).click();
  await expect(first).toHaveValue('36.12000, 120.20000');
  await fences.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Harbour basin was saved')).toBeVisible();
  expect((await stored())[0]?.[0]).toEqual([120.2, 36.12]);
});

test('moves a whole fence, and restores a hidden form with Undo', { tag: '@long' }, async ({
  console,
  page,
  server,
}) => {
  await server.client.call('createFence', {
    fenceName: 'Yard',
    fenceType: 'RECTANGLE',
    fenceData: { west: 120.27, south: 36.05, east: 120.31, north: 36.09 },
    color: '#d55e00',
  });
  await console.openSignedIn();
  const fences = await panel(page, 'Fences');
  await fences.getByRole('treeitem', { name: 'Yard' }).click();
  const popup = page.getByRole('dialog', { name: 'Fence Yard' });
  await expect(popup).toContainText('Rectangle');
  await popup.getByRole('button', { name: 'Edit' }).click();
  const east = fences.getByLabel('North-east', { exact: true });
  await expect(east).toHaveValue('36.09000, 120.31000');
  // The list has centred it in the unobstructed map: it is dragged there.
  const dock = await fences.boundingBox();
  const list = await page.getByRole('complementary').boundingBox();
  const map = await console.map.boundingBox();
  if (dock === null || list === null || map === null) throw new Error('no map');
  const inside = [(list.x + list.width + dock.x) / 2, map.y + map.height / 2] as const;
  await drag(page, inside, [inside[0] - 60, inside[1] + 60]);
  await expect(east).not.toHaveValue('36.09000, 120.31000');
  const moved = await east.inputValue();

  await fences.getByRole('button', { name: 'Close' }).click();
  await expect(fences).toBeHidden();
  await page.getByText('Unsaved changes discarded: Yard').getByRole('button', { name: 'Restore' }).click();
  await expect(fences.getByLabel('North-east', { exact: true })).toHaveValue(moved);
  await fences.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Yard was saved')).toBeVisible();
  const [yard] = (await server.client.call('queryAllFences', {})).list;
  const area = yard?.fenceData;
  if (area === undefined || !('west' in area)) throw new Error('no rectangle');
  // To the west and south, as wide as it was.
  expect(area.west).toBeLessThan(120.27);
  expect(area.south).toBeLessThan(36.05);
  expect(area.east - area.west).toBeCloseTo(0.04, 6);
});

for (const [language, message] of [
  ['en_US', 'The outline of a fence must not cross itself'],
  ['zh_CN', '围栏的边线不能自相交'],
] as const)
  test(`refuses a fence that crosses itself and stores nothing: ${language}`, { tag: '@long' }, async ({
    console,
    page,
    server,
  }) => {
    const words =
      language === 'en_US'
        ? {
            tools: 'Map tools',
            fences: 'Fences',
            add: 'New fence',
            name: 'Name',
            save: 'Save',
            corner: 'Add a point: latitude, longitude',
          }
        : {
            tools: '地图工具',
            fences: '围栏',
            add: '新建围栏',
            name: '名称',
            save: '保存',
            corner: '添加一点：纬度, 经度',
          };
    await console.openSignedIn('/', language);
    const fences = await panel(page, words.fences, words.tools);
    await fences.getByRole('button', { name: words.add }).click();
    for (const place of ['36.05, 120.27', '36.09, 120.31', '36.05, 120.31', '36.09, 120.27']) {
      await fences.getByLabel(words.corner, { exact: true }).fill(place);
      await fences.getByLabel(words.corner, { exact: true }).press('Enter');
    }
    await expect(fences.getByRole('alert').filter({ hasText: message })).toBeVisible();
    await fences.getByLabel(words.name, { exact: true }).fill('Bow');
    await fences.getByRole('button', { name: words.save }).click();
    await expect(fences.getByRole('alert').filter({ hasText: message })).toBeVisible();
    expect((await server.client.call('queryAllFences', {})).total).toBe(0);
  });

test('draws a rectangle, and a circle of a typed radius', { tag: '@long' }, async ({
  console,
  page,
  server,
}) => {
  await console.openSignedIn();
  const fences = await panel(page, 'Fences');
  await fences.getByRole('button', { name: 'New fence' }).click();
  await fences.getByText('Rectangle', { exact: true }).click();
  await clickAll(page, [520, 320], [820, 560]);
  await expect(fences.getByLabel('South-west', { exact: true })).toBeVisible();
  await fences.getByLabel('Name', { exact: true }).fill('Yard');
  await fences.getByRole('button', { name: 'Save' }).click();
  await expect(fences.getByRole('treeitem', { name: 'Yard' })).toContainText('Rectangle');

  await fences.getByRole('button', { name: 'Add', exact: true }).click();
  await fences.getByText('Circle', { exact: true }).click();
  await clickAll(page, [640, 420], [740, 420]);
  await fences.getByLabel('Radius', { exact: true }).fill('1500');
  await fences.getByLabel('Radius', { exact: true }).press('Enter');
  await fences.getByLabel('Name', { exact: true }).fill('Anchorage');
  await fences.getByRole('button', { name: 'Save' }).click();
  await expect(fences.getByRole('treeitem', { name: 'Anchorage' })).toContainText('Circle');
  const { list } = await server.client.call('queryAllFences', {});
  expect(list.map(({ fenceName, fenceType }) => [fenceName, fenceType])).toEqual([
    ['Anchorage', 'CIRCULAR'],
    ['Yard', 'RECTANGLE'],
  ]);
  expect(list[0]?.fenceData).toMatchObject({ radius: 1500 });
});

test('draws and reverses a route, and reports a missing routing service', { tag: '@long' }, async ({
  console,
  page,
  server,
}) => {
  await console.openSignedIn();
  const routes = await panel(page, 'Routes');
  await routes.getByRole('button', { name: 'New route' }).click();
  await routes.getByText('Planned', { exact: true }).click();
  await clickAll(page, [500, 300], [700, 420]);
  await page.mouse.dblclick(880, 320);
  await expect(routes.getByRole('alert')).toContainText('No routing service is configured');
  await routes.getByRole('button', { name: 'Draw by hand' }).click();
  await routes.getByLabel('Name', { exact: true }).fill('Ferry');
  await routes.getByLabel('Start name').fill('Pier');
  await routes.getByLabel('End name').fill('Island');
  const first = await routes.getByLabel('Point 1', { exact: true }).inputValue();
  await routes.getByRole('button', { name: 'Reverse direction' }).click();
  await expect(routes.getByLabel('Start name')).toHaveValue('Island');
  await expect(routes.getByLabel('Point 3', { exact: true })).toHaveValue(first);
  await routes.getByRole('button', { name: 'Save' }).click();
  await expect(routes.getByRole('treeitem', { name: 'Ferry' })).toContainText('km');
  const [ferry] = (await server.client.call('queryAllRoutes', {})).list;
  expect(ferry).toMatchObject({ origin: 'drawn', pointCount: 3, start: 'Island', end: 'Pier' });

  // Its popup shows distance markers along it.
  await routes.getByRole('treeitem', { name: 'Ferry' }).click();
  const popup = page.getByRole('dialog', { name: 'Route Ferry' });
  await popup.getByText('Distance markers').click();
  await expect(popup.getByRole('switch')).toBeChecked();
});

test('creates a labelled point with typed coordinates and a picture, hides, shows and deletes it', {
  tag: '@long',
}, async ({ console, page, server }) => {
  await console.openSignedIn();
  const points = await panel(page, 'Labelled points');
  await points.getByRole('button', { name: 'New labelled point' }).click();
  await points.getByLabel('Name', { exact: true }).fill('Fuel pier');
  await points.getByRole('button', { name: 'Save' }).click();
  await expect(points.getByText('Latitude and longitude cannot be empty')).toBeVisible();
  const coordinates = points.getByRole('textbox', { name: 'Coordinates', exact: true });
  await coordinates.fill('nowhere');
  await coordinates.press('Enter');
  await expect(points.getByText('Coordinates not recognised. Enter latitude, longitude.')).toBeVisible();
  await coordinates.fill(`${MIDDLE.lat}, ${MIDDLE.lng}`);
  await coordinates.press('Enter');
  await expect(points.getByLabel('Position', { exact: true })).toHaveValue('36.07000, 120.29000');
  await points.getByTitle('Fuel').click();
  const picture = await page.screenshot({ clip: { x: 500, y: 300, width: 120, height: 90 } });
  await points
    .locator('input[type="file"][aria-label="Add images"]')
    .setInputFiles({ name: 'pier.png', mimeType: 'image/png', buffer: picture });
  await expect(points.getByAltText('Image 1')).toBeVisible();
  await points.getByRole('button', { name: 'Save' }).click();
  const row = points.getByRole('treeitem', { name: 'Fuel pier' });
  await expect(row).toBeVisible();
  const [stored] = (await server.client.call('queryAllLabelPoints', {})).list;
  expect(stored).toMatchObject({ latitude: MIDDLE.lat, longitude: MIDDLE.lng, iconUrl: 'fuel' });
  expect(stored?.images).toHaveLength(1);

  await row.getByRole('checkbox').uncheck();
  await expect(row).toContainText('Hidden');
  await expect
    .poll(async () => (await server.client.call('queryAllLabelPoints', {})).list[0]?.display)
    .toBe('HIDE');
  await row.getByRole('checkbox').check();
  await row.click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page
    .getByRole('dialog', { name: 'Delete labelled point Fuel pier?' })
    .getByRole('button', { name: 'Delete' })
    .click();
  await expect(points.getByText('No labelled points yet')).toBeVisible();
});

test('refuses an invalid file with its line, and previews, imports and exports a valid one', {
  tag: '@long',
}, async ({ console, page, server }) => {
  await console.openSignedIn();
  const routes = await panel(page, 'Routes');
  await routes.getByRole('button', { name: 'Import file' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Import GPX, KML, KMZ, GeoJSON' });
  const choose = (name: string, text: string) =>
    dialog
      .locator('input[type="file"]')
      .setInputFiles({ name, mimeType: 'application/gpx+xml', buffer: Buffer.from(text) });
  // The point is in the third line.
  await choose('bad.gpx', GPX('<wpt lat="200" lon="120.3"><name>Nowhere</name></wpt>'));
  await expect(dialog.getByRole('alert')).toContainText('out of range (line 3)');
  await choose(
    'good.gpx',
    GPX(
      '<wpt lat="36.07" lon="120.29"><name>Buoy</name></wpt>\n<trk><name>Tour</name><trkseg><trkpt lat="36.05" lon="120.27"/><trkpt lat="36.09" lon="120.31"/></trkseg></trk>',
    ),
  );
  await expect(dialog.getByRole('list', { name: 'File contents' })).toContainText('Tour');
  await dialog.getByRole('button', { name: 'Import 2' }).click();
  await expect(routes.getByRole('treeitem', { name: 'Tour' })).toBeVisible();
  expect((await server.client.call('queryAllLabelPoints', {})).list[0]?.placeName).toBe('Buoy');

  const download = page.waitForEvent('download');
  await routes.getByRole('treeitem', { name: 'Tour' }).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Export' }).hover();
  await page.getByRole('menuitem', { name: 'GPX' }).click();
  const file = await readFile(await (await download).path(), 'utf8');
  expect(file).toContain('Tour');
  expect(file).toContain('lat="36.09"');
});

test('offers actions for a point of the map on right click', { tag: '@long' }, async ({ console, page }) => {
  await console.openSignedIn();
  await expect(page.getByRole('toolbar', { name: 'Map tools' })).toBeVisible();
  const menu = async () => {
    const at = await console.middle();
    await page.mouse.click(at.x, at.y, { button: 'right' });
  };
  await menu();
  await page.getByRole('menuitem', { name: 'What is here?' }).click();
  await expect(page.getByRole('dialog', { name: 'This position' })).toContainText('36.0');
  await page.keyboard.press('Escape');
  await menu();
  await page.getByRole('menuitem', { name: 'New fence here' }).click();
  const fences = page.getByRole('region', { name: 'Fences', exact: true });
  await expect(fences.getByLabel('Radius', { exact: true })).toHaveValue('500');
});
