import { setTimeout as delay } from 'node:timers/promises';

const TIMEOUT_MS = 180_000;
const POLL_MS = 50;

/** Resolves when a condition is true. @throws Error after three minutes */
export async function waitUntil(condition: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const end = performance.now() + TIMEOUT_MS;
  while (!(await condition())) {
    if (performance.now() > end) throw new Error(`not within ${TIMEOUT_MS / 1_000} s: ${what}`);
    await delay(POLL_MS);
  }
}
