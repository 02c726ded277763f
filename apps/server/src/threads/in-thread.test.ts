import { expect, test } from 'vitest';
import { inThread, type ThreadOptions } from './in-thread.ts';
import type { TestWork } from './testing/test-thread.ts';

const PROGRAM = new URL('./testing/test-thread.ts', import.meta.url);

function start(work: TestWork, options: Partial<ThreadOptions<TestWork>> = {}) {
  return inThread<TestWork, string>({
    program: PROGRAM,
    work,
    budget: { milliseconds: 60_000, megabytes: 64 },
    costly: 'gps-file-costly',
    ...options,
  });
}

/** Its answers, after which it fails or ends. */
async function answersOf(thread: AsyncIterable<string>): Promise<readonly string[]> {
  const answers: string[] = [];
  for await (const answer of thread) answers.push(answer);
  return answers;
}

test('gives every answer, then ends', async () => {
  expect(await answersOf(start('end'))).toEqual(['first', 'second']);
});

test('passes a refusal on with its name and what it says', async () => {
  await expect(answersOf(start('refuse'))).rejects.toMatchObject({
    errorName: 'gps-file-malformed',
    details: { line: 7 },
  });
});

test('a fault of ours stays one, and does not end the server', async () => {
  await expect(answersOf(start('break'))).rejects.toThrow('a fault of ours');
});

test('ends a thread that never answers, by name, and nothing else waits for it', async () => {
  // Of a budget that starting a thread takes already on a busy machine.
  const endless = answersOf(start('spin', { budget: { milliseconds: 300, megabytes: 64 } }));
  const fast = new Promise((resolve) => setImmediate(() => resolve('at once')));
  expect(await Promise.race([fast, endless])).toBe('at once');
  await expect(endless).rejects.toMatchObject({ errorName: 'gps-file-costly' });
});

test('ends a thread that fills its memory, by name, and the server lives on', async () => {
  await expect(answersOf(start('fill'))).rejects.toMatchObject({ errorName: 'gps-file-costly' });
});

test.each(['spin', 'wait'] as const)('ends a thread when it is told to: %s', async (work) => {
  const cancel = new AbortController();
  const thread = start(work, { signal: cancel.signal });
  expect(await thread.next()).toEqual({ done: false, value: 'first' });
  const next = thread.next();
  cancel.abort(new Error('cancelled'));
  await expect(next).rejects.toThrow('cancelled');
  await expect(answersOf(start('end', { signal: cancel.signal }))).rejects.toThrow('cancelled');
});
