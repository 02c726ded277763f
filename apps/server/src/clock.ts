/** Time source, injected: the system clock, or the test clock of `testing/`. */
export interface Clock {
  /** Epoch milliseconds UTC. */
  now(): number;
  /** Runs `task` every `ms` milliseconds until the returned function is called. Does not keep the process alive. */
  every(ms: number, task: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  every(ms, task) {
    const timer = setInterval(task, ms);
    timer.unref();
    return () => clearInterval(timer);
  },
};
