import { ALARM_REASONS, ALARM_STATES, ALARM_STEPS } from '@wakeline/domain/notices/alarm-handling';
import { z } from 'zod';
import { id, instant, logNumber } from '../fields.ts';

/** Who handles an alarm, and how far they are. */
export const alarmHandling = z.object({
  state: z.enum(ALARM_STATES),
  ownerId: id.nullable().describe('user who handles it or has resolved it; null: nobody, or a deleted user'),
  owner: z.string().describe('login of this user, also of a deleted one; empty: nobody'),
  reason: z.enum(ALARM_REASONS).nullable().describe('why it is resolved'),
  changedAt: instant.nullable().describe('time of the last change of the state; null: none yet'),
});
export type AlarmHandling = z.infer<typeof alarmHandling>;

/** One step of the history of an alarm. */
export const alarmStepRecord = z.object({
  stepId: logNumber,
  step: z.enum(ALARM_STEPS),
  time: instant,
  timeStr: z.string().describe("yyyy-MM-dd HH:mm:ss in the account's time zone"),
  account: z.string().describe('login of the user at that time'),
  reason: z.enum(ALARM_REASONS).nullable(),
  comment: z.string(),
});
export type AlarmStepRecord = z.infer<typeof alarmStepRecord>;
