import type { NoticeType } from '../notices/notice-type.ts';
import type { SHIFT_RANGES } from './rule.ts';
import type { InstantRange } from './schedule.ts';

/**
 * What an alert of a task compares with its limit: metres above mean sea level, km/h, m/s of climb or descent, metres from a
 * point, percent of the battery, minutes without a message.
 */
export const TASK_ALERT_TYPES = [
  'heightAbove',
  'heightBelow',
  'speedAbove',
  'speedBelow',
  'climb',
  'descent',
  'distance',
  'battery',
  'inactivity',
] as const;
export type TaskAlertType = (typeof TASK_ALERT_TYPES)[number];

export const TASK_AREA_MODES = ['inside', 'outside'] as const;
export type TaskAreaMode = (typeof TASK_AREA_MODES)[number];

/** A condition counts at the first of both: this number of observations in sequence, or this time since the first one. */
export interface TaskHold {
  readonly fixes: number;
  readonly seconds: number;
}
export const DEFAULT_HOLD: TaskHold = { fixes: 2, seconds: 10 };

export interface TaskAlert {
  readonly type: TaskAlertType;
  readonly limit: number;
  /** How far within the limit a value must be to end the alarm, in the unit of the limit; null: see `hysteresisOf`. */
  readonly hysteresis: number | null;
  readonly hold: TaskHold;
  /** Minutes after which an alarm that lasts is notified again, until somebody acknowledges it; 0: never. */
  readonly repeatMinutes: number;
  /** Of `distance`: degrees. */
  readonly point: { readonly latitude: number; readonly longitude: number } | null;
}

/** A fence in which the devices must stay, or into which they must not go. */
export interface TaskArea {
  readonly fenceId: number;
  readonly mode: TaskAreaMode;
}

/** Metres that a device may be from a line; 0: the line is drawn, not watched. */
export const YAW_DISTANCES = [0, 50, 100, 150] as const;

/** A line that the devices should follow. */
export interface TaskLine {
  readonly routeId: number;
  readonly limit: (typeof YAW_DISTANCES)[number];
  /** Metres above mean sea level between which they should stay along it; null: not watched. */
  readonly lowest: number | null;
  readonly highest: number | null;
}

/** A watch over devices for a time. */
export interface WatchTask {
  readonly taskId: number;
  readonly taskName: string;
  /** Epoch milliseconds of its last change: its conditions then start without memory. */
  readonly changedAt: number;
  /** Execution time. */
  readonly execution: InstantRange;
  /** Null: they follow none. */
  readonly line: TaskLine | null;
  readonly areas: readonly TaskArea[];
  /** Metres within which a device may move from where it was when the task started; null: not watched. */
  readonly shiftRange: (typeof SHIFT_RANGES)[number] | null;
  readonly alerts: readonly TaskAlert[];
}

/** Areas and alerts of a task. The numbers of its conditions depend on them. */
export const MAX_TASK_AREAS = 10;
export const MAX_TASK_ALERTS = 10;

/** Numbers of the conditions of a task, which events and notices contain: they never change. */
export const TASK_CONDITIONS = {
  line: 0,
  lowest: 1,
  highest: 2,
  shift: 3,
  areas: 4,
  silence: 14,
  overdue: 15,
  alerts: 16,
  count: 32,
} as const;

export type TaskConditionType =
  | TaskAlertType
  | 'line'
  | 'lineBelow'
  | 'lineAbove'
  | 'stayInside'
  | 'stayOutside'
  | 'shift'
  | 'silence'
  | 'overdue';

export const TASK_NOTICES: Readonly<Record<TaskConditionType, NoticeType>> = {
  heightAbove: 'RISE',
  heightBelow: 'RISE',
  speedAbove: 'OVERSPEED',
  speedBelow: 'OVERSPEED',
  climb: 'RISE',
  descent: 'RISE',
  distance: 'SHIFT',
  battery: 'LOWPOWER',
  inactivity: 'NODATA',
  line: 'YAW',
  lineBelow: 'RISE',
  lineAbove: 'RISE',
  stayInside: 'OUT',
  stayOutside: 'IN',
  shift: 'SHIFT',
  silence: 'OVERDUE',
  overdue: 'OVERDUE',
};

const SHARE = 0.05;
const METRES = 10;
const PERCENT = 5;

/** Of an alert without its own: 5 % of the limit, 10 m, or 5 percent of the battery. */
export function hysteresisOf({ type, limit, hysteresis }: TaskAlert): number {
  if (hysteresis !== null) return hysteresis;
  switch (type) {
    case 'heightAbove':
    case 'heightBelow':
      return METRES;
    case 'distance':
      return Math.max(METRES, limit * SHARE);
    case 'battery':
      return PERCENT;
    default:
      return limit * SHARE;
  }
}
