import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from '@playwright/test';
import { startDemoFleet } from '@wakeline/server/testing/demo-fleet';
import config from '../playwright.config.ts';
import { COLOURS, countPixels } from '../support/pixels.ts';
import { LOGIN, ServerProcess } from '../support/server.ts';
import { waitUntilStill } from './acts.ts';
import { expect } from './expect.ts';
import { DESKTOP, type Screen, SHOTS, type Shot } from './shots.ts';

const FOLDER = fileURLToPath(new URL('../../docs/pictures/', import.meta.url));
/** Bytes: pictures are fetched with every clone. */
const MAX_BYTES = 400_000;
const MAX_TOTAL_BYTES = 4_000_000;
/** Minimum pixels of a marker in its colour. */
const MARKER = 150;
const SESSION_COOKIE = 'wakeline_session';
/** The zoom at which a device is focused. */
const FOCUS_ZOOM = 17;
const HOUR = 3_600_000;

async function trackerIdOf({ client }: ServerProcess, name: string): Promise<number> {
  const { list } = await client.call('queryAllTrackers', {});
  const found = list.find(({ trackerName }) => trackerName === name);
  if (found === undefined) throw new Error(`the fleet has no ${name}`);
  return found.trackerId;
}

async function addressOf(server: ServerProcess, screen: Screen): Promise<string> {
  if (screen.kind === 'login') return '/login';
  if (screen.kind === 'live') return '/';
  if (screen.kind === 'device') return `/?device=${await trackerIdOf(server, screen.name)}`;
  const end = Date.now();
  const start = end - screen.hours * HOUR;
  const query = new URLSearchParams({
    trackerId: String(await trackerIdOf(server, screen.device)),
    start: String(start),
    end: String(end),
    time: String(Math.round(start + (end - start) * screen.share)),
  });
  return `/traceReplaySingle?${query}`;
}

/** Waits until the content of the shot is visible. */
async function waitUntilDrawn(page: Page, { screen, size }: Shot): Promise<void> {
  if (screen.kind === 'login') await expect(page.locator('form')).toBeVisible();
  if (screen.kind === 'live' || screen.kind === 'device') {
    await expect(page.getByRole('banner')).toBeVisible();
    if (size === undefined) await expect(page.getByRole('treeitem').nth(8)).toBeVisible();
  }
  if (screen.kind === 'device') await zoomOut(page, screen.levels);
  if (screen.kind === 'replay') await expect(page.getByRole('slider').first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => document.fonts.ready);
  if (screen.kind !== 'login') await mapIsDrawn(page);
}

/** Waits until there are markers and two consecutive screenshots differ only by moving devices. */
async function mapIsDrawn(page: Page): Promise<void> {
  const map = await page.locator('canvas').first().boundingBox();
  if (map === null) throw new Error('the page has no map');
  // The list covers the left part and has marker colours, too.
  const free = map.width > 800 ? { ...map, x: map.x + 400, width: map.width - 400 } : map;
  await expect
    .poll(async () => {
      const moving = await countPixels(page, COLOURS.RUNNING, free);
      return moving + (await countPixels(page, COLOURS.STOP, free));
    })
    .toBeGreaterThan(MARKER);
  await waitUntilStill(page, free);
}

async function zoomOut(page: Page, levels: number): Promise<void> {
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectZoom(page, FOCUS_ZOOM);
  for (let level = 1; level <= levels; level++) {
    await page.locator('.maplibregl-canvas').press('-');
    await expectZoom(page, FOCUS_ZOOM - level);
  }
}

async function expectZoom(page: Page, zoom: number): Promise<void> {
  await expect
    .poll(async () => Number((await page.evaluate(() => sessionStorage.getItem('map.live')))?.split(',')[2]))
    .toBeCloseTo(zoom, 1);
}

async function takeShot(browser: Browser, server: ServerProcess, shot: Shot): Promise<number> {
  const context = await browser.newContext({
    viewport: shot.size ?? DESKTOP,
    deviceScaleFactor: shot.size === undefined ? 1 : 2,
    colorScheme: shot.scheme ?? 'light',
    locale: shot.language === 'zh_CN' ? 'zh-CN' : 'en-GB',
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await page.addInitScript((language) => localStorage.setItem('lang', language), shot.language);
  if (shot.screen.kind !== 'login') {
    const value = await server.newSession(shot.language);
    await context.addCookies([{ name: SESSION_COOKIE, value, url: server.url }]);
  }
  if (shot.screen.kind === 'live') {
    await page.addInitScript(({ lng, lat, zoom }) => {
      sessionStorage.setItem('map.live', `${lng},${lat},${zoom}`);
    }, shot.screen.camera);
  }
  await page.goto(server.url + (await addressOf(server, shot.screen)));
  await waitUntilDrawn(page, shot);
  const path = join(FOLDER, `${shot.name}.png`);
  await page.screenshot({ path, animations: 'disabled', caret: 'hide' });
  await context.close();
  const { size } = await stat(path);
  if (size > MAX_BYTES) throw new Error(`${shot.name}.png has ${size} bytes; the maximum is ${MAX_BYTES}`);
  return size;
}

await mkdir(FOLDER, { recursive: true });
const server = await ServerProcess.start();
let bytes = 0;
try {
  const stopFleet = await startDemoFleet({ url: server.url, ports: server.ports, login: LOGIN, print: true });
  const browser = await chromium.launch(config.use?.launchOptions);
  try {
    for (const shot of SHOTS) {
      const size = await takeShot(browser, server, shot);
      bytes += size;
      process.stdout.write(`${shot.name}.png ${Math.round(size / 1000)} kB\n`);
    }
  } finally {
    await browser.close();
    await stopFleet();
  }
} finally {
  await server.remove();
}
if (bytes > MAX_TOTAL_BYTES)
  throw new Error(`the pictures have ${bytes} bytes; the maximum is ${MAX_TOTAL_BYTES}`);
