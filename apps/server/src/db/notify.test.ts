import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { eventually } from '../ingest/testing/eventually.ts';
import { createTestDatabase, type TestDatabase } from '../testing/postgres.ts';
import { connect, type Database } from './database.ts';
import type { ServerEvent } from './events.ts';
import { type EventSubscription, listen, sendEvent } from './notify.ts';

let testDatabase: TestDatabase;
let database: Database;
let listening: EventSubscription;
let errors: unknown[];

beforeEach(async () => {
  testDatabase = await createTestDatabase();
  database = connect(testDatabase.url, 2);
  errors = [];
  listening = await listen(testDatabase.url, { onError: (error) => void errors.push(error) });
});

afterEach(async () => {
  await listening.close();
  await database.close();
  await testDatabase.drop();
});

function send(event: ServerEvent): Promise<void> {
  return database.db.transaction().execute((tx) => sendEvent(tx, event));
}

/** Terminates the connection that receives events, as a restart of PostgreSQL would. */
async function cutConnection(): Promise<void> {
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query like 'listen %'`.execute(database.db);
}

test('delivers an event by its type after the commit, until the listener is removed', async () => {
  const received: ServerEvent[] = [];
  const stop = listening.on('groups', (event) => void received.push(event));
  listening.on('rights', (event) => void received.push(event));
  await send({ type: 'groups', accountId: 1, groupId: 1 });
  await send({ type: 'rights', userId: 2 });
  await eventually('both events arrive', () => received.length === 2);
  expect(received).toEqual([
    { type: 'groups', accountId: 1, groupId: 1 },
    { type: 'rights', userId: 2 },
  ]);
  stop();
  await send({ type: 'groups', accountId: 3, groupId: 1 });
  await send({ type: 'rights', userId: 4 });
  await eventually('the second event arrives', () => received.length === 3);
  expect(received[2]).toEqual({ type: 'rights', userId: 4 });
});

test('does not deliver an event of a transaction that was rolled back', async () => {
  const received: ServerEvent[] = [];
  listening.on('groups', (event) => void received.push(event));
  const failing = database.db.transaction().execute(async (tx) => {
    await sendEvent(tx, { type: 'groups', accountId: 1, groupId: 1 });
    throw new Error('rolled back');
  });
  await expect(failing).rejects.toThrow('rolled back');
  await send({ type: 'groups', accountId: 2, groupId: 1 });
  await eventually('the second event arrives', () => received.length === 1);
  expect(received).toEqual([{ type: 'groups', accountId: 2, groupId: 1 }]);
});

test('splits an event of ten thousand trackers, which exceeds the size of a notification', async () => {
  const received = { changed: [] as number[], removed: [] as number[] };
  listening.on('trackers', ({ changed, removed }) => {
    received.changed.push(...changed);
    received.removed.push(...removed);
  });
  const changed = Array.from({ length: 10_000 }, (_, index) => 1_000_000 + index);
  const removed = [1, 2, 3];
  await send({ type: 'trackers', accountId: 1, changed, removed });
  await eventually('all ids arrive', () => received.changed.length === 10_000);
  expect(received.changed.sort()).toEqual(changed);
  expect(received.removed.sort()).toEqual(removed);
});

test('reconnects after a lost connection and reports a gap', async () => {
  let gaps = 0;
  const received: ServerEvent[] = [];
  listening.onGap(() => {
    gaps += 1;
  });
  listening.on('groups', (event) => void received.push(event));
  await cutConnection();
  await eventually('the gap is reported', () => gaps === 1);
  await send({ type: 'groups', accountId: 1, groupId: 1 });
  await eventually('events arrive again', () => received.length === 1);
});

test('reports a listener that throws and an unreadable event, and calls the other listeners', async () => {
  const received: number[] = [];
  listening.on('groups', () => {
    throw new Error('listener failed');
  });
  listening.on('groups', ({ accountId }) => void received.push(accountId));
  await sql`select pg_notify('wakeline_event', 'not json')`.execute(database.db);
  await send({ type: 'groups', accountId: 7, groupId: 1 });
  await eventually('the other listener is called', () => received.length === 1);
  expect(errors.map((error) => (error as Error).name)).toEqual(['SyntaxError', 'Error']);
});
