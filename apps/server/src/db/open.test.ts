import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../testing/postgres.ts';
import { withDatabase } from './connection-options.ts';
import { openDatabase, requireVersion } from './open.ts';

const log = pino({ level: 'silent' });

function createConfig(databaseUrl: string) {
  return { databaseUrl, databaseConnections: 4, dataDir: 'not-used' };
}

test('accepts PostgreSQL 15 and refuses 14', () => {
  expect(() => requireVersion(150_000)).not.toThrow();
  expect(() => requireVersion(140_012)).toThrow(
    'DATABASE_URL: PostgreSQL 14 is too old, 15 or later is required',
  );
});

test('fails at once when the database does not exist', async () => {
  const testDatabase = await createTestDatabase();
  try {
    const url = withDatabase(testDatabase.url, 'nowhere');
    await expect(openDatabase(createConfig(url), log, AbortSignal.timeout(20_000))).rejects.toThrow(
      'database "nowhere" does not exist',
    );
  } finally {
    await testDatabase.drop();
  }
});

test('waits for an unreachable database until it is aborted', async () => {
  const emptyFolder = mkdtempSync(join(tmpdir(), 'wakeline-nobody-'));
  const stopping = new AbortController();
  const opening = openDatabase(
    createConfig(`postgres://w@localhost/w?host=${emptyFolder}`),
    log,
    stopping.signal,
  );
  stopping.abort();
  await expect(opening).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }));
  rmSync(emptyFolder, { recursive: true });
});

test('disconnects from a database that does not respond when it is aborted', async () => {
  const silentServer = createServer().listen(0, '127.0.0.1');
  await once(silentServer, 'listening');
  const stopping = new AbortController();
  const { port } = silentServer.address() as AddressInfo;
  const connected = once(silentServer, 'connection');
  const opening = openDatabase(createConfig(`postgres://w@127.0.0.1:${port}/w`), log, stopping.signal);
  const refused = expect(opening).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }));
  const [socket] = await connected;
  stopping.abort();
  await refused;
  await once(socket, 'close');
  silentServer.close();
});

test('reports whether the database responds, also after closing', async () => {
  const testDatabase = await createTestDatabase();
  const open = await openDatabase(createConfig(testDatabase.url), log, new AbortController().signal);
  expect(await open.isResponding(5_000)).toBe(true);
  await open.close();
  expect(await open.isResponding(5_000)).toBe(false);
  await testDatabase.drop();
});
