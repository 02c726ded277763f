import type { Browser } from '@playwright/test';
import { startDemoFleet } from '@wakeline/server/testing/demo-fleet';
import { readSizes } from './harness/arguments.ts';
import { DESKTOP, openBrowser } from './harness/browser.ts';
import { makeDataFolder, removeDataFolder } from './harness/data-folder.ts';
import { spreadOf, writeReport } from './harness/measurements.ts';
import { type BenchServer, LOGIN, startServer } from './harness/server.ts';

const sizes = readSizes(
  "From the click on 'sign in' to the live map with the demo's devices on it, in Chromium with software rendering.",
  {
    rounds: {
      meaning: 'sign-ins, each in a browser context without a cache, after one warm-up',
      default: 7,
    },
  },
);

const data = makeDataFolder();
const server = await startServer({ data });
try {
  const stopFleet = await startDemoFleet({
    url: server.url,
    ports: server.ports,
    login: LOGIN,
    print: false,
  });
  const browser = await openBrowser();
  try {
    await signIn(browser, server);
    const rounds: Moments[] = [];
    for (let round = 0; round < sizes.rounds; round++) {
      const moments = await signIn(browser, server);
      rounds.push(moments);
      console.log(
        `list after ${Math.round(moments.listed)} ms, devices on the map after ${Math.round(moments.drawn)} ms`,
      );
    }
    writeReport('login', sizes, {
      'device list after ms': spreadOf(rounds.map(({ listed }) => listed)),
      'devices on the map after ms': spreadOf(rounds.map(({ drawn }) => drawn)),
    });
  } finally {
    await browser.close();
    await stopFleet();
  }
} finally {
  await server.stop();
  removeDataFolder(data);
}

/** Milliseconds since the click. */
interface Moments {
  readonly listed: number;
  readonly drawn: number;
}

async function signIn(browser: Browser, { url }: BenchServer): Promise<Moments> {
  const context = await browser.newContext({ viewport: DESKTOP, locale: 'en-GB', reducedMotion: 'reduce' });
  const page = await context.newPage();
  await page.addInitScript(() => {
    localStorage.setItem('lang', 'en_US');
    addEventListener('click', () => performance.mark('click'), { capture: true });
    new MutationObserver((_changes, observer) => {
      if (document.querySelector('[role=treeitem]') === null) return;
      observer.disconnect();
      requestAnimationFrame(() => performance.mark('listed'));
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto(`${url}/login`);
  await page.getByLabel('Account', { exact: true }).fill(LOGIN.account);
  await page.getByLabel('Password', { exact: true }).fill(LOGIN.password);
  await page.waitForLoadState('networkidle');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForFunction(() =>
    ['listed', 'wakeline:devices-drawn'].every((name) => performance.getEntriesByName(name).length > 0),
  );
  const moments = await page.evaluate(() => {
    const at = (name: string) => performance.getEntriesByName(name).at(-1)?.startTime ?? Number.NaN;
    const first = (name: string) => performance.getEntriesByName(name)[0]?.startTime ?? Number.NaN;
    return { listed: first('listed') - at('click'), drawn: first('wakeline:devices-drawn') - at('click') };
  });
  await context.close();
  return moments;
}
