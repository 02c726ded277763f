import { execFile, spawn } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startWorld, type World } from '../testing/world.ts';

interface ProgramResult {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program as its script does, on the database of a running server. */
function run(name: string, ...args: readonly string[]): Promise<ProgramResult> {
  const program = join(import.meta.dirname, `${name}.ts`);
  const env = { PATH: process.env.PATH, DATABASE_URL: world.testDatabase.url };
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...args], { env }, (error, stdout, stderr) => {
      resolve({ status: error === null ? 0 : Number(error.code), stdout, stderr });
    });
  });
}

let world: World;

beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

describe('npm run outbox', () => {
  test('prints the messages of the outbox, newest first', async () => {
    expect(await run('outbox')).toEqual({ status: 0, stdout: '', stderr: 'The outbox is empty\n' });
    const created_at = new Date('2026-06-01T12:00:00Z');
    await world.database.db
      .insertInto('outbox_message')
      .values(['one', 'two', 'three'].map((text) => ({ recipient: '13800138000', text, created_at })))
      .execute();
    expect((await run('outbox', '--lines', '2')).stdout).toBe(
      '2026-06-01T12:00:00.000Z  13800138000  three\n2026-06-01T12:00:00.000Z  13800138000  two\n',
    );
  });
});

test('exits normally if the reader of its output closes the pipe', async () => {
  await world.database.db
    .insertInto('outbox_message')
    .values({ recipient: '13800138000', text: 'x'.repeat(1_000_000), created_at: new Date('2026-06-01') })
    .execute();
  const program = join(import.meta.dirname, 'outbox.ts');
  const env = { PATH: process.env.PATH, DATABASE_URL: world.testDatabase.url };
  const child = spawn(process.execPath, [program], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  // Like `head -0`.
  child.stdout.destroy();
  let stderr = '';
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  const status = await new Promise((resolve) => child.on('close', resolve));
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});

describe('npm run sign', () => {
  test('creates a valid signature with the stored secret', async () => {
    const ada = await (await world.account('harbour')).person('ada');
    expect(await run('sign', '--account', 'ada')).toMatchObject({
      status: 1,
      stderr: 'the account of ada has no secret (see the command sign-secret)\n',
    });
    await world.database.db
      .updateTable('account')
      .set({ sign_secret: Buffer.alloc(32, 7) })
      .where('account_id', '=', ada.accountId)
      .execute();
    const { stdout } = await run('sign', '--account', 'ada', '--timestamp', String(world.clock.now()));
    const query = /\/login\?(.*)$/m.exec(stdout)?.[1];
    const response = await world.post('loginByCodeOrPd', { body: new URLSearchParams(query) });
    expect(await response.json()).toMatchObject({ result: { accountMsg: { username: 'ada' } } });
  });

  test('creates the signature of the example in the documentation with a given secret', async () => {
    const { stdout } = await run(
      ...(['sign', '--account', 'alice', '--timestamp', '1780315200000'] as const),
      ...['--secret', '00112233445566778899aabbccddeeff'],
    );
    // Computed with OpenSSL: docs/operating/signing-in.md.
    expect(stdout).toContain('c80fa296e4605ccab4d1b87949dfb799be99b2340277e48f2758c4471790e601');
  });

  test('reports failures by its exit status', async () => {
    const [without, unknownUser, secret, misspelt] = await Promise.all([
      run('sign'),
      run('sign', '--account', 'nobody'),
      run('sign', '--account', 'ada', '--secret', 'xyz'),
      run('outbox', '--linse', '2'),
    ]);
    expect(without).toMatchObject({ status: 64, stderr: '--account is required\n' });
    expect(unknownUser).toMatchObject({ status: 1, stderr: 'nobody: no such login\n' });
    expect(secret).toMatchObject({ status: 64, stdout: '' });
    expect(misspelt).toMatchObject({ status: 64, stdout: '' });
  });
});
