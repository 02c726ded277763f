import type { BrowserContext } from '@playwright/test';
import { readSizes } from './harness/arguments.ts';
import { openBrowser } from './harness/browser.ts';
import { makeDataFolder, removeDataFolder } from './harness/data-folder.ts';
import { report } from './harness/figures.ts';
import { type BenchServer, startServer } from './harness/server.ts';

const sizes = readSizes(
  'Compressed script that a browser loads: for the login page, and what each screen adds after it, each in a browser without a cache.',
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

const data = makeDataFolder();
const server = await startServer({ data });
const browser = await openBrowser();
try {
  const login = await scriptsOf(await browser.newContext(), `${server.url}/login`);
  const first = sum(login.values());
  const figures: Record<string, number> = { 'login page, kB': kilobytes(first) };
  for (const [name, path] of Object.entries(SCREENS)) {
    const context = await browser.newContext();
    await signIn(context, server);
    const scripts = await scriptsOf(context, `${server.url}${path}`);
    const added = sum([...scripts].filter(([url]) => !login.has(url)).map(([, bytes]) => bytes));
    figures[`${name}, kB more`] = kilobytes(added);
  }
  report('bundle', sizes, figures);
} finally {
  await browser.close();
  await server.stop();
  removeDataFolder(data);
}

/** Bytes on the wire of each script that a page loads, by its address. */
async function scriptsOf(context: BrowserContext, address: string): Promise<Map<string, number>> {
  const page = await context.newPage();
  const network = await context.newCDPSession(page);
  await network.send('Network.enable');
  const urls = new Map<string, string>();
  const scripts = new Map<string, number>();
  network.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (type === 'Script' || response.mimeType.includes('javascript')) urls.set(requestId, response.url);
  });
  network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const url = urls.get(requestId);
    if (url !== undefined) scripts.set(url, encodedDataLength);
  });
  await page.goto(address);
  await page.waitForLoadState('networkidle');
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

/** Thousands of bytes, to a tenth. */
function kilobytes(bytes: number): number {
  return Math.round(bytes / 100) / 10;
}
