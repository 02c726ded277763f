import { once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ServerMessage } from '@wakeline/contract/live/messages';
import { sql } from 'kysely';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import WebSocket from 'ws';
import type { Database } from '../db/database.ts';
import { LOG_PAGE_SIZE } from '../features/notices/log-window.ts';
import type { HttpServer } from '../http/http.ts';
import { appendNotice } from '../testing/append-notice.ts';
import { startHubBehindSocket } from '../testing/hub-behind-socket.ts';
import { readServerMessage } from '../testing/read-server-message.ts';
import { TestClock } from '../testing/test-clock.ts';
import type { StateChange } from './feed.ts';
import type { LiveHub } from './hub.ts';
import { SLOW_BYTES } from './limits.ts';

/**
 * The hub behind a real socket, fed like by the engine: no device can report as fast as it takes to fill the buffers
 * of a connection.
 */
const TRACKERS = 500;
const clock = new TestClock(Date.UTC(2026, 5, 1));
const log = pino({ level: 'silent' });

let database: Database;
/** For queries and locks of the test itself. */
let probe: Database;
let hub: LiveHub;
let http: HttpServer;
let accountId: number;
let trackerIds: number[];
let socketUrl: string;
let token: string;
let end: () => Promise<void>;

beforeAll(async () => {
  const connections = { server: 4, probe: 4 };
  ({ database, probe, hub, http, accountId, socketUrl, token, end } = await startHubBehindSocket({
    clock,
    log,
    isEngine: true,
    connections,
  }));
  const rows = await database.db
    .insertInto('tracker')
    .values(
      Array.from({ length: TRACKERS }, (_, index) => ({
        account_id: accountId,
        name: `Boat ${index}`,
        imei: `boat-${index}`,
        password: '',
      })),
    )
    .returning('tracker_id')
    .execute();
  trackerIds = rows.map((row) => row.tracker_id);
});
afterAll(() => end());

interface Listener {
  readonly socket: WebSocket;
  readonly messages: ServerMessage[];
  /** Latitudes by tracker id. */
  readonly latitudes: Map<number, number>;
}

async function openListener({ binary = false } = {}): Promise<Listener> {
  const socket = new WebSocket(socketUrl, { headers: { cookie: `wakeline_session=${token}` } });
  const messages: ServerMessage[] = [];
  const latitudes = new Map<number, number>();
  socket.on('message', (data, isBinary) => {
    const message = readServerMessage(data, isBinary);
    messages.push(message);
    if (message.type !== 'states') return;
    for (const { trackerId, status } of message.states) latitudes.set(trackerId, status.latitude ?? 0);
  });
  await once(socket, 'open');
  socket.send(JSON.stringify({ type: 'hello', cursor: 0, refresh: 0, binary }));
  await expect.poll(() => messages.some(({ type }) => type === 'live')).toBe(true);
  return { socket, messages, latitudes };
}

/** Changes that move all trackers to latitude `round` / 10. */
function changes(round: number): StateChange[] {
  return trackerIds.map((trackerId) => ({
    accountId,
    trackerId,
    version: round,
    status: {
      latitude: round / 10,
      longitude: 10,
      direction: 0,
      altitude: 0,
      speed: 10,
      electricity: 50,
      gsm: 50,
      satellites: 9,
      accuracy: null,
      mileage: 1,
      fixTime: clock.now(),
      latestCommTime: clock.now(),
      status: 'RUNNING',
      statusSince: clock.now(),
    },
  }));
}

async function addNotice(): Promise<void> {
  const seq = await database.db
    .transaction()
    .execute((tx) =>
      appendNotice(tx, { accountId, trackerId: trackerIds[0] ?? null, details: {}, now: clock.now() }),
    );
  announceLog(seq);
}

const SOS = {
  noticeType: 'SOS',
  time: 0,
  latitude: null,
  longitude: null,
  battery: null,
  speed: null,
} as const;

/** Notifies the hub that the log has reached this number. */
function announceLog(seq: number): void {
  hub.publishLog([{ accountId, seq, kind: 'notice', trackerId: null, createdAt: clock.now(), payload: SOS }]);
}

/** Appends notices to the log without notifying the hub. Returns the last number. */
async function writeUnannounced(howMany: number): Promise<number> {
  const { seq } = await database.db
    .updateTable('account_log_head')
    .set((set) => ({ seq: set('seq', '+', howMany) }))
    .where('account_id', '=', accountId)
    .returning('seq')
    .executeTakeFirstOrThrow();
  await sql`
    insert into account_log (account_id, seq, kind, created_at, payload)
    select ${accountId}, number, 'notice', ${new Date(clock.now())}, ${JSON.stringify(SOS)}::jsonb
    from generate_series(${seq - howMany + 1}::int, ${seq}::int) number`.execute(database.db);
  return seq;
}

const numbers = ({ messages }: Listener): number[] =>
  messages.flatMap((message) => (message.type === 'log' ? message.entries.map(({ seq }) => seq) : []));

const numbersUpTo = (last: number): number[] => Array.from({ length: last }, (_, index) => index + 1);

test('sends changes at once to a console that keeps up, each turn in a separate message', async () => {
  const console = await openListener();
  const [first = 0, second = 0] = trackerIds;
  let separate = false;
  // Not in each round: sending may rest for a moment after the previous message.
  for (let round = 1; round <= 200 && !separate; round++) {
    const received = console.messages.length;
    const [one, other] = changes(round / 1_000);
    hub.publishStates(one === undefined ? [] : [one]);
    await nextTurn();
    hub.publishStates(other === undefined ? [] : [other]);
    const arrived = () => [first, second].every((id) => console.latitudes.get(id) === round / 1_000 / 10);
    await expect.poll(arrived, { interval: 5 }).toBe(true);
    separate = console.messages.length - received === 2;
  }
  expect(separate).toBe(true);
  console.socket.close();
});

test('buffers the newest state per tracker and all notices for a stalled console in bounded memory', async () => {
  const slow = await openListener();
  const fastConsole = await openListener();
  const received = slow.messages.length;
  slow.socket.pause();

  const rounds = 150;
  let max = 0;
  for (let round = 1; round <= rounds; round += 1) {
    hub.publishStates(changes(round));
    const allThere = () => [...fastConsole.latitudes.values()].every((latitude) => latitude === round / 10);
    await expect.poll(allThere, { interval: 5 }).toBe(true);
    if (round % 30 === 0) await addNotice();
    for (const client of http.fastify.websocketServer.clients) max = Math.max(max, client.bufferedAmount);
  }
  const oneMessage = JSON.stringify(changes(rounds)).length;
  expect(max).toBeGreaterThan(SLOW_BYTES);
  expect(max).toBeLessThan(SLOW_BYTES + oneMessage);

  slow.socket.resume();
  // Notices continue while it catches up: none is sent twice, by the stream and from the database.
  const late = 100;
  for (let count = 0; count < late; count += 1) await addNotice();
  await expect
    .poll(() => [...slow.latitudes.values()].every((latitude) => latitude === rounds / 10), {
      timeout: 30_000,
    })
    .toBe(true);
  const all = numbersUpTo(5 + late);
  await expect.poll(() => numbers(slow)).toEqual(all);
  await expect.poll(() => numbers(fastConsole)).toEqual(all);

  const states = slow.messages
    .slice(received)
    .reduce((sum, message) => sum + (message.type === 'states' ? message.states.length : 0), 0);
  expect(states).toBeLessThan((rounds * TRACKERS) / 2);
  slow.socket.close();
  fastConsole.socket.close();
});

/** Locks the read marks, which only consoles reading the log separately query. Resolves to the release function. */
async function lockNotices(): Promise<() => Promise<unknown>> {
  const lockTransaction = await probe.db.startTransaction().execute();
  await sql`lock table notice_read in access exclusive mode`.execute(lockTransaction);
  return () => lockTransaction.commit().execute();
}

async function waitForBlockedReaders(howMany: number): Promise<void> {
  const waiting = sql`select from pg_locks where relation = 'notice_read'::regclass and not granted`;
  await expect.poll(async () => (await waiting.execute(probe.db)).rows.length).toBe(howMany);
}

test('sends no entry twice when the stream continues while a console reads its backlog', async () => {
  await addNotice();
  const slow = await openListener();
  const fastConsole = await openListener();
  slow.socket.pause();
  const buffered = () =>
    Math.max(...[...http.fastify.websocketServer.clients].map((client) => client.bufferedAmount));
  for (let round = 1_000; buffered() <= SLOW_BYTES; round += 1) {
    hub.publishStates(changes(round));
    const allThere = () => [...fastConsole.latitudes.values()].every((latitude) => latitude === round / 10);
    await expect.poll(allThere, { interval: 5 }).toBe(true);
  }
  // The slow console has to read one page, and one more notice that was not announced to the hub.
  const behind = numbers(slow).at(-1) ?? 0;
  const stream = await writeUnannounced(LOG_PAGE_SIZE);
  announceLog(stream);
  await expect.poll(() => numbers(fastConsole).at(-1)).toBe(stream);
  const last = await writeUnannounced(1);
  expect(stream - behind).toBe(LOG_PAGE_SIZE);

  const releaseFirst = await lockNotices();
  slow.socket.resume();
  await waitForBlockedReaders(1);
  // Queued behind it: granted after the first page was read, before the second one is.
  const second = lockNotices();
  await waitForBlockedReaders(2);
  await releaseFirst();
  const releaseSecond = await second;
  await waitForBlockedReaders(1);
  // The console has reached the stream, and the stream continues.
  announceLog(last);
  await expect.poll(() => numbers(fastConsole).at(-1)).toBe(last);
  await releaseSecond();
  await expect.poll(() => numbers(slow).at(-1)).toBe(last);
  // Everything in flight has arrived when the next notice has.
  await addNotice();
  await expect.poll(() => numbers(slow).at(-1)).toBe(last + 1);
  expect(numbers(slow)).toEqual(numbersUpTo(last + 1));
  slow.socket.close();
  fastConsole.socket.close();
});

test('disconnects a console that does not answer heartbeats', async () => {
  const dead = await openListener();
  dead.socket.pause();
  const allClosed = expect.poll(() => hub.consoles, { timeout: 30_000 }).toBe(0);
  for (let heartbeat = 0; heartbeat < 5; heartbeat += 1) clock.advance(10_000);
  dead.socket.resume();
  await allClosed;
});

test('splits a full picture with too many trackers into messages, of which only the first is marked full', async () => {
  const { db } = database;
  const rows = await db
    .insertInto('tracker')
    .values(
      Array.from({ length: 2_000 }, (_, index) => ({
        account_id: accountId,
        name: `More ${index}`,
        imei: `more-${index}`,
        password: '',
      })),
    )
    .returning('tracker_id')
    .execute();
  const console = await openListener();
  const pictures = console.messages.filter((message) => message.type === 'states');
  expect(pictures.map(({ full, states }) => [full, states.length])).toEqual([
    [true, 2_000],
    [false, rows.length + TRACKERS - 2_000],
  ]);
  console.socket.close();
});
