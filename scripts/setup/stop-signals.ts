/** A Ctrl-C reaches us from the terminal, from npm and from the first script: within this many milliseconds it is one. */
const DUPLICATE_WINDOW_MS = 1_000;

/** Calls `first` when we are told to stop, and `again` when we are told once more, later. */
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
