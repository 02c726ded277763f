import { z } from 'zod';
import { emptyResult, id, instant, listOf, uid } from './fields.ts';
import { operation } from './operation.ts';

/** Kinds of work that the server does on its own while people go on; the console has a name for each. */
export const TASK_KINDS = [
  'eraseTrack',
  'exportAuditLog',
  'exportMapObjects',
  'exportTrack',
  'importTrack',
] as const;

/** What becomes of a task, in its order. `cancelling`: its work has been told to stop, and what it has done is taken back. */
export const TASK_STATES = ['waiting', 'running', 'cancelling', 'cancelled', 'done', 'failed'] as const;
export type TaskState = (typeof TASK_STATES)[number];
/** Nothing becomes of a task after these. */
export const FINISHED_STATES = ['cancelled', 'done', 'failed'] as const satisfies readonly TaskState[];

export function isFinished(state: TaskState): boolean {
  return FINISHED_STATES.some((finished) => finished === state);
}

export const taskProgress = z.object({
  taskProgressId: id,
  kind: z.enum(TASK_KINDS),
  name: z.string().describe("what it is about, in the reader's language: Delete track: Sea Gull"),
  currentProgress: z.number().min(0).max(100).describe('percent'),
  totalNum: z.int().nonnegative().describe('things that it works on'),
  createdTime: instant,
  createdTimeStr: z.string(),
  state: z.enum(TASK_STATES),
  cancellable: z
    .boolean()
    .describe('whether cancelTask takes it: it has not ended, and what it does can be taken back'),
  reason: z
    .string()
    .nullable()
    .describe(
      "why it failed or was cancelled, in the reader's language; null: it did not, or nobody but the operator can mend it",
    ),
  isRead: z.literal([1, 2]).describe('1 unread, 2 read'),
  url: z.string().nullable().describe('where the result is; null: it has none, or not yet'),
});
export type TaskProgress = z.infer<typeof taskProgress>;

export const queryAllTaskProgress = operation({
  name: 'queryAllTaskProgress',
  summary: "The user's batch tasks of the last 7 days, newest first.",
  access: 'session',
  effect: 'none',
  payload: z.object({ uid }),
  result: listOf(taskProgress).extend({
    isSelect: z.boolean().describe('whether one of them waits or runs: ask again in a while'),
  }),
  errors: [],
});

export const updateIsRead = operation({
  name: 'updateIsRead',
  summary: 'Marks a finished task read.',
  access: 'session',
  effect: 'own',
  payload: z.object({ uid, taskProgressId: id }),
  result: emptyResult,
  errors: ['task-unknown'],
});

export const cancelTask = operation({
  name: 'cancelTask',
  summary:
    'Cancels a batch task of the user: its work stops, and what it has done so far is taken back. Erasing a history is not cancelled.',
  access: 'person',
  effect: 'own',
  payload: z.object({ uid, taskProgressId: id }),
  result: z.object({
    state: z
      .enum(['cancelling', 'cancelled'])
      .describe('cancelling: it was running, and is cancelled when what it did has been taken back'),
  }),
  errors: ['task-unknown', 'task-ended', 'task-final'],
});

export const changeAllTaskToRead = operation({
  name: 'changeAllTaskToRead',
  summary: 'Marks every finished task read.',
  access: 'session',
  effect: 'own',
  payload: z.object({ uid }),
  result: emptyResult,
  errors: [],
});
