import type { Rule, RuleForm } from '@wakeline/contract/notices/rules';
import { KMH_PER_KNOT } from '@wakeline/domain/geo/speed-units';
import type { RuleType } from '@wakeline/domain/rules/rule';
import { convertSpeed, type SpeedUnits } from '../../format/quantities.ts';

type Condition = RuleForm['condition'];
export type Schedule = RuleForm['schedule'];

/** Types in the order in which the form offers them. */
export const RULE_TYPES = [
  'overspeed',
  'fence',
  'deviation',
  'shift',
  'stay',
  'idling',
  'offline',
  'noData',
  'lowBattery',
  'deviceAlarm',
  'started',
  'stopped',
  'climb',
  'clockIn',
  'safe',
] as const satisfies readonly RuleType[];

/** Hours as typed: times are `HH:mm`. */
export interface WindowDraft {
  readonly weekdays: readonly number[];
  readonly from: string;
  readonly to: string;
}

/** The fields of the form. Fields that the type does not have keep what was typed for another one. */
export interface RuleDraft {
  readonly ruleName: string;
  readonly type: RuleType;
  readonly appliesTo: Rule['appliesTo'];
  readonly groupIds: readonly number[];
  readonly trackerIds: readonly number[];
  readonly always: boolean;
  readonly windows: readonly WindowDraft[];
  /** In the user's unit. */
  readonly limit: number;
  readonly seconds: number;
  readonly where: 'anywhere' | 'fence' | 'route';
  readonly fenceId: number | null;
  readonly routeId: number | null;
  readonly labelPointId: number | null;
  readonly nearMetres: number;
  readonly percent: number;
  readonly recovered: number;
  readonly minutes: number;
  readonly alarms: Extract<Condition, { type: 'deviceAlarm' }>['alarms'];
  /** Empty: all fences. */
  readonly fenceIds: readonly number[];
  readonly direction: 'IN' | 'OUT';
  readonly dwellMinutes: number;
  readonly shiftMetres: Extract<Condition, { type: 'shift' }>['metres'];
  readonly deviationMetres: Extract<Condition, { type: 'deviation' }>['metres'];
  readonly climbMetres: number;
  readonly climbMinutes: number;
  readonly climbDirection: 'UP' | 'DOWN' | 'BOTH';
  readonly radius: number;
  /** `HH:mm` */
  readonly times: readonly string[];
  readonly graceMinutes: number;
}

export const DAY_MINUTES = 1_440;
const WORKDAYS = [1, 2, 3, 4, 5];

export const NEW_WINDOW: WindowDraft = { weekdays: WORKDAYS, from: '08:00', to: '18:00' };

const NEW_DRAFT: RuleDraft = {
  ruleName: '',
  type: 'overspeed',
  appliesTo: 'all',
  groupIds: [],
  trackerIds: [],
  always: true,
  windows: [NEW_WINDOW],
  limit: 80,
  seconds: 10,
  where: 'anywhere',
  fenceId: null,
  routeId: null,
  labelPointId: null,
  nearMetres: 50,
  percent: 20,
  recovered: 40,
  minutes: 30,
  alarms: ['VIBRATION'],
  fenceIds: [],
  direction: 'IN',
  dwellMinutes: 0,
  shiftMetres: 100,
  deviationMetres: 100,
  climbMetres: 100,
  climbMinutes: 5,
  climbDirection: 'BOTH',
  radius: 100,
  times: ['08:00'],
  graceMinutes: 15,
};

/** The draft of a rule; null: of a new one. */
export function toDraft(rule: Rule | null, units: SpeedUnits, appliesTo: Rule['appliesTo']): RuleDraft {
  if (rule === null) return { ...NEW_DRAFT, limit: units === 2 ? 40 : 80, appliesTo };
  const { ruleName, condition, groupIds, trackerIds, schedule } = rule;
  return {
    ...NEW_DRAFT,
    ruleName,
    type: condition.type,
    appliesTo: rule.appliesTo,
    groupIds,
    trackerIds,
    always: schedule === null,
    windows: schedule?.map(toWindowDraft) ?? NEW_DRAFT.windows,
    ...conditionDraft(condition, units),
  };
}

function conditionDraft(condition: Condition, units: SpeedUnits): Partial<RuleDraft> {
  switch (condition.type) {
    case 'overspeed': {
      const { limit, seconds, area } = condition;
      return {
        limit: toLimit(limit, units),
        seconds,
        where: area?.kind ?? 'anywhere',
        fenceId: area?.kind === 'fence' ? area.fenceId : null,
        routeId: area?.kind === 'route' ? area.routeId : null,
        ...(area?.kind === 'route' && { nearMetres: area.metres }),
      };
    }
    case 'fence': {
      const { fenceIds, direction, dwellMinutes } = condition;
      return { fenceIds: fenceIds ?? [], direction, dwellMinutes };
    }
    case 'shift':
      return { shiftMetres: condition.metres };
    case 'deviation':
      return { routeId: condition.routeId, deviationMetres: condition.metres };
    case 'climb': {
      const { metres, minutes, direction } = condition;
      return { climbMetres: metres, climbMinutes: minutes, climbDirection: direction };
    }
    case 'clockIn':
    case 'safe':
      return { labelPointId: condition.labelPointId, radius: condition.metres };
    case 'noData':
      return { times: condition.times.map(toTime), graceMinutes: condition.graceMinutes };
    case 'lowBattery':
    case 'offline':
    case 'stay':
    case 'idling':
    case 'deviceAlarm':
    case 'started':
    case 'stopped': {
      const { type: _, ...fields } = condition;
      return fields;
    }
  }
}

/** The payload of a draft whose fields are complete. */
export function toPayload(draft: RuleDraft, units: SpeedUnits) {
  const { appliesTo, groupIds, trackerIds, always, windows } = draft;
  return {
    ruleName: draft.ruleName.trim(),
    condition: toCondition(draft, units),
    appliesTo,
    groupIds: appliesTo === 'groups' ? [...groupIds] : [],
    trackerIds: appliesTo === 'trackers' ? [...trackerIds] : [],
    schedule: always ? null : windows.map(toWindow),
  };
}

function toCondition(draft: RuleDraft, units: SpeedUnits): Condition {
  const { type, minutes } = draft;
  // The form requires these before it is sent; 0 is refused by the server.
  const fenceId = draft.fenceId ?? 0;
  const routeId = draft.routeId ?? 0;
  const labelPointId = draft.labelPointId ?? 0;
  switch (type) {
    case 'overspeed': {
      const area =
        draft.where === 'fence'
          ? { kind: 'fence' as const, fenceId }
          : draft.where === 'route'
            ? { kind: 'route' as const, routeId, metres: draft.nearMetres }
            : null;
      return { type, limit: toKmh(draft.limit, units), seconds: draft.seconds, area };
    }
    case 'fence': {
      const { fenceIds, direction } = draft;
      const dwellMinutes = direction === 'IN' ? draft.dwellMinutes : 0;
      return { type, fenceIds: fenceIds.length === 0 ? null : [...fenceIds], direction, dwellMinutes };
    }
    case 'shift':
      return { type, metres: draft.shiftMetres };
    case 'deviation':
      return { type, routeId, metres: draft.deviationMetres };
    case 'climb':
      return {
        type,
        metres: draft.climbMetres,
        minutes: draft.climbMinutes,
        direction: draft.climbDirection,
      };
    case 'clockIn':
    case 'safe':
      return { type, labelPointId, metres: draft.radius };
    case 'noData':
      return { type, times: draft.times.map(toMinute), graceMinutes: draft.graceMinutes };
    case 'lowBattery':
      return { type, percent: draft.percent, recovered: draft.recovered };
    case 'deviceAlarm':
      return { type, alarms: [...draft.alarms] };
    case 'offline':
    case 'stay':
    case 'idling':
      return { type, minutes };
    case 'started':
    case 'stopped':
      return { type };
  }
}

/** A limit in km/h in the user's unit, to a tenth. */
export function toLimit(kmh: number, units: SpeedUnits): number {
  return Math.round(convertSpeed(kmh, units) * 10) / 10;
}

/** Precise enough for whole knots to stay whole. */
function toKmh(speed: number, units: SpeedUnits): number {
  return units === 2 ? Math.round(speed * KMH_PER_KNOT * 100) / 100 : speed;
}

type Window = NonNullable<Schedule>[number];

function toWindowDraft({ weekdays, from, to }: Window): WindowDraft {
  return { weekdays, from: toTime(from), to: toTime(to % DAY_MINUTES) };
}

/** Midnight as the end is that of the same day. */
function toWindow({ weekdays, from, to }: WindowDraft): Window {
  const end = toMinute(to);
  return { weekdays: [...weekdays], from: toMinute(from), to: end === 0 ? DAY_MINUTES : end };
}

/** Whether hours end on the day after they begin. */
export function isOvernight(draft: WindowDraft): boolean {
  const { from, to } = toWindow(draft);
  return to <= from;
}

/** `HH:mm` of minutes after midnight. */
export function toTime(minute: number): string {
  const pad = (value: number) => String(value).padStart(2, '0');
  return `${pad(Math.floor(minute / 60))}:${pad(minute % 60)}`;
}

function toMinute(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}
