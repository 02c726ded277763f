import type { Notice } from '@wakeline/contract/entities/notice';
import { NamedError } from '@wakeline/contract/errors';
import type { LogEntry } from '@wakeline/contract/live/messages';
import { CHANGED_RESOURCES, type ChangedResource } from '@wakeline/contract/live/messages';
import { beforeEach, expect, test } from 'vitest';
import type { Client } from '../client.ts';
import { connectLive, type LiveConnection, type LiveOptions, type LiveStatus } from './connect-live.ts';
import { HANDSHAKE_TIMEOUT_MS, INACTIVITY_TIMEOUT_MS, MIN_RETRY_MS } from './connection.ts';
import { FakeNetwork } from './fake-network.ts';

let network: FakeNetwork;
let connection: LiveConnection;
let log: { seqs: number[]; cursor: number }[];
let statuses: LiveStatus[];
let reloads: number;
let changes: ChangedResource[];
let fullStateCount: number;
let responses: Record<string, () => unknown>;

beforeEach(() => {
  network = new FakeNetwork();
  log = [];
  statuses = [];
  reloads = 0;
  changes = [];
  fullStateCount = 0;
  responses = {};
});

const client: Pick<Client, 'call'> = {
  async call(operation) {
    const respond = responses[operation];
    if (respond === undefined) throw new NamedError('network-failed');
    return respond() as never;
  },
};

function start(options: Partial<LiveOptions> = {}): void {
  connection = connectLive({
    client,
    url: 'ws://here/service/socket',
    cursor: 7,
    refresh: 0,
    onStates: ({ full }) => {
      if (full) fullStateCount += 1;
    },
    onLog: ({ entries, cursor }) => log.push({ seqs: entries.map(({ seq }) => seq), cursor }),
    onTrackers: () => undefined,
    onGroups: () => undefined,
    onRights: () => undefined,
    onChanged: (what) => changes.push(what),
    onReload: () => {
      reloads += 1;
    },
    onPhase: (status) => statuses.push(status),
    openSocket: network.openSocket,
    setTimer: network.setTimer,
    now: network.now,
    random: () => 0,
    ...options,
  });
}

function becomeLive(cursor = 7): void {
  network.socket.onopen?.();
  network.socket.deliver({ type: 'welcome', cursor, serverTime: 0 });
  network.socket.deliver({ type: 'states', full: true, states: [], sentAt: 0 });
  network.socket.deliver({ type: 'live', cursor });
}

const entry = (seq: number): LogEntry => ({ kind: 'notice', seq, notice: {} as Notice });
const lastStatus = () => statuses.at(-1);

test('sends hello with its cursor, and is live when the server says so', () => {
  start({ refresh: 5000 });
  expect(lastStatus()?.phase).toBe('connecting');
  network.socket.onopen?.();
  expect(network.socket.sent).toEqual([{ type: 'hello', cursor: 7, refresh: 5000 }]);
  network.socket.deliver({ type: 'welcome', cursor: 7, serverTime: 0 });
  expect(reloads).toBe(1);
  network.socket.deliver({ type: 'live', cursor: 7 });
  expect(lastStatus()).toEqual({
    phase: 'live',
    failures: 0,
    polling: false,
    lastReceivedAt: network.now(),
    polledAt: null,
    retryAt: null,
    refusal: null,
  });
});

test('resumes from the last number received after a lost connection, and drops duplicates', () => {
  start();
  becomeLive();
  network.socket.deliver({ type: 'log', entries: [entry(8), entry(9)], cursor: 9 });
  // Number 10 is hidden from this user.
  network.socket.deliver({ type: 'log', entries: [], cursor: 10 });
  network.socket.onclose?.();
  expect(lastStatus()).toMatchObject({
    phase: 'waiting',
    failures: 1,
    retryAt: network.now() + MIN_RETRY_MS,
  });
  network.advance(MIN_RETRY_MS);
  expect(network.sockets).toHaveLength(2);
  becomeLive(10);
  expect(network.socket.sent[0]).toMatchObject({ type: 'hello', cursor: 10 });
  network.socket.deliver({ type: 'log', entries: [entry(10), entry(11)], cursor: 11 });
  network.socket.deliver({ type: 'log', entries: [entry(11)], cursor: 11 });
  expect(log).toEqual([
    { seqs: [8, 9], cursor: 9 },
    { seqs: [], cursor: 10 },
    { seqs: [11], cursor: 11 },
  ]);
  expect(reloads).toBe(2);
});

test('forwards change messages and counts them as activity', () => {
  start();
  becomeLive();
  network.advance(INACTIVITY_TIMEOUT_MS - 1);
  network.socket.deliver({ type: 'changed', what: 'tasks' });
  network.advance(INACTIVITY_TIMEOUT_MS - 1);
  network.socket.deliver({ type: 'changed', what: 'updates' });
  expect(changes).toEqual(['tasks', 'updates']);
  expect(lastStatus()?.phase).toBe('live');
});

test('closes a socket that sends nothing for too long', () => {
  start();
  becomeLive();
  const first = network.socket;
  network.advance(INACTIVITY_TIMEOUT_MS - 1);
  first.deliver({ type: 'beat', serverTime: 0, cursor: 7 });
  const receivedAt = network.now();
  network.advance(INACTIVITY_TIMEOUT_MS - 1);
  expect(lastStatus()).toMatchObject({ phase: 'live', lastReceivedAt: receivedAt });
  network.advance(1);
  expect(first.closed).toBe(true);
  expect(lastStatus()).toMatchObject({ phase: 'waiting', lastReceivedAt: receivedAt });
  // Late messages of the old socket are ignored.
  first.deliver({ type: 'log', entries: [entry(8)], cursor: 8 });
  first.onclose?.();
  expect(log).toEqual([]);
  expect(lastStatus()?.failures).toBe(1);
});

test('closes a socket that never opens', () => {
  start();
  network.advance(HANDSHAKE_TIMEOUT_MS);
  expect(network.socket.closed).toBe(true);
  expect(lastStatus()?.phase).toBe('waiting');
});

test('treats an invalid message as a lost connection', () => {
  start();
  becomeLive();
  network.socket.onmessage?.({ data: '<html>' });
  expect(lastStatus()?.phase).toBe('waiting');
});

test('stops on a refused session and reports the reason', () => {
  start();
  becomeLive();
  network.socket.deliver({ type: 'refused', error: 'session-gone' });
  expect(lastStatus()).toMatchObject({ phase: 'refused', refusal: 'session-gone' });
  network.advance(3_600_000);
  expect(network.sockets).toHaveLength(1);
});

test('retries immediately on request', () => {
  start();
  network.socket.onclose?.();
  connection.retryNow();
  expect(network.sockets).toHaveLength(2);
});

test('sends a changed refresh immediately while connected, and in the next hello', () => {
  start();
  connection.setRefresh(1000);
  becomeLive();
  connection.setRefresh(2000);
  expect(network.socket.sent).toEqual([
    { type: 'hello', cursor: 7, refresh: 1000 },
    { type: 'refresh', refresh: 2000 },
  ]);
});

test('does nothing after it is stopped', () => {
  start();
  becomeLive();
  const { socket } = network;
  connection.stop();
  const countAtStop = statuses.length;
  expect(socket.closed).toBe(true);
  expect(lastStatus()?.phase).toBe('idle');
  socket.deliver({ type: 'beat', serverTime: 0, cursor: 8 });
  network.advance(3_600_000);
  expect(statuses).toHaveLength(countAtStop);
  expect(network.sockets).toHaveLength(1);
});

/** Runs pending promise callbacks. */
async function flushPromises(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
}

test('polls the same data where sockets are forbidden', async () => {
  network.socketsForbidden = true;
  let latestSeq = 8;
  responses = {
    queryNewMsgByMsgId: () => ({ msgList: [{ messageId: latestSeq }], latestMsgId: latestSeq }),
    queryAllTrackers: () => ({ list: [], total: 0, abilities: { add: false } }),
  };
  start({ refresh: 10_000 });
  for (let attempt = 0; attempt < 3; attempt += 1) {
    await flushPromises();
    network.advance(20_000);
  }
  await flushPromises();
  expect(lastStatus()).toMatchObject({
    polling: true,
    lastReceivedAt: network.now(),
    polledAt: network.now(),
  });
  expect(log).toEqual([{ seqs: [8], cursor: 8 }]);
  expect(fullStateCount).toBeGreaterThan(0);

  latestSeq = 9;
  changes = [];
  network.advance(10_000);
  await flushPromises();
  // Polls do not cover these resources, so each poll reports them as changed.
  expect(changes).toEqual([...CHANGED_RESOURCES]);
  expect(log.at(-1)).toEqual({ seqs: [9], cursor: 9 });

  // The poll fails: nothing is received, and the data ages.
  const receivedAt = network.now();
  responses = {};
  network.advance(10_000);
  await flushPromises();
  expect(lastStatus()?.lastReceivedAt).toBe(receivedAt);
  expect(changes).toEqual([...CHANGED_RESOURCES]);

  // The session has expired: polling and retrying stop.
  responses = {
    queryNewMsgByMsgId: () => {
      throw new NamedError('session-gone');
    },
  };
  network.advance(10_000);
  await flushPromises();
  expect(lastStatus()).toMatchObject({ phase: 'refused', refusal: 'session-gone', polling: false });
});

test.each([
  [0, 30_000],
  [1_000, 10_000],
  [60_000, 60_000],
])('with a refresh of %d ms polls every %d ms', async (refresh, interval) => {
  network.socketsForbidden = true;
  responses = {
    queryNewMsgByMsgId: () => ({ msgList: [], latestMsgId: 7 }),
    queryAllTrackers: () => ({ list: [], total: 0, abilities: { add: false } }),
  };
  start({ refresh });
  for (let attempt = 0; attempt < 3; attempt += 1) {
    await flushPromises();
    network.advance(20_000);
  }
  // Measured between two polls, so that the start of polling within the interval does not matter.
  const measurePoll = async () => {
    const countBefore = fullStateCount;
    for (let waitedMs = 0; waitedMs < 120_000; waitedMs += 1_000) {
      network.advance(1_000);
      await flushPromises();
      if (fullStateCount > countBefore) return network.now();
    }
    throw new Error('nothing was polled for two minutes');
  };
  const first = await measurePoll();
  expect((await measurePoll()) - first).toBe(interval);
});

test('keeps polledAt null while polls fail, even if the socket was active recently', async () => {
  responses = {};
  start();
  becomeLive();
  network.socketsForbidden = true;
  network.socket.onclose?.();
  for (let attempt = 0; attempt < 3; attempt += 1) {
    await flushPromises();
    network.advance(20_000);
  }
  await flushPromises();
  expect(lastStatus()).toMatchObject({ polling: true, polledAt: null });
  expect(lastStatus()?.lastReceivedAt).not.toBeNull();
});

test('stops polling when a socket is live again', async () => {
  network.socketsForbidden = true;
  responses = {
    queryNewMsgByMsgId: () => ({ msgList: [], latestMsgId: 7 }),
    queryAllTrackers: () => ({ list: [], total: 0, abilities: { add: false } }),
  };
  start();
  for (let attempt = 0; attempt < 3; attempt += 1) {
    await flushPromises();
    network.advance(20_000);
  }
  network.socketsForbidden = false;
  await flushPromises();
  network.advance(20_000);
  becomeLive();
  expect(lastStatus()).toMatchObject({ phase: 'live', polling: false });
  const countBefore = fullStateCount;
  network.advance(20_000);
  await flushPromises();
  expect(fullStateCount).toBe(countBefore);
});

test('requests binary states and passes them on unread', () => {
  const received: unknown[] = [];
  start({ onBinary: (data) => received.push(data) });
  network.socket.onopen?.();
  expect(network.socket.sent).toEqual([{ type: 'hello', cursor: 7, refresh: 0, binary: true }]);
  network.socket.deliver({ type: 'welcome', cursor: 7, serverTime: 1 });
  network.socket.deliver({ type: 'live', cursor: 7 });
  network.advance(5_000);
  const bytes = Uint8Array.of(1, 2, 3);
  network.socket.onmessage?.({ data: bytes });
  expect(received).toEqual([bytes]);
  // They show that the connection works, as texts do.
  expect(statuses.at(-1)?.lastReceivedAt).toBe(network.now());
});
