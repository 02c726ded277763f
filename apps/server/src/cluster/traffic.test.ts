import type { TrafficObject } from '@wakeline/contract/trackers/feeds';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { eventually } from '../ingest/testing/eventually.ts';
import type { TrafficChanges } from '../live/feed.ts';
import { TRAFFIC_INTERVAL_MS } from '../live/limits.ts';
import { NATS_SERVER, NatsServers } from '../testing/nats-servers.ts';
import { TestClock } from '../testing/test-clock.ts';
import { connectNats, type NatsConnection } from './nats-connection.ts';
import { createSubjects } from './subjects.ts';
import { encodeTrafficMessage, WATCH_INTERVAL_MS, WATCH_TTL_MS } from './traffic-messages.ts';
import { type OwnTraffic, publishTraffic } from './traffic-publisher.ts';
import { TrafficSubscriber } from './traffic-subscriber.ts';

const subjects = createSubjects('test');

const ACCOUNT = 7;
const log = pino({ level: 'silent' });

/** Feeds whose objects the test moves. */
class Feeds implements OwnTraffic {
  readonly objects = new Map<string, TrafficObject>();
  readonly calls: string[] = [];
  #changed = new Set<string>();
  #removed = new Set<string>();

  move(objectId: string, longitude: number): void {
    this.objects.delete(objectId);
    this.objects.set(objectId, objectAt(objectId, longitude));
    this.#changed.add(objectId);
  }

  remove(objectId: string): void {
    this.objects.delete(objectId);
    this.#changed.delete(objectId);
    this.#removed.add(objectId);
  }

  traffic(accountId: number): readonly TrafficObject[] {
    this.calls.push(`all ${accountId}`);
    return [...this.objects.values()].reverse();
  }

  takeChanges(): TrafficChanges {
    const changed = [...this.#changed].map((objectId) => this.objects.get(objectId) ?? objectAt(objectId, 0));
    const removed = [...this.#removed];
    this.#changed = new Set();
    this.#removed = new Set();
    return { changed, removed };
  }

  stopWatching(accountId: number): void {
    this.calls.push(`stop ${accountId}`);
  }
}

function objectAt(objectId: string, longitude: number): TrafficObject {
  return {
    objectId,
    kind: 'vessel',
    name: null,
    type: 70,
    latitude: 54,
    longitude,
    altitude: null,
    speed: 10,
    course: 90,
    distress: false,
    time: 0,
  };
}

describe.skipIf(NATS_SERVER === null)('traffic over NATS', { tags: ['cluster'] }, () => {
  let servers: NatsServers;
  let nats: readonly NatsConnection[];
  /** Of the process with the feeds, and of the one with consoles. */
  let [feedClock, clock] = [new TestClock(0), new TestClock(0)];
  let feeds: Feeds | null;
  let subscriber: TrafficSubscriber;
  let stopPublishing: () => void;

  beforeAll(async () => {
    servers = await NatsServers.start();
  });
  afterAll(() => servers.stop());

  beforeEach(async () => {
    [feedClock, clock] = [new TestClock(0), new TestClock(0)];
    drawn.clear();
    version = null;
    const [a, b] = [
      await connectNats(servers.urls, 'feeds', log),
      await connectNats(servers.urls, 'consoles', log),
    ];
    nats = [a, b];
    feeds = new Feeds();
    stopPublishing = publishTraffic({ nats: a, subjects, clock: feedClock, log, feeds: () => feeds });
    await a.flush();
    subscriber = new TrafficSubscriber({ nats: b, subjects, clock, log });
  });
  afterEach(async () => {
    subscriber.stop();
    stopPublishing();
    await Promise.all(nats.map((connection) => connection.close()));
  });

  /** What a console has that applies everything it is sent, as the stream of traffic does. */
  const drawn = new Map<string, number>();
  let version: number | null = null;
  function send(): ReadonlyMap<string, number> {
    const changes = subscriber.takeChanges(ACCOUNT);
    const current = subscriber.version(ACCOUNT);
    if (current !== version) {
      version = current;
      drawn.clear();
      for (const { objectId, longitude } of subscriber.all(ACCOUNT)) drawn.set(objectId, longitude);
    } else if (current !== null) {
      for (const objectId of changes.removed) drawn.delete(objectId);
      for (const { objectId, longitude } of changes.changed) drawn.set(objectId, longitude);
    }
    return drawn;
  }

  /** Resolves when the console has these objects. */
  async function waitFor(expected: Readonly<Record<string, number>>): Promise<void> {
    await eventually(JSON.stringify(expected), () => {
      feedClock.advance(TRAFFIC_INTERVAL_MS);
      clock.advance(WATCH_INTERVAL_MS);
      const found = Object.fromEntries(send());
      if (version === null) return false;
      return JSON.stringify(Object.entries(found).sort()) === JSON.stringify(Object.entries(expected).sort());
    });
  }

  test('sends all objects, then their changes', async () => {
    feeds?.move('a', 1);
    feeds?.move('b', 1);
    expect(subscriber.version(ACCOUNT)).toBeNull();
    await waitFor({ a: 1, b: 1 });
    expect(subscriber.all(ACCOUNT).map(({ objectId }) => objectId)).toEqual(['b', 'a']);
    feeds?.move('a', 2);
    feeds?.remove('b');
    await waitFor({ a: 2 });
    // All objects were requested only once.
    expect(feeds?.calls).toEqual([`all ${ACCOUNT}`]);
  });

  test('requests all objects again after a gap, and from another process', async () => {
    feeds?.move('a', 1);
    await waitFor({ a: 1 });
    const changes = { changed: [objectAt('z', 9)], removed: [] };
    nats[0]?.publish(
      subjects.traffic(ACCOUNT),
      encodeTrafficMessage({ publisher: 'unknown', number: 5, changes }),
    );
    await nats[0]?.flush();
    feeds?.move('a', 2);
    await waitFor({ a: 2 });
    expect(feeds?.calls).toEqual([`all ${ACCOUNT}`, `all ${ACCOUNT}`]);
    feeds = new Feeds();
    feeds.move('c', 3);
    await waitFor({ c: 3 });
  });

  test('sends all objects again when its requests did not arrive for a while', async () => {
    feeds?.move('a', 1);
    await waitFor({ a: 1 });
    feeds?.move('a', 2);
    await waitFor({ a: 2 });
    feedClock.advance(WATCH_TTL_MS + TRAFFIC_INTERVAL_MS);
    expect(feeds?.calls).toContain(`stop ${ACCOUNT}`);
    feeds?.move('b', 3);
    feeds?.takeChanges();
    await waitFor({ a: 2, b: 3 });
    feeds?.move('b', 4);
    await waitFor({ a: 2, b: 4 });
  });

  test('is empty when no process receives feeds any more', async () => {
    feeds?.move('a', 1);
    await waitFor({ a: 1 });
    feeds = null;
    await waitFor({});
    expect(subscriber.version(ACCOUNT)).not.toBeNull();
  });

  test('splits many changes', async () => {
    await waitFor({});
    const all = Object.fromEntries(Array.from({ length: 2_500 }, (_, index) => [`ship-${index}`, 5]));
    for (const objectId of Object.keys(all)) feeds?.move(objectId, 5);
    await waitFor(all);
    for (const objectId of Object.keys(all)) feeds?.remove(objectId);
    await waitFor({});
    expect(feeds?.calls).toEqual([`all ${ACCOUNT}`]);
  });

  test('stops when no console draws it any more', async () => {
    await waitFor({});
    subscriber.stopWatching(ACCOUNT);
    feedClock.advance(WATCH_TTL_MS / 2);
    expect(feeds?.calls).toEqual([`all ${ACCOUNT}`]);
    feedClock.advance(WATCH_TTL_MS);
    expect(feeds?.calls).toEqual([`all ${ACCOUNT}`, `stop ${ACCOUNT}`]);
  });
});
