import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Browser, CDPSession, Page } from '@playwright/test';
import { DESKTOP } from './browser.ts';
import type { BenchServer } from './server.ts';
import { threadTimes } from './threads.ts';

/** A task of the page's main thread that took longer than 50 ms (Long Tasks, W3C). */
export interface LongTask {
  /** Milliseconds since the page started to load. */
  readonly start: number;
  readonly duration: number;
  /** Longest script in the delayed frames (Long Animation Frames, W3C): milliseconds and name. */
  readonly script: number;
  readonly of: string;
}

/** CPU time of the browser process, seconds. */
export interface PageTimes {
  readonly main: number;
  readonly workers: number;
  /** Seconds for which the main thread had a running task, with or without CPU. */
  readonly tasks: number;
  readonly at: number;
  readonly frames: number;
}

/** What `Profiler.stop` of the Chrome DevTools Protocol returns, as far as it is used. */
export interface CpuProfile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: { readonly functionName: string; readonly url: string };
    readonly children?: readonly number[];
  }[];
  /** Microseconds on the clock of the browser. */
  readonly startTime: number;
  readonly samples?: readonly number[];
  readonly timeDeltas?: readonly number[];
}

/** Milliseconds since the page started to load, and its cost since then. */
export interface FirstPicture extends PageTimes {
  /** The overview: counts of all devices in the list, and clusters on the map. */
  readonly counted: number;
  readonly previewed: number;
  /** The first device in the list. */
  readonly usable: number;
  /** All devices in the list, and on the map. */
  readonly listed: number;
  readonly drawn: number;
}

/** A page in a browser, the live map by default, with its measurements. */
export class WatchedPage {
  readonly page: Page;
  readonly #cdp: CDPSession;
  readonly #browser: Browser;
  #pid: number | null = null;

  private constructor(browser: Browser, page: Page, cdp: CDPSession) {
    this.#browser = browser;
    this.page = page;
    this.#cdp = cdp;
  }

  /** Opens it in a context without a cache, signed in; resolves when the page has started to load. */
  static async open(
    browser: Browser,
    server: BenchServer,
    trackers: number,
    { path = '/Map', viewport = DESKTOP, slowdown = 1 } = {},
  ): Promise<WatchedPage> {
    const context = await browser.newContext({ viewport, locale: 'en-GB' });
    await context.addCookies([{ name: 'wakeline_session', value: server.token, url: server.url }]);
    const page = await context.newPage();
    page.on('pageerror', (error) => console.error(`page: ${error.message}`));
    await page.addInitScript(installProbe, trackers);
    const cdp = await context.newCDPSession(page);
    await cdp.send('Performance.enable', { timeDomain: 'timeTicks' });
    if (slowdown > 1) await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    await page.goto(`${server.url}${path}`, { waitUntil: 'commit' });
    return new WatchedPage(browser, page, cdp);
  }

  /** Milliseconds from the start of loading until the list counts all devices, and until all are drawn. */
  async firstPicture(timeoutMs: number): Promise<FirstPicture> {
    const names = ['bench:listed', 'bench:drawn'] as const;
    await this.page.waitForFunction(
      (all) => all.every((name) => performance.getEntriesByName(name).length > 0),
      names,
      { timeout: timeoutMs, polling: 250 },
    );
    const marks = await this.page.evaluate(() => {
      const at = (name: string) => performance.getEntriesByName(name)[0]?.startTime ?? Number.NaN;
      return {
        counted: at('bench:counted'),
        previewed: at('wakeline:preview-drawn'),
        usable: at('bench:usable'),
        listed: at('bench:listed'),
        drawn: at('bench:drawn'),
      };
    });
    return { ...marks, ...(await this.times()) };
  }

  async times(): Promise<PageTimes> {
    const { metrics } = await this.#cdp.send('Performance.getMetrics');
    this.#pid ??= await busiestRenderer(this.#browser);
    const threads = threadTimes(this.#pid);
    const workers = [...threads.values()].filter(({ name }) => name.startsWith('DedicatedWorker'));
    const frames = await this.page.evaluate(() => window.benchWatch.frames);
    return {
      main: threads.get(this.#pid)?.seconds ?? Number.NaN,
      workers: workers.reduce((sum, { seconds }) => sum + seconds, 0),
      tasks: metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN,
      at: performance.now() / 1_000,
      frames,
    };
  }

  /** Retained bytes of its JavaScript after a garbage collection, whose tasks are not counted for the page. */
  async heap(): Promise<number> {
    await this.page.evaluate(() => {
      window.benchWatch.pausedFrom = performance.now();
    });
    await this.#cdp.send('HeapProfiler.collectGarbage');
    const { usedSize } = await this.#cdp.send('Runtime.getHeapUsage');
    await this.page.evaluate(() => {
      window.benchWatch.pauses.push([window.benchWatch.pausedFrom, performance.now()]);
    });
    return usedSize;
  }

  /** Returns and clears the long tasks so far, without those of `heap`. */
  async takeLongTasks(): Promise<LongTask[]> {
    return this.page.evaluate(() => {
      const { tasks, frameScripts, pauses } = window.benchWatch;
      window.benchWatch.tasks = [];
      window.benchWatch.frameScripts = [];
      const remaining = tasks.filter(
        ([start, duration]) => !pauses.some(([from, to]) => start < to && start + duration > from),
      );
      return remaining.map(([start, duration]) => {
        const of = frameScripts.filter(
          (script) => script.start < start + duration && script.start + script.duration > start,
        );
        const longest = of.toSorted((a, b) => b.duration - a.duration)[0];
        return { start, duration, script: longest?.duration ?? 0, of: longest?.of ?? '' };
      });
    });
  }

  /** Starts a profile of the main thread; the returned function ends it and writes it for the browser's developer tools. */
  async profile(): Promise<(path: string) => Promise<void>> {
    const end = await this.sample();
    return async (path) => writeProfile(await end(), path);
  }

  /** Starts to sample the main thread; the returned function ends it. */
  async sample(): Promise<() => Promise<CpuProfile>> {
    await this.#cdp.send('Profiler.enable');
    await this.#cdp.send('Profiler.setSamplingInterval', { interval: 500 });
    await this.#cdp.send('Profiler.start');
    return async () => (await this.#cdp.send('Profiler.stop')).profile;
  }

  async close(): Promise<void> {
    await this.page.context().close();
  }
}

/** Writes a profile for the browser's developer tools. */
export function writeProfile(profile: CpuProfile, path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, JSON.stringify(profile));
}

/** Process id of the page's renderer: there is only one page besides spare renderers. */
async function busiestRenderer(browser: Browser): Promise<number> {
  const system = await browser.newBrowserCDPSession();
  const { processInfo } = await system.send('SystemInfo.getProcessInfo');
  await system.detach();
  const renderers = processInfo.filter(({ type }) => type === 'renderer');
  return renderers.toSorted((a, b) => b.cpuTime - a.cpuTime)[0]?.id ?? 0;
}

interface PageProbe {
  tasks: [start: number, duration: number][];
  frameScripts: { start: number; duration: number; of: string }[];
  pauses: [from: number, to: number][];
  pausedFrom: number;
  frames: number;
}

declare global {
  interface Window {
    benchWatch: PageProbe;
  }
}

/** Runs in the page before its own scripts. */
function installProbe(trackers: number): void {
  localStorage.setItem('lang', 'en_US');
  const probe: PageProbe = { tasks: [], frameScripts: [], pauses: [], pausedFrom: 0, frames: 0 };
  window.benchWatch = probe;
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) probe.tasks.push([startTime, duration]);
  }).observe({ type: 'longtask', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { scripts = [] } = entry as PerformanceEntry & {
        readonly scripts?: readonly (PerformanceEntry &
          Record<'invoker' | 'sourceURL' | 'sourceFunctionName', string>)[];
      };
      for (const { startTime, duration, invoker, sourceURL, sourceFunctionName } of scripts) {
        const of = `${sourceURL.split('/').at(-1)} ${sourceFunctionName} (${invoker})`;
        probe.frameScripts.push({ start: startTime, duration, of });
      }
    }
  }).observe({ type: 'long-animation-frame', buffered: true });
  const frame = () => {
    probe.frames += 1;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  const expectedCount = trackers.toLocaleString('en-US');
  const pollTimer = setInterval(() => {
    const all = document.querySelector('[role=group] button, fieldset button');
    if (!all?.textContent?.replaceAll(/\s/g, '').startsWith(expectedCount)) return;
    clearInterval(pollTimer);
    requestAnimationFrame(() => performance.mark('bench:counted'));
  }, 25);
  new MutationObserver((_changes, observer) => {
    if (document.querySelector('[role=treeitem][aria-selected]') === null) return;
    observer.disconnect();
    requestAnimationFrame(() => performance.mark('bench:usable'));
  }).observe(document, { childList: true, subtree: true });
  const markComplete = (name: string, mark: string) =>
    new PerformanceObserver((list, observer) => {
      for (const entry of list.getEntriesByName(name)) {
        const { detail } = entry as PerformanceMark;
        if (typeof detail?.devices === 'number' && detail.devices < trackers) continue;
        observer.disconnect();
        performance.mark(mark, { startTime: entry.startTime });
      }
    }).observe({ type: 'mark', buffered: true });
  markComplete('wakeline:devices-listed', 'bench:listed');
  markComplete('wakeline:devices-drawn', 'bench:drawn');
}
