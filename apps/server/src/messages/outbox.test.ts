import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect, type Database } from '../db/database.ts';
import { createTestDatabase, type TestDatabase } from '../testing/postgres.ts';
import { TestClock } from '../testing/test-clock.ts';
import { createOutboxSender, MAX_OUTBOX_MESSAGES, readOutbox } from './outbox.ts';

let testDatabase: TestDatabase;
let database: Database;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = connect(testDatabase.url, 2);
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

test('stores a limited number of messages, and logs neither code nor phone number', async () => {
  const { db } = database;
  const clock = new TestClock(Date.UTC(2026, 5, 1, 12));
  await db
    .insertInto('outbox_message')
    .values(
      Array.from({ length: MAX_OUTBOX_MESSAGES }, (_, index) => ({
        recipient: '13800138000',
        text: `older ${index}`,
        created_at: new Date(clock.now()),
      })),
    )
    .execute();
  const logged: string[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => void logged.push(line) });
  const text = 'Your code is 123456';
  await createOutboxSender({ db, clock, log }).send({ recipient: '13900139000', text, code: '123456' });

  const stored = await readOutbox(db, 2 * MAX_OUTBOX_MESSAGES);
  expect(stored).toHaveLength(MAX_OUTBOX_MESSAGES);
  expect(stored[0]).toEqual({ recipient: '13900139000', text, createdAt: new Date(clock.now()) });
  expect(stored.at(-1)?.text).toBe('older 1');
  expect(logged).toHaveLength(1);
  expect(logged[0]).toContain('139****9000');
  expect(logged[0]).not.toMatch(/123456|13900139000/);
});
