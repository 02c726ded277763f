import { z } from 'zod';
import { notice } from '../entities/notice.ts';
import { stayPoint, trackPoint, trackSummary } from '../entities/track-point.ts';
import { id, instant, listOf, text, uid } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { operation } from '../operation.ts';
import { MULTI_TRACK_ROLES, TRACK_ROLES } from '../roles.ts';
import { uploadedFile } from '../uploaded-file.ts';
import { trackBlocks } from './track-blocks.ts';

const READ = { permission: 'viewer', roles: TRACK_ROLES } as const;
const READ_MANY = { ...READ, manyTrackers: MULTI_TRACK_ROLES } as const;

const span = { startTime: instant, endTime: instant };
const trackRange = { uid, trackerId: id, ...span };

/** Devices that are replayed together: one for at most 31 days, several for at most 3. */
const trackerIds = z.array(id).min(1).max(LIMITS.replayTrackers);
const coarse = z
  .int()
  .min(2)
  .max(LIMITS.coarsePoints)
  .optional()
  .describe('about so many fixes in all, the first of each of as many equal times; left out: every fix');

/** What is done to a track before it is shown. */
export const CORRECTIONS = ['none', 'intelligent'] as const;
export type Correction = (typeof CORRECTIONS)[number];

export const TRACK_FORMATS = ['gpx', 'kml', 'geojson', 'csv', 'fit'] as const;
export type TrackFormat = (typeof TRACK_FORMATS)[number];

export const getTrackByTime = operation({
  name: 'getTrackByTime',
  summary: "A device's track between two times, both included, oldest first; 31 days at most.",
  access: READ,
  effect: 'none',
  heavy: true,
  payload: z.object(trackRange),
  result: z.object({ points: z.array(trackPoint) }),
  errors: ['tracker-unknown', 'time-order', 'span-too-long'],
});

export const getTrackPartByTime = operation({
  name: 'getTrackPartByTime',
  summary:
    'The same track part by part: at most `limit` points from `startTime` on; `nextTime` is where the next part starts.',
  access: READ,
  effect: 'none',
  heavy: true,
  payload: z.object({ ...trackRange, limit: z.int().min(1).max(100_000).default(10_000) }),
  result: z.object({ points: z.array(trackPoint), nextTime: instant.nullable() }),
  errors: ['tracker-unknown', 'time-order', 'span-too-long'],
});

export const getTrackColumns = operation({
  name: 'getTrackColumns',
  summary:
    'The tracks of some devices as columns of numbers, for replay: blocks of fixes, those of one device oldest first. One device 31 days, several 3.',
  access: READ_MANY,
  effect: 'none',
  heavy: true,
  answers: 'bytes',
  payload: z.object({ uid, trackerIds, ...span, points: coarse }),
  result: trackBlocks,
  errors: ['tracker-unknown', 'time-order', 'span-too-long', 'span-too-long-many'],
});

export const getTrackReplyByTime = operation({
  name: 'getTrackReplyByTime',
  summary:
    'What a replay of a device shows, in one answer: its points, corrected if that is asked for, its stay points and its summary.',
  access: READ,
  effect: 'none',
  heavy: true,
  payload: z.object({ ...trackRange, correction: z.enum(CORRECTIONS).default('none') }),
  result: z.object({ points: z.array(trackPoint), stayPoints: z.array(stayPoint), summary: trackSummary }),
  errors: ['tracker-unknown', 'time-order', 'span-too-long', 'track-too-long', 'track-none'],
});

/** Least, greatest and mean value of each of equal times; null where there is none. */
const chartSeries = z.object({
  min: z.array(z.number().nullable()),
  max: z.array(z.number().nullable()),
  mean: z.array(z.number().nullable()),
});

export const getChartData = operation({
  name: 'getChartData',
  summary: 'The charts of a track: for each of equal times the least, greatest and mean of each value.',
  access: READ,
  effect: 'none',
  heavy: true,
  payload: z.object({ ...trackRange, points: z.int().min(1).max(LIMITS.chartPoints).default(500) }),
  result: z.object({
    time: z.array(instant).describe('where each of the times begins'),
    count: z.array(z.int()).describe('fixes in it'),
    speed: chartSeries.describe('km/h'),
    altitude: chartSeries.describe('metres'),
    battery: chartSeries.describe('percent'),
    gsm: chartSeries.describe('percent'),
    gps: chartSeries.describe('satellites used'),
  }),
  errors: ['tracker-unknown', 'time-order', 'span-too-long'],
});

export const queryTrackNotices = operation({
  name: 'queryTrackNotices',
  summary:
    'Notices of some devices between two times, those with a place, oldest first: for the line of a replay.',
  access: READ,
  effect: 'none',
  payload: z.object({ uid, trackerIds, ...span }),
  result: listOf(
    notice.omit({ address: true, isRead: true }).extend({
      createTime: instant.describe('time of the report that caused it: where it is on the line'),
    }),
  ).extend({
    more: z.boolean().describe(`whether there were more than ${LIMITS.replayNotices}; these are the first`),
  }),
  errors: ['tracker-unknown', 'time-order', 'span-too-long', 'span-too-long-many'],
});

export const countTrackByTime = operation({
  name: 'countTrackByTime',
  summary:
    'How many positions deleteTrackByTime would delete, and how many of them are fixes that a replay shows.',
  access: { permission: 'editor', roles: ['eob_plugin_device_mg'] },
  effect: 'none',
  payload: z.object(trackRange),
  result: z.object({ positions: z.int().nonnegative(), fixes: z.int().nonnegative() }),
  errors: ['tracker-unknown', 'time-order', 'span-too-long'],
});

export const deleteTrackByTime = operation({
  name: 'deleteTrackByTime',
  summary: "Deletes a device's track between two times, both included, for good. Where it was last stays.",
  access: { permission: 'editor', roles: ['eob_plugin_device_mg'] },
  effect: 'account',
  payload: z.object(trackRange),
  result: z.object({ deleted: z.int().nonnegative() }),
  errors: ['tracker-unknown', 'time-order', 'span-too-long'],
});

export const exportTrack = operation({
  name: 'exportTrack',
  summary:
    'Writes the tracks of some devices into one file, with all that the devices sent: a batch task. One device 31 days, several 3.',
  access: READ_MANY,
  effect: 'own',
  payload: z.object({
    uid,
    trackerIds,
    ...span,
    format: z.enum(TRACK_FORMATS),
    correction: z.enum(CORRECTIONS).default('none'),
    name: text.max(LIMITS.name).optional().describe('of the file'),
  }),
  result: z.object({ taskProgressId: id }),
  errors: [
    'tracker-unknown',
    'time-order',
    'span-too-long',
    'span-too-long-many',
    'track-none',
    'task-limit',
  ],
});

export const importTrack = operation({
  name: 'importTrack',
  summary:
    "Reads a GPX, KML, FIT, CSV or NMEA file into a device's history: a batch task, whose file says of each position what became of it. Reading it again changes nothing.",
  access: { permission: 'editor', roles: ['eob_plugin_device_mg'] },
  effect: 'account',
  uploadBytes: LIMITS.trackFileRequestBytes,
  uploadTooLarge: 'track-file-too-large',
  payload: z.object({ uid, trackerId: id, file: uploadedFile.describe('64 MB at most') }),
  result: z.object({ taskProgressId: id }),
  errors: ['tracker-unknown', 'track-file-too-large', 'track-file-type', 'track-file-empty', 'task-limit'],
});

export const matchTrack = operation({
  name: 'matchTrack',
  summary:
    "A device's track on the roads that it took, by the operator's matching service: a line for each piece that could be matched.",
  access: READ,
  effect: 'none',
  heavy: true,
  payload: z.object(trackRange),
  result: z.object({
    lines: z.array(
      z.object({
        ...span,
        confidence: z.number().min(0).max(1).nullable(),
        points: z.array(z.tuple([z.number(), z.number()])).describe('longitude and latitude'),
      }),
    ),
    unmatched: z.int().describe('fixes for which there is no road'),
  }),
  errors: [
    'tracker-unknown',
    'time-order',
    'span-too-long',
    'track-too-long',
    'track-none',
    'matching-none',
    'matching-failed',
  ],
});

export const replaySetup = z.object({
  matching: z.boolean().describe('whether tracks can be matched to roads'),
  elevation: z
    .object({
      tiles: z.string().describe('address with {z}, {x} and {y}'),
      encoding: z.enum(['terrarium', 'mapbox']),
      tileSize: z.int(),
      minZoom: z.int(),
      maxZoom: z.int(),
      attribution: z.string(),
    })
    .nullable()
    .describe('tiles of the height of the ground; null: the ground is flat'),
});
export type ReplaySetup = z.infer<typeof replaySetup>;

export const queryReplaySetup = operation({
  name: 'queryReplaySetup',
  summary: 'What the operator has set up for replays.',
  access: 'session',
  effect: 'none',
  payload: z.object({ uid }),
  result: replaySetup,
  errors: [],
});
