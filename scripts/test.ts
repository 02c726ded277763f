import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runChecks } from './check/steps.ts';
import { findBrowser } from './setup/browser.ts';
import { findClickHouse } from './setup/clickhouse.ts';
import { buildConsole } from './setup/console-build.ts';
import { findMailServer } from './setup/mail-server.ts';
import { findMapPrograms } from './setup/map-programs.ts';
import { findMessageBroker } from './setup/message-broker.ts';
import { findNatsServer } from './setup/nats-server.ts';
import { findReportPrograms } from './setup/report-programs.ts';
import { run } from './setup/run.ts';
import { findS3Server } from './setup/s3-server.ts';
import { findSheetPrograms } from './setup/sheet-programs.ts';
import {
  countFailedRun,
  readPlaywrightCounts,
  readVitestCounts,
  type TestCounts,
} from './setup/test-counts.ts';
import { findVideoPrograms } from './setup/video-programs.ts';

const HELP = `Usage: npm test

Run all checks (format, lint, types, import rules, unused code), unit and server tests on a real PostgreSQL, and browser journeys
through the console build. Installs missing packages. The last line counts the tests: "N passed, N failed".

Long-running and detailed tests and journeys (tagged @long, \`tags: ['long']\`) are skipped; --all runs them, too.

--cluster runs only the tests of a cluster (\`tags: ['cluster']\`), with NATS, ClickHouse and an S3 server, which it installs. The
tests of the engine then run again with a gateway, an engine and a stream between them, and those of rights, sockets, instructions
and rules with the operations in one process and gateway, engine and worker in another.

To run a part: npx vitest run PATH, or npx playwright test -c e2e.`;
const JOURNEYS = 'e2e/playwright.config.ts';

interface Stage extends TestCounts {
  /** What was not run at all, and why. */
  readonly notes: readonly string[];
}

function print(text: string): void {
  console.log(text);
}

async function runVitest(reports: string, all: boolean): Promise<Stage> {
  const missing = await findMapPrograms(print);
  const missingBroker = await findMessageBroker(print);
  const missingMailServer = await findMailServer(print);
  const missingSheets = all ? await findSheetPrograms(print) : null;
  const missingReports = all ? await findReportPrograms(print) : null;
  const missingVideo = all ? await findVideoPrograms(print) : null;
  const file = join(reports, 'vitest.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const filter = [all ? '--tags-filter=!cluster' : '--tags-filter=!long && !cluster'];
  const { ok } = await run('vitest', ['run', ...reporters, ...filter], { show: true });
  const { leftOut, ...counts } = countFailedRun(ok, readVitestCounts(file));
  const notes = missing === null ? [] : [`exports read by other programs: ${missing}`];
  if (missingBroker !== null) notes.push(`forwarding by MQTT: ${missingBroker}`);
  if (missingMailServer !== null) notes.push(`e-mails to satellite terminals: ${missingMailServer}`);
  if (missingSheets !== null) notes.push(`large spreadsheets of other programs: ${missingSheets}`);
  if (missingReports !== null) notes.push(`figures of reports by other programs: ${missingReports}`);
  if (missingVideo !== null) notes.push(`live video by other programs: ${missingVideo}`);
  const reason = all ? 'their programs are not installed' : '`npm test -- --all` runs them';
  if (leftOut > 0) notes.push(`${leftOut} long tests: ${reason}`);
  return { ...counts, notes };
}

const SERVER = 'apps/server/src';

/** What runs again on a cluster (docs/development/cluster.md#tests). */
const TESTS_ON_CLUSTER = {
  engine: [`${SERVER}/ingest`],
  roles: [
    // Each operation as each kind of caller, and what each may see.
    ...['rights', 'rights-in-flight', 'scope', 'entry-points', 'live-group'].map(
      (name) => `${SERVER}/http/${name}.test.ts`,
    ),
    `${SERVER}/live/`,
    ...['instructions', 'live', 'notices', 'rights', 'rules', 'security', 'shares', 'sos'].map(
      (name) => `${SERVER}/features/${name}/`,
    ),
    `${SERVER}/features/delivery/rule-subscriptions.test.ts`,
    `${SERVER}/testing/other-roles.test.ts`,
  ],
} as const;

/** The tests of a cluster, then those of the engine and of the operations as a cluster. */
async function runClusterTests(reports: string): Promise<readonly Stage[]> {
  const engines = {
    NATS: await findNatsServer(print),
    ClickHouse: await findClickHouse(print),
    'S3 server': await findS3Server(print),
  };
  const notes = Object.entries(engines).flatMap(([name, missing]) =>
    missing === null ? [] : [`tests with ${name}: ${missing}`],
  );
  const ofCluster = await runSome(reports, 'cluster', ['--tags-filter=cluster'], {});
  const stages: Stage[] = [{ ...ofCluster, notes }];
  if (engines.NATS !== null) return stages;
  for (const [name, paths] of Object.entries(TESTS_ON_CLUSTER)) {
    const args = ['--tags-filter=!long && !cluster', ...paths];
    stages.push(await runSome(reports, name, args, { WAKELINE_TEST_CLUSTER: 'yes' }));
  }
  return stages;
}

async function runSome(
  reports: string,
  name: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Stage> {
  const file = join(reports, `${name}.json`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const { ok } = await run('vitest', ['run', ...reporters, ...args], { show: true, env });
  // Those of other tags are many, and the others say why in the code.
  const { leftOut: _, ...counts } = countFailedRun(ok, readVitestCounts(file));
  return { ...counts, skipped: [], notes: [] };
}

/** Number of journeys that only run with --all. */
const LONG = '@long';

async function countLong(): Promise<number> {
  const { output } = await run('playwright', ['test', '--config', JOURNEYS, '--list', '--grep', LONG]);
  return Number(/Total: (\d+) tests?/.exec(output)?.[1] ?? 0);
}

async function runJourneys(reports: string, all: boolean): Promise<Stage> {
  const none = { passed: 0, failed: 0, failures: [], skipped: [] };
  if (!existsSync(JOURNEYS)) return { ...none, notes: ['browser journeys: none found'] };
  const browser = await findBrowser(print);
  if (browser.path === null) return { ...none, notes: [`browser journeys: ${browser.missing}`] };
  try {
    await buildConsole(print);
  } catch (error) {
    print(error instanceof Error ? error.message : String(error));
    return { ...none, failed: 1, notes: ['browser journeys: building the console failed'] };
  }
  const file = join(reports, 'playwright.json');
  const filter = all ? [] : ['--grep-invert', LONG];
  const { ok } = await run('playwright', ['test', '--config', JOURNEYS, '--reporter=list,json', ...filter], {
    show: true,
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: file, CHROMIUM_PATH: browser.path },
  });
  const left = all ? 0 : await countLong();
  const notes = left === 0 ? [] : [`${left} long journeys: \`npm test -- --all\` runs them`];
  return { ...countFailedRun(ok, readPlaywrightCounts(file)), notes };
}

async function main(): Promise<void> {
  const reports = mkdtempSync(join(tmpdir(), 'wakeline-reports-'));
  try {
    const isCluster = process.argv.includes('--cluster');
    const failedChecks = isCluster ? [] : await runChecks(print);
    const all = process.argv.includes('--all');
    const stages = isCluster
      ? await runClusterTests(reports)
      : [await runVitest(reports, all), await runJourneys(reports, all)];
    const passed = stages.reduce((sum, stage) => sum + stage.passed, 0);
    const failed = stages.reduce((sum, stage) => sum + stage.failed, failedChecks.length);
    const skipped = stages.flatMap((stage) => stage.skipped);

    print('');
    for (const name of failedChecks) print(`failed: check of ${name}`);
    for (const name of stages.flatMap((stage) => stage.failures)) print(`failed: ${name}`);
    for (const name of skipped) print(`skipped: ${name}`);
    for (const note of stages.flatMap((stage) => stage.notes)) print(`skipped: ${note}`);
    print(`${passed} passed, ${failed} failed${skipped.length === 0 ? '' : `, ${skipped.length} skipped`}`);
    if (failed > 0 || passed === 0) process.exitCode = 1;
  } finally {
    rmSync(reports, { recursive: true, force: true });
  }
}

if (process.argv.includes('--help')) print(HELP);
else await main();
