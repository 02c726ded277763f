/** Milliseconds between two polls: in a visible page, in a hidden one, and after a failure. */
const VISIBLE_PAGE_MS = 2_000;
const HIDDEN_PAGE_MS = 15_000;
const RETRY_MS = 5_000;

export interface Polling {
  /** Aborted when polling stops. */
  readonly signal: AbortSignal;
  /** Polls at once, unless a poll is in flight. */
  readonly now: () => void;
  readonly stop: () => void;
}

/**
 * Polls until it is stopped, and at once when the page becomes visible again.
 *
 * @param poll never rejects; false: it failed
 * @param isDelayed whether the first poll waits, because the page has just loaded
 */
export function startPolling(poll: (polling: Polling) => Promise<boolean>, isDelayed: boolean): Polling {
  const stopController = new AbortController();
  const { signal } = stopController;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isPolling = false;

  async function run(): Promise<void> {
    clearTimeout(timer);
    if (isPolling || signal.aborted) return;
    isPolling = true;
    const isDone = await poll(polling);
    isPolling = false;
    const delay = !isDone ? RETRY_MS : document.hidden ? HIDDEN_PAGE_MS : VISIBLE_PAGE_MS;
    if (!signal.aborted) timer = setTimeout(() => void run(), delay);
  }

  const polling: Polling = {
    signal,
    now: () => void run(),
    stop() {
      stopController.abort(new Error('the page was closed'));
      clearTimeout(timer);
    },
  };
  document.addEventListener('visibilitychange', () => !document.hidden && void run(), { signal });
  if (isDelayed) timer = setTimeout(() => void run(), VISIBLE_PAGE_MS);
  else void run();
  return polling;
}
