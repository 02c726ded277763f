import { z } from 'zod';
import { emptyResult, id, instant, listOf, pageIndex, uid } from './fields.ts';
import { LIMITS } from './limits.ts';
import { operation } from './operation.ts';

/** An entry of the update log, in the reader's language if available. */
export const updateEntry = z.object({
  noticeId: id,
  title: z.string(),
  createTime: instant,
  createTimeStr: z.string(),
  content: z.string().describe('sanitised HTML'),
});
export type UpdateEntry = z.infer<typeof updateEntry>;

export const queryUpdateLog = operation({
  name: 'queryUpdateLog',
  summary: 'The update log, newest first.',
  access: 'session',
  effect: 'none',
  payload: z.object({
    uid,
    pageIndex,
    pageSize: z.int().min(1).max(LIMITS.updatesPage).default(10),
  }),
  result: listOf(updateEntry).extend({
    readTo: z
      .int()
      .nonnegative()
      .describe('number of the newest entry that the user has acknowledged; 0: none'),
  }),
  errors: [],
});

export const readUpdateLog = operation({
  name: 'readUpdateLog',
  summary: 'Marks the update log as read up to this entry: the dialog does not open for it again.',
  access: 'session',
  effect: 'own',
  payload: z.object({ uid, noticeId: id }),
  result: emptyResult,
  errors: [],
});
