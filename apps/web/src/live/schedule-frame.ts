/** A hidden page gets no animation frames, but counts and notices must continue. */
const HIDDEN_PAGE_DELAY_MS = 500;

/** Delay of a task with low priority. */
const LOW_PRIORITY_DELAY_MS = 1_500;

/**
 * Runs the task at the next frame, or after half a second if no frames are drawn; with low priority after 1.5 seconds.
 */
export function scheduleFrame(task: () => void, lowPriority = false): void {
  if (lowPriority) {
    setTimeout(task, LOW_PRIORITY_DELAY_MS);
    return;
  }
  let done = false;
  const run = () => {
    if (done) return;
    done = true;
    clearTimeout(timer);
    cancelAnimationFrame(frame);
    task();
  };
  const timer = setTimeout(run, HIDDEN_PAGE_DELAY_MS);
  const frame = requestAnimationFrame(run);
}
