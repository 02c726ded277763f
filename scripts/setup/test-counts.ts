import { existsSync, readFileSync } from 'node:fs';

export interface TestCounts {
  readonly passed: number;
  readonly failed: number;
  /** Names of the skipped tests. */
  readonly skipped: readonly string[];
}

interface VitestReport {
  readonly success: boolean;
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly {
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly tags?: readonly string[];
    }[];
  }[];
}

/** A run with a failure status has failed even if no test did: Vitest's report omits errors outside of tests. */
export function countFailedRun<Counts extends TestCounts>(ok: boolean, counts: Counts): Counts {
  return ok ? counts : { ...counts, failed: Math.max(counts.failed, 1) };
}

export interface VitestCounts extends TestCounts {
  /** Number of omitted tests with the tag `long`. */
  readonly leftOut: number;
}

/** Reads the report of Vitest's JSON reporter. A run without a report has failed. */
export function readVitestCounts(file: string): VitestCounts {
  const report = readReport<VitestReport>(file);
  if (report === null) return { passed: 0, failed: 1, skipped: [], leftOut: 0 };
  const { success, numPassedTests: passed, numFailedTests } = report;
  const notRun = report.testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status !== 'passed' && status !== 'failed');
  const skipped = notRun.filter(({ tags = [] }) => !tags.includes('long')).map(({ fullName }) => fullName);
  const leftOut = notRun.length - skipped.length;
  return { passed, failed: success ? 0 : Math.max(numFailedTests, 1), skipped, leftOut };
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

/** Reads the report of Playwright's JSON reporter. A test that passed only on retry has failed. */
export function readPlaywrightCounts(file: string): TestCounts {
  const report = readReport<PlaywrightReport>(file);
  if (report === null) return { passed: 0, failed: 1, skipped: [] };
  const { expected, unexpected, flaky } = report.stats;
  const skipped = report.suites.flatMap(skippedIn);
  return { passed: expected, failed: unexpected + flaky + (report.errors.length > 0 ? 1 : 0), skipped };
}

function skippedIn({ title, suites = [], specs }: PlaywrightSuite): readonly string[] {
  const skippedSpecs = specs.filter(({ tests }) => tests.some(({ status }) => status === 'skipped'));
  return [...skippedSpecs.map((spec) => `${title} ${spec.title}`), ...suites.flatMap(skippedIn)];
}

function readReport<Report>(file: string): Report | null {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Report) : null;
}
