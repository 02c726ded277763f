import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from '@playwright/test';
import { freePorts } from '@wakeline/server/testing/free-ports';
import config from '../playwright.config.ts';
import type { Language } from '../support/console.ts';
import type { Heights } from '../support/elevation-tile.ts';
import { ServerProcess } from '../support/server.ts';
import { TileServer } from '../support/tile-server.ts';
import { type Capture, composeSheet } from './compose.ts';
import { expect } from './expect.ts';
import type { Sheet } from './sheets.ts';
import { WORLDS, type World } from './worlds.ts';

const FOLDER = fileURLToPath(new URL('../../docs/pictures/screens/', import.meta.url));
/** Bytes: pictures are fetched with every clone. */
const MAX_BYTES = 400_000;
/** Terrain and many tracks compress badly with a palette. */
const MAX_BYTES_WITH_MANY_COLOURS = 650_000;
/** A screen of 4K with software rendering takes a minute beside other work. */
const TIMEOUT_MS = 180_000;
/** `page.loading` in both languages: the text of the splash screen. */
const LOADING = /^(正在加载|Loading)$/;
const SESSION_COOKIE = 'wakeline_session';
const SIZES = {
  desktop: { width: 1440, height: 900 },
  phone: { width: 390, height: 844 },
  fullHd: { width: 1920, height: 1080 },
  ultraHd: { width: 3840, height: 2160 },
} as const;
type Size = keyof typeof SIZES;
/** The sizes of a sheet, left and right. */
const CONSOLE_SIZES: readonly Size[] = ['desktop', 'phone'];
const DISPLAY_SIZES: readonly Size[] = ['fullHd', 'ultraHd'];

/** Hills for the race of the demo's fleet: metres above the sea. The highest is where its course is. */
const HILLS: Heights = (lng, lat) => {
  const summit = Math.exp(-(((lng - 110.386) / 0.014) ** 2 + ((lat - 25.307) / 0.011) ** 2));
  const ridge = Math.exp(-(((lng - 110.41) / 0.012) ** 2 + ((lat - 25.325) / 0.02) ** 2));
  return 150 + 730 * summit + 560 * ridge + 20 * Math.sin(lng * 900) * Math.cos(lat * 1_100);
};

/** In their order on the sheet: Chinese above, English below; light left, dark right. */
const VARIANTS = (['zh_CN', 'en_US'] as const).flatMap((language) =>
  (['light', 'dark'] as const).map((scheme) => ({ language, scheme })),
);

interface CaptureOptions {
  readonly language: Language;
  readonly scheme: 'light' | 'dark';
  readonly size: Size;
}

/** The captures of a sheet and its steps, by name. */
async function captureSheet(
  browser: Browser,
  server: ServerProcess,
  { name, path, signedIn, camera, act, steps = [], finish, polls = false }: Sheet,
  { language, scheme, size }: CaptureOptions,
): Promise<Map<string, Capture>> {
  const context = await browser.newContext({
    viewport: SIZES[size],
    colorScheme: scheme,
    locale: language === 'zh_CN' ? 'zh-CN' : 'en-GB',
    reducedMotion: 'reduce',
    hasTouch: size === 'phone',
  });
  context.setDefaultTimeout(TIMEOUT_MS);
  const page = await context.newPage();
  await page.addInitScript((lang) => localStorage.setItem('lang', lang), language);
  if (camera !== undefined) {
    await page.addInitScript(
      ({ lng, lat, zoom }) => sessionStorage.setItem('map.live', `${lng},${lat},${zoom}`),
      camera,
    );
  }
  if (signedIn) {
    const value = await server.newSession(language);
    await context.addCookies([{ name: SESSION_COOKIE, value, url: server.url }]);
  }
  // Notices of the demo's fleet arrive at any time, and cover what a sheet shows and clicks.
  await page.addInitScript(() =>
    addEventListener('DOMContentLoaded', () => {
      const style = document.createElement('style');
      style.textContent = '.ant-notification { display: none !important; }';
      document.head.append(style);
    }),
  );
  await page.goto(server.url + path);
  await waitUntilLoaded(page, polls);
  const captures = new Map<string, Capture>();
  for (const step of [{ name, act }, ...steps]) {
    if (step.act !== undefined) {
      await step.act(page, language, server);
      await waitUntilLoaded(page, polls);
    }
    captures.set(step.name, { png: await takeScreenshot(page), size });
  }
  await finish?.(page, language, server);
  await context.close();
  return captures;
}

/** With software rendering, a screenshot can show the previous frame; the second one does not. */
async function takeScreenshot(page: Page): Promise<Buffer> {
  await page.screenshot();
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  return page.screenshot({ caret: 'hide' });
}

/** Waits until the code and the data of the screen are loaded. A screen that polls is never idle: its act waits for the data. */
async function waitUntilLoaded(page: Page, polls: boolean): Promise<void> {
  if (!polls) await page.waitForLoadState('networkidle');
  await page.waitForFunction(() => [...document.images].every(({ complete }) => complete));
  await expect(page.getByText(LOADING)).toHaveCount(0);
  await expect(page.locator('.ant-skeleton')).toHaveCount(0);
  await page.evaluate(() => document.fonts.ready);
}

/** The dialog of the update log covers everything until it is acknowledged. */
async function markUpdateRead({ client }: ServerProcess): Promise<void> {
  const { list } = await client.call('queryUpdateLog', {});
  const [newest] = list;
  if (newest !== undefined) await client.call('readUpdateLog', { noticeId: newest.noticeId });
}

/** Captures all variants of a sheet and its steps, and writes the requested sheets. */
async function takeSheet(browser: Browser, server: ServerProcess, sheet: Sheet): Promise<void> {
  await sheet.prepare?.(server);
  const captures: Map<string, Capture>[] = [];
  for (const size of sheet.onDisplays === true ? DISPLAY_SIZES : CONSOLE_SIZES)
    for (const { language, scheme } of VARIANTS)
      captures.push(await captureSheet(browser, server, sheet, { language, scheme, size }));
  for (const name of namesOf(sheet).filter(isSelected)) {
    const png = await composeSheet(captures.flatMap((capturesByName) => capturesByName.get(name) ?? []));
    const maxBytes = sheet.manyColours === true ? MAX_BYTES_WITH_MANY_COLOURS : MAX_BYTES;
    if (png.length > maxBytes)
      throw new Error(`${name}.png has ${png.length} bytes; the maximum is ${maxBytes}`);
    await writeFile(join(FOLDER, `${name}.png`), png);
    process.stdout.write(`screens/${name}.png ${Math.round(png.length / 1000)} kB\n`);
  }
}

function namesOf({ name, steps = [] }: Sheet): string[] {
  return [name, ...steps.map((step) => step.name)];
}

const selectedNames = process.argv.slice(2);
function isSelected(name: string): boolean {
  return selectedNames.length === 0 || selectedNames.includes(name);
}

/** Captures the requested sheets of a world on a server of its own. */
async function takeSheets(browser: Browser, { sheets, populate, hasVideo = false }: World): Promise<void> {
  if (!sheets.some((sheet) => namesOf(sheet).some(isSelected))) return;
  const [rtmpPort = 0] = hasVideo ? await freePorts(1) : [];
  const server = await ServerProcess.start({
    WAKELINE_RTMP_PORT: String(rtmpPort),
    WAKELINE_ELEVATION_TILES: `${tiles.url}/heights/{z}/{x}/{y}`,
    WAKELINE_ELEVATION_ATTRIBUTION: 'Hills of the demo',
    // Nothing listens there: messages to Iridium terminals wait.
    WAKELINE_SMTP_URL: 'smtp://127.0.0.1:9',
    WAKELINE_SMTP_FROM: 'wakeline@harbour.example',
    WAKELINE_IRIDIUM_EMAIL: 'data@iridium.example',
    // The receiver of a feed.
    WAKELINE_FEED_NETWORKS: '127.0.0.0/8',
  });
  try {
    const stop = await populate(server);
    try {
      for (const sheet of sheets) {
        if (sheet !== sheets[0]) await markUpdateRead(server);
        if (namesOf(sheet).some(isSelected)) await takeSheet(browser, server, sheet);
      }
    } finally {
      await stop();
    }
  } finally {
    await server.remove();
  }
}

await mkdir(FOLDER, { recursive: true });
const tiles = await TileServer.start([], HILLS);
try {
  const browser = await chromium.launch(config.use?.launchOptions);
  try {
    for (const world of WORLDS) await takeSheets(browser, world);
  } finally {
    await browser.close();
  }
} finally {
  await tiles.stop();
}
