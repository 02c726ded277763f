import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { readSizes } from './harness/arguments.ts';
import { openBrowser } from './harness/browser.ts';
import { makeDataFolder, removeDataFolder } from './harness/data-folder.ts';
import { type Spread, spreadOf, writeReport } from './harness/measurements.ts';
import { addPlannedEvent } from './harness/planned-event.ts';
import { startServer } from './harness/server.ts';
import { sharesOfTasks, type TaskShares } from './harness/task-shares.ts';
import { WatchedPage, writeProfile } from './harness/watched-page.ts';

const sizes = readSizes(
  'The course planner in Chromium with software rendering: tasks of the main thread while an event is opened and edited.',
  {
    controls: { meaning: 'controls of the event', default: 300 },
    courses: { meaning: 'courses of the event', default: 40 },
    rounds: { meaning: 'page loads, each with all edits', default: 3 },
    profile: { meaning: '1: write a profile per action to bench/results/*.cpuprofile', default: 0 },
  },
);

const TIMEOUT_MS = 60_000;
/** Milliseconds without anything to draw until the next action. */
const SETTLE_MS = 1_500;
/** The middle of the map beside the panel of 372 pixels. */
const CENTER = { x: 372 + (1440 - 372) / 2, y: 450 };
const DRAG_STEPS = 20;
/** Milliseconds between two pointer movements, like a mouse with about 60 events per second. */
const STEP_MS = 16;

interface Pixel {
  readonly x: number;
  readonly y: number;
}
/** `control`: where one is on the map. */
type Action = (page: Page, round: number, control: Pixel) => Promise<void>;

const panel = (page: Page) => page.getByRole('complementary', { name: 'Course planner' });
const courseNamed = (page: Page, name: string) =>
  panel(page).getByRole('button', { name: new RegExp(`^${name}(?!\\d)`) });

/** In their order; each ends when everything is stored. */
const ACTIONS: Readonly<Record<string, Action>> = {
  'select a course': async (page, round) => courseNamed(page, `Course ${round + 2}`).click(),
  'select another course': async (page, round) => courseNamed(page, `Course ${round + 12}`).click(),
  'select all controls': async (page) =>
    panel(page)
      .getByRole('button', { name: /^All controls/ })
      .click(),
  'select a control': async (page, _, { x, y }) => page.mouse.click(x, y),
  'drag a control': async (page, _, control) => drag(page, control),
  'rename a control': async (page, round) => {
    const code = page.getByRole('textbox', { name: 'Code', exact: true });
    await code.fill(`X${round}`);
    await code.press('Enter');
  },
  undo: async (page) => page.getByRole('button', { name: 'Undo' }).click(),
  redo: async (page) => page.getByRole('button', { name: 'Redo' }).click(),
  'select a course with the control selected': async (page, round) =>
    courseNamed(page, `Course ${round + 22}`).click(),
  'drag a control below a course': async (page, _, control) => drag(page, control),
  'add a control to a course': async (page, round) => {
    await page.getByRole('button', { name: 'Control (C)' }).click();
    await page.mouse.click(CENTER.x + 20, CENTER.y + 90 + 12 * round);
  },
  'rename a course': async (page, round) => {
    const name = page.getByRole('textbox', { name: 'Course name' });
    await name.fill(`Renamed ${round}`);
    await name.press('Enter');
  },
  'open the list of controls': async (page) => page.getByRole('tab', { name: 'Controls' }).click(),
  'drag a control beside the list': async (page, _, control) => {
    await page.keyboard.press('v');
    await drag(page, control);
  },
  'open the check': async (page) => page.getByRole('tab', { name: 'Check' }).click(),
  'drag a control beside the check': async (page, _, control) => drag(page, control),
};

/** The pixels of a control near the middle: the pointer is over it when it can be moved. */
async function findControl(page: Page): Promise<Pixel> {
  const container = page.locator('.maplibregl-canvas-container');
  for (let step = 0; step < 400; step++) {
    const at = {
      x: CENTER.x + 3 * Math.sqrt(step) * Math.cos(step),
      y: CENTER.y + 3 * Math.sqrt(step) * Math.sin(step),
    };
    await page.mouse.move(at.x, at.y);
    if ((await container.evaluate((element) => element.style.cursor)) === 'move') return at;
  }
  throw new Error('no control near the middle of the map');
}

/** Drags a control near the middle around and back. */
async function drag(page: Page, center: Pixel): Promise<void> {
  await page.mouse.move(center.x, center.y);
  await page.mouse.down();
  for (let step = 1; step <= DRAG_STEPS; step++) {
    const angle = (step / DRAG_STEPS) * 2 * Math.PI;
    await page.mouse.move(center.x + 60 * Math.sin(angle), center.y + 40 * (1 - Math.cos(angle)));
    await delay(STEP_MS);
  }
  await page.mouse.up();
}

/** The figures of an action in all rounds. */
interface Measured {
  readonly tasks: TaskShares[];
  /** Frames a second, per round. */
  readonly frames: number[];
}

const data = makeDataFolder();
const server = await startServer({ data });
const browser = await openBrowser();
// A hanging page must not block the benchmark.
const deadline = setTimeout(() => void browser.close(), (sizes.rounds * 300 + 120) * 1_000);
const measured = new Map<string, Measured>();
const opened: number[] = [];

async function measure(watched: WatchedPage, name: string, act: () => Promise<void>): Promise<void> {
  await browser.startTracing(watched.page, { categories: ['toplevel'] });
  const end = await watched.sample();
  const before = await watched.times();
  await act();
  await watched.page.getByRole('status').filter({ hasText: 'Saved' }).waitFor({ timeout: TIMEOUT_MS });
  const after = await watched.times();
  await delay(SETTLE_MS);
  const profile = await end();
  const trace = await browser.stopTracing();
  if (sizes.profile === 1)
    writeProfile(profile, `bench/results/planner-${name.replaceAll(' ', '-')}.cpuprofile`);
  const of = measured.get(name) ?? { tasks: [], frames: [] };
  measured.set(name, of);
  const tasks = sharesOfTasks(trace.toString(), profile);
  of.tasks.push(...tasks);
  for (const task of tasks.toSorted((a, b) => b.console - a.console).slice(0, 2))
    console.log(
      `${name}: ${Math.round(task.processor)} ms of a processor in ${Math.round(task.duration)}, ` +
        `console ${Math.round(task.console)}, map ${Math.round(task.map)}, ` +
        `collector ${Math.round(task.collector)}, other ${Math.round(task.other)}; ${task.top}`,
    );
  of.frames.push((after.frames - before.frames) / (after.at - before.at));
}

try {
  const eventId = await addPlannedEvent(server, sizes);
  for (let round = 0; round < sizes.rounds; round++) {
    const watched = await WatchedPage.open(browser, server, 0, {
      path: `/coursePlanner?event=${eventId}&panel=courses`,
    });
    const { page } = watched;
    await measure(watched, 'open', async () => {
      await page.waitForFunction(
        () => performance.getEntriesByName('wakeline:courses-drawn').length > 0,
        null,
        {
          timeout: TIMEOUT_MS,
        },
      );
      const drawn = await page.evaluate(
        () => performance.getEntriesByName('wakeline:courses-drawn')[0]?.startTime ?? Number.NaN,
      );
      opened.push(drawn);
    });
    const control = await findControl(page);
    for (const [name, act] of Object.entries(ACTIONS))
      await measure(watched, name, () => act(page, round, control));
    await watched.close();
  }
  const figures: Record<string, Spread | number> = { 'all controls drawn, ms': spreadOf(opened) };
  for (const [name, { tasks, frames }] of measured) {
    const longest = (of: (task: TaskShares) => number) => Math.round(Math.max(0, ...tasks.map(of)));
    figures[`${name}: longest task, ms of a processor`] = longest(({ processor }) => processor);
    figures[`${name}: most of the console in a task`] = longest(({ console: own }) => own);
    figures[`${name}: tasks with 50 ms of the console`] = tasks.filter(({ console: own }) => own > 50).length;
    if (name.startsWith('drag')) figures[`${name}: frames a second`] = spreadOf(frames);
  }
  writeReport('planner', sizes, figures);
} finally {
  clearTimeout(deadline);
  await browser.close();
  await server.stop();
  removeDataFolder(data);
}
