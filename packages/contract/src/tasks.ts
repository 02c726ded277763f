import { z } from 'zod';
import { emptyResult, id, instant, listOf, uid } from './fields.ts';
import { operation } from './operation.ts';

/** Kinds of background tasks; the console has a name for each. */
export const TASK_KINDS = [
  'eraseTrack',
  'exportAuditLog',
  'exportDevices',
  'exportMapObjects',
  'exportTrack',
  'importDevices',
  'importTrack',
  'removeTrackers',
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

export const changeAllTaskToRead = operation({
  name: 'changeAllTaskToRead',
  summary: 'Marks all finished tasks as read.',
  access: 'session',
  effect: 'own',
  payload: z.object({ uid }),
  result: emptyResult,
  errors: [],
});
