import { setTimeout as delay } from 'node:timers/promises';

const TIMEOUT_MS = 40_000;
const INTERVAL_MS = 15;

/**
 * Calls `condition` until it returns something other than false, null and undefined, and resolves with it. Rejects
 * after 40 s.
 */
export async function eventually<Value>(
  what: string,
  condition: () => Value | Promise<Value>,
): Promise<Exclude<Value, false | null | undefined>> {
  const deadline = performance.now() + TIMEOUT_MS;
  for (;;) {
    const value = await condition();
    if (value !== false && value !== null && value !== undefined) {
      return value as Exclude<Value, false | null | undefined>;
    }
    if (performance.now() > deadline) throw new Error(`not within ${TIMEOUT_MS / 1_000} s: ${what}`);
    await delay(INTERVAL_MS);
  }
}
