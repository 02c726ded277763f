/** Time, passed in: the real one here, one in the test's hand in `testing/`. */
export interface Clock {
  /** Epoch milliseconds UTC. */
  now(): number;
  /** Runs `task` each `ms` milliseconds until the returned function is called. Does not keep the process alive. */
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
