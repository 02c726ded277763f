import { z } from 'zod';
import { emptyResult, id, instant, listOf, uid } from './fields.ts';
import { operation } from './operation.ts';

/** Kinds of background tasks; the console has a name for each. */
export const TASK_KINDS = [
  'cutLayerTiles',
  'cutOcadTiles',
  'deleteNotices',
  'eraseTrack',
  'exportAuditLog',
  'exportBdUsers',
  'exportDevices',
  'exportEobBdMsgs',
  'exportMapObjects',
  'exportPeople',
  'exportPlanes',
  'exportReport',
  'exportFlights',
  'exportLegs',
  'exportLegIgc',
  'exportMatchGiftsRecord',
  'exportTrack',
  'exportWatchTasks',
  'importBdUsers',
  'importDevices',
  'importParticipants',
  'importPlanes',
  'batchCreateFlights',
  'batchCreatePeople',
  'importTrack',
  'removeTrackers',
  'runReportSchedule',
  'sendEobBdMsgs',
  'sendInstructions',
  'transferTrackers',
] as const;

/** States of a task, in order. `cancelling`: it is being stopped and its changes are being rolled back. */
export const TASK_STATES = ['waiting', 'running', 'cancelling', 'cancelled', 'done', 'failed'] as const;
export type TaskState = (typeof TASK_STATES)[number];
/** Final states. */
export const FINISHED_STATES = ['cancelled', 'done', 'failed'] as const satisfies readonly TaskState[];

export function isFinished(state: TaskState): boolean {
  return FINISHED_STATES.some((finished) => finished === state);
}

export const taskProgress = z.object({
  taskProgressId: id,
  kind: z.enum(TASK_KINDS),
  name: z.string().describe("description in the reader's language: Delete track: Sea Gull"),
  currentProgress: z.number().min(0).max(100).describe('percent'),
  totalNum: z.int().nonnegative().describe('number of objects that it processes'),
  createdTime: instant,
  createdTimeStr: z.string(),
  state: z.enum(TASK_STATES),
  cancellable: z
    .boolean()
    .describe('whether cancelTask accepts it: it is not finished, and its changes can be rolled back'),
  reason: z
    .string()
    .nullable()
    .describe(
      "why it failed or was cancelled, in the reader's language; null: neither, or only the operator can resolve it",
    ),
  attempt: z.int().positive().describe('1, and one more for each retryTask before'),
  retryable: z
    .boolean()
    .describe('whether retryTask accepts it: it failed, was not retried yet, and its kind can be retried'),
  isRead: z.literal([1, 2]).describe('1 unread, 2 read'),
  url: z.string().nullable().describe('address of the result; null: none, or not yet available'),
});
export type TaskProgress = z.infer<typeof taskProgress>;

export const queryAllTaskProgress = operation({
  name: 'queryAllTaskProgress',
  summary: "The user's batch tasks of the last 7 days, newest first.",
  access: 'session',
  effect: 'none',
  payload: z.object({ uid }),
  result: listOf(taskProgress).extend({
    isSelect: z.boolean().describe('whether a task is waiting or running: poll again'),
  }),
  errors: [],
});

export const accountTask = taskProgress.extend({
  account: z.string().nullable().describe('login of the user who started it; null: the server did'),
});
export type AccountTask = z.infer<typeof accountTask>;

export const queryAccountTasks = operation({
  name: 'queryAccountTasks',
  summary:
    "The batch tasks of all users of the account in the last 7 days, newest first. Results are their users'.",
  access: { permission: 'administrator', roles: null },
  effect: 'none',
  payload: z.object({ uid }),
  result: listOf(accountTask).extend({
    isSelect: z.boolean().describe('whether a task is waiting or running: poll again'),
  }),
  errors: [],
});

export const updateIsRead = operation({
  name: 'updateIsRead',
  summary: 'Marks a finished task as read.',
  access: 'session',
  effect: 'own',
  payload: z.object({ uid, taskProgressId: id }),
  result: emptyResult,
  errors: ['task-unknown'],
});

export const cancelTask = operation({
  name: 'cancelTask',
  summary:
    'Cancels a batch task of the user: stops it and rolls back its changes. Erasing a history cannot be cancelled.',
  access: 'person',
  effect: 'own',
  payload: z.object({ uid, taskProgressId: id }),
  result: z.object({
    state: z
      .enum(['cancelling', 'cancelled'])
      .describe('cancelling: it was running; it is cancelled after its changes have been rolled back'),
  }),
  errors: ['task-unknown', 'task-ended', 'task-final'],
});

export const cancelAccountTask = operation({
  name: 'cancelAccountTask',
  summary:
    'Cancels a batch task of any user of the account, as cancelTask does. Its user sees that an administrator did.',
  access: { permission: 'administrator', roles: null, person: true },
  effect: 'account',
  payload: z.object({ uid, taskProgressId: id }),
  result: cancelTask.result,
  errors: ['task-unknown', 'task-ended', 'task-final'],
});

export const retryTask = operation({
  name: 'retryTask',
  summary:
    'Retries a failed batch task of the user with the same input, if the user still has the right, as a new task: exports and transfers. Imports need their file again.',
  access: 'person',
  effect: 'own',
  payload: z.object({ uid, taskProgressId: id }),
  result: z.object({ taskProgressId: id.describe('the new task') }),
  errors: [
    'task-unknown',
    'task-not-failed',
    'task-retried',
    'task-not-retryable',
    'task-limit',
    'task-queue-full',
  ],
});

export const changeAllTaskToRead = operation({
  name: 'changeAllTaskToRead',
  summary: 'Marks all finished tasks as read.',
  access: 'session',
  effect: 'own',
  payload: z.object({ uid }),
  result: emptyResult,
  errors: [],
});
