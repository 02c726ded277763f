import type { NoticeType } from '../notices/notice-type.ts';
import type { WeekSchedule } from './schedule.ts';

/** Where a speed limit applies: in a fence, or within `metres` of a route. */
export type RuleArea =
  | { readonly kind: 'fence'; readonly fenceId: number }
  | { readonly kind: 'route'; readonly routeId: number; readonly metres: number };

/** Ranges in metres within which a tracker may move before its shift alarm. */
export const SHIFT_RANGES = [100, 200, 300, 400] as const;
/** Metres from a route that count as a deviation. */
export const DEVIATION_DISTANCES = [50, 100, 150] as const;

/** What a rule checks. */
export type RuleCondition =
  /** Faster than `limit` km/h for `seconds`. */
  | {
      readonly type: 'overspeed';
      readonly limit: number;
      readonly seconds: number;
      readonly area: RuleArea | null;
    }
  /** At or below `percent`; again after the battery was at `recovered` or above. */
  | { readonly type: 'lowBattery'; readonly percent: number; readonly recovered: number }
  /** No message for `minutes`. */
  | { readonly type: 'offline'; readonly minutes: number }
  | { readonly type: 'started' }
  | { readonly type: 'stopped' }
  /** Stationary for `minutes`. */
  | { readonly type: 'stay'; readonly minutes: number }
  /** Stationary with ignition on for `minutes`. */
  | { readonly type: 'idling'; readonly minutes: number }
  /** The device reports one of these alarms. */
  | { readonly type: 'deviceAlarm'; readonly alarms: readonly NoticeType[] }
  /** Enters or leaves a fence, or stays in it for `dwellMinutes` (0: at once; only with IN). Null: any fence. */
  | {
      readonly type: 'fence';
      readonly fenceIds: readonly number[] | null;
      readonly direction: 'IN' | 'OUT';
      readonly dwellMinutes: number;
    }
  /** Farther than `metres` from where the tracker was when the rule was enabled. */
  | { readonly type: 'shift'; readonly metres: (typeof SHIFT_RANGES)[number] }
  /** Farther than `metres` from the route. */
  | {
      readonly type: 'deviation';
      readonly routeId: number;
      readonly metres: (typeof DEVIATION_DISTANCES)[number];
    }
  /** Climbs or descends by `metres` within `minutes`. */
  | {
      readonly type: 'climb';
      readonly metres: number;
      readonly minutes: number;
      readonly direction: 'UP' | 'DOWN' | 'BOTH';
    }
  /** Arrives within `metres` of a labelled point, within the hours of the schedule: once a day. */
  | { readonly type: 'clockIn'; readonly labelPointId: number; readonly metres: number }
  /** Arrives within `metres` of a labelled point from outside. */
  | { readonly type: 'safe'; readonly labelPointId: number; readonly metres: number }
  /** No message around a planned time of day: `minutes` after midnight, and how long after it still counts. */
  | { readonly type: 'noData'; readonly times: readonly number[]; readonly graceMinutes: number };

export type RuleType = RuleCondition['type'];

/** The condition of one type. */
export type ConditionOf<Type extends RuleType> = Extract<RuleCondition, { readonly type: Type }>;

/** A rule of an account. */
export interface Rule {
  readonly ruleId: number;
  readonly ruleName: string;
  /** Epoch milliseconds of its last change: a changed rule starts without memory. */
  readonly changedAt: number;
  readonly condition: RuleCondition;
  /** When it applies; null: always. */
  readonly schedule: WeekSchedule | null;
}

/** The types of the notices that a rule makes. */
export function noticesOfRule(condition: RuleCondition): readonly NoticeType[] {
  if (condition.type === 'deviceAlarm') return condition.alarms;
  if (condition.type === 'fence') return [condition.direction];
  return [RULE_NOTICES[condition.type]];
}

/** The notices of a tracker that a rule makes instead of the server: with the hours and limits of the rule only. */
export function replacedNotices(condition: RuleCondition): readonly NoticeType[] {
  switch (condition.type) {
    case 'deviceAlarm':
      return condition.alarms;
    case 'lowBattery':
    case 'offline':
    case 'started':
    case 'stopped':
      return [RULE_NOTICES[condition.type]];
    default:
      return [];
  }
}

/** The notice that a rule makes; a device alarm keeps its own type. */
export const RULE_NOTICES: Readonly<Record<Exclude<RuleType, 'deviceAlarm' | 'fence'>, NoticeType>> = {
  overspeed: 'OVERSPEED',
  lowBattery: 'LOWPOWER',
  offline: 'OFFLINE',
  started: 'RUNNING',
  stopped: 'STOP',
  stay: 'STAY',
  idling: 'IDLING',
  shift: 'SHIFT',
  deviation: 'YAW',
  climb: 'RISE',
  clockIn: 'CLOCK',
  safe: 'SAFE',
  noData: 'NODATA',
};
