import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadDemoPassword } from './demo-password.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'wakeline-demo-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('generates a password per data folder, readable only by its owner', () => {
  const first = loadDemoPassword(join(folder, 'one'));
  expect(first).toMatchObject({ isNew: true, replacesKnown: false, path: join(folder, 'one/demo-password') });
  expect(first.password).toMatch(/^[a-z2-9]{12}$/);
  expect(readFileSync(first.path, 'utf8')).toBe(`${first.password}\n`);
  expect(statSync(first.path).mode & 0o777).toBe(0o600);
  expect(loadDemoPassword(join(folder, 'one'))).toEqual({ ...first, isNew: false });
  expect(loadDemoPassword(join(folder, 'two')).password).not.toBe(first.password);
});

test('detects a data folder of an earlier version once', () => {
  mkdirSync(join(folder, 'old'));
  expect(loadDemoPassword(join(folder, 'old')).replacesKnown).toBe(true);
  expect(loadDemoPassword(join(folder, 'old')).replacesKnown).toBe(false);
});
