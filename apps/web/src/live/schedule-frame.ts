/** A hidden page draws no frames, and its counts and notices must go on all the same. */
const HIDDEN_PAGE_DELAY_MS = 500;

/** How long a task waits that may be calm. */
const LOW_PRIORITY_DELAY_MS = 1_500;

/** Runs the task at the next frame, or after half a second where no frames are drawn; one that may be calm after a second and a half. */
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
