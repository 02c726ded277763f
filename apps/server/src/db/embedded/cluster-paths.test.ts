import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { prepareClusterPaths } from './cluster-paths.ts';
import { canTraverse, findOwner } from './owner.ts';
import { programsPackage } from './platform.ts';
import { findPrograms } from './programs.ts';

const isRoot = process.getuid?.() === 0;
const PASSWD =
  'root:x:0:0::/root:/bin/sh\nnobody:x:65534:65534::/:/usr/sbin/nologin\npostgres:x:101:104::/:/bin/sh\n';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'wakeline-paths-'));
  chmodSync(folder, 0o755);
});

afterEach(() => rmSync(folder, { recursive: true }));

/** The package of the programs as npm installs it without install scripts: links are missing. */
function packageWithoutLinks(into: string): string {
  const original = dirname(dirname(createRequire(import.meta.url).resolve(programsPackage())));
  const list = join(original, 'native', 'pg-symlinks.json');
  const links = (JSON.parse(readFileSync(list, 'utf8')) as { target: string }[]).map(({ target }) =>
    join(original, target),
  );
  cpSync(original, into, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => !links.includes(path) && !path.endsWith('.a'),
  });
  return into;
}

test('names the alternative on a platform without an embedded PostgreSQL', () => {
  expect(() => programsPackage('freebsd', 'x64')).toThrow(
    'no embedded PostgreSQL for freebsd-x64: set DATABASE_URL to a PostgreSQL server',
  );
});

test('creates the links between the libraries, so that the programs run', () => {
  const root = packageWithoutLinks(join(folder, 'package'));
  const { postgres } = findPrograms(null, join(folder, 'copies'), root);
  expect(postgres).toBe(join(root, 'native/bin/postgres'));
  expect(readlinkSync(join(root, 'native/lib/libpq.so.5'))).toMatch(/^libpq\.so\.5\.\d+$/);
  expect(execFileSync(postgres, ['--version'], { encoding: 'utf8' })).toMatch(
    /^postgres \(PostgreSQL\) 18\./,
  );
  expect(existsSync(join(folder, 'copies'))).toBe(false);
});

describe.skipIf(!isRoot)('when started by root (skipped if the tests are not)', () => {
  test('runs PostgreSQL as the first existing user of wakeline, postgres, nobody', () => {
    expect(findOwner(() => PASSWD)).toEqual({ name: 'postgres', uid: 101, gid: 104 });
    expect(findOwner(() => `${PASSWD}wakeline:x:900:901::/:/bin/sh\n`)).toEqual({
      name: 'wakeline',
      uid: 900,
      gid: 901,
    });
    expect(() => findOwner(() => 'root:x:0:0::/root:/bin/sh\n')).toThrow(
      'none of the users wakeline, postgres, nobody exists',
    );
  });

  test('detects a folder that others cannot enter anywhere on the path', () => {
    const owner = { name: 'nobody', uid: 65_534, gid: 65_534 };
    mkdirSync(join(folder, 'closed/inner'), { recursive: true });
    expect(canTraverse(owner, join(folder, 'closed/inner'))).toBe(true);
    chmodSync(join(folder, 'closed'), 0o700);
    expect(canTraverse(owner, join(folder, 'closed/inner'))).toBe(false);
  });

  test('copies programs that the other user cannot reach, once', () => {
    const owner = findOwner();
    const closed = join(folder, 'closed');
    mkdirSync(closed, { mode: 0o700 });
    const root = packageWithoutLinks(join(closed, 'linux-x64'));
    const copies = join(folder, 'copies');
    const { postgres } = findPrograms(owner, copies, root);
    expect(postgres.startsWith(`${copies}/postgresql-linux-x64-`)).toBe(true);
    const ids = { uid: owner?.uid, gid: owner?.gid, cwd: '/', encoding: 'utf8' } as const;
    expect(execFileSync(postgres, ['--version'], ids)).toMatch(/^postgres \(PostgreSQL\) 18\./);
    const { mtimeMs } = statSync(postgres);
    expect(findPrograms(owner, copies, root).postgres).toBe(postgres);
    expect(statSync(postgres).mtimeMs).toBe(mtimeMs);
  });

  test('makes an empty data folder of root traversable, but not one with content', () => {
    const data = join(folder, 'data');
    mkdirSync(data, { mode: 0o700 });
    writeFileSync(join(data, 'letter.txt'), 'private');
    expect(prepareClusterPaths(data, findOwner(), join(folder, 'outer')).cluster).not.toContain(data);
    expect(statSync(data).mode & 0o777).toBe(0o700);

    const empty = join(folder, 'empty');
    mkdirSync(empty, { mode: 0o700 });
    expect(prepareClusterPaths(empty, findOwner(), join(folder, 'outer')).cluster).toBe(
      join(empty, 'postgres/cluster'),
    );
    expect(statSync(empty).mode & 0o777).toBe(0o711);
  });

  test('puts the cluster elsewhere if its user cannot enter the data folder, and leaves a note', () => {
    const owner = findOwner();
    const data = join(folder, 'closed/data');
    mkdirSync(data, { recursive: true });
    chmodSync(join(folder, 'closed'), 0o700);
    const externalRoot = join(folder, 'outer');
    const paths = prepareClusterPaths(data, owner, externalRoot);
    expect(dirname(dirname(paths.cluster))).toBe(externalRoot);
    expect(readFileSync(join(data, 'postgres-lies-elsewhere.txt'), 'utf8').split('\n')[0]).toBe(
      dirname(paths.cluster),
    );
    expect(prepareClusterPaths(data, owner, externalRoot)).toEqual(paths);

    // Removed and created again: there is a new cluster, and the old one is reported.
    rmSync(data, { recursive: true });
    const next = prepareClusterPaths(data, owner, externalRoot);
    expect(next.cluster).not.toBe(paths.cluster);
    expect(next.leftovers).toEqual([dirname(paths.cluster)]);
  });

  test('does not take over a cluster of another user', () => {
    mkdirSync(join(folder, 'data/postgres'), { recursive: true });
    execFileSync('chown', ['12345', join(folder, 'data/postgres')]);
    expect(() => prepareClusterPaths(join(folder, 'data'), findOwner())).toThrow(
      'belongs to user 12345, PostgreSQL would run as',
    );
  });
});

test('refuses a file at the path of the cluster', () => {
  mkdirSync(join(folder, 'data'));
  writeFileSync(join(folder, 'data/postgres'), '');
  expect(() => prepareClusterPaths(join(folder, 'data'), findOwner())).toThrow(/EEXIST|is not a folder/);
});
