import {
  LEFT_OUT_STATES,
  RESTORED_INTERVAL,
  TRACKING_DURATION,
  TRACKING_INTERVAL,
  TRACKING_STATES,
} from '@wakeline/domain/aviation/tracking-mode';
import { INSTRUCTION_FAILURES } from '@wakeline/domain/instructions/instruction-state';
import { z } from 'zod';
import { emptyResult, id, instant, listOf, uid } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { operation } from '../operation.ts';
import { TASK_ROLES } from '../roles.ts';

const read = { permission: 'viewer', roles: TASK_ROLES } as const;
const change = { permission: 'editor', roles: TASK_ROLES } as const;

const seconds = z.int().positive();
const interval = z.int().min(TRACKING_INTERVAL.min).max(TRACKING_INTERVAL.max).describe('seconds');

const device = z.object({
  trackerId: id,
  state: z.enum(TRACKING_STATES),
  reason: z.enum(INSTRUCTION_FAILURES).nullable().describe('why its last instruction failed'),
  time: instant.nullable().describe('of the receipt or the failure; null: there is none'),
  interval: seconds
    .nullable()
    .describe('seconds that are set now, or requested, by all tasks of the device; null: not changed'),
  restoreInterval: seconds.nullable().describe('seconds to which it will be restored; null: nothing'),
});

const trackingMode = z.object({
  taskId: id,
  interval,
  login: z.string().describe('who started it'),
  startTime: instant,
  endTime: instant.describe('latest end'),
  endedTime: instant.nullable().describe('null: it is on'),
  devices: z.array(device),
});
export type TrackingMode = z.infer<typeof trackingMode>;
export type TrackingDevice = TrackingMode['devices'][number];

export const queryTrackingModes = operation({
  name: 'queryTrackingModes',
  summary:
    'The tracking modes of tasks that are on or ended within the last day, with the state of their devices.',
  access: read,
  effect: 'none',
  payload: z.object({ uid }),
  result: z.object({
    list: z.array(trackingMode),
    abilities: z.object({ start: z.boolean().describe('whether the reader may start one') }),
  }),
  errors: [],
});

export const queryTrackingModeDevices = operation({
  name: 'queryTrackingModeDevices',
  summary: 'Which devices of a task can report at an interval, and at which they report.',
  access: read,
  effect: 'none',
  payload: z.object({ uid, taskId: id, interval }),
  result: listOf(
    z.object({
      trackerId: id,
      leftOut: z.enum(LEFT_OUT_STATES).nullable().describe('why its interval would not change'),
      currentInterval: seconds
        .nullable()
        .describe('seconds, by its last successful instruction, to be restored; null: not known'),
    }),
  ),
  errors: ['watch-task-unknown'],
});

export const startTrackingMode = operation({
  name: 'startTrackingMode',
  summary:
    'Sends the interval to the devices of an open task, and the former interval when it ends. On a task that has it on, it replaces interval and end. Requires the right to send instructions.',
  access: change,
  effect: 'account',
  payload: z.object({
    uid,
    taskId: id,
    interval,
    endTime: instant.describe(
      `${TRACKING_DURATION.min / 60_000} minute to ${TRACKING_DURATION.max / 3_600_000} hours from now, not after the execution time`,
    ),
    restoreInterval: z
      .int()
      .min(RESTORED_INTERVAL.min)
      .max(RESTORED_INTERVAL.max)
      .nullable()
      .default(null)
      .describe('seconds to be restored for devices whose current interval is not known'),
  }),
  result: z.object({
    devices: z.int().positive().describe('whose interval is changed'),
    leftOut: z.array(z.object({ trackerId: id, reason: z.enum(LEFT_OUT_STATES) })),
  }),
  errors: [
    'watch-task-unknown',
    'instructions-not-allowed',
    'tracking-mode-closed',
    'tracking-mode-end',
    'tracking-mode-unsupported',
    'tracking-mode-interval',
    'tracking-mode-restore-missing',
    'tracker-unknown',
    'instruction-limit',
  ],
});

export const endTrackingMode = operation({
  name: 'endTrackingMode',
  summary: 'Ends the tracking mode of a task. Devices that no other task tracks get their former interval.',
  access: change,
  effect: 'account',
  payload: z.object({ uid, taskId: id }),
  result: emptyResult,
  errors: ['watch-task-unknown', 'tracking-mode-off'],
});

const unrestored = z.object({
  trackerId: id,
  taskName: z.string().describe('of the task that changed the interval; it may be deleted'),
  restoreInterval: seconds.describe('seconds'),
  reason: z.enum(INSTRUCTION_FAILURES).nullable().describe('why the last instruction failed'),
  failedTime: instant,
});
export type UnrestoredDevice = z.infer<typeof unrestored>;

export const queryUnrestoredIntervals = operation({
  name: 'queryUnrestoredIntervals',
  summary: 'Devices whose former interval could not be restored after a tracking mode, the last one first.',
  access: read,
  effect: 'none',
  payload: z.object({ uid }),
  result: z.object({
    list: z.array(unrestored).max(LIMITS.unrestoredIntervals),
    abilities: z.object({ retry: z.boolean() }),
  }),
  errors: [],
});

export const restoreIntervals = operation({
  name: 'restoreIntervals',
  summary:
    'Sends the former interval to devices again whose restoring failed. Requires the right to send instructions.',
  access: change,
  effect: 'account',
  bodyBytes: 16_384,
  payload: z.object({ uid, trackerIds: z.array(id).min(1).max(LIMITS.unrestoredIntervals) }),
  result: emptyResult,
  errors: ['tracker-unknown', 'instructions-not-allowed', 'interval-not-failed'],
});
