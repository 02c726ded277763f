import { z } from 'zod';
import { tracker } from '../entities/tracker.ts';
import { id, uid } from '../fields.ts';
import { operation } from '../operation.ts';
import { queryAllTrackers } from './trackers.ts';

const longitude = z.number().min(-540).max(540);
const latitude = z.number().min(-90).max(90);

/**
 * The visible area of a map, degrees. `west` above `east` crosses the antimeridian; so does a longitude beyond 180.
 * From 360 degrees on it is the entire earth.
 */
export const overviewBounds = z
  .object({ west: longitude, south: latitude, east: longitude, north: latitude })
  .refine(({ south, north }) => south <= north, { error: 'south is above north', path: ['south'] });
export type OverviewBounds = z.infer<typeof overviewBounds>;

export const statusCounts = z.object({
  all: z.int(),
  RUNNING: z.int(),
  STOP: z.int(),
  SOS: z.int(),
  OFFLINE: z.int(),
});
export type StatusCounts = z.infer<typeof statusCounts>;

export const queryLiveOverview = operation({
  name: 'queryLiveOverview',
  summary:
    'What a live map shows first: the number of trackers per group and status, and those in the visible area, as clusters and single trackers. What the user has hidden on their map is included. Expired trackers are counted as OFFLINE and have no position.',
  access: queryAllTrackers.access,
  effect: 'none',
  payload: z.object({
    uid,
    bounds: overviewBounds,
    zoom: z.int().min(0).max(22).describe('of a map with tiles of 512 pixels'),
  }),
  result: z.object({
    counts: statusCounts.describe('all trackers that the user may see, also outside the area'),
    groups: z.array(
      z.object({
        groupId: id.nullable().describe('null: trackers without a group'),
        counts: statusCounts.describe('without those of subgroups'),
      }),
    ),
    clusters: z
      .array(
        z.object({
          lng: z.number().describe('of the mean position, WGS-84 degrees'),
          lat: z.number(),
          count: z.int(),
          counts: statusCounts,
        }),
      )
      .describe('two or more trackers in a cell of 80 pixels'),
    trackers: z
      .array(tracker)
      .describe(
        'trackers that are single in their cell or in SOS, and all from zoom 17 on. With the clusters at most 2000: otherwise those in SOS are clustered too, those from zoom 17 on as below it, and cells are larger if the area has more than 2000',
      ),
  }),
  errors: [],
});
