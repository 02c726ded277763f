import { FEED_KINDS } from '@wakeline/domain/devices/feed-kinds';
import { z } from 'zod';
import { altitudeKind } from '../entities/altitude-kind.ts';
import { emptyResult, id, instant, listOf, name, text, uid } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { operation } from '../operation.ts';

const ROLE = 'eob_plugin_device_mg';

/** A rectangle of degrees; `west` above `east` crosses the antimeridian. */
export const feedArea = z.object({
  west: z.number().min(-180).max(180),
  south: z.number().min(-90).max(90),
  east: z.number().min(-180).max(180),
  north: z.number().min(-90).max(90),
});
export type FeedArea = z.infer<typeof feedArea>;

export const feedConnection = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('listen'),
    senders: z
      .array(z.union([z.ipv4().max(15), z.ipv6().max(45)]))
      .max(LIMITS.feedSenders)
      .describe('addresses that may send without the token'),
  }),
  z.object({
    type: z.literal('connect'),
    host: text.trim().min(1).max(253),
    port: z.int().min(1).max(65_535),
  }),
  z.object({
    type: z.literal('poll'),
    url: text.trim().max(1_000),
    seconds: z.int().min(1).max(300).describe('interval of the requests'),
  }),
]);
export type FeedConnection = z.infer<typeof feedConnection>;

export const feedForm = z.object({
  feedName: name,
  kind: z.enum(FEED_KINDS),
  connection: feedConnection,
  area: feedArea.nullable().describe('positions outside are ignored; null: none are'),
  intervalSeconds: z.int().min(1).max(3_600).describe('minimum interval of stored positions of a device'),
  unknownObjects: z
    .enum(['ignore', 'traffic'])
    .describe('traffic: objects without a device are drawn, not stored'),
  enabled: z.boolean(),
});
export type FeedForm = z.infer<typeof feedForm>;

/** Why a feed has no connection. The console has a text for each. */
export const FEED_ERRORS = [
  'address-refused',
  'name-not-found',
  'connection-refused',
  'connection-lost',
  'timeout',
  'response-invalid',
  'http-status',
  'tls',
  'unreachable',
  'no-listener',
] as const;
export type FeedError = (typeof FEED_ERRORS)[number];

const feedStatus = z.object({
  state: z.enum(['off', 'waiting', 'connecting', 'connected', 'failed']),
  since: instant.describe('when the state began'),
  error: z
    .enum(FEED_ERRORS)
    .nullable()
    .describe('of the last failure; null: none since the connection was made'),
  senders: z.int().describe('open connections'),
  messagesPerSecond: z.number(),
  messages: z.int(),
  damaged: z.int().describe('lines that could not be decoded'),
  dropped: z.int().describe('duplicates, impossible jumps, and objects beyond the limit'),
  lastMessage: instant.nullable(),
  objects: z.int(),
  bound: z.int().describe('objects that are devices of the account'),
});
export type FeedStatus = z.infer<typeof feedStatus>;

export const feed = feedForm.extend({
  feedId: id,
  token: z.string().nullable().describe('null: not a listening feed, or the reader may not edit feeds'),
  status: feedStatus.nullable().describe('null: another server receives the feeds'),
  abilities: z.object({ edit: z.boolean(), remove: z.boolean() }),
});
export type Feed = z.infer<typeof feed>;

export const FEED_OBJECT_KINDS = ['vessel', 'aircraft', 'aid', 'station', 'distress'] as const;

/** An object of a feed that is not a device of the account. */
export const trafficObject = z.object({
  objectId: z.string().describe('number for a device: `mmsi-211378120`, `icao-3c6444`'),
  kind: z.enum(FEED_OBJECT_KINDS),
  name: z.string().nullable(),
  type: z.union([z.number(), z.string()]).nullable().describe('AIS ship type, or type of aircraft'),
  latitude: z.number(),
  longitude: z.number(),
  altitude: z.number().nullable().describe('m'),
  altitudeKind: altitudeKind.optional(),
  speed: z.number().nullable().describe('km/h'),
  course: z.number().nullable(),
  distress: z.boolean(),
  time: instant,
});
export type TrafficObject = z.infer<typeof trafficObject>;

export const queryFeeds = operation({
  name: 'queryFeeds',
  summary: 'The feeds of the account, by name, with their connections.',
  access: { permission: 'viewer', roles: [ROLE] },
  effect: 'none',
  payload: z.object({ uid }),
  result: listOf(feed).extend({
    abilities: z.object({ add: z.boolean() }),
    listenHost: z.string().nullable().describe('host of the AIS port; null: the one of the console'),
    listenPort: z.int().nullable().describe('port of the AIS listener; null: off'),
  }),
  errors: [],
});

const FORM_ERRORS = [
  'feed-connection-unsupported',
  'feed-address-refused',
  'feed-url-invalid',
  'feed-area-empty',
  'feed-sender-taken',
] as const;

export const addFeed = operation({
  name: 'addFeed',
  summary: 'Adds a feed: AIS or ADS-B messages of many objects on one connection.',
  access: { permission: 'editor', roles: [ROLE] },
  effect: 'account',
  payload: feedForm.extend({ uid }),
  result: z.object({ feedId: id }),
  errors: ['feed-limit', ...FORM_ERRORS],
});

export const editFeed = operation({
  name: 'editFeed',
  summary: 'Replaces the settings of a feed. `renewToken` replaces its token; open connections are closed.',
  access: { permission: 'editor', roles: [ROLE] },
  effect: 'account',
  payload: feedForm.extend({ uid, feedId: id, renewToken: z.boolean().optional() }),
  result: emptyResult,
  errors: ['feed-unknown', ...FORM_ERRORS],
});

export const removeFeed = operation({
  name: 'removeFeed',
  summary: 'Removes a feed. Devices and their positions stay.',
  access: { permission: 'editor', roles: [ROLE] },
  effect: 'account',
  payload: z.object({ uid, feedId: id }),
  result: emptyResult,
  errors: ['feed-unknown'],
});

export const queryFeedTraffic = operation({
  name: 'queryFeedTraffic',
  summary: 'Objects of a feed that are not devices of the account, by number.',
  access: { permission: 'viewer', roles: [ROLE] },
  effect: 'none',
  payload: z.object({
    uid,
    feedId: id,
    keywords: text.max(64).optional().describe('part of the number or name'),
    pageIndex: z.int().min(1).max(100_000).default(1),
    pageSize: z.int().min(1).max(200).default(50),
  }),
  result: listOf(trafficObject),
  errors: ['feed-unknown'],
});
