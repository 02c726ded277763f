import { setTimeout as delay } from 'node:timers/promises';
import type { Browser, CDPSession, Page } from '@playwright/test';
import { DESKTOP } from './browser.ts';
import type { BenchServer } from './server.ts';
import { writeProfile } from './watched-page.ts';

/** Milliseconds since the request: the start of the page load, or of the navigation in an open page. */
export interface LinesDrawn {
  /** The first complete line of every device. */
  readonly first: number;
  /** With every fix. */
  readonly complete: number;
  readonly fixes: number;
}

export interface Scrubbing {
  /** Frames a second. */
  readonly frames: number;
  /** Displayed replay times per second. */
  readonly displayedTimes: number;
  /** Milliseconds of the longest task of the main thread. */
  readonly longestTask: number;
}

export interface PageMemory {
  /** Bytes of objects, and of the buffers of typed arrays, on the main thread after a collection. */
  readonly heap: number;
  readonly arrays: number;
}

/** Range of scrubbing on the timeline, without its ends. */
const EDGE = 0.02;
const SCRUB_STEPS = 1_000;
/** Milliseconds between two pointer movements. */
const STEP_MS = 8;
/** Milliseconds until the map is idle after a wheel event. */
const IDLE_MS = 1_500;

/** A replay in a browser, with its measurements. */
export class ReplayPage {
  readonly page: Page;
  readonly #cdp: CDPSession;

  private constructor(page: Page, cdp: CDPSession) {
    this.page = page;
    this.#cdp = cdp;
  }

  /** Opens an address of the console in a context without a cache, signed in; resolves when the page has started to load. */
  static async open(browser: Browser, server: BenchServer, address: string): Promise<ReplayPage> {
    const context = await browser.newContext({ viewport: DESKTOP, locale: 'en-GB' });
    await context.addCookies([{ name: 'wakeline_session', value: server.token, url: server.url }]);
    const page = await context.newPage();
    page.on('pageerror', (error) => console.error(`page: ${error.message}`));
    await page.addInitScript(installProbe);
    const cdp = await context.newCDPSession(page);
    await page.goto(`${server.url}${address}`, { waitUntil: 'commit' });
    return new ReplayPage(page, cdp);
  }

  /** When the lines of `count` devices were drawn, coarse and complete. */
  async lines(devices: number, timeoutMs: number): Promise<LinesDrawn> {
    await this.page.waitForFunction(
      (deviceCount) => {
        const last = window.benchReplay.drawn.at(-1);
        return last !== undefined && !last.coarse && last.devices >= deviceCount;
      },
      devices,
      { timeout: timeoutMs, polling: 100 },
    );
    const { requestedAt, drawn } = await this.page.evaluate(() => ({
      requestedAt: window.benchReplay.requestedAt,
      drawn: window.benchReplay.drawn,
    }));
    const first = drawn.find((one) => one.devices >= devices);
    const complete = drawn.at(-1);
    if (first === undefined || complete === undefined) throw new Error('no line was drawn');
    return { first: first.at - requestedAt, complete: complete.at - requestedAt, fixes: complete.fixes };
  }

  /** Navigates the open page to another address of the console, like its own links. */
  async navigate(address: string): Promise<void> {
    await this.page.evaluate((to) => {
      window.benchReplay.drawn.length = 0;
      window.benchReplay.requestedAt = performance.now();
      history.pushState(null, '', to);
      dispatchEvent(new PopStateEvent('popstate'));
    }, address);
  }

  /** Resolves when nothing has been drawn on the map for a while. */
  async waitForIdle(): Promise<void> {
    await delay(IDLE_MS);
  }

  /**
   * Goes to a place of the line, where the device stayed first, and closer by so many notches of the wheel; milliseconds from when the map
   * stands until it is as fine as can be seen, where anything finer was to be drawn.
   */
  async detail(notches: number): Promise<number[]> {
    await this.page.evaluate(() => {
      window.benchReplay.details = [];
    });
    await this.page.getByText(/^Stays \(/).click();
    await this.page.getByRole('list', { name: 'Stay points' }).getByRole('button').first().click();
    await delay(IDLE_MS);
    const { x, y } = await this.#findMarkerCentre();
    await this.page.mouse.move(x, y);
    for (let notch = 0; notch < notches; notch++) {
      await this.page.mouse.wheel(0, -120);
      await delay(IDLE_MS);
    }
    return this.page.evaluate(() => window.benchReplay.details);
  }

  /** Where the map stands after it was led to a place, in pixels of the page: the middle of what panels leave free. */
  async #findMarkerCentre(): Promise<{ readonly x: number; readonly y: number }> {
    // The pixels of a graphics context can only be read while it draws, so two pictures of the page are compared.
    const canvas = this.page.locator('canvas.maplibregl-canvas + canvas');
    const clip = await canvas.boundingBox();
    if (clip === null) throw new Error('the map has no canvas for markers');
    const setVisibility = (visibility: string) =>
      canvas.evaluate((element: HTMLCanvasElement, value) => {
        element.style.visibility = value;
      }, visibility);
    const visible = (await this.page.screenshot({ clip })).toString('base64');
    await setVisibility('hidden');
    const hidden = (await this.page.screenshot({ clip })).toString('base64');
    await setVisibility('');
    const markerCentre = await this.page.evaluate(findDifference, { visible, hidden, clip });
    if (markerCentre === null || Number.isNaN(markerCentre.x))
      throw new Error('the map has no device marker');
    return markerCentre;
  }

  /** Drags the handle of the timeline back and forth for some seconds. */
  async scrub(seconds: number): Promise<Scrubbing> {
    const slider = this.page.getByRole('slider', { name: 'Replay time' });
    const box = await slider.boundingBox();
    if (box === null) throw new Error('the page has no timeline');
    const y = box.y + box.height / 2;
    const x = (share: number) => box.x + box.width * (EDGE + (1 - 2 * EDGE) * share);
    await this.page.mouse.move(x(0), y);
    await this.page.mouse.down();
    await this.page.evaluate(() => window.benchReplay.start());
    const startedAt = performance.now();
    for (let step = 0; performance.now() - startedAt < seconds * 1_000; step++) {
      const progress = (step % (2 * SCRUB_STEPS)) / SCRUB_STEPS;
      await this.page.mouse.move(x(progress > 1 ? 2 - progress : progress), y);
      await delay(STEP_MS);
    }
    const result = await this.page.evaluate(() => window.benchReplay.finish());
    await this.page.mouse.up();
    return result;
  }

  /** Frames per second of this page while only a square of 40 pixels moves: the upper bound for a replay. */
  async measureMaxFrameRate(seconds: number): Promise<number> {
    return this.page.evaluate(
      (milliseconds) =>
        new Promise<number>((resolve) => {
          const square = document.createElement('div');
          square.style.cssText =
            'position:fixed;left:600px;top:300px;width:40px;height:40px;background:#888;z-index:9;will-change:transform';
          document.body.append(square);
          const startedAt = performance.now();
          let frames = 0;
          requestAnimationFrame(function move() {
            frames += 1;
            square.style.transform = `translateX(${frames % 300}px)`;
            const elapsed = performance.now() - startedAt;
            if (elapsed < milliseconds) return void requestAnimationFrame(move);
            square.remove();
            resolve((frames / elapsed) * 1_000);
          });
        }),
      seconds * 1_000,
    );
  }

  /** Starts a profile of the main thread; the returned function ends it and writes it for the browser's developer tools. */
  async profile(): Promise<(path: string) => Promise<void>> {
    await this.#cdp.send('Profiler.enable');
    await this.#cdp.send('Profiler.start');
    return async (path) => writeProfile((await this.#cdp.send('Profiler.stop')).profile, path);
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

/** The centre of the pixels that differ between two pictures. Runs in the page. */
async function findDifference({
  visible,
  hidden,
  clip,
}: {
  visible: string;
  hidden: string;
  clip: { x: number; y: number; width: number; height: number };
}): Promise<{ x: number; y: number } | null> {
  const decode = async (base64: string) => {
    const bytes = await (await fetch(`data:image/png;base64,${base64}`)).blob();
    const picture = await createImageBitmap(bytes);
    const context = new OffscreenCanvas(picture.width, picture.height).getContext('2d');
    context?.drawImage(picture, 0, 0);
    return context?.getImageData(0, 0, picture.width, picture.height);
  };
  const [a, b] = await Promise.all([decode(visible), decode(hidden)]);
  if (a === undefined || b === undefined) return null;
  let [count, x, y] = [0, 0, 0];
  for (let at = 0; at < a.data.length; at += 4) {
    if ([0, 1, 2].every((channel) => a.data[at + channel] === b.data[at + channel])) continue;
    count += 1;
    x += (at >> 2) % a.width;
    y += Math.floor((at >> 2) / a.width);
  }
  return {
    x: clip.x + (x / count) * (clip.width / a.width),
    y: clip.y + (y / count) * (clip.height / a.height),
  };
}

interface ReplayProbe {
  /** Time of the request, milliseconds since the page started to load. */
  requestedAt: number;
  readonly drawn: { at: number; devices: number; fixes: number; coarse: boolean }[];
  details: number[];
  start(): void;
  finish(): { frames: number; displayedTimes: number; longestTask: number };
}

declare global {
  interface Window {
    benchReplay: ReplayProbe;
  }
}

/** Runs in the page before its own scripts. */
function installProbe(): void {
  localStorage.setItem('lang', 'en_US');
  let frames = 0;
  let displayedTimes = 0;
  let displayedValue: string | null = null;
  let startedAt = 0;
  let longestTask = 0;
  const probe: ReplayProbe = {
    requestedAt: 0,
    drawn: [],
    details: [],
    start() {
      frames = displayedTimes = longestTask = 0;
      startedAt = performance.now();
    },
    finish() {
      const seconds = (performance.now() - startedAt) / 1_000;
      return { frames: frames / seconds, displayedTimes: displayedTimes / seconds, longestTask };
    },
  };
  window.benchReplay = probe;
  const frame = () => {
    frames += 1;
    const now =
      document.querySelector('[role=slider][aria-valuetext]')?.getAttribute('aria-valuenow') ?? null;
    if (now !== displayedValue) displayedTimes += 1;
    displayedValue = now;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longestTask = Math.max(longestTask, duration);
  }).observe({ type: 'longtask', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntriesByName('wakeline:tracks-drawn')) {
      const { detail } = entry as PerformanceMark;
      probe.drawn.push({ at: entry.startTime, ...detail });
    }
  }).observe({ type: 'mark', buffered: true });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntriesByName('wakeline:tracks-detail')) probe.details.push(duration);
  }).observe({ type: 'measure', buffered: true });
}
