import { readFileSync } from 'node:fs';
import { type Outcome, run } from '../setup/run.ts';
import { findDocumentErrors } from './documents.ts';
import { findViolations } from './import-rules.ts';
import { findImports } from './imports.ts';
import { findLongFiles, summarizeLengths } from './lengths.ts';
import { findLockFileErrors } from './lock-file.ts';
import { readFiles, readSources } from './source-files.ts';
import { foreignQueries } from './table-owners.ts';
import { checkTypes } from './types.ts';
import { findRejectedTerms } from './vocabulary.ts';

interface Step {
  readonly name: string;
  readonly run: () => Promise<Outcome>;
}

const TEXT_FILES = ['*.ts', '*.tsx', '*.md', 'apps/web/src/i18n/en_US/*.json'];

const STEPS: readonly Step[] = [
  { name: 'format and lint', run: () => run('biome', ['check', '--error-on-warnings', '.']) },
  { name: 'types', run: checkTypes },
  { name: 'import rules', run: () => reportErrors(checkImports) },
  { name: 'table owners', run: () => reportErrors(() => foreignQueries(readSources())) },
  { name: 'unused code', run: () => run('knip', ['--no-progress']) },
  {
    name: 'file lengths',
    run: () => reportErrors(() => findLongFiles(readSources()), summarizeLengths(readSources())),
  },
  { name: 'vocabulary', run: () => reportErrors(() => findRejectedTerms(readFiles(TEXT_FILES))) },
  { name: 'documents', run: () => reportErrors(() => findDocumentErrors(readFiles(['*.md']))) },
  {
    name: 'lock file',
    run: () => reportErrors(() => findLockFileErrors(readFileSync('package-lock.json', 'utf8'))),
  },
];

/**
 * Runs all checks one after another and prints a line for each; the output of a failed one follows.
 *
 * @returns the names of the failed checks.
 */
export async function runChecks(print: (text: string) => void): Promise<readonly string[]> {
  const failed: string[] = [];
  for (const step of STEPS) {
    const { ok, output, seconds } = await step.run();
    print(`${ok ? 'ok    ' : 'FAILED'} ${step.name} (${seconds.toFixed(1)} s)`);
    if (ok && step.name === 'file lengths') print(`       ${output}`);
    if (ok) continue;
    failed.push(step.name);
    print(output.trimEnd());
  }
  return failed;
}

function checkImports(): readonly string[] {
  return findViolations(readSources().map(({ path, text }) => ({ path, imports: findImports(path, text) })));
}

async function reportErrors(findErrors: () => readonly string[], successText = ''): Promise<Outcome> {
  const startedAt = performance.now();
  const errors = findErrors();
  const output = errors.length === 0 ? successText : errors.join('\n');
  return { ok: errors.length === 0, output, seconds: (performance.now() - startedAt) / 1000 };
}
