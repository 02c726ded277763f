import type { Feed, FeedConnection, FeedForm } from '@wakeline/contract/trackers/feeds';
import {
  DEFAULT_INTERVAL_SECONDS,
  FEED_CONNECTIONS,
  type FeedConnectionType,
  type FeedKind,
} from '@wakeline/domain/devices/feed-kinds';

/** Fields of the form. Those of other connections keep their values while the user changes the kind. */
export interface FeedFields {
  readonly feedName: string;
  readonly kind: FeedKind;
  readonly connectionType: FeedConnectionType;
  readonly senders: string[];
  readonly host: string;
  readonly port: number | null;
  readonly url: string;
  readonly seconds: number | null;
  readonly limitArea: boolean;
  readonly west: number | null;
  readonly south: number | null;
  readonly east: number | null;
  readonly north: number | null;
  readonly intervalSeconds: number | null;
  readonly unknownObjects: FeedForm['unknownObjects'];
  readonly enabled: boolean;
  readonly renewToken: boolean;
}

const SBS_PORT = 30_003;
const POLL_SECONDS = 5;

/** The fields of a feed, or (null) of a new one. */
export function toFeedFields(feed: Feed | null): FeedFields {
  const kind = feed?.kind ?? 'ais';
  const connection = feed?.connection ?? { type: 'listen', senders: [] };
  return {
    feedName: feed?.feedName ?? '',
    kind,
    connectionType: connection.type,
    senders: connection.type === 'listen' ? connection.senders : [],
    host: connection.type === 'connect' ? connection.host : '',
    port: connection.type === 'connect' ? connection.port : SBS_PORT,
    url: connection.type === 'poll' ? connection.url : '',
    seconds: connection.type === 'poll' ? connection.seconds : POLL_SECONDS,
    limitArea: feed?.area != null,
    west: feed?.area?.west ?? null,
    south: feed?.area?.south ?? null,
    east: feed?.area?.east ?? null,
    north: feed?.area?.north ?? null,
    intervalSeconds: feed?.intervalSeconds ?? DEFAULT_INTERVAL_SECONDS[kind],
    unknownObjects: feed?.unknownObjects ?? 'traffic',
    enabled: feed?.enabled ?? true,
    renewToken: false,
  };
}

/** The connection of a kind: the chosen one if the kind can have it, else its default. */
export function connectionTypeOf(kind: FeedKind, chosen: FeedConnectionType): FeedConnectionType {
  const [first] = FEED_CONNECTIONS[kind];
  return FEED_CONNECTIONS[kind].includes(chosen) ? chosen : first;
}

/** The form of the contract. Required fields have been checked. */
export function toFeedForm(fields: FeedFields): FeedForm {
  const { feedName, kind, limitArea, west, south, east, north, intervalSeconds, unknownObjects, enabled } =
    fields;
  return {
    feedName: feedName.trim(),
    kind,
    connection: toConnection(fields),
    area: limitArea ? { west: west ?? 0, south: south ?? 0, east: east ?? 0, north: north ?? 0 } : null,
    intervalSeconds: intervalSeconds ?? DEFAULT_INTERVAL_SECONDS[kind],
    unknownObjects,
    enabled,
  };
}

function toConnection({
  kind,
  connectionType,
  senders,
  host,
  port,
  url,
  seconds,
}: FeedFields): FeedConnection {
  switch (connectionTypeOf(kind, connectionType)) {
    case 'listen':
      return { type: 'listen', senders: senders.map((sender) => sender.trim()) };
    case 'connect':
      return { type: 'connect', host: host.trim(), port: port ?? SBS_PORT };
    case 'poll':
      return { type: 'poll', url: url.trim(), seconds: seconds ?? POLL_SECONDS };
  }
}
