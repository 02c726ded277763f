import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWorld, type World } from '../testing/world.ts';
import { ensureFirstAccount } from './create-account.ts';
import { passwordDigest } from './password.ts';

const PROGRAM = join(import.meta.dirname, '../../../../scripts/setup/demo-password.ts');

let world: World;
let folder: string;
beforeAll(async () => {
  world = await startWorld();
  folder = mkdtempSync(join(tmpdir(), 'wakeline-demo-'));
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await world.stop();
});

/** Does what `npm start` does if the demo account may stem from an earlier version. */
async function replaceKnownPassword(account: string, password: string): Promise<void> {
  const path = join(folder, 'demo-password');
  writeFileSync(path, password);
  const service = { url: world.url, prefix: world.prefix, account };
  const script = `import { replaceKnownPassword } from ${JSON.stringify(PROGRAM)};
    await replaceKnownPassword(${JSON.stringify(service)}, ${JSON.stringify({ password, path })});`;
  await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script]);
}

async function canSignIn(account: string, password: string): Promise<boolean> {
  const body = new URLSearchParams({ phone: account, pd: passwordDigest(password) });
  const { result_code } = (await (await world.post('loginByCodeOrPd', { body })).json()) as {
    result_code: string;
  };
  return result_code === '000';
}

test('replaces the known password of an earlier demo', async () => {
  await ensureFirstAccount(world.database.db, { login: 'demo', password: 'demo123' });
  await replaceKnownPassword('demo', 'abcdefgh2345');
  expect(await canSignIn('demo', 'demo123')).toBe(false);
  expect(await canSignIn('demo', 'abcdefgh2345')).toBe(true);
});

test('leaves an account with its own password unchanged', async () => {
  await ensureFirstAccount(world.database.db, { login: 'tester', password: 'own4pass' });
  await replaceKnownPassword('tester', 'abcdefgh2345');
  expect(await canSignIn('tester', 'own4pass')).toBe(true);
  expect(await canSignIn('tester', 'abcdefgh2345')).toBe(false);
});
