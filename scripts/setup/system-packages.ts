import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { run } from './run.ts';

/** Path of the first available program of these; null: none is in PATH. */
export function findInPath(names: readonly string[]): string | null {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return (
    folders.flatMap((folder) => names.map((name) => join(folder, name))).find((path) => existsSync(path)) ??
    null
  );
}

/**
 * Installs Debian or Ubuntu packages if permitted (as root, for example in a container or on CI).
 *
 * @returns why the installation was not possible; null: installed.
 */
export async function installPackages(
  packages: readonly string[],
  print: (text: string) => void,
): Promise<string | null> {
  if (findInPath(['apt-get']) === null) return `apt-get not found: install ${packages.join(', ')} manually`;
  if (process.getuid?.() !== 0) return `run as root: apt-get install ${packages.join(' ')}`;
  print(`Installing ${packages.join(' and ')} ...`);
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get', ['update', '-q'], { env });
  const { ok, output } = await run(
    'apt-get',
    ['install', '-y', '-q', '--no-install-recommends', ...packages],
    { env },
  );
  if (ok) return null;
  return `apt-get failed:\n${output.trimEnd().split('\n').slice(-5).join('\n')}`;
}
