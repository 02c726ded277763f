import type { Locator, Page } from '@playwright/test';
import {
  type Control,
  type Course,
  newControl,
  newCourse,
  newCourseControl,
} from '@wakeline/domain/courses/event';
import type { ServerProcess } from './server.ts';

/** The first of the controls, which are 445 m apart to the north, near Yangshuo. */
export const FIRST_CONTROL = [110.4, 24.8] as const;
const SPACING = 0.004;

/** An event on the server with a start, controls 31 to 33 and a finish: `s`, `a`, `b`, `c`, `f`. */
export async function addEvent({ client }: ServerProcess, name: string): Promise<number> {
  const { eventId } = await client.call('addCourseEvent', { name });
  const add = async (value: Control) => {
    const change = { kind: 'control', value } as const;
    await client.call('saveCourseObject', { eventId, objectId: value.id, baseVersion: null, change });
  };
  const [lng, lat] = FIRST_CONTROL;
  const at = (index: number): [number, number] => [lng, lat + index * SPACING];
  await add(newControl('s', at(0), 'start', null));
  await add(newControl('a', at(1), 'other', '31'));
  await add(newControl('b', at(2), 'other', '32'));
  await add(newControl('c', at(3), 'other', '33'));
  await add(newControl('f', at(4), 'finish', null));
  return eventId;
}

/** Adds a course `long` over controls to an event. */
export async function addCourse(
  { client }: ServerProcess,
  eventId: number,
  controls: readonly string[],
  changes: Partial<Course> = {},
): Promise<void> {
  const value: Course = {
    ...newCourse('long', changes.type),
    ...{ name: 'Long', controls: controls.map((control) => newCourseControl(`v${control}`, control)) },
    ...changes,
  };
  await client.call('saveCourseObject', {
    ...{ eventId, objectId: value.id, baseVersion: null },
    change: { kind: 'course', value },
  });
}

export const plannerOf = (page: Page): Locator => page.getByRole('complementary', { name: 'Course planner' });

/** Chooses a tool of the map by its name and key, such as `Bend a line (B)`. */
export async function chooseTool(page: Page, name: string): Promise<void> {
  await page.getByRole('toolbar').getByRole('button', { name }).click();
}

interface Pixel {
  readonly x: number;
  readonly y: number;
}

/** The pixels nearest to a point of the map at which the pointer has a cursor: `move` over controls, `grab` over numbers. */
export async function findCursor(page: Page, cursor: string, from: Pixel): Promise<Pixel> {
  const container = page.locator('.maplibregl-canvas-container');
  for (let step = 0; step < 1_500; step++) {
    const distance = 2 * Math.sqrt(step);
    const at = { x: from.x + distance * Math.cos(step), y: from.y + distance * Math.sin(step) };
    await page.mouse.move(at.x, at.y);
    if ((await container.evaluate((element) => element.style.cursor)) === cursor) return at;
  }
  throw new Error(`no cursor ${cursor} near ${from.x}, ${from.y}`);
}

/** The middle of the visible map beside the panel of 372 pixels. */
export async function mapCenter(page: Page): Promise<Pixel> {
  const box = await page.locator('canvas.maplibregl-canvas').boundingBox();
  if (box === null) throw new Error('no map');
  return { x: box.x + 372 + (box.width - 372) / 2, y: box.y + box.height / 2 };
}

/** Drags from a point by pixels. */
export async function dragBy(page: Page, { x, y }: Pixel, dx: number, dy: number): Promise<void> {
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (const share of [0.25, 0.5, 0.75, 1]) await page.mouse.move(x + dx * share, y + dy * share);
  await page.mouse.up();
}
