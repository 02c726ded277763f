export interface Coalesced {
  /** Runs the task at once, or once more as soon as it may run again. */
  readonly request: () => void;
  /** Drops what is requested and has not run. */
  readonly stop: () => void;
}

/**
 * Runs a task for many requests: at most once per interval (milliseconds), never twice at the same time, and always
 * once after the last request. The task handles its errors.
 */
export function coalesce(task: () => Promise<unknown>, interval: number): Coalesced {
  let busy = false;
  let isRequested = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function run(): Promise<void> {
    busy = true;
    isRequested = false;
    const pause = new Promise<void>((done) => {
      timer = setTimeout(done, interval);
    });
    await Promise.all([task(), pause]);
    busy = false;
    if (isRequested) void run();
  }

  return {
    request() {
      isRequested = true;
      if (!busy) void run();
    },
    stop() {
      isRequested = false;
      clearTimeout(timer);
    },
  };
}
