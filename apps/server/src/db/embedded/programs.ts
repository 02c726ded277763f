import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { canTraverse, type Owner } from './owner.ts';
import { programsPackage } from './platform.ts';

const links = z.array(z.object({ source: z.string(), target: z.string() }));

export interface Programs {
  readonly postgres: string;
  readonly initdb: string;
}

/**
 * Finds PostgreSQL's programs in their npm package, and creates the links between its libraries. The package leaves
 * the links to an install script that many installations do not run. If that is not possible there, or `owner` cannot
 * reach the package, it is copied to `copies` (about 60 MB, once per version).
 */
export function findPrograms(owner: Owner | null, copies: string, root: string = packageRoot()): Programs {
  const reachable = owner === null || canTraverse(owner, join(root, 'native', 'bin'));
  if (reachable && tryLinkLibraries(root)) return programsIn(root);

  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
  const copy = join(copies, `postgresql-${basename(root)}-${version}`);
  if (!existsSync(copy)) copyPrograms(root, copies, copy);
  return programsIn(copy);
}

function packageRoot(): string {
  return dirname(dirname(createRequire(import.meta.url).resolve(programsPackage())));
}

function programsIn(root: string): Programs {
  const suffix = process.platform === 'win32' ? '.exe' : '';
  return {
    postgres: join(root, 'native', 'bin', `postgres${suffix}`),
    initdb: join(root, 'native', 'bin', `initdb${suffix}`),
  };
}

/** Whether all links exist now. */
function tryLinkLibraries(root: string): boolean {
  try {
    linkLibraries(root);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return false;
    throw error;
  }
}

function linkLibraries(root: string): void {
  const list = join(root, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of links.parse(JSON.parse(readFileSync(list, 'utf8')))) {
    const path = join(root, target);
    if (existsSync(path)) continue;
    try {
      // Relative within one folder, so that the tree can be moved.
      symlinkSync(basename(source), path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

function copyPrograms(root: string, copies: string, copy: string): void {
  mkdirSync(copies, { recursive: true });
  const draft = mkdtempSync(join(copies, 'copying-'));
  try {
    cpSync(join(root, 'native'), join(draft, 'native'), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => !path.endsWith('.a'),
    });
    linkLibraries(draft);
    chmodSync(draft, 0o755);
    renameSync(draft, copy);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    // Another server may have created the same copy meanwhile.
    if (!existsSync(copy)) throw error;
  }
}
