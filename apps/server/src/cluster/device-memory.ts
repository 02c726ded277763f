import type { FeedStatus } from '@wakeline/contract/trackers/feeds';
import type { DeviceMessages } from '@wakeline/contract/trackers/messages';
import type { FastifyBaseLogger } from 'fastify';
import type { FoundTraffic, TrafficPage } from '../feeds/select-traffic.ts';
import type { NatsConnection } from './nats-connection.ts';
import { requestAll, requestFirst, respondToRequests } from './requests.ts';
import type { Subjects } from './subjects.ts';

/** What the processes that receive devices and feeds have in memory. */
export interface DeviceMemory {
  /** The connection and last messages of a tracker; null: no process that receives devices responded. */
  readMessages(trackerId: number): Promise<DeviceMessages | null>;
  /** By feed; without an entry: no process that receives it responded. */
  readFeedStatus(feedIds: readonly number[]): Promise<ReadonlyMap<number, FeedStatus>>;
  /** Objects of a feed that are no devices. */
  readTraffic(accountId: number, feedId: number, page: TrafficPage): Promise<FoundTraffic>;
}

/** What this process has; null: not what is requested. */
export interface OwnDeviceMemory {
  messagesOf(trackerId: number): DeviceMessages | null;
  feedStatus(feedIds: readonly number[]): ReadonlyMap<number, FeedStatus> | null;
  traffic(accountId: number, feedId: number, page: TrafficPage): FoundTraffic | null;
}

/** How processes of a cluster reach each other. */
export interface ClusterConnection {
  readonly nats: NatsConnection;
  readonly subjects: Subjects;
}

interface TrafficRequest {
  readonly accountId: number;
  readonly feedId: number;
  readonly page: TrafficPage;
}

/** Responds to the requests of `requestDeviceMemory` until the returned function is called. */
export function respondWithDeviceMemory(
  connection: ClusterConnection & { readonly log: FastifyBaseLogger },
  own: OwnDeviceMemory,
): () => void {
  const { subjects } = connection;
  const cleanups = [
    respondToRequests(connection, subjects.request('messages'), (trackerId: number) =>
      own.messagesOf(trackerId),
    ),
    respondToRequests(connection, subjects.request('feed-status'), (feedIds: number[]) => {
      const status = own.feedStatus(feedIds);
      return status === null ? null : [...status];
    }),
    respondToRequests(
      connection,
      subjects.request('traffic'),
      ({ accountId, feedId, page }: TrafficRequest) => own.traffic(accountId, feedId, page),
    ),
  ];
  return () => {
    for (const cleanup of cleanups) cleanup();
  };
}

/** Requests it from the other processes, and this one. The caller has checked who may read it. */
export function requestDeviceMemory({ nats, subjects }: ClusterConnection): DeviceMemory {
  return {
    async readMessages(trackerId) {
      return findNewest(await requestAll<DeviceMessages>(nats, subjects.request('messages'), trackerId));
    },
    async readFeedStatus(feedIds) {
      const status = await requestFirst<[number, FeedStatus][]>(
        nats,
        subjects.request('feed-status'),
        feedIds,
      );
      return new Map(status);
    },
    async readTraffic(accountId, feedId, page) {
      const request: TrafficRequest = { accountId, feedId, page };
      return (
        (await requestFirst<FoundTraffic>(nats, subjects.request('traffic'), request)) ?? {
          list: [],
          total: 0,
        }
      );
    },
  };
}

/** A device can have reported to several processes: the one with its last message. */
function findNewest(found: readonly DeviceMessages[]): DeviceMessages | null {
  let newest: DeviceMessages | null = null;
  for (const messages of found) {
    if (newest === null || isNewer(messages, newest)) newest = messages;
  }
  return newest;
}

function isNewer(a: DeviceMessages, b: DeviceMessages): boolean {
  const [lastOfA, lastOfB] = [a, b].map(({ connection }) => connection?.lastTime ?? Number.NEGATIVE_INFINITY);
  if (lastOfA !== lastOfB) return (lastOfA ?? 0) > (lastOfB ?? 0);
  // Without messages: since when none of them has received any.
  return (a.recordedSince ?? 0) > (b.recordedSince ?? 0);
}
