import { RESOLUTIONS } from '@wakeline/domain/notices/alarm-handling';
import { NOTICE_TYPES } from '@wakeline/domain/notices/notice-type';
import { z } from 'zod';
import { alarmHandling, alarmStepRecord } from '../entities/alarm.ts';
import { id, instant, listOf, logNumber, note, uid } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { operation } from '../operation.ts';
import { REPORT_FILE_ERRORS, reportFileFields, reportFileResult } from '../reports/report-files.ts';
import { reportFilter, reportTimeFields } from '../reports/report-filter.ts';

const read = { permission: 'viewer', roles: null } as const;
const handle = { permission: 'editor', roles: null } as const;

const comment = note.trim().default('');
const takeOver = z.boolean().default(false).describe('takes the alarm over from its present owner');

/** The alarm after a step. */
const result = z.object({ handling: alarmHandling });

export const queryAlarm = operation({
  name: 'queryAlarm',
  summary: 'An alarm with the history of its handling, also after its notice was deleted or dropped.',
  access: read,
  effect: 'none',
  payload: z.object({ uid, messageId: logNumber }),
  result: z.object({
    messageId: logNumber,
    msgType: z.enum(NOTICE_TYPES),
    title: z.string(),
    trackerId: id.nullable(),
    trackerName: z.string(),
    createTime: instant,
    createTimeStr: z.string(),
    location: z.object({ latitude: z.number(), longitude: z.number() }).nullable(),
    handling: alarmHandling,
    steps: z.array(alarmStepRecord).describe('oldest first'),
    abilities: z.object({ handle: z.boolean() }),
  }),
  errors: ['message-unknown', 'not-an-alarm'],
});

export const queryAlarmOwners = operation({
  name: 'queryAlarmOwners',
  summary: 'Users who handle or have resolved alarms of the last 7 days.',
  access: read,
  effect: 'none',
  payload: z.object({ uid }),
  result: listOf(z.object({ userId: id, account: z.string() })),
  errors: [],
});

export const acknowledgeAlarm = operation({
  name: 'acknowledgeAlarm',
  summary: 'Makes the caller the owner of an alarm. If another user has it, `takeOver` is required.',
  access: handle,
  effect: 'account',
  payload: z.object({ uid, messageId: logNumber, takeOver, comment }),
  result,
  errors: ['message-unknown', 'not-an-alarm', 'alarm-acknowledged', 'alarm-resolved', 'alarm-steps-limit'],
});

export const commentAlarm = operation({
  name: 'commentAlarm',
  summary: 'Adds a comment to the history of an alarm. Its state does not change.',
  access: handle,
  effect: 'account',
  payload: z.object({ uid, messageId: logNumber, comment: note.trim().min(1) }),
  result,
  errors: ['message-unknown', 'not-an-alarm', 'alarm-steps-limit'],
});

export const resolveAlarm = operation({
  name: 'resolveAlarm',
  summary: 'Resolves an alarm with a reason. If another user has it, `takeOver` is required.',
  access: handle,
  effect: 'account',
  payload: z.object({ uid, messageId: logNumber, reason: z.enum(RESOLUTIONS), comment, takeOver }),
  result,
  errors: ['message-unknown', 'not-an-alarm', 'alarm-acknowledged', 'alarm-resolved'],
});

export const reopenAlarm = operation({
  name: 'reopenAlarm',
  summary: 'Opens a resolved alarm again, without an owner.',
  access: handle,
  effect: 'account',
  payload: z.object({ uid, messageId: logNumber, comment }),
  result,
  errors: ['message-unknown', 'not-an-alarm', 'alarm-not-resolved', 'alarm-steps-limit'],
});

/** Days and devices of a report of the history of handled alarms. */
export const alarmReportFilter = z.object({ ...reportFilter, ...reportTimeFields });
export type AlarmReportFilter = z.output<typeof alarmReportFilter>;

export const exportMsgData = operation({
  name: 'exportMsgData',
  summary:
    'Exports the history of handled alarms of a period to a file, as a batch task. It is kept as long as positions.',
  access: read,
  effect: 'own',
  payload: z.object({
    uid,
    trackerIds: z.array(id).min(1).max(LIMITS.filteredTrackers).optional(),
    startTime: instant.describe('only alarms whose notice was created at this time or later'),
    endTime: instant.describe('only those created at this time or earlier'),
    ...reportFileFields,
  }),
  result: reportFileResult,
  errors: ['tracker-unknown', 'time-order', ...REPORT_FILE_ERRORS],
});
