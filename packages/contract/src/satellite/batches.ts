import { z } from 'zod';
import { id, uid } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { operation } from '../operation.ts';
import { SHEET_FORMATS } from '../trackers/import.ts';
import { bdUserFilter } from './accounts.ts';
import { queryHistoryEobBdMsgs, sendEobBdMsg } from './messages.ts';

/** The filter of the record. */
export const eobBdMsgFilter = queryHistoryEobBdMsgs.payload.omit({ uid: true, pageSize: true, before: true });
export type EobBdMsgFilter = z.output<typeof eobBdMsgFilter>;

export const exportEobBdMsgExcelFile = operation({
  name: 'exportEobBdMsgExcelFile',
  summary:
    'Exports the record of satellite messages that match all filters of `queryHistoryEobBdMsgs` to an .xlsx or .csv file, newest first, as a batch task.',
  access: queryHistoryEobBdMsgs.access,
  effect: 'own',
  payload: z.object({ uid, ...eobBdMsgFilter.shape, format: z.enum(SHEET_FORMATS).default('xlsx') }),
  result: z.object({ taskProgressId: id }),
  errors: [
    'communication-account-unknown',
    'time-order',
    'task-limit',
    'task-queue-full',
    'export-empty',
    'export-too-large',
  ],
});

const { content, urgent, requestKey } = sendEobBdMsg.payload.shape;

export const batchSendEobBdMsg = operation({
  name: 'batchSendEobBdMsg',
  summary:
    'Sends a text to many terminals as a batch task: those with these ids, or all that match a filter when it is called. Its result is a file with what became of each terminal; a terminal that is refused does not stop the others. A repeated `requestKey` sends nothing again.',
  access: sendEobBdMsg.access,
  effect: 'account',
  bodyBytes: 180_224,
  payload: z.object({
    uid,
    bdUserIds: z.array(id).min(1).max(LIMITS.satelliteBatch).optional(),
    filter: bdUserFilter.optional().describe('instead of `bdUserIds`'),
    content,
    urgent,
    requestKey,
  }),
  result: z.object({
    taskProgressId: id,
    terminals: z.int().positive().describe('number of terminals'),
  }),
  errors: [
    'communication-account-unknown',
    'satellite-receiver-missing',
    'satellite-batch-limit',
    'task-limit',
    'task-queue-full',
  ],
});
