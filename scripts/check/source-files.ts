import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Every TypeScript file that git knows or would take, from the root, with its text. */
export function readSources(): readonly { readonly path: string; readonly text: string }[] {
  return listFiles(['*.ts', '*.tsx']).map((path) => ({ path, text: readFileSync(path, 'utf8') }));
}

/** Files of the tree that match, those not added yet included, those removed and ignored not. */
export function listFiles(patterns: readonly string[]): readonly string[] {
  const ask = (flags: readonly string[]) =>
    execFileSync('git', ['ls-files', '-z', ...flags, '--', ...patterns], { encoding: 'utf8' })
      .split('\0')
      .filter((path) => path !== '');
  const deleted = new Set(ask(['--deleted']));
  return ask(['--cached', '--others', '--exclude-standard']).filter((path) => !deleted.has(path));
}
