import { ALARM_STATES } from '@wakeline/domain/notices/alarm-handling';
import { NOTICE_TYPES } from '@wakeline/domain/notices/notice-type';
import { z } from 'zod';
import { id, instant, logNumber, uid } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { operation } from '../operation.ts';
import { DASHBOARD_ROLES, SCREEN_ROLES } from '../roles.ts';
import { screenBox } from './screen-box.ts';

const device = {
  trackerId: id,
  trackerName: z.string().describe('empty: the link hides names'),
};

/** Devices that need attention: how many, and the first ones. */
const attentionList = z.object({
  count: z.int().nonnegative(),
  list: z
    .array(
      z.object({
        ...device,
        time: instant.nullable().describe('since when, or until when it is valid'),
        value: z.number().nullable().describe('of lowBattery: percent'),
      }),
    )
    .max(LIMITS.attentionDevices),
});

const alarmRow = z.object({
  messageId: logNumber,
  ...device,
  msgType: z.enum(NOTICE_TYPES),
  createTime: instant,
  state: z.enum(ALARM_STATES),
});

/** What the server has for a box, by its kind. The other kinds live from the states of devices alone. */
export const boxData = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('figures'),
    mileageToday: z.number().nullable().describe('metres; null: no device'),
  }),
  z.object({
    kind: z.literal('onlineRate'),
    today: z
      .number()
      .nullable()
      .describe('time that was not offline by the time of today, 0 to 1; null: no device'),
  }),
  z.object({
    kind: z.literal('attention'),
    openAlarms: z.object({
      count: z.int().nonnegative(),
      list: z.array(alarmRow).max(LIMITS.attentionDevices),
    }),
    offline: attentionList,
    expiring: attentionList.describe('within 30 days'),
    lowBattery: attentionList,
  }),
  z.object({
    kind: z.literal('map'),
    alarms: z
      .array(alarmRow.pick({ messageId: true, trackerId: true, msgType: true }))
      .max(LIMITS.followedAlarms)
      .describe('the newest ones, newest first; none if the map does not follow alarms'),
  }),
  z.object({ kind: z.literal('newestAlarms'), list: z.array(alarmRow).max(LIMITS.screenAlarms) }),
  z.object({
    kind: z.literal('ranking'),
    list: z
      .array(z.object({ ...device, value: z.number().describe('metres, or a number') }))
      .max(LIMITS.rankedDevices),
  }),
  z.object({
    kind: z.literal('trend'),
    points: z.array(
      z.object({
        day: z.string().nullable().describe('yyyy-MM-dd; null: an hour'),
        time: instant.describe('start of the hour or day'),
        value: z.number().nullable().describe('metres, a share from 0 to 1, or a number; null: unknown'),
      }),
    ),
  }),
]);
export type BoxData = z.infer<typeof boxData>;
export type BoxDataOf<Kind extends BoxData['kind']> = Extract<BoxData, { kind: Kind }>;

export const screenData = z.object({
  serverTime: instant,
  boxes: z.array(
    z.object({
      boxId: screenBox.shape.boxId,
      asOf: instant.describe('time at which the figures were read'),
      data: boxData,
    }),
  ),
});
export type ScreenData = z.infer<typeof screenData>;

export const queryScreenData = operation({
  name: 'queryScreenData',
  summary: 'The figures of boxes, of the devices that the user sees. Sums are at most a minute old.',
  access: { permission: 'viewer', roles: [...DASHBOARD_ROLES, ...SCREEN_ROLES] },
  effect: 'none',
  bodyBytes: 196_608,
  payload: z.object({
    uid,
    boxes: z
      .array(screenBox.pick({ boxId: true, kind: true, groupId: true, options: true }))
      .min(1)
      .max(LIMITS.screenBoxes),
  }),
  result: screenData,
  errors: [],
});
