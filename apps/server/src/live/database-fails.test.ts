import { once } from 'node:events';
import { type ServerMessage, serverMessage } from '@wakeline/contract/live/messages';
import { sql } from 'kysely';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import WebSocket from 'ws';
import { allHandlers } from '../app/handlers.ts';
import { liveReaders } from '../app/live-readers.ts';
import { offerBaseLayers } from '../base-layers/base-layers.handlers.ts';
import { NO_BASE_LAYERS } from '../base-layers/base-layers.ts';
import { connect, type Database } from '../db/database.ts';
import type { ServerEvent } from '../db/events.ts';
import { type Listening, listen, sendEvent } from '../db/notify.ts';
import { serveStoredFiles } from '../files/serve-files.ts';
import { createHttp, type HttpServer } from '../http/http.ts';
import { ensureFirstAccount } from '../identity/create-account.ts';
import { loadReportKey } from '../identity/report-key.ts';
import { openSession } from '../identity/session.ts';
import { TEST_UPLOADS, testFiles } from '../testing/files.ts';
import { testPlaces } from '../testing/places.ts';
import { createTestDatabase, type TestDatabase } from '../testing/postgres.ts';
import { testSigningIn } from '../testing/signing-in.ts';
import { testTaskQueue } from '../testing/tasks.ts';
import { TestClock } from '../testing/test-clock.ts';
import { createLiveHub, type LiveHub } from './hub.ts';
import { STANDBY_POLL_MS } from './limits.ts';

/** The hub behind a real socket, on a database that fails in parts: a table that is renamed for a while, or held. */
const CONNECTIONS = 4;
const clock = new TestClock(Date.UTC(2026, 5, 1));
const warnings: string[] = [];
const log = pino({ level: 'warn' }, { write: (line: string) => void warnings.push(line) });
const unhandled: unknown[] = [];
const keepUnhandled = (reason: unknown): void => void unhandled.push(reason);

let testDatabase: TestDatabase;
/** The server's own. */
let database: Database;
/** Of somebody else. */
let aside: Database;
let events: Listening;
let hub: LiveHub;
let http: HttpServer;
let accountId: number;
let socketUrl: string;
let token: string;

beforeAll(async () => {
  process.on('unhandledRejection', keepUnhandled);
  testDatabase = await createTestDatabase();
  database = connect(testDatabase.url, CONNECTIONS);
  aside = connect(testDatabase.url, 1);
  events = await listen(testDatabase.url, { onError: (error) => log.error(error) });
  const { db } = database;
  ({ accountId } = await ensureFirstAccount(db, { login: 'ada', password: 'x' }));
  const { user_id: userId } = await db.selectFrom('app_user').select('user_id').executeTakeFirstOrThrow();
  const session = { userId, now: clock.now(), address: '127.0.0.1', userAgent: '' };
  token = await db.transaction().execute((tx) => openSession(tx, session));
  hub = createLiveHub({
    db,
    events,
    clock,
    log,
    readers: liveReaders({ db, addresses: testPlaces(db).addresses, addressOf: (fileId) => fileId }),
    isEngine: () => false,
  });
  http = await createHttp({
    routes: [serveStoredFiles(testFiles(database.db))],
    uploadFolder: TEST_UPLOADS,
    host: '127.0.0.1',
    port: 0,
    prefix: '/service',
    db,
    clock,
    log,
    handlers: allHandlers({
      database,
      files: testFiles(database.db),
      tasks: testTaskQueue(database.db),
      places: testPlaces(database.db),
      elevation: null,
      devicePorts: {},
      reportKey: await loadReportKey(database.db),
      baseLayersFor: offerBaseLayers(NO_BASE_LAYERS),
      signingIn: testSigningIn(database.db),
    }),
    acceptConsole: hub.acceptConsole,
    readiness: async () => ({}),
    metrics: null,
    webRoot: null,
    tls: false,
    trustProxy: false,
    checkAnswers: true,
  });
  socketUrl = `ws://127.0.0.1:${(await http.listen()).port}/service/socket`;
});
afterAll(async () => {
  hub.close();
  await http.close();
  await events.close();
  await Promise.all([database.close(), aside.close()]);
  await testDatabase.drop();
  process.off('unhandledRejection', keepUnhandled);
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

async function told(listener: Listener, fact: (message: ServerMessage) => boolean): Promise<void> {
  await expect.poll(() => listener.messages.some(fact)).toBe(true);
}

const isLive = ({ type }: ServerMessage) => type === 'live';
const isConnectAgain = (message: ServerMessage) =>
  message.type === 'refused' && message.error === 'connect-again';

/** Asking this table fails until the result is called. */
async function breakTable(table: string): Promise<() => Promise<void>> {
  const away = `${table}_away`;
  await sql`alter table ${sql.table(table)} rename to ${sql.id(away)}`.execute(aside.db);
  return async () => {
    await sql`alter table ${sql.table(away)} rename to ${sql.id(table)}`.execute(aside.db);
  };
}

test('a picture that cannot be read is told to consoles that have not said hello, and ends nothing else', async () => {
  const mend = await breakTable('tracker_state');
  const early = await open();
  await expect.poll(() => warnings.length + unhandled.length).toBeGreaterThan(0);
  expect(unhandled).toEqual([]);
  await told(early, isConnectAgain);
  await mend();
  const later = await open();
  later.hello();
  await told(later, isLive);
  later.socket.close();
});

test('a console that cannot be brought up to the present leaves those that are live as they are', async () => {
  const first = await open();
  first.hello();
  await told(first, isLive);
  const mend = await breakTable('account_log_head');
  const second = await open();
  second.hello(0);
  await told(second, isConnectAgain);
  await mend();
  const { db } = aside;
  const columns = { account_id: accountId, name: 'Gull', imei: 'gull-1', password: '' };
  const { tracker_id: trackerId } = await db
    .insertInto('tracker')
    .values(columns)
    .returning('tracker_id')
    .executeTakeFirstOrThrow();
  await sql`
    insert into tracker_state (tracker_id, account_id, version, status)
    values (${trackerId}, ${accountId}, 1, 'RUNNING')`.execute(db);
  clock.advance(STANDBY_POLL_MS);
  await told(first, (message) => message.type === 'states' && message.states[0]?.trackerId === trackerId);
  first.socket.close();
});

test('asking a database that is slow is not begun anew each second', async () => {
  const listener = await open();
  listener.hello();
  await told(listener, isLive);
  const held = await aside.db.startTransaction().execute();
  await sql`lock table tracker_state in access exclusive mode`.execute(held);
  for (let second = 0; second < 2 * CONNECTIONS; second += 1) clock.advance(STANDBY_POLL_MS);
  const waiting = sql`
    select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await expect.poll(async () => (await waiting.execute(held)).rows.length).toBeGreaterThan(0);
  // There is a connection left for everybody else.
  expect((await sql`select 1 as one`.execute(database.db)).rows).toEqual([{ one: 1 }]);
  await held.commit().execute();
  listener.socket.close();
});

test.each<[string, string, () => ServerEvent]>([
  ['trackers', 'tracker_state', () => ({ type: 'trackers', accountId, changed: [1], removed: [] })],
  ['rights', 'app_user', () => ({ type: 'account', accountId })],
])(
  'a console whose changed %s cannot be read starts anew: it is not left with what it may not see',
  async (_what, table, event) => {
    const listener = await open();
    listener.hello();
    await told(listener, isLive);
    const mend = await breakTable(table);
    await aside.db.transaction().execute((tx) => sendEvent(tx, event()));
    await told(listener, isConnectAgain);
    await mend();
    const again = await open();
    again.hello();
    await told(again, isLive);
    again.socket.close();
  },
);
