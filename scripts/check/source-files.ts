import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** All TypeScript files that are tracked or untracked but not ignored, relative to the root, with their text. */
export function readSources(): readonly { readonly path: string; readonly text: string }[] {
  return readFiles(['*.ts', '*.tsx']);
}

/** Files that match, as {@link listFiles} lists them, with their text. */
export function readFiles(
  patterns: readonly string[],
): readonly { readonly path: string; readonly text: string }[] {
  return listFiles(patterns).map((path) => ({ path, text: readFileSync(path, 'utf8') }));
}

/** Matching files of the tree, including untracked ones, without removed and ignored ones. */
export function listFiles(patterns: readonly string[]): readonly string[] {
  const listGitFiles = (flags: readonly string[]) =>
    execFileSync('git', ['ls-files', '-z', ...flags, '--', ...patterns], { encoding: 'utf8' })
      .split('\0')
      .filter((path) => path !== '');
  const deleted = new Set(listGitFiles(['--deleted']));
  return listGitFiles(['--cached', '--others', '--exclude-standard']).filter((path) => !deleted.has(path));
}
