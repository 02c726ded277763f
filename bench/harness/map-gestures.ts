import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from '@playwright/test';

/** Centre of the map beside the list, and how far the pointer goes from there, pixels. */
const DESKTOP_AREA = { x: 880, y: 480, width: 260, height: 180 };
/** A phone has no list beside the map. */
const PHONE_AREA = { x: 195, y: 430, width: 120, height: 180 };
const PHONE_WIDTH = 600;
const DRAG_STEPS = 24;
/** Milliseconds between two pointer movements, like a mouse with about 60 events per second. */
const STEP_MS = 16;
const NOTCH_PIXELS = 120;

/** Drags the map there and back with the pointer. */
export async function pan(page: Page): Promise<void> {
  const { x, y, width, height } = areaOf(page);
  for (const [dx, dy] of [
    [-1, -1],
    [1, 0.5],
    [0, 0.5],
  ] as const) {
    await page.mouse.move(x, y);
    await page.mouse.down();
    for (let move = 1; move <= DRAG_STEPS; move++) {
      await page.mouse.move(x + (width * dx * move) / DRAG_STEPS, y + (height * dy * move) / DRAG_STEPS);
      await delay(STEP_MS);
    }
    await page.mouse.up();
    await delay(200);
  }
}

/** Turns the wheel; positive values zoom in. */
export async function wheel(page: Page, notches: number): Promise<void> {
  const { x, y } = areaOf(page);
  await page.mouse.move(x, y);
  for (let notch = 0; notch < Math.abs(notches); notch++) {
    await page.mouse.wheel(0, -Math.sign(notches) * NOTCH_PIXELS);
    await delay(STEP_MS * 4);
  }
  await delay(300);
}

function areaOf(page: Page): typeof DESKTOP_AREA {
  return (page.viewportSize()?.width ?? PHONE_WIDTH) < PHONE_WIDTH ? PHONE_AREA : DESKTOP_AREA;
}
