/** A hidden page draws no frames, and its counts and notices must go on all the same. */
const HIDDEN_MS = 500;

/** Runs the task at the next frame, or after half a second where no frames are drawn. */
export function nextFrame(task: () => void): void {
  let done = false;
  const run = () => {
    if (done) return;
    done = true;
    clearTimeout(timer);
    cancelAnimationFrame(frame);
    task();
  };
  const timer = setTimeout(run, HIDDEN_MS);
  const frame = requestAnimationFrame(run);
}
