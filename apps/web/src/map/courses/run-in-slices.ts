/** Milliseconds of a slice: it leaves half of a frame to the page. */
const SLICE_MS = 8;

export interface SliceOptions<Result> {
  readonly onDone: (result: Result) => void;
  readonly onError: (error: unknown) => void;
  /** Milliseconds of any clock. */
  readonly now?: () => number;
  /** Calls back after the page could respond; returns what cancels it. */
  readonly schedule?: (callback: () => void) => () => void;
}

/**
 * Runs a calculation that is divided into steps in slices, so that no task of the page is long. The first slice runs at once.
 *
 * @returns a function that stops it.
 */
export function runInSlices<Result>(
  steps: Generator<void, Result>,
  { onDone, onError, now = () => performance.now(), schedule = defer }: SliceOptions<Result>,
): () => void {
  let cancel: (() => void) | null = null;
  function run(): void {
    const end = now() + SLICE_MS;
    try {
      do {
        const { done, value } = steps.next();
        if (done !== true) continue;
        onDone(value);
        return;
      } while (now() < end);
    } catch (error) {
      onError(error);
      return;
    }
    cancel = schedule(run);
  }
  run();
  return () => cancel?.();
}

function defer(callback: () => void): () => void {
  const timer = setTimeout(callback);
  return () => clearTimeout(timer);
}
