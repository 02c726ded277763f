import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { run } from './run.ts';

/** All sources of the console build. */
const SOURCES = [
  'apps/web/{src,public}/**/*',
  'apps/web/*.{html,ts,json}',
  'packages/{client,contract,domain}/src/**/*.ts',
  'package-lock.json',
];
const BUILT_PAGE = 'apps/web/dist/index.html';
const STAMP = 'node_modules/.cache/wakeline/console';

/**
 * Builds the console unless the build is up to date with its sources (by names, sizes and times: reading all of them would slow
 * down each start).
 *
 * @returns whether it was built.
 * @throws Error with the output of a failed build.
 */
export async function buildConsole(print: (text: string) => void): Promise<boolean> {
  const now = fingerprint();
  if (existsSync(BUILT_PAGE) && existsSync(STAMP) && readFileSync(STAMP, 'utf8') === now) return false;
  print('Building the console ...');
  const { ok, output } = await run(process.execPath, ['../../node_modules/vite/bin/vite.js', 'build'], {
    cwd: 'apps/web',
  });
  if (!ok) throw new Error(`building the console failed:\n${output}`);
  mkdirSync(dirname(STAMP), { recursive: true });
  writeFileSync(STAMP, now);
  return true;
}

function fingerprint(): string {
  const hash = createHash('sha256');
  for (const path of globSync(SOURCES).sort()) {
    const { size, mtimeMs, isFile } = statsOf(path);
    if (isFile) hash.update(`${path}\0${size}\0${mtimeMs}\n`);
  }
  return hash.digest('hex');
}

function statsOf(path: string): { size: number; mtimeMs: number; isFile: boolean } {
  const stats = statSync(path);
  return { size: stats.size, mtimeMs: stats.mtimeMs, isFile: stats.isFile() };
}
