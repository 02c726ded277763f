import { z } from 'zod';
import { id, instant, listOf, nothing, uid } from './fields.ts';
import { operation } from './operation.ts';

/** Kinds of work that the server does on its own while people go on; the console has a name for each. */
export const TASK_KINDS = [
  'eraseTrack',
  'exportAuditLog',
  'exportMapObjects',
  'exportTrack',
  'importTrack',
] as const;

export const taskProgress = z.object({
  taskProgressId: id,
  kind: z.enum(TASK_KINDS),
  name: z.string().describe("what it is about, in the reader's language: Erase track: Sea Gull"),
  currentProgress: z.number().min(0).max(100).describe('percent'),
  totalNum: z.int().nonnegative().describe('things that it works on'),
  createdTime: instant,
  createdTimeStr: z.string(),
  state: z.enum(['waiting', 'running', 'done', 'failed']),
  reason: z
    .string()
    .nullable()
    .describe(
      "why it failed, in the reader's language; null: it did not, or nobody but the operator can mend it",
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
  result: nothing,
  errors: ['task-unknown'],
});

export const changeAllTaskToRead = operation({
  name: 'changeAllTaskToRead',
  summary: 'Marks every finished task read.',
  access: 'session',
  effect: 'own',
  payload: z.object({ uid }),
  result: nothing,
  errors: [],
});
