import { once } from 'node:events';
import { NEVER_REPORTED, type TrackerStatusDto } from '@wakeline/contract/entities/tracker';
import type { ConsoleMessage, ServerMessage } from '@wakeline/contract/live/messages';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import WebSocket from 'ws';
import { sendEvent } from '../db/notify.ts';
import { type HubBehindSocket, startHubBehindSocket } from '../testing/hub-behind-socket.ts';
import { readServerMessage } from '../testing/read-server-message.ts';
import { TestClock } from '../testing/test-clock.ts';
import type { StateChange } from './feed.ts';
import { SLOW_BYTES, STATES_PER_MESSAGE } from './limits.ts';
import { StateCache } from './state-cache.ts';

/** More than one message of states, so that full pictures and changes are split. */
const TRACKERS = STATES_PER_MESSAGE + 500;
const clock = new TestClock(Date.UTC(2026, 5, 1));

let server: HubBehindSocket;
let trackerIds: number[];
const sockets: WebSocket[] = [];

beforeAll(async () => {
  const log = pino({ level: 'silent' });
  server = await startHubBehindSocket({
    clock,
    log,
    isEngine: true,
    connections: { server: 4, probe: 1 },
  });
  trackerIds = await addTrackers(TRACKERS, 'boat');
});
afterEach(() => {
  vi.restoreAllMocks();
  for (const socket of sockets.splice(0)) socket.close();
});
afterAll(() => server.end());

async function addTrackers(count: number, prefix: string): Promise<number[]> {
  const rows = await server.database.db
    .insertInto('tracker')
    .values(
      Array.from({ length: count }, (_, index) => ({
        account_id: server.accountId,
        name: `${prefix} ${index}`,
        imei: `${prefix}-${index}`,
        password: '',
      })),
    )
    .returning('tracker_id')
    .execute();
  return rows.map((row) => row.tracker_id);
}

interface Listener {
  readonly messages: ServerMessage[];
  /** Kinds of frames by types of messages. */
  readonly formats: Set<string>;
  readonly states: Map<number, TrackerStatusDto>;
  /** Of binary messages. */
  bytes: number;
}

async function openListener(hello: Partial<Extract<ConsoleMessage, { type: 'hello' }>>): Promise<Listener> {
  const socket = new WebSocket(server.socketUrl, {
    headers: { cookie: `wakeline_session=${server.token}` },
  });
  sockets.push(socket);
  const listener: Listener = { messages: [], formats: new Set(), states: new Map(), bytes: 0 };
  const { messages, formats, states } = listener;
  socket.on('message', (data, isBinary) => {
    const message = readServerMessage(data, isBinary);
    messages.push(message);
    if (isBinary) listener.bytes += (data as Buffer).length;
    formats.add(`${message.type} ${isBinary ? 'binary' : 'text'}`);
    if (message.type === 'trackers') for (const id of message.removed) states.delete(id);
    if (message.type !== 'states') return;
    if (message.full) states.clear();
    for (const { trackerId, status } of message.states) states.set(trackerId, status);
  });
  await once(socket, 'open');
  socket.send(JSON.stringify({ type: 'hello', cursor: null, refresh: 0, ...hello }));
  await expect.poll(() => messages.some(({ type }) => type === 'live')).toBe(true);
  return listener;
}

const isEverywhere = ({ states }: Listener, latitude: number) =>
  [...states.values()].every((state) => state.latitude === latitude);

const statesOf = ({ messages }: Listener) => messages.filter((message) => message.type === 'states');

let version = 0;

/** Publishes the same state of these trackers, which a frame contains exactly. */
function publish(ids: readonly number[], status: Partial<TrackerStatusDto>): TrackerStatusDto {
  version += 1;
  const state: TrackerStatusDto = {
    ...NEVER_REPORTED,
    latitude: 54.1234567,
    longitude: 10.5,
    speed: 12.3456789,
    electricity: 50.5,
    mileage: 100.1,
    fixTime: clock.now() - 1_234,
    latestCommTime: clock.now(),
    status: 'RUNNING',
    statusSince: clock.now() - 60_000,
    ...status,
  };
  const changes: StateChange[] = ids.map((trackerId) => ({
    accountId: server.accountId,
    trackerId,
    version,
    status: state,
  }));
  server.hub.publishStates(changes);
  return state;
}

test('a console receives the same states in frames as another one in texts', async () => {
  const text = await openListener({});
  const binary = await openListener({ binary: true });
  expect(binary.states.size).toBe(TRACKERS);
  expect(binary.states).toEqual(text.states);
  const [first = 0] = trackerIds;
  const emergency = { kind: null, squawk: '7700', since: 9 } as const;
  const moved = publish(trackerIds, { altitudeKind: 2 });
  const inDistress = publish([first], { status: 'SOS', emergency });
  for (const console of [text, binary]) {
    await expect.poll(() => console.states.get(first)).toEqual(inDistress);
    await expect.poll(() => console.states.get(trackerIds.at(-1) ?? 0)).toEqual(moved);
  }
  expect(binary.states).toEqual(text.states);
  expect([...binary.formats].toSorted()).toEqual(['live text', 'states binary', 'welcome text']);
  expect([...text.formats].toSorted()).toEqual(['live text', 'states text', 'welcome text']);
});

test.each([true, false])('messages have a limited number of states (binary: %s)', async (binary) => {
  const console = await openListener({ binary });
  const pictures = statesOf(console).map(({ full, states }) => [full, states.length]);
  expect(pictures).toEqual([
    [true, STATES_PER_MESSAGE],
    [false, TRACKERS - STATES_PER_MESSAGE],
  ]);
  const latitude = binary ? 1 : 1.5;
  const state = publish(trackerIds, { latitude });
  await expect.poll(() => isEverywhere(console, latitude)).toBe(true);
  const changes = statesOf(console).slice(2);
  expect(changes.map(({ states }) => states.length)).toEqual([
    STATES_PER_MESSAGE,
    TRACKERS - STATES_PER_MESSAGE,
  ]);
  expect(changes.flatMap(({ states }) => states)).toEqual(
    trackerIds.toSorted((one, other) => one - other).map((trackerId) => ({ trackerId, status: state })),
  );
});

test('counts the messages of states and their bytes', async () => {
  const before = { ...server.hub.sentStates };
  const console = await openListener({ binary: true });
  publish(trackerIds.slice(0, 1), { latitude: 5 });
  await expect.poll(() => console.states.get(trackerIds[0] ?? 0)?.latitude).toBe(5);
  const { messages, bytes } = server.hub.sentStates;
  expect(messages - before.messages).toBe(3);
  expect(bytes - before.bytes).toBe(console.bytes);
});

test('consoles of an account with the same format receive bytes that were encoded once', async () => {
  const consoles = [
    await openListener({ binary: true }),
    await openListener({ binary: true }),
    await openListener({ binary: true }),
    await openListener({}),
    await openListener({}),
  ];
  const encodings = vi.spyOn(StateCache.prototype, 'encode');
  const [first = 0, second = 0] = trackerIds;
  publish([second, first], { latitude: 2 });
  for (const { states } of consoles) await expect.poll(() => states.get(second)?.latitude).toBe(2);
  const options = { full: false, sentAt: clock.now() };
  expect(encodings.mock.calls).toEqual([
    [[first, second], { ...options, binary: true }],
    [[first, second], { ...options, binary: false }],
  ]);
});

test('merges states for a console that does not read, and sends it the newest', async () => {
  const slow = await openListener({ binary: true });
  const [socket] = sockets;
  const fast = await openListener({ binary: true });
  const buffered = () =>
    Math.max(...[...server.http.fastify.websocketServer.clients].map((client) => client.bufferedAmount));
  socket?.pause();
  const before = statesOf(slow).length;
  let round = 0;
  const move = async (): Promise<void> => {
    round += 1;
    publish(trackerIds, { latitude: round / 10 });
    await expect.poll(() => isEverywhere(fast, round / 10), { interval: 5 }).toBe(true);
  };
  while (buffered() <= SLOW_BYTES) await move();
  const max = buffered();
  const merged = 40;
  for (let count = 0; count < merged; count += 1) await move();
  expect(buffered()).toBe(max);
  socket?.resume();
  await expect.poll(() => isEverywhere(slow, round / 10), { timeout: 30_000 }).toBe(true);
  const received = statesOf(slow).slice(before);
  const sent = statesOf(fast).slice(2);
  expect(received.length).toBeLessThanOrEqual(sent.length - 2 * (merged - 1));
  expect(Math.max(...received.map(({ states }) => states.length))).toBe(STATES_PER_MESSAGE);
});

test('hides the state of an expired tracker, and drops a removed one', async () => {
  const [expired = 0, removed = 0] = await addTrackers(2, 'leaving');
  const console = await openListener({ binary: true });
  const { db } = server.database;
  publish([expired, removed], { latitude: 3 });
  await expect.poll(() => console.states.get(removed)?.latitude).toBe(3);

  await db.transaction().execute(async (tx) => {
    await tx
      .updateTable('tracker')
      .set({ valid_until: new Date(clock.now() - 1) })
      .where('tracker_id', '=', expired)
      .execute();
    await sendEvent(tx, {
      type: 'trackers',
      accountId: server.accountId,
      changed: [expired],
      removed: [removed],
    });
  });
  const isListed = (message: ServerMessage) =>
    message.type === 'trackers' && message.changed.some(({ trackerId }) => trackerId === expired);
  await expect.poll(() => console.messages.some(isListed)).toBe(true);
  await expect.poll(() => console.states.has(removed)).toBe(false);
  publish([expired, removed, trackerIds[0] ?? 0], { latitude: 4 });
  await expect.poll(() => console.states.get(trackerIds[0] ?? 0)?.latitude).toBe(4);
  const hidden = { ...NEVER_REPORTED, mileage: 100.1, latestCommTime: clock.now() };
  await expect.poll(() => console.states.get(expired)).toEqual(hidden);
  expect(console.states.has(removed)).toBe(false);
  const again = await openListener({ binary: true });
  expect(again.states.get(expired)).toEqual(hidden);
  expect(again.states.has(removed)).toBe(false);
});
