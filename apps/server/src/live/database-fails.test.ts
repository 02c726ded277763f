import { once } from 'node:events';
import { type ServerMessage, serverMessage } from '@wakeline/contract/live/messages';
import { sql } from 'kysely';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import WebSocket from 'ws';
import type { Database } from '../db/database.ts';
import type { ServerEvent } from '../db/events.ts';
import { sendEvent } from '../db/notify.ts';
import { startHubBehindSocket } from '../testing/hub-behind-socket.ts';
import { TestClock } from '../testing/test-clock.ts';
import { STANDBY_POLL_INTERVAL_MS } from './limits.ts';

/** The hub behind a real socket, on a database that partly fails: a table is renamed for a while, or locked. */
const CONNECTIONS = 4;
const clock = new TestClock(Date.UTC(2026, 5, 1));
const warnings: string[] = [];
const log = pino({ level: 'warn' }, { write: (line: string) => void warnings.push(line) });
const unhandled: unknown[] = [];
const recordUnhandled = (reason: unknown): void => void unhandled.push(reason);

/** The database of the server. */
let database: Database;
/** A separate connection of the test. */
let probe: Database;
let accountId: number;
let socketUrl: string;
let token: string;
let end: () => Promise<void>;

beforeAll(async () => {
  process.on('unhandledRejection', recordUnhandled);
  const connections = { server: CONNECTIONS, probe: 1 };
  ({ database, probe, accountId, socketUrl, token, end } = await startHubBehindSocket({
    clock,
    log,
    isEngine: false,
    connections,
  }));
});
afterAll(async () => {
  await end();
  process.off('unhandledRejection', recordUnhandled);
});

interface Listener {
  readonly socket: WebSocket;
  readonly messages: ServerMessage[];
  hello(cursor?: number | null): void;
}

async function open(): Promise<Listener> {
  const socket = new WebSocket(socketUrl, { headers: { cookie: `wakeline_session=${token}` } });
  const messages: ServerMessage[] = [];
  socket.on('message', (data) => messages.push(serverMessage.parse(JSON.parse(String(data)))));
  await once(socket, 'open');
  const hello = (cursor: number | null = null) =>
    socket.send(JSON.stringify({ type: 'hello', cursor, refresh: 0 }));
  return { socket, messages, hello };
}

async function waitForMessage(
  listener: Listener,
  condition: (message: ServerMessage) => boolean,
): Promise<void> {
  await expect.poll(() => listener.messages.some(condition)).toBe(true);
}

const isLive = ({ type }: ServerMessage) => type === 'live';
const isConnectAgain = (message: ServerMessage) =>
  message.type === 'refused' && message.error === 'connect-again';

/** Makes queries of this table fail until the returned function is called. */
async function breakTable(table: string): Promise<() => Promise<void>> {
  const renamedTable = `${table}_hidden`;
  await sql`alter table ${sql.table(table)} rename to ${sql.id(renamedTable)}`.execute(probe.db);
  return async () => {
    await sql`alter table ${sql.table(renamedTable)} rename to ${sql.id(table)}`.execute(probe.db);
  };
}

test('refuses consoles before their hello when the picture cannot be read, and recovers', async () => {
  const restore = await breakTable('tracker_state');
  const early = await open();
  await expect.poll(() => warnings.length + unhandled.length).toBeGreaterThan(0);
  expect(unhandled).toEqual([]);
  await waitForMessage(early, isConnectAgain);
  await restore();
  const later = await open();
  later.hello();
  await waitForMessage(later, isLive);
  later.socket.close();
});

test('keeps live consoles connected when another one cannot read its backlog', async () => {
  const first = await open();
  first.hello();
  await waitForMessage(first, isLive);
  const restore = await breakTable('account_log_head');
  const second = await open();
  second.hello(0);
  await waitForMessage(second, isConnectAgain);
  await restore();
  const { db } = probe;
  const columns = { account_id: accountId, name: 'Gull', imei: 'gull-1', password: '' };
  const { tracker_id: trackerId } = await db
    .insertInto('tracker')
    .values(columns)
    .returning('tracker_id')
    .executeTakeFirstOrThrow();
  await sql`
    insert into tracker_state (tracker_id, account_id, version, status)
    values (${trackerId}, ${accountId}, 1, 'RUNNING')`.execute(db);
  clock.advance(STANDBY_POLL_INTERVAL_MS);
  await waitForMessage(
    first,
    (message) => message.type === 'states' && message.states[0]?.trackerId === trackerId,
  );
  first.socket.close();
});

test('does not repeat slow queries of the standby poll in parallel', async () => {
  const listener = await open();
  listener.hello();
  await waitForMessage(listener, isLive);
  const lockTransaction = await probe.db.startTransaction().execute();
  await sql`lock table tracker_state in access exclusive mode`.execute(lockTransaction);
  for (let second = 0; second < 2 * CONNECTIONS; second += 1) clock.advance(STANDBY_POLL_INTERVAL_MS);
  const waiting = sql`
    select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await expect.poll(async () => (await waiting.execute(lockTransaction)).rows.length).toBeGreaterThan(0);
  // Other queries still get a connection.
  expect((await sql`select 1 as one`.execute(database.db)).rows).toEqual([{ one: 1 }]);
  await lockTransaction.commit().execute();
  listener.socket.close();
});

test.each<[string, string, () => ServerEvent]>([
  ['trackers', 'tracker_state', () => ({ type: 'trackers', accountId, changed: [1], removed: [] })],
  ['rights', 'app_user', () => ({ type: 'account', accountId })],
])(
  'makes a console reconnect whose changed %s cannot be read, so that it keeps no hidden data',
  async (_what, table, event) => {
    const listener = await open();
    listener.hello();
    await waitForMessage(listener, isLive);
    const restore = await breakTable(table);
    await probe.db.transaction().execute((tx) => sendEvent(tx, event()));
    await waitForMessage(listener, isConnectAgain);
    await restore();
    const again = await open();
    again.hello();
    await waitForMessage(again, isLive);
    again.socket.close();
  },
);
