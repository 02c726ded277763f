import { NOTICE_TYPES } from '@wakeline/domain/notices/notice-type';
import { z } from 'zod';
import { id, instant, logNumber } from '../fields.ts';
import { alarmHandling } from './alarm.ts';

/** A notice about a tracker. `content` is a sentence in the reader's language. */
export const notice = z.object({
  messageId: logNumber.describe("its number in the account's log"),
  title: z.string(),
  content: z.string(),
  trackerId: id.nullable(),
  trackerName: z.string(),
  imei: z.string(),
  iconUrl: z.string().describe('name of the built-in icon of the device'),
  msgType: z.enum(NOTICE_TYPES),
  createTime: instant,
  createTimeStr: z.string().describe("yyyy-MM-dd HH:mm:ss in the account's time zone"),
  eventTime: instant.describe('when it happened, by the clock of the device; earlier if the report was late'),
  eventTimeStr: z.string().describe('the same as `createTimeStr`'),
  location: z.object({ latitude: z.number(), longitude: z.number() }).nullable(),
  address: z.string(),
  recordingId: id
    .nullable()
    .describe('of VOICE: the recording, see `queryRecordings`; null: the notice has none'),
  satelliteMessageId: id
    .nullable()
    .describe('of BDNOTICE: the message, see `queryEobBdMsgSteps`; null: the notice has none'),
  isRead: z.enum(['UNREAD', 'READ']),
  ruleId: id.nullable().describe('the rule of the account that made it; null: none'),
  taskId: id.nullable().describe('the task of the account that made it; null: none'),
  handling: alarmHandling.nullable().describe('null: this type is not an alarm'),
});
export type Notice = z.infer<typeof notice>;
