import { stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { startDemoFleet } from '@wakeline/server/testing/demo-fleet';
import config from '../playwright.config.ts';
import { LOGIN, ServerProcess } from '../support/server.ts';
import { raceAddress } from './race.ts';

const FILE = fileURLToPath(new URL('../../docs/pictures/replay.webm', import.meta.url));
/** Bytes: it is fetched with every clone. */
const MAX_BYTES = 2_000_000;
/** Small enough for the panel to be a sheet, so that the full map is visible. */
const SIZE = { width: 700, height: 520 };
/** Playback speed: the race's three hours in five seconds. */
const FRAME_RATE = '×2048';
const SESSION_COOKIE = 'wakeline_session';

/** Saves a replay of the demo's race as the console itself saves videos. */
const server = await ServerProcess.start();
try {
  const stopFleet = await startDemoFleet({ url: server.url, ports: server.ports, login: LOGIN, print: true });
  const browser = await chromium.launch(config.use?.launchOptions);
  try {
    const context = await browser.newContext({ viewport: SIZE, locale: 'en-GB', reducedMotion: 'reduce' });
    const page = await context.newPage();
    await page.addInitScript(() => localStorage.setItem('lang', 'en_US'));
    const value = await server.newSession('en_US');
    await context.addCookies([{ name: SESSION_COOKIE, value, url: server.url }]);
    await page.goto(server.url + (await raceAddress(server)));
    await page.getByRole('slider').first().waitFor();
    await page.waitForLoadState('networkidle');
    await page.getByRole('button', { name: 'Open panel' }).click();
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Save as video…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Save as video' });
    await dialog.getByText('Full replay').click();
    await dialog.getByRole('combobox', { name: 'Speed' }).click();
    await page.locator('.ant-select-item-option').filter({ hasText: FRAME_RATE }).click();
    await dialog.getByRole('button', { name: 'Start recording' }).click();
    await page.getByText(/The video is ready/).waitFor({ timeout: 120_000 });
    const coming = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save video' }).click();
    await (await coming).saveAs(FILE);
  } finally {
    await browser.close();
    await stopFleet();
  }
} finally {
  await server.remove();
}
const { size } = await stat(FILE);
if (size > MAX_BYTES) throw new Error(`replay.webm has ${size} bytes; the maximum is ${MAX_BYTES}`);
process.stdout.write(`replay.webm ${Math.round(size / 1000)} kB\n`);
