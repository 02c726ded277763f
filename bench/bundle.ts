import { setTimeout } from 'node:timers/promises';
import type { BrowserContext } from '@playwright/test';
import { readSizes } from './harness/arguments.ts';
import { openBrowser } from './harness/browser.ts';
import { makeDataFolder, removeDataFolder } from './harness/data-folder.ts';
import { writeReport } from './harness/measurements.ts';
import { type BenchServer, startServer } from './harness/server.ts';

const sizes = readSizes(
  'Compressed script bytes and numbers of scripts: of the login page, and what each screen adds to it, each in a browser without a cache.',
  {},
);

/** Screens by the name in the report. */
const SCREENS = {
  'live map': '/Map',
  replay: '/traceReplaySingle',
  'system settings': '/systemSet',
  'rights management': '/authorityManage',
  'extension panels': '/extensionPanel',
  'application center': '/appCenter',
  'update log': '/updateLog',
  notices: '/notificationRecord',
};

/** A page is complete when it has requested nothing for this time. */
const QUIET_MS = 4_000;

/** The service worker would load the other screens at the same time. */
const WITHOUT_WORKER = { serviceWorkers: 'block' } as const;

const data = makeDataFolder();
const server = await startServer({ data });
const browser = await openBrowser();
try {
  const login = await scriptsOf(await browser.newContext(WITHOUT_WORKER), `${server.url}/login`);
  const gzipContext = await browser.newContext({
    ...WITHOUT_WORKER,
    extraHTTPHeaders: { 'accept-encoding': 'gzip' },
  });
  const measurements: Record<string, number> = {
    'login page, kB': kilobytes(sum(login.values())),
    'login page by gzip, kB': kilobytes(sum((await scriptsOf(gzipContext, `${server.url}/login`)).values())),
    'login page, scripts': login.size,
  };
  for (const [name, path] of Object.entries(SCREENS)) {
    const context = await browser.newContext(WITHOUT_WORKER);
    await signIn(context, server);
    const scripts = await scriptsOf(context, `${server.url}${path}`);
    const added = [...scripts].filter(([url]) => !login.has(url)).map(([, bytes]) => bytes);
    measurements[`${name}, kB more`] = kilobytes(sum(added));
    measurements[`${name}, scripts more`] = added.length;
  }
  writeReport('bundle', sizes, measurements);
} finally {
  await browser.close();
  await server.stop();
  removeDataFolder(data);
}

/** Compressed bytes of each script that a page loads, without headers, by URL. */
async function scriptsOf(context: BrowserContext, address: string): Promise<Map<string, number>> {
  const page = await context.newPage();
  const network = await context.newCDPSession(page);
  await network.send('Network.enable');
  const responses = new Map<string, { readonly url: string; readonly headers: number }>();
  const scripts = new Map<string, number>();
  network.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (type === 'Script' || response.mimeType.includes('javascript'))
      responses.set(requestId, { url: response.url, headers: response.encodedDataLength });
  });
  network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const response = responses.get(requestId);
    if (response !== undefined) scripts.set(response.url, encodedDataLength - response.headers);
  });
  let lastAt = performance.now();
  for (const event of ['Network.requestWillBeSent', 'Network.loadingFinished'] as const) {
    network.on(event, () => {
      lastAt = performance.now();
    });
  }
  await page.goto(address);
  // On a busy machine a page needs longer between two requests than the half second of Playwright's `networkidle`.
  while (performance.now() - lastAt < QUIET_MS) await setTimeout(100);
  await context.close();
  return scripts;
}

async function signIn(context: BrowserContext, { url, token }: BenchServer): Promise<void> {
  await context.addCookies([{ name: 'wakeline_session', value: token, url }]);
  await context.addInitScript(() => localStorage.setItem('lang', 'en_US'));
}

function sum(bytes: Iterable<number>): number {
  return [...bytes].reduce((total, one) => total + one, 0);
}

/** Kilobytes, to one decimal. */
function kilobytes(bytes: number): number {
  return Math.round(bytes / 100) / 10;
}
