import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type ProcessOptions, runInProcess } from './run-in-process.ts';
import type { TestRequest } from './testing/test-program.ts';

const PROGRAM = new URL('./testing/test-program.ts', import.meta.url);

function start(request: TestRequest, options: Partial<ProcessOptions<TestRequest>> = {}) {
  return runInProcess<TestRequest, string>({
    program: PROGRAM,
    request,
    budget: { milliseconds: 60_000, megabytes: 64 },
    budgetError: 'gps-file-costly',
    ...options,
  });
}

/** Collects its results until it ends; rejects if it fails. */
async function resultsOf(process: AsyncIterable<string>): Promise<readonly string[]> {
  const results: string[] = [];
  for await (const result of process) results.push(result);
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

test('ends a process that never responds with the budget error, without blocking the server', async () => {
  // On a busy machine, starting a process already takes this budget.
  const endless = resultsOf(start('spin', { budget: { milliseconds: 300, megabytes: 64 } }));
  const fast = new Promise((resolve) => setImmediate(() => resolve('at once')));
  expect(await Promise.race([fast, endless])).toBe('at once');
  await expect(endless).rejects.toMatchObject({ errorName: 'gps-file-costly' });
});

test('ends a process that exceeds its memory with the budget error', async () => {
  await expect(resultsOf(start('fill'))).rejects.toMatchObject({ errorName: 'gps-file-costly' });
});

test('survives several that exceed their memory at the same time', async () => {
  const all = await Promise.allSettled(Array.from({ length: 6 }, () => resultsOf(start('fill'))));
  for (const result of all) {
    expect(result).toMatchObject({ status: 'rejected', reason: { errorName: 'gps-file-costly' } });
  }
});

test('passes on the end of a process that crashes', async () => {
  await expect(resultsOf(start('crash'))).rejects.toThrow('the process has ended with SIGSEGV');
});

test('passes on the error output of a program that cannot start', async () => {
  const program = new URL('./testing/missing.ts', import.meta.url);
  await expect(resultsOf(start('end', { program }))).rejects.toThrow(/ended with 1: .*missing\.ts/s);
});

test('passes only the folder of compiled modules of its environment on', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'wakeline-modules-'));
  onTestFinished(() => {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true, force: true });
  });
  vi.stubEnv('DATABASE_URL', 'postgres://secret');
  vi.stubEnv('NODE_COMPILE_CACHE', undefined);
  expect(await resultsOf(start('environment'))).toEqual(['first', '[]']);
  vi.stubEnv('NODE_COMPILE_CACHE', folder);
  expect(await resultsOf(start('environment'))).toEqual(['first', '["NODE_COMPILE_CACHE"]']);
});

test.each(['spin', 'wait'] as const)('ends a process when its signal is aborted: %s', async (request) => {
  const cancel = new AbortController();
  const process = start(request, { signal: cancel.signal });
  expect(await process.next()).toEqual({ done: false, value: 'first' });
  const next = process.next();
  cancel.abort(new Error('cancelled'));
  await expect(next).rejects.toThrow('cancelled');
  await expect(resultsOf(start('end', { signal: cancel.signal }))).rejects.toThrow('cancelled');
});
