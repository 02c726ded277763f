import { setImmediate } from 'node:timers/promises';

/** Runs what does its work in steps to its end; devices and consoles are served between two of them. */
export async function inTurns<Result>(steps: Generator<void, Result>): Promise<Result> {
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done === true) return step.value;
    await setImmediate();
  }
}
