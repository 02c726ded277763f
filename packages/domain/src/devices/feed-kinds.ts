/** Kinds of feeds: connections or documents with messages of many objects. */
export const FEED_KINDS = ['ais', 'adsb-sbs', 'adsb-json'] as const;
export type FeedKind = (typeof FEED_KINDS)[number];

/** How a feed is connected. `listen`: senders connect to this server; `connect`: this server connects; `poll`: by URL. */
export type FeedConnectionType = 'listen' | 'connect' | 'poll';

/** The connections that each kind can have; the first one is the default. */
export const FEED_CONNECTIONS: Readonly<
  Record<FeedKind, readonly [FeedConnectionType, ...FeedConnectionType[]]>
> = {
  ais: ['listen', 'connect'],
  'adsb-sbs': ['connect'],
  'adsb-json': ['poll'],
};

/** Minimum seconds between two stored reports of an object, unless the feed has another value. */
export const DEFAULT_INTERVAL_SECONDS: Readonly<Record<FeedKind, number>> = {
  ais: 10,
  'adsb-sbs': 5,
  'adsb-json': 5,
};

/** Port on which AIS senders connect: the one of Traccar. */
export const AIS_PORT = 5130;
