/** A Ctrl-C reaches us from the terminal, from npm and from the first script: within this many milliseconds it is one. */
const SAME_SIGNAL = 1_000;

/** Calls `first` when we are told to stop, and `again` when we are told once more, later. */
export function onStopSignals(first: () => void, again: () => void): void {
  let told = Number.NEGATIVE_INFINITY;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      const now = performance.now();
      if (told === Number.NEGATIVE_INFINITY) {
        told = now;
        first();
      } else if (now - told > SAME_SIGNAL) {
        again();
      }
    });
  }
}
