import type { Browser } from '@playwright/test';
import { openBrowser } from './browser.ts';
import { type Spread, spreadOf } from './measurements.ts';
import { ReplayPage } from './replay-page.ts';
import type { BenchServer } from './server.ts';

/** A replay in the console. */
export interface ConsoleReplay {
  readonly trackerIds: readonly number[];
  /** Epoch milliseconds, both included. */
  readonly start: number;
  readonly end: number;
}

export interface ConsoleSizes {
  /** Number of page loads, each in a context without a cache. */
  readonly loads: number;
  /** Seconds of scrubbing. */
  readonly seconds: number;
  /** 1: profiles of the main thread are written while scrubbing. */
  readonly profile: number;
}

/** Timeout for all fixes on a busy machine, milliseconds. */
const TIMEOUT_MS = 240_000;
const NOTCHES = 8;
const MIB = 1024 * 1024;

/** Opens replays in a real browser with software rendering; returns measurements by name. */
export async function measureConsole(
  server: BenchServer,
  replays: Readonly<Record<string, ConsoleReplay>>,
  sizes: ConsoleSizes,
): Promise<Record<string, Spread | number>> {
  const measurements: Record<string, Spread | number> = {};
  const browser = await openBrowser();
  // A hanging page must not block the benchmark: closing the browser rejects everything that waits for it.
  const timeoutMs = Object.keys(replays).length * sizes.loads * (TIMEOUT_MS + (sizes.seconds + 60) * 1_000);
  const deadline = setTimeout(() => void browser.close(), timeoutMs);
  try {
    for (const [name, replay] of Object.entries(replays))
      Object.assign(measurements, await measureReplay(browser, server, name, replay, sizes));
  } finally {
    clearTimeout(deadline);
    await browser.close();
  }
  return measurements;
}

async function measureReplay(
  browser: Browser,
  server: BenchServer,
  name: string,
  { trackerIds, start, end }: ConsoleReplay,
  { loads, seconds, profile }: ConsoleSizes,
): Promise<Record<string, Spread | number>> {
  const path = trackerIds.length === 1 ? '/traceReplaySingle' : '/traceReplaySatellite';
  const address = `${path}?trackerId=${trackerIds.join(',')}&start=${start}&end=${end}`;
  const first: number[] = [];
  const complete: number[] = [];
  const heap: number[] = [];
  const arrays: number[] = [];
  const frames: number[] = [];
  const displayedTimes: number[] = [];
  const maxFrameRates: number[] = [];
  const frameShares: number[] = [];
  const tasks: number[] = [];
  const details: number[] = [];
  const reopened: number[] = [];
  let fixes = 0;
  for (let load = 0; load < loads; load += 1) {
    const page = await ReplayPage.open(browser, server, address);
    const lines = await page.lines(trackerIds.length, TIMEOUT_MS);
    first.push(lines.first);
    complete.push(lines.complete);
    fixes = lines.fixes;
    const memory = await page.memory();
    heap.push(memory.heap / MIB);
    arrays.push(memory.arrays / MIB);
    const maxFrameRate = await page.measureMaxFrameRate(seconds / 2);
    maxFrameRates.push(maxFrameRate);
    const endProfile = profile === 1 && load === 0 ? await page.profile() : null;
    const scrubbed = await page.scrub(seconds);
    await endProfile?.(`bench/results/history-${trackerIds.length}.cpuprofile`);
    frames.push(scrubbed.frames);
    frameShares.push((scrubbed.frames / maxFrameRate) * 100);
    displayedTimes.push(scrubbed.displayedTimes);
    tasks.push(scrubbed.longestTask);
    if (trackerIds.length === 1) details.push(...(await page.detail(NOTCHES)));
    await page.navigate(`${path}?trackerId=${trackerIds.join(',')}`);
    await page.waitForIdle();
    await page.navigate(address);
    const reopenedLines = await page.lines(trackerIds.length, TIMEOUT_MS);
    reopened.push(reopenedLines.first);
    await page.close();
    console.log(
      `${name}: first line after ${Math.round(lines.first)} ms, every fix after ${Math.round(lines.complete)} ms, ` +
        `in the open console after ${Math.round(reopenedLines.first)} ms; ${Math.round(scrubbed.frames)} frames a second while scrubbing, ` +
        `${Math.round(maxFrameRate)} while only a square moves`,
    );
  }
  return {
    [`${name}, in the console: fixes`]: fixes,
    [`${name}, in the console: first complete line, ms since the page began to load`]: spreadOf(first),
    [`${name}, in the console: every fix, ms since the page began to load`]: spreadOf(complete),
    [`${name}, in the console: first complete line, ms since the request in the open console`]:
      spreadOf(reopened),
    [`${name}, in the console: what is in view as fine as can be seen, ms`]:
      details.length > 0 ? spreadOf(details) : 0,
    [`${name}, in the console: views that had to be drawn finer`]: details.length,
    [`${name}, in the console: frames a second while scrubbing`]: spreadOf(frames),
    [`${name}, in the console: frames a second while only a square of 40 pixels moves`]:
      spreadOf(maxFrameRates),
    [`${name}, in the console: frames while scrubbing, % of those while only a square moves`]:
      spreadOf(frameShares),
    [`${name}, in the console: moments shown a second while scrubbing`]: spreadOf(displayedTimes),
    [`${name}, in the console: longest task while scrubbing, ms`]: spreadOf(tasks),
    [`${name}, in the console: heap of the main thread, MiB`]: spreadOf(heap),
    [`${name}, in the console: typed arrays of the main thread, MiB`]: spreadOf(arrays),
  };
}
