import { expect, test } from 'vitest';
import { findLongFiles, summarizeLengths } from './lengths.ts';
import { findLockFileErrors } from './lock-file.ts';

function file(path: string, lines: number, top = ''): { path: string; text: string } {
  return { path, text: `${top}${'x\n'.repeat(lines)}` };
}

test('accepts 400 lines and refuses 401, except for tests and files with a reason', () => {
  const files = [
    file('a.ts', 400),
    file('b.ts', 401),
    file('c.test.ts', 900),
    file('d.ts', 400, '// Length: one table, generated from the standard\n'),
    file('e.ts', 400, '// Length:\n'),
  ];
  expect(findLongFiles(files).map((line) => line.split(':')[0])).toEqual(['b.ts', 'e.ts']);
});

test('reports count, median and longest file', () => {
  expect(summarizeLengths([file('a.ts', 10), file('b.ts', 30), file('c.ts', 20)])).toBe(
    '3 files, median 20 lines, longest 30 (b.ts)',
  );
});

test('finds download addresses and missing checksums in the lock file', () => {
  const packages = {
    '': { name: 'wakeline' },
    'apps/server': { name: '@wakeline/server' },
    'node_modules/@wakeline/server': { resolved: 'apps/server', link: true },
    'node_modules/good': { integrity: 'sha512-x' },
    'node_modules/addressed': { integrity: 'sha512-x', resolved: 'https://registry.example/addressed.tgz' },
    'node_modules/bare': {},
  };
  expect(findLockFileErrors(JSON.stringify({ packages }))).toEqual([
    'package-lock.json: node_modules/addressed has a download address',
    'package-lock.json: node_modules/bare has no checksum',
  ]);
});

test('finds missing packages of other platforms in the lock file', () => {
  const packages = {
    'packages/one': { dependencies: { tool: '^1.0.0', own: '^1.0.0' } },
    'packages/one/node_modules/own': { integrity: 'sha512-x', dependencies: { tool: '1.0.0' } },
    'node_modules/tool': {
      integrity: 'sha512-x',
      optionalDependencies: { '@tool/linux-x64': '1.0.0', '@tool/win32-x64': '1.0.0' },
    },
    'node_modules/@tool/linux-x64': { integrity: 'sha512-x' },
  };
  expect(findLockFileErrors(JSON.stringify({ packages }))).toEqual([
    expect.stringMatching(
      /^package-lock\.json: node_modules\/tool depends on @tool\/win32-x64, which has no entry/,
    ),
  ]);
});
