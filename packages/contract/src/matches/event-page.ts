import { OFFICIAL_STATUSES } from '@wakeline/domain/races/corrections';
import { RESULT_STATUSES } from '@wakeline/domain/races/participant-result';
import { z } from 'zod';
import { baseLayer } from '../entities/base-layer.ts';
import { imageLayerDetails } from '../entities/map-layer.ts';
import { LANGUAGES, userConfig } from '../entities/user-config.ts';
import { id, instant } from '../fields.ts';
import { ocadColor, ocadTiles } from '../ocad-maps/ocad-map.ts';
import { operation } from '../operation.ts';
import { trackBlocks } from '../replay/track-blocks.ts';
import { eventVideo } from '../video/event-video.ts';
import { liveConf } from './live-conf.ts';
import { matchClass } from './match-classes.ts';
import { raceCourse } from './match-details.ts';
import { MATCH_STATES } from './matches.ts';
import { raceSettings } from './race-settings.ts';
import { splitPassing } from './standings.ts';

/** In the address of a public page. */
export const eventCode = z
  .string()
  .length(16)
  .regex(/^[A-Za-z0-9_-]+$/);

/** A participant of a public page: nothing of their device. */
export const eventParticipant = z.object({
  participantId: id,
  number: z.string(),
  participantName: z.string(),
  club: z.string(),
  nationality: z.string(),
  classId: id.nullable(),
  courseId: id.nullable(),
  startTime: instant,
  color: z.string().nullable(),
});
export type EventParticipant = z.output<typeof eventParticipant>;

/** A map below the courses, as the console draws it. */
const eventLayer = z.discriminatedUnion('kind', [
  imageLayerDetails
    .omit({ abilities: true, tileState: true })
    .extend({ kind: z.literal('raceLayer'), id, url: z.string(), opacity: z.number().describe('percent') }),
  z.object({
    kind: z.literal('ocad'),
    id,
    tileUrl: z.string(),
    tileUrlGcj02: z.string().nullable(),
    tiles: ocadTiles,
    colors: z.array(ocadColor),
  }),
]);
export type EventLayer = z.output<typeof eventLayer>;

/** What a public page displays besides what changes each second. */
export const eventPage = z.object({
  matchId: id,
  revision: z.int().nonnegative(),
  matchName: z.string(),
  place: z.string(),
  startTime: instant,
  endTime: instant,
  state: z.enum(MATCH_STATES),
  hidden: z.boolean().describe('maps, courses and positions are hidden until the start'),
  timeZone: z.string(),
  serverTime: instant,
  settings: raceSettings.pick({
    sendInterval: true,
    tailSeconds: true,
    delay: true,
    maxAccuracy: true,
    maxSpeed: true,
  }),
  page: liveConf,
  looks: userConfig.pick({
    sysName: true,
    logoUrl: true,
    themeColor: true,
    textColor: true,
    speedUnits: true,
    altitudeUnits: true,
    climbUnits: true,
    locationFormat: true,
  }),
  baseLayers: z.array(baseLayer),
  defaultBaseLayer: z.int().nonnegative().nullable(),
  classes: z.array(matchClass),
  courses: z.array(z.object({ courseId: id, course: raceCourse })),
  layers: z.array(eventLayer).describe('the lowest first'),
  participants: z.array(eventParticipant),
});
export type EventPage = z.output<typeof eventPage>;

export const queryEventPage = operation({
  name: 'queryEventPage',
  group: 'live',
  summary: 'A public page: branding, texts, classes, courses, maps and participants of a match.',
  access: 'public',
  effect: 'none',
  payload: z.object({
    code: eventCode,
    lang: z.enum(LANGUAGES).optional().describe("language of the page; default: the browser's"),
  }),
  result: eventPage,
  errors: ['event-unknown'],
});

export const queryEventTracks = operation({
  name: 'queryEventTracks',
  group: 'live',
  summary:
    'The tracks of the participants of a public page, each in the window of their device, up to the delay of the page: blocks as of getTrackColumns with the id of the participant in place of the device, and positions and accuracy only.',
  access: 'public',
  effect: 'none',
  heavy: true,
  responseType: 'bytes',
  payload: z.object({ code: eventCode }),
  result: trackBlocks,
  errors: ['event-unknown'],
});

/** A position: participant, epoch milliseconds, longitude and latitude in 1e-6 degrees, km/h, degrees. */
export const positionRow = z.tuple([
  id,
  instant,
  z.int(),
  z.int(),
  z.number().nullable(),
  z.number().nullable(),
]);
export type PositionRow = z.output<typeof positionRow>;

/** A row of the ranking; see `standing` for the units. */
export const standingRow = z.object({
  id,
  rank: z.int().positive().nullable(),
  status: z.enum(RESULT_STATUSES),
  start: instant.nullable(),
  elapsed: z.number().nullable(),
  behind: z.number().nullable(),
  passed: z.int().nonnegative(),
  last: z.string().nullable().describe('id of the last passed point'),
  distance: z.number(),
  score: z.number().nullable(),
  missing: z.int().nonnegative(),
  stale: z.boolean(),
});
export type StandingRow = z.output<typeof standingRow>;

/**
 * What changes each second: `GET {prefix}/live/event/{code}/snapshot?since={version}`. With the version of an earlier snapshot it
 * has only the rows that changed after it. Compressed, with an entity tag.
 */
export const eventSnapshot = z.object({
  version: z.int().nonnegative(),
  since: z.int().nonnegative().nullable().describe('null: all rows'),
  revision: z.int().nonnegative().describe('another one than that of the page: request the page again'),
  time: instant.describe('as of which; later by the delay'),
  state: z.enum(MATCH_STATES),
  viewers: z.int().nonnegative(),
  positions: z.array(positionRow),
  standings: z.array(standingRow),
  passings: z
    .array(z.object({ id, point: z.string(), time: instant, elapsed: z.number(), rank: z.int().nullable() }))
    .describe('the last ones, the newest first'),
  video: eventVideo.nullable().describe('null: no stream yet'),
});
export type EventSnapshot = z.output<typeof eventSnapshot>;

/** A status or penalty by officials, `Correction` of the domain. `decidedAt`: when it was decided. */
const eventDecision = z.discriminatedUnion('kind', [
  z.object({ id, kind: z.literal('status'), status: z.enum(OFFICIAL_STATUSES), decidedAt: instant }),
  z.object({
    ...{ id, kind: z.literal('penalty'), seconds: z.number(), points: z.number() },
    decidedAt: instant,
  }),
]);

/** Splits of all participants: `GET {prefix}/live/event/{code}/splits`, renewed every few seconds. */
export const eventSplits = z.object({
  time: instant,
  splits: z.array(z.object({ id, passings: z.array(splitPassing) })),
  decisions: z.array(eventDecision),
});
export type EventSplits = z.output<typeof eventSplits>;

/** Trails of all participants: `GET {prefix}/live/event/{code}/tails`. Each point: epoch ms, longitude, latitude in 1e-6 degrees. */
export const eventTails = z.object({
  time: instant,
  tails: z.array(z.object({ id, points: z.array(z.tuple([instant, z.int(), z.int()])) })),
});
export type EventTails = z.output<typeof eventTails>;
