import type { Browser, BrowserContext } from '@playwright/test';
import { startDemoFleet } from '@wakeline/server/testing/demo-fleet';
import { readSizes } from './harness/arguments.ts';
import { DESKTOP, openBrowser } from './harness/browser.ts';
import { makeDataFolder, removeDataFolder } from './harness/data-folder.ts';
import { spreadOf, writeReport } from './harness/measurements.ts';
import { type BenchServer, LOGIN, startServer } from './harness/server.ts';
import { openOnLine } from './harness/slow-line.ts';

const sizes = readSizes(
  "From the click on 'sign in' to the live map with the demo's devices on it, in Chromium with software rendering. Then the start of a signed-in user on a slow line, to the device list: in a new browser, and in one that has been here before.",
  {
    rounds: {
      meaning: 'sign-ins, each in a browser context without a cache, after one warm-up',
      default: 7,
    },
    starts: { meaning: 'starts on a slow line, each in a new browser context and again in it', default: 5 },
    mbit: { meaning: 'megabits a second of that line', default: 4 },
    latency: { meaning: 'milliseconds that it adds to each round trip', default: 100 },
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
    const starts: { cold: Start; warm: Start }[] = [];
    for (let round = 0; round < sizes.starts; round++) {
      const start = await startTwice(browser, server);
      starts.push(start);
      console.log(
        `slow line: list after ${Math.round(start.cold.usable)} ms, again after ${Math.round(start.warm.usable)} ms`,
      );
    }
    writeReport('login', sizes, {
      'device list after ms': spreadOf(rounds.map(({ listed }) => listed)),
      'devices on the map after ms': spreadOf(rounds.map(({ drawn }) => drawn)),
      ...describeStarts(
        'new browser on a slow line',
        starts.map(({ cold }) => cold),
      ),
      ...describeStarts(
        'second visit on it',
        starts.map(({ warm }) => warm),
      ),
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

/** A start of a signed-in user on the slow line. */
interface Start {
  /** Milliseconds from the navigation until the first row of the device list can be clicked. */
  readonly usable: number;
  readonly requests: number;
  readonly kilobytes: number;
}

async function startTwice(browser: Browser, server: BenchServer): Promise<{ cold: Start; warm: Start }> {
  const context = await browser.newContext({ viewport: DESKTOP, locale: 'en-GB', reducedMotion: 'reduce' });
  await context.addCookies([{ name: 'wakeline_session', value: server.token, url: server.url }]);
  await context.addInitScript(() => {
    localStorage.setItem('lang', 'en_US');
    const check = () => {
      const row = document.querySelector('[role=treeitem]');
      const { left, top, width, height } = row?.getBoundingClientRect() ?? new DOMRect();
      const hit = document.elementFromPoint(left + width / 2, top + height / 2);
      if (row !== null && hit !== null && row.contains(hit)) performance.mark('usable');
      else requestAnimationFrame(check);
    };
    check();
  });
  const cold = await start(context, server, true);
  const warm = await start(context, server, false);
  await context.close();
  return { cold, warm };
}

async function start(context: BrowserContext, server: BenchServer, isFirst: boolean): Promise<Start> {
  const { page, traffic } = await openOnLine(context, {
    megabitsPerSecond: sizes.mbit,
    latencyMs: sizes.latency,
  });
  await page.goto(server.url);
  await page.waitForFunction(() => performance.getEntriesByName('usable').length > 0);
  const usable = await page.evaluate(
    () => performance.getEntriesByName('usable')[0]?.startTime ?? Number.NaN,
  );
  const { requests, bytes } = traffic;
  if (isFirst) {
    // The next visit finds what a browser keeps.
    await page.waitForLoadState('networkidle');
    await page.evaluate(async () => {
      const worker = await fetch('/service-worker.js', { method: 'HEAD' });
      if (worker.ok) await navigator.serviceWorker.ready;
    });
  }
  await page.close();
  return { usable, requests, kilobytes: Math.round(bytes / 1000) };
}

function describeStarts(name: string, starts: readonly Start[]): Record<string, ReturnType<typeof spreadOf>> {
  return {
    [`${name}: device list after ms`]: spreadOf(starts.map(({ usable }) => usable)),
    [`${name}: requests until then`]: spreadOf(starts.map(({ requests }) => requests)),
    [`${name}: kB until then`]: spreadOf(starts.map(({ kilobytes }) => kilobytes)),
  };
}
