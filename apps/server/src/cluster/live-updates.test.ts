import pino from 'pino';
import { Registry } from 'prom-client';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { LoggedEntry } from '../db/account-log.ts';
import { eventually } from '../ingest/testing/eventually.ts';
import type { ChangeReceiver } from '../live/change-source.ts';
import type { StateChange } from '../live/feed.ts';
import { NATS_SERVER, NatsServers } from '../testing/nats-servers.ts';
import { TestClock } from '../testing/test-clock.ts';
import { encodeLiveMessage } from './live-messages.ts';
import { createLiveMetrics } from './live-metrics.ts';
import { LivePublisher } from './live-publisher.ts';
import { GAP_INTERVAL_MS, INTERVALS_WITHOUT_READING, LiveSubscriber } from './live-subscriber.ts';
import { connectNats, type NatsConnection } from './nats-connection.ts';
import { createSubjects } from './subjects.ts';

const subjects = createSubjects('test');

const ACCOUNT = 7;
const log = pino({ level: 'silent' });

/** Records what a channel of the hub would apply. */
class Received implements ChangeReceiver {
  readonly states: StateChange[] = [];
  readonly numbers: number[] = [];
  readings = 0;
  failing = false;

  publishStates(changes: readonly StateChange[]): void {
    this.states.push(...changes);
  }

  advanceLog(seq: number): void {
    this.numbers.push(seq);
  }

  async catchUp(): Promise<void> {
    this.readings += 1;
    if (this.failing) throw new Error('the database is not available');
  }
}

function stateOf(trackerId: number, version: number, accountId = ACCOUNT): StateChange {
  const status: StateChange['status'] = {
    latitude: 53.5436,
    longitude: 9.9663,
    direction: 90,
    altitude: null,
    speed: 12.5,
    electricity: 80,
    gsm: null,
    satellites: 9,
    accuracy: null,
    mileage: 1_234.5,
    fixTime: 1_780_315_200_000,
    latestCommTime: 1_780_315_200_000,
    status: 'RUNNING',
    statusSince: null,
  };
  return { accountId, trackerId, version, status };
}

const entryOf = (seq: number, accountId = ACCOUNT): LoggedEntry => ({
  accountId,
  seq,
  kind: 'notice',
  trackerId: 1,
  createdAt: 0,
  payload: { noticeType: 'SOS', time: 0, latitude: null, longitude: null, battery: null, speed: null },
});

describe.skipIf(NATS_SERVER === null)('live updates over NATS', { tags: ['cluster'] }, () => {
  let servers: NatsServers;
  let ofEngine: NatsConnection;
  let ofConsoles: NatsConnection;
  let clock: TestClock;
  let publisher: LivePublisher;
  let subscriber: LiveSubscriber;
  let metrics: ReturnType<typeof createLiveMetrics>;

  beforeAll(async () => {
    servers = await NatsServers.start();
  });
  afterAll(() => servers.stop());

  beforeEach(async () => {
    clock = new TestClock(0);
    metrics = createLiveMetrics(new Registry());
    ofEngine = await connectNats(servers.urls, 'engine', log);
    ofConsoles = await connectNats(servers.urls, 'consoles', log);
    publisher = new LivePublisher({ nats: ofEngine, subjects, log, metrics });
    subscriber = new LiveSubscriber({ nats: ofConsoles, subjects, clock, log, metrics });
  });
  afterEach(async () => {
    subscriber.stop();
    await Promise.all([ofEngine.close(), ofConsoles.close()]);
  });

  /** A receiver that follows the account and has read the database after it subscribed, with quiet intervals since then. */
  async function follow(): Promise<Received> {
    const received = new Received();
    subscriber.follow(ACCOUNT, received);
    await eventually('the first reading', () => received.readings === 1);
    for (let interval = 0; interval < 3; interval += 1) clock.advance(GAP_INTERVAL_MS);
    expect(received.readings).toBe(3);
    return received;
  }

  /** Publishes so that a former publisher is known. */
  async function publishFirst(received: Received): Promise<void> {
    publisher.publishStates([stateOf(1, 1)]);
    await eventually('the first message', () => received.states.length === 1);
    expect(received.readings).toBe(4);
    clock.advance(GAP_INTERVAL_MS);
  }

  const outcomes = async (outcome: string) =>
    (await metrics.messages.get()).values.find(({ labels }) => labels.outcome === outcome)?.value ?? 0;

  test('passes on states and log numbers of the account once and in order', async () => {
    const received = await follow();
    await publishFirst(received);
    for (let version = 2; version <= 50; version += 1) {
      publisher.publishStates([stateOf(1, version), stateOf(2, version, ACCOUNT + 1)]);
      publisher.publishLog([entryOf(version), entryOf(1_000 + version, ACCOUNT + 1), entryOf(version + 0.5)]);
    }
    await eventually('the last number', () => received.numbers.at(-1) === 50.5);
    expect(received.states).toEqual(Array.from({ length: 50 }, (_, index) => stateOf(1, index + 1)));
    expect(received.numbers).toEqual(Array.from({ length: 49 }, (_, index) => index + 2.5));
    // Nothing was missing.
    expect(received.readings).toBe(4);
  });

  test('splits the states of a large commit', async () => {
    const received = await follow();
    const states = Array.from({ length: 4_000 }, (_, index) => stateOf(index + 1, 1));
    publisher.publishStates(states);
    await eventually('all states', () => received.states.length === states.length);
    expect(received.states).toEqual(states);
    expect(await outcomes('published')).toBe(8);
  });

  test('reads the database when a number is missing, for a new publisher and for an unreadable message', async () => {
    const received = await follow();
    await publishFirst(received);
    const subject = subjects.live(ACCOUNT);
    const message = (id: string, number: number) =>
      encodeLiveMessage({ publisher: id, number, states: [stateOf(1, number + 1)], logSeq: null });
    const cases: readonly [Uint8Array, boolean][] = [
      [message('other', 1), true],
      [message('other', 2), false],
      [message('other', 4), true],
      [message('other', 5), false],
      [Buffer.from('\xc1', 'latin1'), true],
      [message('other', 6), false],
    ];
    for (const [content, isGap] of cases) {
      const { readings } = received;
      ofEngine.publish(subject, content);
      await ofEngine.flush();
      await ofConsoles.flush();
      expect(received.readings).toBe(readings + (isGap ? 1 : 0));
      clock.advance(GAP_INTERVAL_MS);
      expect(received.readings).toBe(readings + (isGap ? 1 : 0));
    }
    // A state that follows a gap is applied, too.
    expect(received.states.map(({ version }) => version)).toEqual([1, 2, 3, 5, 6, 7]);
  });

  test('reads the database once for many gaps of an interval, and again when it failed', async () => {
    const received = await follow();
    received.failing = true;
    for (const id of ['a', 'b', 'c', 'd'])
      ofEngine.publish(
        subjects.live(ACCOUNT),
        encodeLiveMessage({ publisher: id, number: 1, states: [], logSeq: 1 }),
      );
    await ofEngine.flush();
    await ofConsoles.flush();
    expect(received.readings).toBe(4);
    clock.advance(GAP_INTERVAL_MS);
    expect(received.readings).toBe(5);
    received.failing = false;
    await eventually('the failure is noticed', () => {
      clock.advance(GAP_INTERVAL_MS);
      return received.readings === 6;
    });
  });

  test('reads the database now and then without a message', async () => {
    const received = await follow();
    // One has passed since the last reading.
    for (let interval = 2; interval < INTERVALS_WITHOUT_READING; interval += 1)
      clock.advance(GAP_INTERVAL_MS);
    expect(received.readings).toBe(3);
    clock.advance(GAP_INTERVAL_MS);
    expect(received.readings).toBe(4);
  });

  test('stops with the last console of the account', async () => {
    const received = new Received();
    const stop = subscriber.follow(ACCOUNT, received);
    await eventually('the first reading', () => received.readings === 1);
    stop();
    publisher.publishStates([stateOf(1, 1)]);
    publisher.publishGap();
    await ofEngine.flush();
    await ofConsoles.flush();
    clock.advance(GAP_INTERVAL_MS);
    expect(received).toMatchObject({ states: [], readings: 1 });
  });

  test('drops what is published without a connection, and notifies afterwards', async () => {
    const received = await follow();
    await publishFirst(received);
    expect(subscriber.isComplete()).toBe(true);
    await servers.end();
    await eventually('the loss is noticed', async () => {
      publisher.publishStates([stateOf(1, 2)]);
      return !subscriber.isComplete() && (await outcomes('dropped')) > 0;
    });
    // The hub reads every second instead.
    clock.advance(GAP_INTERVAL_MS);
    expect(received.readings).toBe(4);
    await servers.run();
    await eventually('it is read after the reconnection', () => {
      return subscriber.isComplete() && received.readings > 4;
    });
    const before = received.states.length;
    await eventually('messages arrive again', () => {
      publisher.publishStates([stateOf(1, 3)]);
      return received.states.length > before;
    });
  });

  test('reads the database when only the publisher was disconnected', async () => {
    const received = await follow();
    await publishFirst(received);
    const gaps: string[] = [];
    ofConsoles.subscribe(subjects.liveGap, {
      callback: (_, message) => {
        gaps.push(message.string());
      },
    });
    await ofConsoles.flush();
    await ofEngine.reconnect();
    await eventually('the gap is published', () => gaps.length === 1);
    expect(received.readings).toBe(5);
    expect(subscriber.isComplete()).toBe(true);
  });

  test('reads the database when only the subscriber was disconnected', async () => {
    const received = await follow();
    await publishFirst(received);
    await ofConsoles.reconnect();
    await eventually('the reading after the reconnection', () => received.readings > 4);
    // A message in between may have been lost, so the publisher counts as a new one.
    clock.advance(GAP_INTERVAL_MS);
    clock.advance(GAP_INTERVAL_MS);
    clock.advance(GAP_INTERVAL_MS);
    expect(received.readings).toBe(7);
    publisher.publishStates([stateOf(1, 2)]);
    await eventually('a message', () => received.states.length === 2);
    expect(received.readings).toBe(8);
  });

  test('keeps a bounded amount while the server does not read, then notifies', async () => {
    const received = await follow();
    await publishFirst(received);
    const states = Array.from({ length: 500 }, (_, index) => stateOf(index + 1, 2));
    servers.suspend();
    try {
      for (let round = 0; round < 1_000 && (await outcomes('dropped')) === 0; round += 1)
        publisher.publishStates(states);
      const published = await outcomes('published');
      expect(await outcomes('dropped')).toBe(1);
      const { length } = encodeLiveMessage({ publisher: 'x'.repeat(36), number: 100, states, logSeq: null });
      expect(published * length).toBeLessThan(9 * 1024 * 1024);
    } finally {
      servers.resume();
    }
    await eventually('the gap is read', () => received.readings > 4);
  });
});
