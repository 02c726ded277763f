import { SHIFT_RANGES } from '@wakeline/domain/rules/rule';
import {
  DEFAULT_HOLD,
  MAX_TASK_ALERTS,
  MAX_TASK_AREAS,
  TASK_AREA_MODES,
  type TaskAlert,
  type TaskAlertType,
  type TaskLine,
  YAW_DISTANCES,
} from '@wakeline/domain/rules/watch-task';
import { z } from 'zod';
import { latitude, longitude } from '../entities/map-object.ts';
import { emptyResult, id, instant, listOf, name, note, pageIndex, text, uid } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { operation } from '../operation.ts';
import { TASK_ROLES } from '../roles.ts';
import { SHEET_FORMATS } from '../trackers/import.ts';
import { flight } from './flights.ts';
import { presentTaskContacts, taskContacts } from './task-contacts.ts';

const read = { permission: 'viewer', roles: TASK_ROLES } as const;
const change = { permission: 'editor', roles: TASK_ROLES } as const;

const hold = z
  .object({ fixes: z.int().min(1).max(100), seconds: z.int().min(0).max(3_600) })
  .default(DEFAULT_HOLD)
  .describe(
    'an alarm counts at this number of reports in sequence, or after these seconds if that is earlier',
  );

/** An alert without a point. */
function alertOf<Type extends TaskAlertType>(type: Type, limit: z.ZodNumber) {
  return z.object({
    type: z.literal(type),
    limit,
    hysteresis: z
      .number()
      .min(0)
      .max(1_000_000)
      .nullable()
      .default(null)
      .describe(
        'how far within the limit the value must be to end the alarm; null: 10 m of a height, 5 percent of the battery, else 5 % of the limit',
      ),
    hold,
    repeatMinutes: z
      .int()
      .min(0)
      .max(1_440)
      .default(0)
      .describe('minutes after which a lasting alarm is notified again until it is acknowledged; 0: never'),
    point: z.null().default(null),
  });
}

const height = z.number().min(-500).max(50_000).describe('metres above mean sea level');
const speed = z.number().min(1).max(4_000).describe('km/h');
const rate = z.number().min(0.1).max(500).describe('m/s');

/** What a task compares with a limit; see `packages/domain/src/rules/watch-task.ts`. */
const taskAlert = z.discriminatedUnion('type', [
  alertOf('heightAbove', height),
  alertOf('heightBelow', height),
  alertOf('speedAbove', speed),
  alertOf('speedBelow', speed),
  alertOf('climb', rate),
  alertOf('descent', rate),
  alertOf('distance', z.number().min(10).max(10_000_000).describe('metres')).extend({
    point: z.object({ latitude, longitude }).describe('from which the distance is measured, WGS-84'),
  }),
  alertOf('battery', z.number().min(1).max(99).describe('percent')),
  alertOf('inactivity', z.number().min(1).max(43_200).describe('minutes without a message')),
]) satisfies z.ZodType<TaskAlert>;

const lineHeight = height.nullable().describe('metres above mean sea level; null: not watched');

const taskLine = z.object({
  routeId: id,
  limit: z.literal(YAW_DISTANCES).describe('metres of deviation; 0: the line is drawn, not watched'),
  lowest: lineHeight,
  highest: lineHeight,
}) satisfies z.ZodType<TaskLine>;

const taskArea = z.object({
  fenceId: id,
  mode: z.enum(TASK_AREA_MODES).describe('where the devices must be: inside or outside'),
});

/** Form of a task, without whether it is open. */
const watchTaskFields = z.object({
  taskName: name,
  flightNumber: name,
  flightId: id
    .nullable()
    .default(null)
    .describe('planned flight of the account that it watches; null: none, the flight number is free text'),
  note,
  trackerIds: z.array(id).min(1).max(LIMITS.trackersPerTask),
  line: taskLine.nullable().describe('which the devices should follow; null: none'),
  areas: z.array(taskArea).max(MAX_TASK_AREAS).describe('each is watched on its own'),
  shiftRange: z
    .literal(SHIFT_RANGES)
    .nullable()
    .describe(
      'metres within which the devices must stay of where they were when the task was opened; null: not watched',
    ),
  alerts: z.array(taskAlert).max(MAX_TASK_ALERTS),
  ...taskContacts,
  executeFrom: instant.nullable().describe('null: from when it is opened'),
  executeTo: instant.nullable().describe('excluded; null: until it is closed'),
});
export type WatchTaskForm = z.output<typeof watchTaskFields>;
/** What the engine applies: the form without the contacts. */
export type WatchTaskFields = Omit<WatchTaskForm, 'phones' | 'emails'>;

/** What is displayed of the flight of a task. */
const taskFlight = flight.pick({
  flightId: true,
  flightNumber: true,
  tailNumber: true,
  departure: true,
  arrival: true,
  isLocal: true,
  takeoffTime: true,
  arrivalTime: true,
  state: true,
  overdue: true,
  actualTakeoff: true,
  actualLanding: true,
  isDiverted: true,
});
export type TaskFlight = z.infer<typeof taskFlight>;

const watchTask = watchTaskFields.extend({
  taskId: id,
  isOpen: z.boolean(),
  createTime: instant,
  ...presentTaskContacts,
  flightId: id.nullable(),
  flight: taskFlight.nullable().describe('null: without a flight, or one that the reader does not see'),
  trackerIds: z.array(id).describe('devices of the task; none if all of them were removed'),
  isLineMissing: z.boolean().describe('whether the route of its line was deleted: it is not watched'),
  missingFences: z.array(id).describe('fences of its areas that were deleted: these areas are not watched'),
  abilities: z.object({ edit: z.boolean() }).describe('whether the reader may change, copy and delete it'),
});
export type WatchTask = z.infer<typeof watchTask>;

/** Of addresses that are not recipients of the account yet. */
const CONTACT_ERRORS = ['channel-unavailable', 'recipient-limit'] as const;

const REFERENCE_ERRORS = [
  'tracker-unknown',
  'route-unknown',
  'fence-unknown',
  'flight-unknown',
  'watch-task-times',
  'watch-task-heights',
  ...CONTACT_ERRORS,
] as const;

const tasksPageSize = z.int().min(1).max(LIMITS.watchTasksPage).default(10);
const filter = {
  keywords: text.trim().max(LIMITS.name).default('').describe('part of a name, flight number or note'),
  isOpen: z.boolean().optional(),
};
export const watchTaskFilter = z.object(filter);
export type WatchTaskFilter = z.output<typeof watchTaskFilter>;

export const queryAllTask = operation({
  name: 'queryAllTask',
  summary: 'The open tasks whose devices the user may see, by name.',
  access: read,
  effect: 'none',
  payload: z.object({ uid }),
  result: listOf(watchTask),
  errors: [],
});

export const queryTasksByPage = operation({
  name: 'queryTasksByPage',
  summary: 'Tasks whose devices the user may see, by name, page by page.',
  access: read,
  effect: 'none',
  payload: z.object({ uid, ...filter, pageIndex, pageSize: tasksPageSize }),
  result: listOf(watchTask).extend({ abilities: z.object({ create: z.boolean() }) }),
  errors: [],
});

export const createTask = operation({
  name: 'createTask',
  summary: 'Creates a task: a watch over devices for a time. An open one applies from their next reports.',
  access: change,
  effect: 'account',
  bodyBytes: 49_152,
  payload: watchTaskFields.extend({
    uid,
    note: note.default(''),
    line: watchTaskFields.shape.line.default(null),
    areas: watchTaskFields.shape.areas.default([]),
    shiftRange: watchTaskFields.shape.shiftRange.default(null),
    alerts: watchTaskFields.shape.alerts.default([]),
    phones: watchTaskFields.shape.phones.default([]),
    emails: watchTaskFields.shape.emails.default([]),
    executeFrom: watchTaskFields.shape.executeFrom.default(null),
    executeTo: watchTaskFields.shape.executeTo.default(null),
    isOpen: z.boolean().default(true),
  }),
  result: z.object({ taskId: id }),
  errors: ['watch-task-limit', 'watch-task-open-limit', ...REFERENCE_ERRORS],
});

export const updateTask = operation({
  name: 'updateTask',
  summary:
    'Replaces the details of a task. With other conditions or another execution time it starts again: its shift alarm is armed where the devices are.',
  access: change,
  effect: 'account',
  bodyBytes: 49_152,
  payload: watchTaskFields.extend({ uid, taskId: id }),
  result: emptyResult,
  errors: ['watch-task-unknown', ...REFERENCE_ERRORS],
});

export const copyTask = operation({
  name: 'copyTask',
  summary:
    'Copies a task with its devices, for another flight: without the link to its own. The copy is closed.',
  access: change,
  effect: 'account',
  payload: z.object({ uid, taskId: id, taskName: name, flightNumber: name }),
  result: z.object({ taskId: id }),
  errors: ['watch-task-unknown', 'watch-task-limit'],
});

export const changeTaskState = operation({
  name: 'changeTaskState',
  summary:
    'Opens or closes a task. A closed one makes no notices. Opening starts it again, also an open one: its shift alarm is armed where the devices are.',
  access: change,
  effect: 'account',
  payload: z.object({ uid, taskId: id, isOpen: z.boolean() }),
  result: emptyResult,
  errors: ['watch-task-unknown', 'watch-task-open-limit'],
});

export const deleteTask = operation({
  name: 'deleteTask',
  summary: 'Deletes a task. Its notices and events remain.',
  access: change,
  effect: 'account',
  payload: z.object({ uid, taskId: id }),
  result: emptyResult,
  errors: ['watch-task-unknown'],
});

export const exportTasksExcel = operation({
  name: 'exportTasksExcel',
  summary: 'Exports the tasks that match a filter to an .xlsx or .csv file, as a batch task.',
  access: read,
  effect: 'own',
  payload: z.object({ uid, ...filter, format: z.enum(SHEET_FORMATS).default('xlsx') }),
  result: z.object({ taskProgressId: id }),
  errors: ['task-limit', 'task-queue-full', 'export-empty', 'export-too-large'],
});
