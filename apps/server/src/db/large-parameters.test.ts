import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/postgres.ts';
import { connect, type Database, sqlStateOf } from './database.ts';

let testDatabase: TestDatabase;
let database: Database;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = connect(testDatabase.url, 1);
});

afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

/** Bytes with all values. */
function bytesOf(length: number): Buffer {
  return Buffer.from(Uint8Array.from({ length }, (_, index) => index % 251));
}

test('PostgreSQL receives parameters of all sizes and kinds', async () => {
  // Below, at and above the size from which they are sent directly, and above the buffers of a socket.
  const buffers = [0, 1, 4_095, 4_096, 5_000, 3_000_000].map(bytesOf);
  const text = 'Zürich 上海 🚢'.repeat(20_000);
  const sizes = buffers.map((buffer, index) => sql`md5(${buffer}::bytea) as ${sql.ref(`buffer_${index}`)}`);
  const { rows } = await sql<Record<string, unknown>>`
    select ${sql.join(sizes)}, md5(${text}::text) as text, ${null}::int is null as absent,
      ${-12.5}::float8 as number, ${['a', 'b']}::text[] as list, ${true}::bool as flag,
      ${new Date(1_780_315_230_000)}::timestamptz as date`.execute(database.db);
  const md5 = (value: Buffer | string) => createHash('md5').update(value).digest('hex');
  expect(Object.values(rows[0] ?? {})).toEqual([
    ...[...buffers, text].map(md5),
    ...[true, -12.5, ['a', 'b'], true, new Date(1_780_315_230_000)],
  ]);
});

test('an error of a statement with a large parameter leaves the connection usable', async () => {
  const failing = sql`select (${bytesOf(100_000)}::bytea)::text::int`.execute(database.db);
  // invalid_text_representation
  await expect(failing).rejects.toSatisfy((error) => sqlStateOf(error) === '22P02');
  const { rows } = await sql`select length(${bytesOf(100_000)}::bytea) as length`.execute(database.db);
  expect(rows).toEqual([{ length: 100_000 }]);
});

test('a prepared statement takes large parameters again', async () => {
  const client = await database.connectClient();
  try {
    for (const length of [200_000, 10, 5_000]) {
      const { rows } = await client.query({
        ...{ name: 'length', text: 'select length($1::bytea) as length' },
        values: [bytesOf(length)],
      });
      expect(rows).toEqual([{ length }]);
    }
  } finally {
    client.release();
  }
});
