import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { countFailedRun, readPlaywrightCounts, readVitestCounts } from './test-counts.ts';

const folder = mkdtempSync(join(tmpdir(), 'wakeline-tallies-'));
afterAll(() => rmSync(folder, { recursive: true }));

function write(report: unknown): string {
  const file = join(folder, 'report.json');
  writeFileSync(file, JSON.stringify(report));
  return file;
}

test('counts Vitest tests, and names failed and skipped ones', () => {
  const results = [
    { fullName: 'a', status: 'passed' },
    { fullName: 'b', status: 'failed' },
    { fullName: 'c, as root', status: 'skipped' },
    { fullName: 'd', status: 'todo', tags: [] },
    { fullName: 'e, which takes long', status: 'skipped', tags: ['long'] },
  ];
  const report = {
    success: false,
    numPassedTests: 1,
    numFailedTests: 1,
    testResults: [
      { name: 'one.test.ts', status: 'failed', assertionResults: results },
      { name: 'two.test.ts', status: 'failed', assertionResults: [] },
      { name: 'three.test.ts', status: 'passed', assertionResults: [] },
    ],
  };
  expect(readVitestCounts(write(report))).toEqual({
    passed: 1,
    failed: 1,
    failures: ['one.test.ts: b', 'two.test.ts'],
    skipped: ['c, as root', 'd'],
    leftOut: 1,
  });
});

test('counts a failed Vitest suite without failed tests, or a missing report, as a failure', () => {
  const report = { success: false, numPassedTests: 5, numFailedTests: 0, testResults: [] };
  expect(readVitestCounts(write(report))).toEqual({
    passed: 5,
    failed: 1,
    failures: [],
    skipped: [],
    leftOut: 0,
  });
  expect(readVitestCounts(join(folder, 'none.json'))).toEqual({
    passed: 0,
    failed: 1,
    failures: [],
    skipped: [],
    leftOut: 0,
  });
});

test('counts a run with a failure status as failed, whatever its report says', () => {
  const clean = { passed: 5, failed: 0, failures: [], skipped: [] };
  expect(countFailedRun(true, clean)).toEqual(clean);
  expect(countFailedRun(false, clean)).toEqual({ ...clean, failed: 1 });
  expect(countFailedRun(false, { ...clean, failed: 2 })).toEqual({ ...clean, failed: 2 });
});

test('counts Playwright tests that passed on retry as failed, and names failed and skipped ones', () => {
  const specs = [
    { title: 'scrubs', tests: [{ status: 'skipped' }] },
    { title: 'plays', tests: [{ status: 'flaky' }] },
    { title: 'ends', tests: [{ status: 'unexpected' }] },
    { title: 'starts', tests: [{ status: 'expected' }] },
  ];
  const inner = { title: 'replay', specs };
  const report = {
    stats: { expected: 3, unexpected: 1, flaky: 1 },
    errors: [],
    suites: [{ title: 'live.spec.ts', specs: [], suites: [inner] }],
  };
  expect(readPlaywrightCounts(write(report))).toEqual({
    passed: 3,
    failed: 2,
    failures: ['replay plays', 'replay ends'],
    skipped: ['replay scrubs'],
  });
});
