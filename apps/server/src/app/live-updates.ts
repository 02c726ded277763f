import type { FastifyBaseLogger } from 'fastify';
import type { Registry } from 'prom-client';
import type { Clock } from '../clock.ts';
import {
  type ClusterConnection,
  type OwnDeviceMemory,
  requestDeviceMemory,
  respondWithDeviceMemory,
} from '../cluster/device-memory.ts';
import { createLiveMetrics } from '../cluster/live-metrics.ts';
import { LivePublisher } from '../cluster/live-publisher.ts';
import { LiveSubscriber } from '../cluster/live-subscriber.ts';
import { publishTraffic } from '../cluster/traffic-publisher.ts';
import { TrafficSubscriber } from '../cluster/traffic-subscriber.ts';
import type { ReadFeedState } from '../features/trackers/feeds/feeds.handlers.ts';
import type { ReadMessages } from '../features/trackers/messages/messages.handlers.ts';
import { selectTraffic } from '../feeds/select-traffic.ts';
import type { Engine } from '../ingest/engine.ts';
import { type ChangeSource, changesOfOwnEngine } from '../live/change-source.ts';
import type { LiveFeed } from '../live/feed.ts';
import type { TrafficSource } from '../live/traffic-stream.ts';

export interface LiveUpdateOptions {
  /** Null: this process does everything. */
  readonly connection: ClusterConnection | null;
  /** The engine of this process; not called before its timers run and requests arrive. */
  readonly engine: () => Engine;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
  readonly registry: Registry;
}

/** What the consoles receive from the engine, in this process or through NATS. */
export interface LiveUpdates {
  readonly changes: ChangeSource;
  readonly traffic: TrafficSource;
  readonly readMessages: ReadMessages;
  readonly feedState: ReadFeedState;
  /** Receives the commits of the engine of this process; null: the hub does. */
  readonly feed: LiveFeed | null;
  /** This process stores the reports of trackers whose engine may not have published its last commits. */
  readonly onTakenOver: () => void;
  stop(): void;
}

export function createLiveUpdates(options: LiveUpdateOptions): LiveUpdates {
  const { connection, engine, clock, log, registry } = options;
  const own = ownMemory(engine);
  if (connection === null) return updatesOfOwnEngine(engine, own);
  const metrics = createLiveMetrics(registry);
  const changes = new LiveSubscriber({ ...connection, clock, log, metrics });
  const traffic = new TrafficSubscriber({ ...connection, clock, log });
  const memory = requestDeviceMemory(connection);
  const cleanups = [
    respondWithDeviceMemory({ ...connection, log }, own),
    publishTraffic({ ...connection, clock, log, feeds: () => engine().feeds }),
    () => changes.stop(),
    () => traffic.stop(),
  ];
  const publisher = new LivePublisher({ ...connection, log, metrics });
  return {
    changes,
    traffic,
    readMessages: memory.readMessages,
    feedState: { status: memory.readFeedStatus, traffic: memory.readTraffic },
    feed: publisher,
    onTakenOver: () => publisher.publishGap(),
    stop() {
      for (const cleanup of cleanups) cleanup();
    },
  };
}

function updatesOfOwnEngine(engine: () => Engine, own: OwnDeviceMemory): LiveUpdates {
  return {
    changes: changesOfOwnEngine(() => engine().status().role === 'engine'),
    traffic: {
      all: (accountId) => engine().feeds?.traffic(accountId, null) ?? [],
      takeChanges: (accountId) => engine().feeds?.takeChanges(accountId) ?? { changed: [], removed: [] },
      version: () => (engine().feeds === null ? 0 : 1),
      stopWatching: (accountId) => engine().feeds?.stopWatching(accountId),
    },
    readMessages: async (trackerId) => own.messagesOf(trackerId),
    feedState: {
      status: async (feedIds) => own.feedStatus(feedIds) ?? new Map(),
      traffic: async (accountId, feedId, page) =>
        own.traffic(accountId, feedId, page) ?? { list: [], total: 0 },
    },
    feed: null,
    onTakenOver: () => undefined,
    stop: () => undefined,
  };
}

/** What the engine of this process has in memory. */
function ownMemory(engine: () => Engine): OwnDeviceMemory {
  return {
    messagesOf: (trackerId) => engine().messagesOf(trackerId),
    feedStatus(feedIds) {
      const { feeds } = engine();
      if (feeds === null) return null;
      return new Map(
        feedIds.flatMap((feedId) => {
          const status = feeds.status(feedId);
          return status === null ? [] : [[feedId, status] as const];
        }),
      );
    },
    traffic(accountId, feedId, page) {
      const { feeds } = engine();
      return feeds === null ? null : selectTraffic(feeds.traffic(accountId, feedId), page);
    },
  };
}
