/** Calls under way at once: the server takes changes of an account one after the other anyway. */
const CONCURRENCY = 4;

export interface Outcome {
  readonly done: number;
  readonly failed: number;
  /** The first failure; undefined: there was none. */
  readonly error: unknown;
}

/** Does the same with many things, a few at once, and goes on behind one that fails. */
export async function forEachConcurrently<Thing>(
  items: readonly Thing[],
  action: (item: Thing) => Promise<unknown>,
): Promise<Outcome> {
  let next = 0;
  let [done, failed] = [0, 0];
  let firstError: unknown;
  async function runWorker(): Promise<void> {
    for (let item = items[next]; next < items.length; item = items[next]) {
      next += 1;
      try {
        await action(item as Thing);
        done += 1;
      } catch (error) {
        failed += 1;
        firstError ??= error;
      }
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, runWorker));
  return { done, failed, error: firstError };
}
