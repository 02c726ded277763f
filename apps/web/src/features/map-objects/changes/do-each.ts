/** Calls under way at once: the server takes changes of an account one after the other anyway. */
const AT_ONCE = 4;

export interface Outcome {
  readonly done: number;
  readonly failed: number;
  /** The first failure; undefined: there was none. */
  readonly error: unknown;
}

/** Does the same with many things, a few at once, and goes on behind one that fails. */
export async function doEach<Thing>(
  things: readonly Thing[],
  act: (thing: Thing) => Promise<unknown>,
): Promise<Outcome> {
  let next = 0;
  let [done, failed] = [0, 0];
  let first: unknown;
  async function work(): Promise<void> {
    for (let thing = things[next]; next < things.length; thing = things[next]) {
      next += 1;
      try {
        await act(thing as Thing);
        done += 1;
      } catch (error) {
        failed += 1;
        first ??= error;
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return { done, failed, error: first };
}
