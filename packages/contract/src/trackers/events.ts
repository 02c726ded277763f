import { EVENT_KINDS } from '@wakeline/domain/events/tracker-event';
import { NOTICE_TYPES } from '@wakeline/domain/notices/notice-type';
import { z } from 'zod';
import { id, instant, uid } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { operation } from '../operation.ts';
import { DEVICE_ROLES } from '../roles.ts';

const eventKey = z.object({
  time: instant,
  kind: z.enum(EVENT_KINDS),
  ref: z.int().min(0).max(2_147_483_647).describe('distinguishes events of one kind and time'),
});

const deviceEvent = eventKey.extend({
  location: z.object({ latitude: z.number(), longitude: z.number() }).nullable(),
  since: instant.nullable().describe('when the state began that ended; null: nothing ended, or not known'),
  msgType: z.enum(NOTICE_TYPES).nullable().describe('of an alarm, a rule or a task'),
  fenceId: id.nullable().describe('of an entry or exit; the fence may have been removed'),
  fenceName: z.string().nullable().describe("at that time; null: no fence, or outside the user's groups"),
  metres: z.number().nullable().describe('length of the trip that ended'),
  electricity: z.number().nullable().describe('percent, of a low battery'),
});
export type DeviceEvent = z.infer<typeof deviceEvent>;

export const queryDeviceEvents = operation({
  name: 'queryDeviceEvents',
  summary: 'What began and ended for a device in up to 31 days, newest first, page by page.',
  access: { permission: 'viewer', roles: DEVICE_ROLES },
  effect: 'none',
  payload: z.object({
    uid,
    trackerId: id,
    startTime: instant.describe('included'),
    endTime: instant.describe('included'),
    kinds: z
      .array(z.enum(EVENT_KINDS))
      .min(1)
      .max(EVENT_KINDS.length)
      .optional()
      .describe('only events of these kinds'),
    before: eventKey.optional().describe('`next` of the previous page'),
    pageSize: z.int().min(1).max(LIMITS.pageSize).default(50),
  }),
  result: z.object({
    list: z.array(deviceEvent),
    next: eventKey
      .nullable()
      .describe('pass it as `before` to get the next page; null: this is the last one'),
  }),
  errors: ['tracker-unknown', 'time-order', 'span-too-long'],
});
