import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { run } from './run.ts';

/** Where the first of these programs is; null: none of them is in the path. */
export function findInPath(names: readonly string[]): string | null {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return (
    folders.flatMap((folder) => names.map((name) => join(folder, name))).find((path) => existsSync(path)) ??
    null
  );
}

/**
 * Installs packages of Debian or Ubuntu where we may (root, as in a container or on CI).
 *
 * @returns why that could not be done, in a sentence; null: it was.
 */
export async function installPackages(
  packages: readonly string[],
  print: (text: string) => void,
): Promise<string | null> {
  if (findInPath(['apt-get']) === null) return `there is no apt-get: install ${packages.join(', ')} by hand`;
  if (process.getuid?.() !== 0) return `only root may: apt-get install ${packages.join(' ')}`;
  print(`Installing ${packages.join(' and ')} ...`);
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get', ['update', '-q'], { env });
  const { ok, output } = await run(
    'apt-get',
    ['install', '-y', '-q', '--no-install-recommends', ...packages],
    { env },
  );
  if (ok) return null;
  return `apt-get could not install it:\n${output.trimEnd().split('\n').slice(-5).join('\n')}`;
}
