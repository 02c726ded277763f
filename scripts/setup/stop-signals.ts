/** Ctrl-C arrives from the terminal, npm and the entry script: signals within this time count as one, milliseconds. */
const DUPLICATE_WINDOW_MS = 1_000;

/** Calls `first` on the first stop signal and `again` on a later one. */
export function onStopSignals(first: () => void, again: () => void): void {
  let firstAt = Number.NEGATIVE_INFINITY;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      const now = performance.now();
      if (firstAt === Number.NEGATIVE_INFINITY) {
        firstAt = now;
        first();
      } else if (now - firstAt > DUPLICATE_WINDOW_MS) {
        again();
      }
    });
  }
}
