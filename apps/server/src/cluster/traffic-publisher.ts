import { randomUUID } from 'node:crypto';
import type { TrafficObject } from '@wakeline/contract/trackers/feeds';
import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../clock.ts';
import type { TrafficChanges } from '../live/feed.ts';
import { TRAFFIC_INTERVAL_MS } from '../live/limits.ts';
import type { NatsConnection } from './nats-connection.ts';
import { respondToRequests } from './requests.ts';
import type { Subjects } from './subjects.ts';
import {
  encodeTrafficMessage,
  OBJECTS_PER_MESSAGE,
  WATCH_TTL_MS,
  type WatchRequest,
  type WatchResponse,
} from './traffic-messages.ts';

/** The traffic of the feeds that this process receives. */
export interface OwnTraffic {
  traffic(accountId: number, feedId: null): readonly TrafficObject[];
  /** What changed since the last call; the first call starts to watch the account. */
  takeChanges(accountId: number): TrafficChanges;
  stopWatching(accountId: number): void;
}

export interface TrafficPublisherOptions {
  readonly nats: NatsConnection;
  readonly subjects: Subjects;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
  /** Null: this process does not receive the feeds. Another object than before has other objects. */
  readonly feeds: () => OwnTraffic | null;
}

interface Watched {
  /** Of this process while the account is watched: numbers start again when it is watched again. */
  readonly publisher: string;
  number: number;
  /** Epoch milliseconds. */
  requestedAt: number;
}

/** Publishes the changes of traffic of the accounts that are watched in other processes. Returns a function that stops it. */
export function publishTraffic({ nats, subjects, clock, log, feeds }: TrafficPublisherOptions): () => void {
  const watched = new Map<number, Watched>();
  let current: OwnTraffic | null = null;

  /** The feeds of this process now; those of a former time are forgotten. */
  function findFeeds(): OwnTraffic | null {
    const found = feeds();
    if (found === current) return found;
    current = found;
    watched.clear();
    return found;
  }

  function watch({ accountId, known }: WatchRequest): WatchResponse | null {
    const own = findFeeds();
    if (own === null) return null;
    let account = watched.get(accountId);
    if (account === undefined) {
      account = { publisher: randomUUID(), number: 0, requestedAt: clock.now() };
      watched.set(accountId, account);
      // What it returns is among all objects.
      own.takeChanges(accountId);
    }
    account.requestedAt = clock.now();
    const { publisher, number } = account;
    // Whether the requester has received all of them is known only there: some may be in flight.
    return {
      position: { publisher, number },
      objects: known?.publisher === publisher ? null : own.traffic(accountId, null),
    };
  }

  function publishAll(): void {
    const own = findFeeds();
    if (own === null) return;
    for (const [accountId, account] of watched) {
      if (clock.now() - account.requestedAt > WATCH_TTL_MS) {
        watched.delete(accountId);
        own.stopWatching(accountId);
        continue;
      }
      for (const changes of splitChanges(own.takeChanges(accountId))) {
        account.number += 1;
        const { publisher, number } = account;
        publish(accountId, encodeTrafficMessage({ publisher, number, changes }));
      }
    }
  }

  function publish(accountId: number, content: Buffer): void {
    try {
      nats.publish(subjects.traffic(accountId), content);
    } catch (error) {
      // The connection is closed. Watchers request everything when a number is missing.
      log.warn({ err: error }, 'publishing traffic failed');
    }
  }

  const cleanups = [
    respondToRequests({ nats, log }, subjects.request('watch-traffic'), watch),
    clock.every(TRAFFIC_INTERVAL_MS, publishAll),
  ];
  return () => {
    for (const cleanup of cleanups) cleanup();
  };
}

/** Chunks for one message each; none without changes. */
function splitChanges({ changed, removed }: TrafficChanges): readonly TrafficChanges[] {
  const chunks: TrafficChanges[] = [];
  const length = Math.max(changed.length, removed.length);
  for (let start = 0; start < length; start += OBJECTS_PER_MESSAGE) {
    const end = start + OBJECTS_PER_MESSAGE;
    chunks.push({ changed: changed.slice(start, end), removed: removed.slice(start, end) });
  }
  return chunks;
}
