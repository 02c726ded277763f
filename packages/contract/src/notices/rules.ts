import type { NoticeType } from '@wakeline/domain/notices/notice-type';
import { DEVIATION_DISTANCES, type RuleCondition, SHIFT_RANGES } from '@wakeline/domain/rules/rule';
import { z } from 'zod';
import { emptyResult, id, listOf, name, uid } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { operation } from '../operation.ts';
import { MAP_ROLES, RULE_ROLES } from '../roles.ts';

/** Alarms of devices that rules can restrict. An SOS is always notified; the others have rules of their own. */
export const RULE_ALARMS = [
  'EMERGENCY',
  'VIBRATION',
  'OUTAGE',
  'TEARDOWN',
  'OVERSPEED',
  'YAW',
  'RISE',
  'CLOCK',
  'SAFE',
] as const satisfies readonly NoticeType[];

const days = (count: number) => count * 24 * 60;
const minutes = (max: number) => z.int().min(1).max(max).describe('minutes');
const seconds = z.int().min(0).max(3_600).describe('seconds');
const minuteOfDay = z.int().min(0).max(1_439).describe('minutes after midnight');
const metresAround = z.int().min(10).max(5_000).describe('metres');

const area = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('fence'), fenceId: id }),
    z.object({ kind: z.literal('route'), routeId: id, metres: metresAround }),
  ])
  .nullable()
  .describe('where the limit applies; null: everywhere');

/** What a rule checks, by type. See `packages/domain/src/rules/rule.ts`. */
export const ruleCondition = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('overspeed'),
    limit: z.number().min(1).max(1_200).describe('km/h'),
    seconds,
    area,
  }),
  z.object({
    type: z.literal('lowBattery'),
    percent: z.int().min(1).max(99),
    recovered: z.int().min(2).max(100).describe('percent from which the next low battery counts'),
  }),
  z.object({ type: z.literal('offline'), minutes: minutes(days(30)) }),
  z.object({ type: z.literal('started') }),
  z.object({ type: z.literal('stopped') }),
  z.object({ type: z.literal('stay'), minutes: minutes(days(30)) }),
  z.object({ type: z.literal('idling'), minutes: minutes(days(1)) }),
  z.object({
    type: z.literal('deviceAlarm'),
    alarms: z.array(z.enum(RULE_ALARMS)).min(1).max(RULE_ALARMS.length),
  }),
  z.object({
    type: z.literal('fence'),
    fenceIds: z.array(id).min(1).max(LIMITS.fencesPerRule).nullable().describe('null: all fences'),
    direction: z.enum(['IN', 'OUT']),
    dwellMinutes: z.int().min(0).max(days(30)).describe('0: at the crossing; only with IN'),
  }),
  z.object({ type: z.literal('shift'), metres: z.literal(SHIFT_RANGES) }),
  z.object({ type: z.literal('deviation'), routeId: id, metres: z.literal(DEVIATION_DISTANCES) }),
  z.object({
    type: z.literal('climb'),
    metres: z.int().min(1).max(10_000),
    minutes: minutes(120),
    direction: z.enum(['UP', 'DOWN', 'BOTH']),
  }),
  z.object({ type: z.literal('clockIn'), labelPointId: id, metres: metresAround }),
  z.object({ type: z.literal('safe'), labelPointId: id, metres: metresAround }),
  z.object({
    type: z.literal('noData'),
    times: z.array(minuteOfDay).min(1).max(24),
    graceMinutes: minutes(12 * 60).describe('minutes around a time within which a message counts'),
  }),
]) satisfies z.ZodType<RuleCondition>;

const window = z.object({
  weekdays: z.array(z.int().min(0).max(6)).min(1).max(7).describe('0 is Sunday: the day on which it starts'),
  from: minuteOfDay,
  to: z.int().min(1).max(1_440).describe('excluded; not after `from`: on the next day'),
});

/** Form of a rule. */
export const ruleForm = z.object({
  ruleName: name,
  condition: ruleCondition,
  appliesTo: z.enum(['all', 'groups', 'trackers']),
  groupIds: z.array(id).max(LIMITS.groupsPerRule).describe('with their subgroups; only for groups'),
  trackerIds: z.array(id).max(LIMITS.trackersPerRule).describe('only for trackers'),
  schedule: z
    .array(window)
    .min(1)
    .max(LIMITS.windowsPerRule)
    .nullable()
    .describe("when it applies, in the account's time zone; null: always"),
  enabled: z.boolean(),
});
export type RuleForm = z.output<typeof ruleForm>;

/** Why a rule never applies. */
const ruleProblem = z.enum(['fence-unknown', 'route-unknown', 'label-point-unknown', 'no-targets']);

export const rule = ruleForm.extend({
  ruleId: id,
  problem: ruleProblem
    .nullable()
    .describe('what the rule refers to and is gone; it does not apply until changed'),
  abilities: z.object({ edit: z.boolean(), remove: z.boolean() }),
});
export type Rule = z.infer<typeof rule>;

const REFERENCE_ERRORS = [
  'fence-unknown',
  'route-unknown',
  'label-point-unknown',
  'group-unknown',
  'tracker-unknown',
  'rule-targets',
  'rule-recovery',
  'rule-dwell',
] as const;

export const queryRules = operation({
  name: 'queryRules',
  summary: 'Rules of the account that apply to trackers of the user, by name.',
  access: { permission: 'viewer', roles: RULE_ROLES },
  effect: 'none',
  payload: z.object({ uid }),
  result: listOf(rule).extend({
    abilities: z.object({
      add: z.boolean(),
      addForAll: z.boolean().describe('whether the reader may create rules for all trackers of the account'),
    }),
  }),
  errors: [],
});

export const addRule = operation({
  name: 'addRule',
  summary: 'Creates a rule. It applies from the next report of each tracker.',
  access: { permission: 'editor', roles: RULE_ROLES },
  effect: 'account',
  bodyBytes: 65_536,
  payload: ruleForm.extend({
    uid,
    groupIds: ruleForm.shape.groupIds.default([]),
    trackerIds: ruleForm.shape.trackerIds.default([]),
    schedule: ruleForm.shape.schedule.default(null),
    enabled: ruleForm.shape.enabled.default(true),
  }),
  result: z.object({ ruleId: id }),
  errors: ['rule-limit', ...REFERENCE_ERRORS],
});

export const editRule = operation({
  name: 'editRule',
  summary: 'Changes the given fields of a rule. With another condition or other hours it starts again.',
  access: { permission: 'editor', roles: RULE_ROLES },
  effect: 'account',
  bodyBytes: 65_536,
  payload: ruleForm.partial().extend({ uid, ruleId: id }),
  result: emptyResult,
  errors: ['rule-unknown', ...REFERENCE_ERRORS],
});

export const deleteRule = operation({
  name: 'deleteRule',
  summary: 'Deletes a rule. Its notices and events remain.',
  access: { permission: 'editor', roles: RULE_ROLES },
  effect: 'account',
  payload: z.object({ uid, ruleId: id }),
  result: emptyResult,
  errors: ['rule-unknown'],
});

export const queryMoveFenceAlarm = operation({
  name: 'queryMoveFenceAlarm',
  summary: 'Range of the shift alarm of a tracker.',
  access: { permission: 'viewer', roles: MAP_ROLES },
  effect: 'none',
  payload: z.object({ uid, trackerId: id }),
  result: z.object({
    range: z.literal(SHIFT_RANGES).nullable().describe('metres; null: it is closed'),
    abilities: z.object({ edit: z.boolean() }),
  }),
  errors: ['tracker-unknown'],
});

export const switchMoveFenceAlarm = operation({
  name: 'switchMoveFenceAlarm',
  summary: 'Opens or closes the shift alarm of a tracker, around where it is.',
  access: { permission: 'editor', roles: RULE_ROLES },
  effect: 'account',
  payload: z.object({
    uid,
    trackerId: id,
    range: z.literal(SHIFT_RANGES).nullable().describe('metres; null: close'),
  }),
  result: emptyResult,
  errors: ['tracker-unknown', 'rule-limit'],
});
