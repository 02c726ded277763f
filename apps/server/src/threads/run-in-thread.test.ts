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

/** Its answers, after which it fails or ends. */
async function resultsOf(thread: AsyncIterable<string>): Promise<readonly string[]> {
  const results: string[] = [];
  for await (const result of thread) results.push(result);
  return results;
}

test('gives every answer, then ends', async () => {
  expect(await resultsOf(start('end'))).toEqual(['first', 'second']);
});

test('passes a refusal on with its name and what it says', async () => {
  await expect(resultsOf(start('refuse'))).rejects.toMatchObject({
    errorName: 'gps-file-malformed',
    details: { line: 7 },
  });
});

test('a fault of ours stays one, and does not end the server', async () => {
  await expect(resultsOf(start('break'))).rejects.toThrow('a fault of ours');
});

test('ends a thread that never answers, by name, and nothing else waits for it', async () => {
  // Of a budget that starting a thread takes already on a busy machine.
  const endless = resultsOf(start('spin', { budget: { milliseconds: 300, megabytes: 64 } }));
  const fast = new Promise((resolve) => setImmediate(() => resolve('at once')));
  expect(await Promise.race([fast, endless])).toBe('at once');
  await expect(endless).rejects.toMatchObject({ errorName: 'gps-file-costly' });
});

test('ends a thread that fills its memory, by name, and the server lives on', async () => {
  await expect(resultsOf(start('fill'))).rejects.toMatchObject({ errorName: 'gps-file-costly' });
});

test.each(['spin', 'wait'] as const)('ends a thread when it is told to: %s', async (work) => {
  const cancel = new AbortController();
  const thread = start(work, { signal: cancel.signal });
  expect(await thread.next()).toEqual({ done: false, value: 'first' });
  const next = thread.next();
  cancel.abort(new Error('cancelled'));
  await expect(next).rejects.toThrow('cancelled');
  await expect(resultsOf(start('end', { signal: cancel.signal }))).rejects.toThrow('cancelled');
});
