import type { DayOf } from './calendar-days.ts';

/** `gap`: nothing is known about the time between two fixes. */
export type ActivityKind = 'trip' | 'stop' | 'gap';

/** Milliseconds of a gap, unless the account sets another length. */
export const GAP_MS = 3_600_000;

/** What divides time into activities, besides the movement. */
export interface ActivityRule {
  /** The days of the account's time zone. */
  readonly dayOf: DayOf;
  /** Milliseconds between two fixes from which nothing is known about the time between them. */
  readonly gapMs: number;
}

export interface ActivityMoment {
  /** Epoch milliseconds by the device clock. */
  readonly time: number;
  readonly latitude: number;
  readonly longitude: number;
}

export interface FastestFix extends ActivityMoment {
  /** km/h. */
  readonly speed: number;
}

/** What is added up over an activity. */
export interface ActivitySums {
  /** As the mileage of the device counts them. */
  readonly metres: number;
  /** Of them, those within the night hours of the account. */
  readonly nightMetres: number;
  /** Milliseconds with ignition on; null: the device never reported its ignition. */
  readonly ignition: number | null;
  /** Null: no speed is known. */
  readonly fastest: FastestFix | null;
}

/** The sums of one day. */
export interface DaySums extends ActivitySums {
  /** Days since 1970-01-01 in the time zone of the account. */
  readonly day: number;
  /** Epoch milliseconds of the first and the last fix of the day; null: none. */
  readonly firstFix: number | null;
  readonly lastFix: number | null;
}

/** What a device did from one moment to the next one. Activities follow each other without overlap. */
export interface Activity {
  readonly kind: ActivityKind;
  readonly from: ActivityMoment;
  readonly to: ActivityMoment;
  /** Oldest first. Days of a stop without metres and ignition are left out. */
  readonly days: readonly DaySums[];
  /** Whether the device reported its ignition: days that are left out have 0, not null. */
  readonly hasIgnition: boolean;
}

/** The share of one day in an activity. */
export interface ActivityDay extends DaySums {
  readonly kind: ActivityKind;
  /** Milliseconds. */
  readonly duration: number;
  /** Milliseconds of it at night. */
  readonly nightTime: number;
}

export const NO_SUMS: ActivitySums = { metres: 0, nightMetres: 0, ignition: null, fastest: null };

export function addSums(a: ActivitySums, b: ActivitySums): ActivitySums {
  return {
    metres: a.metres + b.metres,
    nightMetres: a.nightMetres + b.nightMetres,
    ignition: a.ignition === null && b.ignition === null ? null : (a.ignition ?? 0) + (b.ignition ?? 0),
    fastest: fasterOf(a.fastest, b.fastest),
  };
}

/** The sums of all days. */
export function totalOf({ days, hasIgnition }: Pick<Activity, 'days' | 'hasIgnition'>): ActivitySums {
  const start: ActivitySums = hasIgnition ? { ...NO_SUMS, ignition: 0 } : NO_SUMS;
  return days.reduce<ActivitySums>(addSums, start);
}

/** The first one of two that are equally fast. */
function fasterOf(a: FastestFix | null, b: FastestFix | null): FastestFix | null {
  if (a === null || b === null) return a ?? b;
  return b.speed > a.speed ? b : a;
}
