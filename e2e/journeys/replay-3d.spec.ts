import type { Locator, Page } from '@playwright/test';
import { Console } from '../support/console.ts';
import { Device } from '../support/device.ts';
import { expect, registerAt, test } from '../support/journey.ts';
import { type Colour, countPixels, readPixels } from '../support/pixels.ts';
import { ServerProcess } from '../support/server.ts';
import { TileServer } from '../support/tile-server.ts';

/** 2026-05-01 16:00:00 in the account's zone, GMT+8. */
const START = Date.UTC(2026, 4, 1, 8);
const SECOND = 1000;
/** A balloon that climbs 50 m every ten seconds, to 1,500 m, and drifts slightly to the north. */
const CLIMB = Array.from({ length: 31 }, (_, index) => ({
  lat: Number((46.5 + index * 0.000001).toFixed(6)),
  lng: 10.4,
  altitude: index * 50,
  speed: 2,
  course: 0,
  time: START + index * 10 * SECOND,
}));
/** The terrain of the elevation tiles: a plateau. */
const PLATEAU = 1_000;
/** The colour of the first device of a replay. */
const FIRST: Colour = [0x00, 0x72, 0xb2];
/** Around the centre of the unobstructed map, above the dock: nothing else has that colour. */
const BETWEEN = { x: 890, y: 60, width: 70, height: 670 };

function address(trackerId: number, more = ''): string {
  return `/threeDPlayback?trackerId=${trackerId}&start=${START - 60 * SECOND}&end=${START + 400 * SECOND}${more}`;
}

// 3D is rendered without a graphics card and inspected several times.
test.describe.configure({ timeout: 120_000 });

const at = (seconds: number): string => `&time=${START + seconds * SECOND}`;
const chosenCamera = (page: Page): Locator =>
  page.getByRole('group', { name: 'Camera', exact: true }).getByRole('button', { pressed: true });

/** The highest and the lowest row in which the travelled part of the track is drawn, pixels of the page; null: none. */
async function countDrawnRows(page: Page): Promise<{ readonly top: number; readonly bottom: number } | null> {
  const pixel = await readPixels(page, BETWEEN);
  const rows: number[] = [];
  for (let y = 0; y < BETWEEN.height; y += 1)
    for (let x = 0; x < BETWEEN.width; x += 1)
      if (FIRST.every((value, channel) => Math.abs((pixel(x, y)[channel] ?? 0) - value) <= 6)) {
        rows.push(BETWEEN.y + y);
        break;
      }
  const [top, bottom] = [rows[0], rows.at(-1)];
  return top === undefined || bottom === undefined ? null : { top, bottom };
}

/** Height in rows of the travelled part of the track, once two samples are equal. */
async function screenHeight(page: Page): Promise<number> {
  let before = Number.NaN;
  await expect(async () => {
    const rows = await countDrawnRows(page);
    const now = rows === null ? 0 : rows.bottom - rows.top;
    const rests = now > 0 && now === before;
    before = now;
    expect(rests).toBe(true);
  }).toPass();
  return before;
}

test.describe('a balloon', () => {
  let trackerId = 0;

  test.beforeEach(async ({ register, connect }) => {
    trackerId = await register({ name: 'Montgolfier', imei: '13900000091', icon: 'drone' });
    const device = await connect('13900000091');
    await device.report(...CLIMB);
  });

  test('is drawn at its altitude: at twice the altitude the line to it is twice as long', async ({
    console,
    page,
  }) => {
    await console.openSignedIn(address(trackerId, at(150)));
    const devices = page.getByRole('region', { name: 'Devices', exact: true });
    await expect(devices).toContainText('750');
    await expect(devices).toContainText('+5.0');
    await expect(page.getByText('No elevation tiles are configured: the ground is flat.')).toBeVisible();
    const heightAtStart = await screenHeight(page);

    await page.getByRole('slider', { name: 'Altitude over time' }).press('End');
    await expect(devices).toContainText('1500');
    const heightAtEnd = await screenHeight(page);
    // Higher objects are nearer to a camera that looks down.
    expect(heightAtEnd / heightAtStart).toBeGreaterThan(1.9);
    expect(heightAtEnd / heightAtStart).toBeLessThan(2.6);
  });

  test('is shown by chase, onboard and free camera, which is part of the address', {
    tag: '@long',
  }, async ({ console, page, context }) => {
    await console.openSignedIn(address(trackerId, at(150)));
    await expect(chosenCamera(page)).toHaveAccessibleName('Circle the full track (1)');
    await page.keyboard.press('3');
    await expect(page).toHaveURL(/camera=behind/);
    await expect(chosenCamera(page)).toHaveAccessibleName('Follow the device (3)');
    await page.getByRole('button', { name: 'Turn right' }).click();
    await expect(page).toHaveURL(/look=15\.0/);
    const here = await screenHeight(page);
    const other = await context.newPage();
    await other.goto(page.url());
    await expect(chosenCamera(other)).toHaveAccessibleName('Follow the device (3)');
    expect(await screenHeight(other)).toBe(here);
    await page.keyboard.press('4');
    await expect(page).toHaveURL(/camera=inside/);
    // Panning releases the camera.
    await page.mouse.move(800, 400);
    await page.mouse.down();
    await page.mouse.move(860, 430, { steps: 4 });
    await page.mouse.up();
    await expect(page).toHaveURL(/camera=free/);
  });

  test('is not covered by the sheet on a phone, nor is the time', { tag: '@long' }, async ({
    console,
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await console.openSignedIn(address(trackerId, at(150)));
    const time = page.getByRole('textbox', { name: 'Go to a time', exact: true });
    await expect(time).toHaveValue('2026-05-01 16:02:30');
    await page.getByRole('button', { name: 'Open panel' }).click();
    const devices = page.getByRole('region', { name: 'Devices', exact: true });
    await expect(devices).toContainText('750');
    // Covered controls cannot be clicked.
    await page.getByRole('slider', { name: 'Replay time' }).click({ position: { x: 2, y: 12 } });
    await expect(time).toHaveValue(/16:00:0\d$/);
    await page.getByRole('slider', { name: 'Replay time' }).press('End');
    await expect(devices).toContainText('1500');
    const sheet = await page.getByRole('dialog').boundingBox();
    if (sheet === null) throw new Error('there is no sheet');
    const free = { x: 20, y: 60, width: 300, height: Math.floor(sheet.y) - 70 };
    await expect.poll(() => countPixels(page, FIRST, free)).toBeGreaterThan(20);
    await page.getByRole('button', { name: 'Collapse panel' }).click();
    await expect(page.getByRole('button', { name: 'Open panel' })).toBeVisible();
  });

  test('survives the loss of the graphics context', { tag: '@long' }, async ({ console, page }) => {
    await console.openSignedIn(address(trackerId, at(150)));
    const before = await screenHeight(page);
    const canvas = page.locator('canvas.maplibregl-canvas');
    await canvas.evaluate(async (element: HTMLCanvasElement) => {
      const loseContext = element.getContext('webgl2')?.getExtension('WEBGL_lose_context');
      const contextLost = new Promise((resolve) =>
        element.addEventListener('webglcontextlost', resolve, { once: true }),
      );
      const back = new Promise((resolve) =>
        element.addEventListener('webglcontextrestored', resolve, { once: true }),
      );
      loseContext?.loseContext();
      await contextLost;
      // After the event has been handled: the context cannot be restored before.
      await new Promise((resolve) => setTimeout(resolve));
      loseContext?.restoreContext();
      await back;
    });
    expect(await screenHeight(page)).toBe(before);
  });
});

test('hides two thirds of a climb to 1,500 m behind a plateau of 1,000 m', { tag: '@long' }, async ({
  page,
}) => {
  const tiles = await TileServer.start([], () => PLATEAU);
  const server = await ServerProcess.start({
    WAKELINE_ELEVATION_TILES: `${tiles.url}/heights/{z}/{x}/{y}`,
    WAKELINE_ELEVATION_ATTRIBUTION: 'Survey of the plateau',
  });
  try {
    const trackerId = await registerAt(server, { name: 'Montgolfier', imei: '13900000091', icon: 'drone' });
    const device = await Device.connect('13900000091', server.ports.jt808);
    await device.report(...CLIMB);
    device.disconnect();
    const console = new Console(page, server);
    await console.openSignedIn(address(trackerId, `${at(300)}&ground=flat`));
    const flat = await screenHeight(page);

    await page.getByRole('switch', { name: 'Terrain' }).click();
    await expect(page.getByText('Survey of the plateau').first()).toBeVisible();
    await expect(page).not.toHaveURL(/ground=flat/);
    await expect.poll(() => tiles.requests.length).toBeGreaterThan(0);
    // The camera rises with the terrain, so it views the upper third from nearly the same angle as the whole climb before.
    let share = 1;
    // Rendering time depends on the machine: a screenshot that is too late is taken again.
    await expect(async () => {
      const rows = await countDrawnRows(page);
      share = rows === null ? 1 : (rows.bottom - rows.top) / flat;
      expect(share).toBeLessThan(0.45);
    }).toPass({ timeout: 60_000 });
    expect(share).toBeGreaterThan(0.2);
  } finally {
    await server.remove();
    await tiles.stop();
  }
});

test('explains that a track has no altitudes, and shows the form without a selection', {
  tag: '@long',
}, async ({ console, page, register, server }) => {
  const trackerId = await register({ name: 'Packhorse', imei: '13900000092' });
  // OsmAnd reports can omit the altitude.
  for (const { lat, lng, time } of CLIMB.slice(0, 20)) {
    const report = `?id=13900000092&lat=${lat}&lon=${lng}&timestamp=${time / SECOND}`;
    expect((await fetch(`http://127.0.0.1:${server.ports.osmand}/${report}`)).ok).toBe(true);
  }
  await console.openSignedIn('/threeDPlayback', 'zh_CN');
  await expect(page.getByText('按海拔高度回放轨迹')).toBeVisible();
  await page.getByRole('button', { name: '查询' }).click();
  await expect(page.getByText('请选择设备')).toBeVisible();
  await console.open(address(trackerId, at(150)), 'zh_CN');
  await expect(page.getByText('Packhorse 没有上报海拔：轨迹贴地显示。')).toBeVisible();
});
