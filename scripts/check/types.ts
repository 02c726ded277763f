import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { type Outcome, run } from '../setup/run.ts';
import { listFiles } from './source-files.ts';

/** Output of `tsc --showConfig`. */
interface Config {
  readonly compilerOptions: object;
  /** Relative to the folder of the project. */
  readonly files: readonly string[];
}

/** Where the combined configurations are written: `types` of compiler options are found from there, too. */
const CACHE = join('node_modules', '.cache', 'wakeline');

/**
 * Checks the types of all projects. Projects with the same compiler options are one program, because the compiler checks the
 * sources of other packages again in each program that imports them.
 */
export async function checkTypes(): Promise<Outcome> {
  const startedAt = performance.now();
  const outcomes: Outcome[] = [];
  const projects = listFiles(['tsconfig.json', '*/tsconfig.json', '*/*/tsconfig.json']);
  const configs = await Promise.all(projects.map(readConfig));
  const queue = writePrograms(configs.filter((config) => config !== null));
  if (configs.includes(null))
    outcomes.push({ ok: false, output: 'a tsconfig.json cannot be read\n', seconds: 0 });
  // Several checkers in one process would each work out the types that their files share: twice the processor time.
  const checkNext = async (): Promise<void> => {
    const program = queue.shift();
    if (program === undefined) return;
    outcomes.push(await run('tsc', ['-p', program, '--singleThreaded', '--pretty', 'false']));
    await checkNext();
  };
  await Promise.all(Array.from({ length: availableParallelism() }, checkNext));
  return {
    ok: outcomes.every((outcome) => outcome.ok),
    output: outcomes.map((outcome) => outcome.output).join(''),
    seconds: (performance.now() - startedAt) / 1000,
  };
}

/** The options and files of a project; null if its configuration is not valid. */
async function readConfig(project: string): Promise<Config | null> {
  const { ok, output } = await run('tsc', ['-p', project, '--showConfig']);
  if (!ok) return null;
  const { compilerOptions, files } = JSON.parse(output) as Config;
  return { compilerOptions, files: files.map((file) => resolve(dirname(project), file)) };
}

/** Writes a configuration for each group of projects with the same options; returns their paths, the largest first. */
function writePrograms(configs: readonly Config[]): string[] {
  mkdirSync(CACHE, { recursive: true });
  const groups = Map.groupBy(configs, ({ compilerOptions }) => JSON.stringify(compilerOptions));
  return [...groups.values()]
    .map((group) => ({
      compilerOptions: group[0]?.compilerOptions,
      files: group.flatMap(({ files }) => files),
    }))
    .toSorted((a, b) => b.files.length - a.files.length)
    .map((program, index) => {
      const path = join(CACHE, `types-${index}.json`);
      writeFileSync(path, JSON.stringify(program));
      return path;
    });
}
