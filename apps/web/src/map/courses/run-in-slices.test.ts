import { expect, test } from 'vitest';
import { runInSlices } from './run-in-slices.ts';

/** Steps that take 3 ms each on the returned clock. */
function createSteps(count: number) {
  let [time, taken] = [0, 0];
  function* steps(): Generator<void, string> {
    for (; taken < count; taken += 1) {
      time += 3;
      yield;
    }
    return 'done';
  }
  const scheduled: (() => void)[] = [];
  const results: string[] = [];
  const errors: unknown[] = [];
  const options = {
    onDone: (result: string) => void results.push(result),
    onError: (error: unknown) => void errors.push(error),
    now: () => time,
    schedule(callback: () => void) {
      scheduled.push(callback);
      return () => void scheduled.splice(scheduled.indexOf(callback), 1);
    },
  };
  return { steps: steps(), options, scheduled, results, errors, taken: () => taken };
}

test('runs a short calculation at once', () => {
  const { steps, options, results, scheduled } = createSteps(2);
  runInSlices(steps, options);
  expect(results).toEqual(['done']);
  expect(scheduled).toEqual([]);
});

test('divides a long calculation into slices of 8 ms', () => {
  const { steps, options, results, scheduled, taken } = createSteps(7);
  runInSlices(steps, options);
  // The third step ends after 9 ms.
  expect(taken()).toBe(2);
  scheduled.shift()?.();
  expect(results).toEqual([]);
  scheduled.shift()?.();
  expect(results).toEqual(['done']);
  expect(scheduled).toEqual([]);
});

test('runs nothing after it was stopped', () => {
  const { steps, options, results, scheduled } = createSteps(7);
  const stop = runInSlices(steps, options);
  stop();
  expect(scheduled).toEqual([]);
  expect(results).toEqual([]);
});

test('reports an error of any slice', () => {
  const { options, errors, results, scheduled } = createSteps(0);
  const failure = new Error('no paper');
  function* failing(): Generator<void, string> {
    yield;
    throw failure;
  }
  runInSlices(failing(), { ...options, now: Date.now });
  while (scheduled.length > 0) scheduled.shift()?.();
  expect(errors).toEqual([failure]);
  expect(results).toEqual([]);
});
