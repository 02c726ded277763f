import { z } from 'zod';
import { notice } from '../entities/notice.ts';
import { stayPoint, trackPoint, trackSummary } from '../entities/track-point.ts';
import { id, instant, listOf, text, uid } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { operation } from '../operation.ts';
import { MULTI_TRACK_ROLES, TRACK_ROLES } from '../roles.ts';
import { replayRule } from '../settings/account-settings.ts';
import { uploadedFile } from '../uploaded-file.ts';
import { trackBlocks } from './track-blocks.ts';

const READ = { permission: 'viewer', roles: TRACK_ROLES } as const;
const READ_SEVERAL = { ...READ, multiTrackerRoles: MULTI_TRACK_ROLES } as const;

const span = { startTime: instant, endTime: instant };
const trackRange = { uid, trackerId: id, ...span };

/** Devices of one replay: a single one for at most 31 days, several for at most 3. */
const trackerIds = z.array(id).min(1).max(LIMITS.replayTrackers);
const coarse = z
  .int()
  .min(2)
  .max(LIMITS.coarsePoints)
  .optional()
  .describe(
    'approximate total number of fixes: the first fix of each of this many equal intervals; default: every fix',
  );

/** Correction of a track before it is displayed. */
export const CORRECTIONS = ['none', 'intelligent'] as const;
export type Correction = (typeof CORRECTIONS)[number];

export const TRACK_FORMATS = ['gpx', 'kml', 'geojson', 'csv', 'fit'] as const;
export type TrackFormat = (typeof TRACK_FORMATS)[number];

export const getTrackByTime = operation({
  name: 'getTrackByTime',
  summary: 'The track of a device between two times (inclusive), oldest first; at most 31 days.',
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
    'The same track page by page: at most `limit` points from `startTime`; `nextTime` is the start of the next page.',
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
    'Tracks of devices as binary columns, for replay: blocks of fixes, those of one device oldest first. At most 31 days for one device, 3 for several.',
  access: READ_SEVERAL,
  effect: 'none',
  heavy: true,
  responseType: 'bytes',
  payload: z.object({ uid, trackerIds, ...span, points: coarse }),
  result: trackBlocks,
  errors: ['tracker-unknown', 'time-order', 'span-too-long', 'span-too-long-many'],
});

const contextMoment = z.object({ time: instant, latitude: z.number(), longitude: z.number() });
const contextFixes = z.array(
  contextMoment.extend({
    speed: z.number().nullable().describe('km/h'),
    accuracy: z.number().nullable().describe('metres'),
  }),
);

/** What decides the trips, stops and gaps of a replay besides its fixes. */
export const trackContexts = z.object({
  ...replayRule.shape,
  list: z.array(
    z.object({
      trackerId: id,
      start: z
        .object({
          kind: z.enum(['trip', 'stop']),
          from: contextMoment.describe('where it began'),
          last: contextMoment.describe('the fix before those of `before`'),
        })
        .nullable()
        .describe('what the device did before; null: unknown'),
      before: contextFixes.describe('fixes of the ten minutes before the window, oldest first'),
      after: contextFixes.describe('fixes after the window, until what was about to change is certain'),
    }),
  ),
});
export type TrackContexts = z.infer<typeof trackContexts>;

export const queryTrackContext = operation({
  name: 'queryTrackContext',
  summary:
    'What decides the trips and stops of a replay besides its fixes: settings of the account, and what devices did before and after.',
  access: READ_SEVERAL,
  effect: 'none',
  payload: z.object({ uid, trackerIds, ...span }),
  result: trackContexts,
  errors: ['tracker-unknown', 'time-order', 'span-too-long', 'span-too-long-many'],
});

export const getTrackReplyByTime = operation({
  name: 'getTrackReplyByTime',
  summary:
    'Data for the replay of a device in one response: its points (corrected on request), stay points and summary.',
  access: READ,
  effect: 'none',
  heavy: true,
  payload: z.object({ ...trackRange, correction: z.enum(CORRECTIONS).default('none') }),
  result: z.object({ points: z.array(trackPoint), stayPoints: z.array(stayPoint), summary: trackSummary }),
  errors: ['tracker-unknown', 'time-order', 'span-too-long', 'track-too-long', 'track-none'],
});

/** Minimum, maximum and mean of each interval; null: no value. */
const chartSeries = z.object({
  min: z.array(z.number().nullable()),
  max: z.array(z.number().nullable()),
  mean: z.array(z.number().nullable()),
});

export const getChartData = operation({
  name: 'getChartData',
  summary:
    'Charts of a track: minimum, maximum and mean of each value per interval; all intervals have the same length.',
  access: READ,
  effect: 'none',
  heavy: true,
  payload: z.object({ ...trackRange, points: z.int().min(1).max(LIMITS.chartPoints).default(500) }),
  result: z.object({
    time: z.array(instant).describe('start of each interval'),
    count: z.array(z.int()).describe('number of fixes per interval'),
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
    'Notices of devices between two times that have coordinates, oldest first, for the track and the timeline of a replay.',
  access: READ,
  effect: 'none',
  payload: z.object({ uid, trackerIds, ...span }),
  result: listOf(
    notice.omit({ address: true, isRead: true, handling: true, eventTime: true, eventTimeStr: true }).extend({
      createTime: instant.describe(
        'time of the report that caused it: its position on the track and the timeline',
      ),
    }),
  ).extend({
    more: z
      .boolean()
      .describe(`whether there are more than ${LIMITS.replayNotices}; the list has the first ones`),
  }),
  errors: ['tracker-unknown', 'time-order', 'span-too-long', 'span-too-long-many'],
});

export const countTrackByTime = operation({
  name: 'countTrackByTime',
  summary:
    'Number of positions that deleteTrackByTime would delete, and how many of them are fixes visible in a replay.',
  access: { permission: 'editor', roles: ['eob_plugin_device_mg'] },
  effect: 'none',
  payload: z.object(trackRange),
  result: z.object({ positions: z.int().nonnegative(), fixes: z.int().nonnegative() }),
  errors: ['tracker-unknown', 'time-order', 'span-too-long'],
});

export const deleteTrackByTime = operation({
  name: 'deleteTrackByTime',
  summary:
    'Permanently deletes the track of a device between two times (inclusive). Its last known position stays.',
  access: { permission: 'editor', roles: ['eob_plugin_device_mg'] },
  effect: 'account',
  payload: z.object(trackRange),
  result: z.object({ deleted: z.int().nonnegative() }),
  errors: ['tracker-unknown', 'time-order', 'span-too-long'],
});

export const exportTrack = operation({
  name: 'exportTrack',
  summary:
    'Exports the tracks of devices to one file, with all values that they sent, as a batch task. At most 31 days for one device, 3 for several.',
  access: READ_SEVERAL,
  effect: 'own',
  payload: z.object({
    uid,
    trackerIds,
    ...span,
    format: z.enum(TRACK_FORMATS),
    correction: z.enum(CORRECTIONS).default('none'),
    name: text.max(LIMITS.name).optional().describe('file name'),
  }),
  result: z.object({ taskProgressId: id }),
  errors: [
    'tracker-unknown',
    'time-order',
    'span-too-long',
    'span-too-long-many',
    'track-none',
    'task-limit',
    'task-queue-full',
  ],
});

export const importTrack = operation({
  name: 'importTrack',
  summary:
    'Imports a GPX, KML, FIT, CSV or NMEA file into the history of a device, as a batch task. The result file has the outcome for each position. Importing a file again changes nothing.',
  access: { permission: 'editor', roles: ['eob_plugin_device_mg'] },
  effect: 'account',
  uploadBytes: LIMITS.trackFileRequestBytes,
  uploadTooLarge: 'track-file-too-large',
  payload: z.object({ uid, trackerId: id, file: uploadedFile.describe('at most 64 MB') }),
  result: z.object({ taskProgressId: id }),
  errors: [
    'tracker-unknown',
    'track-file-too-large',
    'track-file-type',
    'track-file-empty',
    'task-limit',
    'task-queue-full',
  ],
});

export const matchTrack = operation({
  name: 'matchTrack',
  summary:
    "Map-matches the track of a device to roads with the operator's matching service: one line per matched segment.",
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
    unmatched: z.int().describe('number of fixes that could not be matched to a road'),
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
  matching: z.boolean().describe('whether map matching is available'),
  elevation: z
    .object({
      tiles: z.string().describe('URL template with {z}, {x} and {y}'),
      encoding: z.enum(['terrarium', 'mapbox']),
      tileSize: z.int(),
      minZoom: z.int(),
      maxZoom: z.int(),
      attribution: z.string(),
    })
    .nullable()
    .describe('terrain tiles; null: flat terrain'),
});
export type ReplaySetup = z.infer<typeof replaySetup>;

export const queryReplaySetup = operation({
  name: 'queryReplaySetup',
  summary: 'Services that the operator has configured for replays.',
  access: 'session',
  effect: 'none',
  payload: z.object({ uid }),
  result: replaySetup,
  errors: [],
});
