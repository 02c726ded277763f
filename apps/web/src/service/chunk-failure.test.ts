import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { CHUNK_TIMEOUT_MS, isChunkFailure, loadWithTimeout } from './chunk-failure.ts';

test.each([
  [new TypeError('Failed to fetch dynamically imported module: /assets/a.js'), true],
  [new TypeError('error loading dynamically imported module: /assets/a.js'), true],
  [new TypeError('Importing a module script failed.'), true],
  [new Error('Unable to preload CSS for /assets/a.css'), true],
  [new TypeError("Cannot read properties of undefined (reading 'x')"), false],
  [new Error('A component for signed-in users is rendered outside the guard'), false],
])('%s', (error, isFailure) => {
  expect(isChunkFailure(error)).toBe(isFailure);
});

describe('a chunk request without a response', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test('fails after the 120 s of the specification as a chunk failure', async () => {
    expect(CHUNK_TIMEOUT_MS).toBe(120_000);
    let failure: unknown = null;
    const attempts = loadWithTimeout(() => new Promise(() => undefined)).catch((error: unknown) => {
      failure = error;
    });
    await vi.advanceTimersByTimeAsync(119_999);
    expect(failure).toBeNull();
    await vi.advanceTimersByTimeAsync(1);
    await attempts;
    expect(isChunkFailure(failure)).toBe(true);
  });

  test('leaves no timer behind after success or failure', async () => {
    await expect(loadWithTimeout(async () => 'code')).resolves.toBe('code');
    await expect(loadWithTimeout(() => Promise.reject(new TypeError('import')))).rejects.toThrow('import');
    expect(vi.getTimerCount()).toBe(0);
  });
});
