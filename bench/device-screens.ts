import type { Browser, Page } from '@playwright/test';
import { createFleet, insertFleet } from '@wakeline/server/testing/large-fleet';
import { varyDevices } from '@wakeline/server/testing/vary-devices';
import { readSizes } from './harness/arguments.ts';
import { DESKTOP, openBrowser } from './harness/browser.ts';
import { databaseUrlOf, makeDataFolder, removeDataFolder } from './harness/data-folder.ts';
import { spreadOf, writeReport } from './harness/measurements.ts';
import { type BenchServer, startServer } from './harness/server.ts';

const sizes = readSizes(
  'The screens of the device management in Chromium, with all devices in one account.',
  {
    devices: { meaning: 'devices of the account', default: 100_000 },
    loads: { meaning: 'page loads, each in a browser context without a cache', default: 5 },
  },
);

const MIB = 1024 * 1024;
const FIRST_DEVICE = '/deviceManger/1';
/** Errors of the pages: messages of the console and uncaught exceptions. */
const errors: string[] = [];
const times = new Map<string, number[]>();

declare global {
  interface Window {
    /** Milliseconds of the longest task of the main thread. */
    longestTask: number;
  }
}

const data = makeDataFolder();
try {
  const first = await startServer({ data });
  try {
    await insertFleet(databaseUrlOf(data), createFleet(sizes.devices));
    await varyDevices(databaseUrlOf(data));
  } finally {
    await first.stop();
  }
  // The engine reads states when it starts.
  const server = await startServer({ data });
  const browser = await openBrowser();
  try {
    for (let load = 0; load < sizes.loads; load++) await measure(browser, server);
  } finally {
    await browser.close();
    await server.stop();
  }
} finally {
  removeDataFolder(data);
}
for (const error of new Set(errors)) console.log(`  page: ${error}`);
writeReport('device-screens', sizes, {
  ...Object.fromEntries([...times].map(([name, values]) => [name, spreadOf(values)])),
  'errors of the pages': errors.length,
});

async function measure(browser: Browser, server: BenchServer): Promise<void> {
  const context = await browser.newContext({ viewport: DESKTOP, locale: 'en-GB' });
  await context.addCookies([{ name: 'wakeline_session', value: server.token, url: server.url }]);
  const page = await context.newPage();
  page.on('pageerror', ({ message }) => errors.push(message));
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  await page.addInitScript(() => {
    localStorage.setItem('lang', 'en_US');
    window.longestTask = 0;
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries())
        window.longestTask = Math.max(window.longestTask, duration);
    }).observe({ type: 'longtask' });
  });
  const rows = page.locator('tbody tr.ant-table-row');
  await open(page, 'table, first rows ms', `${server.url}/deviceManger`, rows.first());
  await record(
    'longest task until then, ms',
    page.evaluate(() => window.longestTask),
  );
  await changeRows(page, 'search ms', async () => {
    await page.getByRole('searchbox').first().fill('truck 0001');
    await page.keyboard.press('Enter');
  });
  await changeRows(page, 'without the search ms', () =>
    page.getByRole('button', { name: 'Clear filters' }).click(),
  );
  await changeRows(page, 'sorted by last report ms', () =>
    page.getByRole('columnheader', { name: 'Last report' }).click(),
  );
  await changeRows(page, 'last page ms', () => page.locator('.ant-pagination-item').last().click());
  await changeRows(page, 'filter by movement ms', async () => {
    await page.getByRole('combobox', { name: 'Movement' }).click();
    await page.getByTitle('Static', { exact: true }).click();
    await page.keyboard.press('Escape');
  });
  await act(page, 'groups to choose from ms', async () => {
    await page.getByRole('combobox', { name: 'Group', exact: true }).click();
    await page.locator('.ant-select-item-option').getByText('Fleet 1 / Fleet 1.1', { exact: true }).waitFor();
  });
  await page.keyboard.press('Escape');
  await act(page, 'all matching devices selected ms', async () => {
    await page.getByRole('checkbox', { name: 'Tick all rows of this page' }).check();
    await page.getByRole('button', { name: /^Select all/ }).click();
    await page.getByText(/devices ticked/).waitFor();
  });
  await act(page, 'dialog of the batch change ms', async () => {
    await page.getByRole('button', { name: 'Batch edit' }).click();
    await page.getByRole('menuitem', { name: 'Note' }).click();
    await page.getByRole('dialog', { name: 'Note' }).waitFor();
  });
  await record(
    'longest task in the table, ms',
    page.evaluate(() => window.longestTask),
  );
  await record('heap of the table, MiB', readHeap(page));
  await open(page, 'groups ms', `${server.url}/deviceManger?tab=groups`, page.getByRole('treeitem').first());
  await open(page, 'models ms', `${server.url}/deviceManger?tab=models`, rows.first());
  await open(page, 'device ms', server.url + FIRST_DEVICE, page.getByText('Latest state'));
  await context.close();
}

/** Milliseconds from the address until something is visible. */
async function open(
  page: Page,
  name: string,
  url: string,
  target: ReturnType<Page['locator']>,
): Promise<void> {
  await act(page, name, async () => {
    await page.goto(url, { waitUntil: 'commit' });
    await target.waitFor();
  });
}

/** Milliseconds from an action until the table has other rows. */
async function changeRows(page: Page, name: string, action: () => Promise<void>): Promise<void> {
  const before = await page.locator('tbody').last().innerText();
  await act(page, name, async () => {
    await action();
    await page.waitForFunction(
      (text) => [...document.querySelectorAll('tbody')].at(-1)?.innerText !== text,
      before,
    );
  });
}

async function act(page: Page, name: string, action: () => Promise<void>): Promise<void> {
  page.setDefaultTimeout(60_000);
  const startedAt = performance.now();
  await action();
  await record(name, performance.now() - startedAt);
}

async function record(name: string, value: number | Promise<number>): Promise<void> {
  times.set(name, [...(times.get(name) ?? []), await value]);
}

/** Retained bytes of the page's JavaScript after a garbage collection, MiB. */
async function readHeap(page: Page): Promise<number> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('HeapProfiler.collectGarbage');
  const { usedSize } = await cdp.send('Runtime.getHeapUsage');
  return usedSize / MIB;
}
