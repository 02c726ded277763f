import { expect, test } from 'vitest';
import { runInThread, type ThreadOptions } from './run-in-thread.ts';
import type { TestRequest } from './testing/test-thread.ts';

const PROGRAM = new URL('./testing/test-thread.ts', import.meta.url);

function start(request: TestRequest, options: Partial<ThreadOptions<TestRequest>> = {}) {
  return runInThread<TestRequest, string>({
    program: PROGRAM,
    request,
    budget: { milliseconds: 60_000, megabytes: 64 },
    budgetError: 'gps-file-costly',
    ...options,
  });
}

/** Collects its results until it ends; rejects if it fails. */
async function resultsOf(thread: AsyncIterable<string>): Promise<readonly string[]> {
  const results: string[] = [];
  for await (const result of thread) results.push(result);
  return results;
}

test('yields every result, then ends', async () => {
  expect(await resultsOf(start('end'))).toEqual(['first', 'second']);
});

test('passes on a named error with its details', async () => {
  await expect(resultsOf(start('refuse'))).rejects.toMatchObject({
    errorName: 'gps-file-malformed',
    details: { line: 7 },
  });
});

test('passes on an unexpected error without crashing the server', async () => {
  await expect(resultsOf(start('break'))).rejects.toThrow('unexpected error');
});

test('ends a thread that never responds with the budget error, without blocking the server', async () => {
  // On a busy machine, starting a thread already takes this budget.
  const endless = resultsOf(start('spin', { budget: { milliseconds: 300, megabytes: 64 } }));
  const fast = new Promise((resolve) => setImmediate(() => resolve('at once')));
  expect(await Promise.race([fast, endless])).toBe('at once');
  await expect(endless).rejects.toMatchObject({ errorName: 'gps-file-costly' });
});

test('ends a thread that exceeds its memory with the budget error', async () => {
  await expect(resultsOf(start('fill'))).rejects.toMatchObject({ errorName: 'gps-file-costly' });
});

test.each(['spin', 'wait'] as const)('ends a thread when its signal is aborted: %s', async (request) => {
  const cancel = new AbortController();
  const thread = start(request, { signal: cancel.signal });
  expect(await thread.next()).toEqual({ done: false, value: 'first' });
  const next = thread.next();
  cancel.abort(new Error('cancelled'));
  await expect(next).rejects.toThrow('cancelled');
  await expect(resultsOf(start('end', { signal: cancel.signal }))).rejects.toThrow('cancelled');
});
