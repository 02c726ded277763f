import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from '@playwright/test';

/** Centre of the map beside the list, pixels. */
const CENTRE = { x: 880, y: 480 };
const REACH = { x: 260, y: 180 };
const DRAG_STEPS = 24;
/** Milliseconds between two pointer movements, like a mouse with about 60 events per second. */
const STEP_MS = 16;
const NOTCH_PIXELS = 120;

/** Drags the map there and back with the pointer. */
export async function pan(page: Page): Promise<void> {
  for (const [dx, dy] of [
    [-1, -1],
    [1, 0.5],
    [0, 0.5],
  ] as const) {
    await page.mouse.move(CENTRE.x, CENTRE.y);
    await page.mouse.down();
    for (let move = 1; move <= DRAG_STEPS; move++) {
      await page.mouse.move(
        CENTRE.x + (REACH.x * dx * move) / DRAG_STEPS,
        CENTRE.y + (REACH.y * dy * move) / DRAG_STEPS,
      );
      await delay(STEP_MS);
    }
    await page.mouse.up();
    await delay(200);
  }
}

/** Turns the wheel; positive values zoom in. */
export async function wheel(page: Page, notches: number): Promise<void> {
  await page.mouse.move(CENTRE.x, CENTRE.y);
  for (let notch = 0; notch < Math.abs(notches); notch++) {
    await page.mouse.wheel(0, -Math.sign(notches) * NOTCH_PIXELS);
    await delay(STEP_MS * 4);
  }
  await delay(300);
}
