/** Concurrent calls. The server serialises changes of an account anyway. */
const CONCURRENCY = 4;

export interface Outcome {
  readonly done: number;
  readonly failed: number;
  /** The first error; undefined: none. */
  readonly error: unknown;
}

/** Runs an action for many items, a few at once, and continues after failures. */
export async function forEachConcurrently<Item>(
  items: readonly Item[],
  action: (item: Item) => Promise<unknown>,
): Promise<Outcome> {
  let next = 0;
  let [done, failed] = [0, 0];
  let firstError: unknown;
  async function runWorker(): Promise<void> {
    for (let item = items[next]; next < items.length; item = items[next]) {
      next += 1;
      try {
        await action(item as Item);
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
