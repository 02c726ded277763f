import { NOTICE_TYPES } from '@wakeline/domain/notices/notice-type';
import { z } from 'zod';
import { id, instant, logNumber } from '../fields.ts';

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
  location: z.object({ latitude: z.number(), longitude: z.number() }).nullable(),
  address: z.string(),
  isRead: z.enum(['UNREAD', 'READ']),
});
export type Notice = z.infer<typeof notice>;
