import { REPORT_PERIODS } from '@wakeline/domain/reports/report-schedule';
import { z } from 'zod';
import { email } from '../delivery/recipients.ts';
import { LANGUAGES } from '../entities/user-config.ts';
import { emptyResult, id, instant, listOf, name, uid } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { operation } from '../operation.ts';
import { REPORT_ROLES } from '../roles.ts';
import { reportContent } from './report-content.ts';
import { REPORT_FORMATS } from './report-files.ts';

/** Schedules run with the rights of their owner, so programs with a narrower token must not make any. */
const person = { permission: 'viewer', roles: REPORT_ROLES, person: true } as const;
const access = { permission: 'viewer', roles: REPORT_ROLES } as const;

const minute = z.int().min(0).max(1_439).describe("minutes after midnight in the account's time zone");

/** When a report runs. A time that the clock skips is an hour later; one that it repeats counts once. */
export const reportTimes = z.discriminatedUnion('repeat', [
  z.object({ repeat: z.literal('daily'), day: z.null().default(null), minute }),
  z.object({
    repeat: z.literal('weekly'),
    day: z.int().min(0).max(6).describe('0 is Sunday, 6 is Saturday'),
    minute,
  }),
  z.object({
    repeat: z.literal('monthly'),
    day: z.int().min(1).max(31).describe('in shorter months their last day'),
    minute,
  }),
]);

const address = z.object({
  address: email,
  language: z.enum(LANGUAGES).describe('of the mail and its files'),
});

/** What a user schedules. */
const scheduleForm = z.object({
  scheduleName: name,
  content: reportContent,
  period: z.enum(REPORT_PERIODS).describe('relative to the day of the run; a week begins on Monday'),
  times: reportTimes,
  formats: z.array(z.enum(REPORT_FORMATS)).min(1).max(REPORT_FORMATS.length),
  userIds: z
    .array(id)
    .max(LIMITS.reportRecipients)
    .describe('they get the files in their task list, and an e-mail if they have a confirmed address'),
  addresses: z
    .array(address)
    .max(LIMITS.reportRecipients)
    .describe('become recipients of the account, which confirms them first'),
  enabled: z.boolean(),
});
export type ReportScheduleForm = z.output<typeof scheduleForm>;

/** Why the server has paused a schedule. `right`: its owner lost the right to the report. */
export const PAUSE_REASONS = ['owner-disabled', 'owner-deleted', 'right'] as const;
export type PauseReason = (typeof PAUSE_REASONS)[number];

export const RUN_STATES = ['waiting', 'running', 'done', 'failed', 'cancelled'] as const;

const run = z.object({
  runId: id,
  dueTime: instant.describe('when it was due, or requested'),
  isManual: z.boolean(),
  startDay: z.string().describe('first day of the report, yyyy-MM-dd'),
  endDay: z.string(),
  state: z.enum(RUN_STATES),
  progress: z.number().min(0).max(100),
  rows: z.int().nonnegative().nullable().describe('null: not known; 0: there was no data'),
  reason: z.string().nullable().describe("why it failed, in the reader's language"),
  endTime: instant.nullable(),
  mails: z.object({ waiting: z.int(), delivered: z.int(), failed: z.int() }).describe('of the last 7 days'),
});
export type ReportRun = z.infer<typeof run>;

const schedule = z.object({
  scheduleId: id,
  ...scheduleForm.omit({ userIds: true, addresses: true }).shape,
  users: z.array(z.object({ userId: id, account: z.string() })),
  addresses: z.array(
    address.extend({
      address: z.string(),
      state: z.enum(['confirmed', 'unconfirmed', 'unsubscribed']).describe('only confirmed ones get reports'),
    }),
  ),
  owner: z.string().describe('login'),
  pauseReason: z.enum(PAUSE_REASONS).nullable(),
  missing: z
    .object({ groups: z.int().nonnegative(), devices: z.int().nonnegative() })
    .describe('of its filter: they were removed, or the reader does not see them'),
  nextTime: instant.nullable().describe('null: off, or paused'),
  lastRun: run.nullable(),
  abilities: z.object({ edit: z.boolean(), switch: z.boolean(), remove: z.boolean() }),
});
export type ReportSchedule = z.infer<typeof schedule>;

export const queryReportSchedules = operation({
  name: 'queryReportSchedules',
  summary: 'Scheduled reports of the user, by name; for administrators those of the account.',
  access,
  effect: 'none',
  payload: z.object({ uid }),
  result: listOf(schedule).extend({
    users: z
      .array(z.object({ userId: id, account: z.string(), hasEmail: z.boolean() }))
      .describe('users whom the reader can choose as recipients'),
    abilities: z.object({
      addAddresses: z.boolean().describe('whether the reader can choose e-mail addresses'),
    }),
    hasEmail: z.boolean().describe('whether the server sends e-mail'),
    timeZone: z.string().describe('of the account'),
  }),
  errors: [],
});

export const saveReportSchedule = operation({
  name: 'saveReportSchedule',
  summary:
    'Adds a scheduled report, or replaces an own one. It runs with the rights that its owner has at that time.',
  access: person,
  effect: 'own',
  bodyBytes: 131_072,
  payload: z.object({
    uid,
    scheduleId: id.optional().describe('unset: a new one'),
    schedule: scheduleForm,
  }),
  result: z.object({ scheduleId: id }),
  errors: [
    'report-schedule-unknown',
    'report-schedule-limit',
    'report-recipients',
    'report-recipient-unknown',
    'report-addresses-denied',
    'channel-unavailable',
    'recipient-limit',
  ],
});

export const switchReportSchedule = operation({
  name: 'switchReportSchedule',
  summary: 'Turns a scheduled report on or off. Turning it on ends a pause.',
  access: person,
  effect: 'own',
  payload: z.object({ uid, scheduleId: id, enabled: z.boolean() }),
  result: emptyResult,
  errors: ['report-schedule-unknown'],
});

export const deleteReportSchedule = operation({
  name: 'deleteReportSchedule',
  summary: 'Deletes a scheduled report with its history. Links in its e-mails end.',
  access,
  effect: 'own',
  payload: z.object({ uid, scheduleId: id }),
  result: emptyResult,
  errors: ['report-schedule-unknown'],
});

export const runReportSchedule = operation({
  name: 'runReportSchedule',
  summary: 'Runs a scheduled report now, with its recipients, as a batch task.',
  access: person,
  effect: 'own',
  payload: z.object({ uid, scheduleId: id }),
  result: z.object({ taskProgressId: id }),
  errors: ['report-schedule-unknown', 'report-run-open', 'report-run-limit', 'task-limit', 'task-queue-full'],
});

export const queryReportRuns = operation({
  name: 'queryReportRuns',
  summary: 'The last 50 runs of a scheduled report, newest first.',
  access,
  effect: 'none',
  payload: z.object({ uid, scheduleId: id }),
  result: listOf(run),
  errors: ['report-schedule-unknown'],
});
