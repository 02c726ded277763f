import { setTimeout as delay } from 'node:timers/promises';
import type { Browser, CDPSession, Page } from '@playwright/test';
import { DESK } from './browser.ts';
import type { BenchServer } from './server.ts';

/** Milliseconds since the page began to load. */
export interface LinesDrawn {
  /** The first complete line of every device. */
  readonly first: number;
  /** With every fix. */
  readonly whole: number;
  readonly fixes: number;
}

export interface Scrubbing {
  /** Frames a second. */
  readonly frames: number;
  /** Times of the replay that were shown, a second. */
  readonly moments: number;
  /** Milliseconds of the longest task of the main thread. */
  readonly longestTask: number;
}

export interface PageMemory {
  /** Bytes of objects, and of the buffers of typed arrays, on the main thread after a collection. */
  readonly heap: number;
  readonly arrays: number;
}

/** Where the middle of the map is, and how far a hand goes on the timeline: its ends stay out. */
const MIDDLE = { x: 880, y: 420 };
const EDGE = 0.02;
const SHARES = 1_000;
/** Milliseconds from one movement of a hand to the next. */
const STEP = 8;
/** Milliseconds that a map needs to come to rest after a wheel. */
const REST = 1_500;

/** A replay in a browser, and what it costs there. */
export class ReplayPage {
  readonly page: Page;
  readonly #cdp: CDPSession;

  private constructor(page: Page, cdp: CDPSession) {
    this.page = page;
    this.#cdp = cdp;
  }

  /** Opens an address of the console in a context without a cache, signed in; resolves when the page has begun to load. */
  static async open(browser: Browser, server: BenchServer, address: string): Promise<ReplayPage> {
    const context = await browser.newContext({ viewport: DESK, locale: 'en-GB' });
    await context.addCookies([{ name: 'wakeline_session', value: server.token, url: server.url }]);
    const page = await context.newPage();
    page.on('pageerror', (error) => console.error(`page: ${error.message}`));
    await page.addInitScript(watch);
    const cdp = await context.newCDPSession(page);
    await page.goto(`${server.url}${address}`, { waitUntil: 'commit' });
    return new ReplayPage(page, cdp);
  }

  /** When the lines of so many devices were drawn, the coarse ones and the whole ones. */
  async lines(devices: number, patience: number): Promise<LinesDrawn> {
    await this.page.waitForFunction(
      (wanted) => {
        const last = window.benchReplay.drawn.at(-1);
        return last !== undefined && !last.coarse && last.devices >= wanted;
      },
      devices,
      { timeout: patience, polling: 100 },
    );
    const drawn = await this.page.evaluate(() => window.benchReplay.drawn);
    const first = drawn.find((one) => one.devices >= devices);
    const whole = drawn.at(-1);
    return { first: first?.at ?? Number.NaN, whole: whole?.at ?? Number.NaN, fixes: whole?.fixes ?? 0 };
  }

  /** Comes closer by so many notches of the wheel; milliseconds from when the map stands until it is as fine as can be seen. */
  async detail(notches: number): Promise<number[]> {
    await this.page.evaluate(() => {
      window.benchReplay.details = [];
    });
    await this.page.mouse.move(MIDDLE.x, MIDDLE.y);
    for (let notch = 0; notch < notches; notch++) {
      await this.page.mouse.wheel(0, -120);
      await delay(REST);
    }
    return this.page.evaluate(() => window.benchReplay.details);
  }

  /** Drags the hand of the timeline there and back for so many seconds. */
  async scrub(seconds: number): Promise<Scrubbing> {
    const slider = this.page.getByRole('slider', { name: 'Replay time' });
    const box = await slider.boundingBox();
    if (box === null) throw new Error('there is no timeline');
    const y = box.y + box.height / 2;
    const x = (share: number) => box.x + box.width * (EDGE + (1 - 2 * EDGE) * share);
    await this.page.mouse.move(x(0), y);
    await this.page.mouse.down();
    await this.page.evaluate(() => window.benchReplay.begin());
    const begin = performance.now();
    for (let step = 0; performance.now() - begin < seconds * 1_000; step++) {
      const way = (step % (2 * SHARES)) / SHARES;
      await this.page.mouse.move(x(way > 1 ? 2 - way : way), y);
      await delay(STEP);
    }
    const seen = await this.page.evaluate(() => window.benchReplay.end());
    await this.page.mouse.up();
    return seen;
  }

  async memory(): Promise<PageMemory> {
    await this.#cdp.send('HeapProfiler.collectGarbage');
    const usage = await this.#cdp.send('Runtime.getHeapUsage');
    const { usedSize, backingStorageSize = 0 } = usage as typeof usage & { backingStorageSize?: number };
    return { heap: usedSize, arrays: backingStorageSize };
  }

  async close(): Promise<void> {
    await this.page.context().close();
  }
}

interface Watch {
  readonly drawn: { at: number; devices: number; fixes: number; coarse: boolean }[];
  details: number[];
  begin(): void;
  end(): { frames: number; moments: number; longestTask: number };
}

declare global {
  interface Window {
    benchReplay: Watch;
  }
}

/** In the page, before anything of it runs. */
function watch(): void {
  localStorage.setItem('lang', 'en_US');
  let frames = 0;
  let moments = 0;
  let shown: string | null = null;
  let since = 0;
  let longestTask = 0;
  const seen: Watch = {
    drawn: [],
    details: [],
    begin() {
      frames = moments = longestTask = 0;
      since = performance.now();
    },
    end() {
      const seconds = (performance.now() - since) / 1_000;
      return { frames: frames / seconds, moments: moments / seconds, longestTask };
    },
  };
  window.benchReplay = seen;
  const frame = () => {
    frames += 1;
    const now =
      document.querySelector('[role=slider][aria-valuetext]')?.getAttribute('aria-valuenow') ?? null;
    if (now !== shown) moments += 1;
    shown = now;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longestTask = Math.max(longestTask, duration);
  }).observe({ type: 'longtask', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntriesByName('wakeline:tracks-drawn')) {
      const { detail } = entry as PerformanceMark;
      seen.drawn.push({ at: entry.startTime, ...detail });
    }
  }).observe({ type: 'mark', buffered: true });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntriesByName('wakeline:tracks-detail')) seen.details.push(duration);
  }).observe({ type: 'measure', buffered: true });
}
