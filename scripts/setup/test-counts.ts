import { existsSync, readFileSync } from 'node:fs';

export interface TestCounts {
  readonly passed: number;
  readonly failed: number;
  /** Names of the failed tests that the report names. */
  readonly failures: readonly string[];
  /** Names of the skipped tests. */
  readonly skipped: readonly string[];
}

interface VitestReport {
  readonly success: boolean;
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
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
  if (report === null) return { passed: 0, failed: 1, failures: [], skipped: [], leftOut: 0 };
  const { success, numPassedTests: passed, numFailedTests } = report;
  const failures = report.testResults.flatMap(({ name, status, assertionResults }) => {
    const failed = assertionResults.filter((result) => result.status === 'failed');
    // A file that failed outside of its tests has none.
    if (failed.length === 0) return status === 'failed' ? [name] : [];
    return failed.map(({ fullName }) => `${name}: ${fullName}`);
  });
  const notRun = report.testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status !== 'passed' && status !== 'failed');
  const skipped = notRun.filter(({ tags = [] }) => !tags.includes('long')).map(({ fullName }) => fullName);
  const leftOut = notRun.length - skipped.length;
  return { passed, failed: success ? 0 : Math.max(numFailedTests, 1), failures, skipped, leftOut };
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
  if (report === null) return { passed: 0, failed: 1, failures: [], skipped: [] };
  const { expected, unexpected, flaky } = report.stats;
  return {
    passed: expected,
    failed: unexpected + flaky + (report.errors.length > 0 ? 1 : 0),
    failures: report.suites.flatMap((suite) => namesIn(suite, ['unexpected', 'flaky'])),
    skipped: report.suites.flatMap((suite) => namesIn(suite, ['skipped'])),
  };
}

/** Names of the tests with one of these statuses, with their innermost suite. */
function namesIn(
  { title, suites = [], specs }: PlaywrightSuite,
  statuses: readonly string[],
): readonly string[] {
  const named = specs.filter(({ tests }) => tests.some(({ status }) => statuses.includes(status)));
  return [
    ...named.map((spec) => `${title} ${spec.title}`),
    ...suites.flatMap((suite) => namesIn(suite, statuses)),
  ];
}

function readReport<Report>(file: string): Report | null {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Report) : null;
}
