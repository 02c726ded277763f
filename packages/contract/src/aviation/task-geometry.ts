import { TASK_AREA_MODES } from '@wakeline/domain/rules/watch-task';
import { z } from 'zod';
import { fence, latitude, longitude, position, routeFlag } from '../entities/map-object.ts';
import { id, instant, uid } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { operation } from '../operation.ts';
import { TASK_ROLES } from '../roles.ts';

/** A drawn line with more points is a recorded one: its points mean nothing. */
export const MAX_TASK_WAYPOINTS = 100;

const place = z.object({ latitude, longitude }).describe('WGS-84');

const line = z.object({
  routeName: z.string(),
  points: z.array(position).max(LIMITS.routePoints).describe('the complete line'),
  waypoints: z
    .array(routeFlag)
    .max(MAX_TASK_WAYPOINTS)
    .describe('points that are flown to, in the order of the line; those of a drawn line have no names'),
});

const area = fence
  .pick({ fenceId: true, fenceName: true, fenceType: true, fenceData: true })
  .extend({ mode: z.enum(TASK_AREA_MODES).describe('where the devices must be: inside or outside') });

const device = z.object({
  trackerId: id,
  tailNumber: z.string().describe('of the plane that carries it now; empty: none'),
  shiftOrigin: place.nullable().describe('where its shift alarm is armed; null: not armed'),
  linePosition: place
    .extend({
      time: instant.describe('of the fix'),
      along: z.number().describe('metres from the start of the line'),
      leg: z.int().nonnegative().describe('from which point of the line'),
    })
    .nullable()
    .describe('where it was on the line at its last fix; null: it is not on the line, or not watched'),
});

export const queryTaskGeometry = operation({
  name: 'queryTaskGeometry',
  summary:
    'What a task watches, to draw it: its line and areas, and where the devices are beside them. Objects of other groups are included if the task is visible.',
  access: { permission: 'viewer', roles: TASK_ROLES },
  effect: 'none',
  payload: z.object({ uid, taskId: id }),
  result: z.object({
    line: line.nullable().describe('null: the task has none, or it was deleted'),
    areas: z.array(area),
    devices: z.array(device).max(LIMITS.trackersPerTask),
  }),
  errors: ['watch-task-unknown'],
});
export type TaskGeometryResult = z.infer<(typeof queryTaskGeometry)['result']>;
