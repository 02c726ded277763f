import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, expect, type Page } from '@playwright/test';
import config from '../playwright.config.ts';
import type { Language } from '../support/console.ts';
import { ServerProcess } from '../support/server.ts';
import { composeSheet, type Look } from './compose.ts';
import { startFleet } from './fleet.ts';
import { furnish } from './furnish.ts';
import { furnishMap } from './furnish-map.ts';
import { SHEETS, type Sheet } from './sheets.ts';

const FOLDER = fileURLToPath(new URL('../../docs/pictures/screens/', import.meta.url));
/** Bytes: pictures are fetched with every clone. */
const LARGEST = 400_000;
const SESSION_COOKIE = 'wakeline_session';
const SIZES = {
  desk: { width: 1440, height: 900 },
  phone: { width: 390, height: 844 },
} as const;

/** In the order in which they stand on the sheet: Chinese above, English below; light left, dark right. */
const LOOKS = (['zh_CN', 'en_US'] as const).flatMap((language) =>
  (['light', 'dark'] as const).map((scheme) => ({ language, scheme })),
);

interface LookOptions {
  readonly language: Language;
  readonly scheme: 'light' | 'dark';
  readonly size: keyof typeof SIZES;
}

async function look(
  browser: Browser,
  server: ServerProcess,
  { path, signedIn, camera, act }: Sheet,
  { language, scheme, size }: LookOptions,
): Promise<Look> {
  const context = await browser.newContext({
    viewport: SIZES[size],
    colorScheme: scheme,
    locale: language === 'zh_CN' ? 'zh-CN' : 'en-GB',
    reducedMotion: 'reduce',
    hasTouch: size === 'phone',
  });
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
  await page.goto(server.url + path);
  await settle(page);
  if (act !== undefined) {
    await act(page, language, server);
    await settle(page);
  }
  // Where the map is drawn in software, a picture may show the frame before what has just opened: the second one does not.
  await page.screenshot();
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  const png = await page.screenshot({ caret: 'hide' });
  await context.close();
  return { png, phone: size === 'phone' };
}

/** Everything that was asked for is there. */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await expect(page.locator('.ant-skeleton')).toHaveCount(0, { timeout: 30_000 });
  await page.evaluate(() => document.fonts.ready);
}

/** The dialog of the update log stands over everything until it is acknowledged. */
async function seeNews({ client }: ServerProcess): Promise<void> {
  const { list } = await client.call('queryUpdateLog', {});
  const [newest] = list;
  if (newest !== undefined) await client.call('readUpdateLog', { noticeId: newest.noticeId });
}

await mkdir(FOLDER, { recursive: true });
const wanted = process.argv.slice(2);
const server = await ServerProcess.start();
try {
  const stopFleet = await startFleet(server);
  await furnish(server);
  await furnishMap(server);
  const browser = await chromium.launch(config.use?.launchOptions);
  try {
    for (const sheet of SHEETS) {
      if (sheet !== SHEETS[0]) await seeNews(server);
      if (wanted.length > 0 && !wanted.includes(sheet.name)) continue;
      await sheet.prepare?.(server);
      const looks: Look[] = [];
      for (const size of ['desk', 'phone'] as const)
        for (const { language, scheme } of LOOKS)
          looks.push(await look(browser, server, sheet, { language, scheme, size }));
      const png = await composeSheet(looks);
      if (png.length > LARGEST)
        throw new Error(`${sheet.name}.png has ${png.length} bytes; ${LARGEST} are allowed`);
      await writeFile(join(FOLDER, `${sheet.name}.png`), png);
      process.stdout.write(`screens/${sheet.name}.png ${Math.round(png.length / 1000)} kB\n`);
    }
  } finally {
    await browser.close();
    await stopFleet();
  }
} finally {
  await server.remove();
}
