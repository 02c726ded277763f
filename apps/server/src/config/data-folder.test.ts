import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeDataFolder } from './data-folder.ts';

let home: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'wakeline-data-folder-'));
});
afterEach(() => rmSync(home, { recursive: true }));

test('creates the folder and its parents, and leaves nothing in it', () => {
  const path = join(home, 'var', 'lib', 'wakeline');
  makeDataFolder(path);
  makeDataFolder(path);
  expect(readdirSync(path)).toEqual([]);
});

test('refuses a file as folder, a file in the path, a cyclic link and a path that is too long', () => {
  const file = join(home, 'file');
  writeFileSync(file, '');
  const loop = join(home, 'loop');
  symlinkSync(loop, loop);
  mkdirSync(join(home, 'folder'));
  expect(() => makeDataFolder(file)).toThrow(
    `WAKELINE_DATA: "${file}" cannot be used: the path exists and is not a folder (EEXIST)`,
  );
  expect(() => makeDataFolder(join(file, 'data'))).toThrow('a part of the path is not a folder (ENOTDIR)');
  expect(() => makeDataFolder(join(loop, 'data'))).toThrow('(ELOOP)');
  expect(() => makeDataFolder(join(home, 'n'.repeat(300)))).toThrow('the path is too long (ENAMETOOLONG)');
});
