import { existsSync, readFileSync } from 'node:fs';

export interface Tally {
  readonly passed: number;
  readonly failed: number;
  /** Names of the tests that did not run. */
  readonly skipped: readonly string[];
}

interface VitestReport {
  readonly success: boolean;
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
}

/** A run that ended badly has failed, also where no test did: of an error outside of tests Vitest's report says nothing. */
export function endedWell(ok: boolean, tally: Tally): Tally {
  return ok ? tally : { ...tally, failed: Math.max(tally.failed, 1) };
}

/** What Vitest's JSON reporter wrote. A run that ended without a report has failed. */
export function vitestTally(file: string): Tally {
  const report = readReport<VitestReport>(file);
  if (report === null) return { passed: 0, failed: 1, skipped: [] };
  const { success, numPassedTests: passed, numFailedTests } = report;
  const skipped = report.testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status !== 'passed' && status !== 'failed')
    .map(({ fullName }) => fullName);
  return { passed, failed: success ? 0 : Math.max(numFailedTests, 1), skipped };
}

interface PlaywrightSuite {
  readonly title: string;
  readonly suites?: readonly PlaywrightSuite[];
  readonly specs: readonly {
    readonly title: string;
    readonly tests: readonly { readonly status: string }[];
  }[];
}

interface PlaywrightReport {
  readonly stats: { readonly expected: number; readonly unexpected: number; readonly flaky: number };
  readonly errors: readonly unknown[];
  readonly suites: readonly PlaywrightSuite[];
}

/** What Playwright's JSON reporter wrote. A test that passed only when it was tried again has failed. */
export function playwrightTally(file: string): Tally {
  const report = readReport<PlaywrightReport>(file);
  if (report === null) return { passed: 0, failed: 1, skipped: [] };
  const { expected, unexpected, flaky } = report.stats;
  const skipped = report.suites.flatMap(skippedIn);
  return { passed: expected, failed: unexpected + flaky + (report.errors.length > 0 ? 1 : 0), skipped };
}

function skippedIn({ title, suites = [], specs }: PlaywrightSuite): readonly string[] {
  const own = specs.filter(({ tests }) => tests.some(({ status }) => status === 'skipped'));
  return [...own.map((spec) => `${title} ${spec.title}`), ...suites.flatMap(skippedIn)];
}

function readReport<Report>(file: string): Report | null {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Report) : null;
}
