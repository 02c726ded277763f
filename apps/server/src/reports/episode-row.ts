import {
  type Activity,
  type ActivityKind,
  type DaySums,
  type FastestFix,
  totalOf,
} from '@wakeline/domain/activity/activity';
import type { DayOf } from '@wakeline/domain/activity/calendar-days';
import { packDegrees, UNITS_PER_DEGREE } from '../db/degrees.ts';

/** Numbers of stored kinds: they never change and are not reused. */
export const EPISODE_NUMBERS = { trip: 0, stop: 1, gap: 2, overspeed: 3, visit: 4 } as const satisfies Record<
  ActivityKind | 'overspeed' | 'visit',
  number
>;

const ACTIVITY_KINDS = ['trip', 'stop', 'gap'] as const satisfies readonly ActivityKind[];
export const ACTIVITY_NUMBERS: readonly number[] = ACTIVITY_KINDS.map((kind) => EPISODE_NUMBERS[kind]);

/** Speed (km/h), time (epoch milliseconds), latitude and longitude (degrees). */
export type StoredFix = readonly [speed: number, time: number, latitude: number, longitude: number];
/** Day, metres, milliseconds with ignition on, the fastest fix, and metres at night. */
type StoredDay = readonly [
  day: number,
  metres: number,
  ignition: number | null,
  fastest: StoredFix | null,
  nightMetres?: number,
];

/** `episode.data` of an activity. */
interface ActivityData {
  readonly fastest?: StoredFix;
  /** Metres at night. */
  readonly night?: number;
  /** Only of an episode across midnight. */
  readonly days?: readonly StoredDay[];
}

/** Only episodes that older versions stored as events have unknown positions and metres. */
export interface EpisodeRow<Data = unknown> {
  readonly started_at: number;
  readonly ended_at: number;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly end_latitude: number | null;
  readonly end_longitude: number | null;
  readonly kind: number;
  /** The rule of an overspeed, the fence of a visit; 0: none. */
  readonly ref: number;
  readonly metres: number | null;
  readonly ignition: number | null;
  readonly data: Data | null;
}

/** Columns that an activity always has. */
type Known = 'latitude' | 'longitude' | 'end_latitude' | 'end_longitude' | 'metres';
export type ActivityRow = Omit<EpisodeRow<ActivityData>, 'ref' | Known> & Readonly<Record<Known, number>>;

export function toEpisodeRow(activity: Activity): EpisodeRow<ActivityData> {
  const { kind, from, to, days } = activity;
  const { metres, nightMetres, ignition, fastest } = totalOf(activity);
  return {
    started_at: Math.trunc(from.time),
    ended_at: Math.trunc(to.time),
    latitude: packDegrees(from.latitude),
    longitude: packDegrees(from.longitude),
    end_latitude: packDegrees(to.latitude),
    end_longitude: packDegrees(to.longitude),
    kind: EPISODE_NUMBERS[kind],
    ref: 0,
    metres,
    ignition: ignition === null ? null : Math.round(ignition),
    data: dataOf(fastest, nightMetres, days),
  };
}

function dataOf(
  fastest: FastestFix | null,
  nightMetres: number,
  days: readonly DaySums[],
): ActivityData | null {
  const stored = days.length < 2 ? null : days.map(toStoredDay);
  if (fastest === null && stored === null && nightMetres === 0) return null;
  return {
    ...(nightMetres > 0 && { night: Math.round(nightMetres) }),
    ...(fastest !== null && { fastest: toStoredFix(fastest) }),
    ...(stored !== null && { days: stored }),
  };
}

function toStoredFix({ speed, time, latitude, longitude }: FastestFix): StoredFix {
  return [speed, time, latitude, longitude];
}

function toStoredDay({ day, metres, nightMetres, ignition, fastest }: DaySums): StoredDay {
  return [day, metres, ignition, fastest === null ? null : toStoredFix(fastest), Math.round(nightMetres)];
}

/** @param dayOf the days of the account. */
export function toActivity(row: ActivityRow, dayOf: DayOf): Activity {
  const { data, ignition } = row;
  const stored = data?.days ?? [
    [dayOf(row.started_at).day, row.metres, ignition, data?.fastest ?? null, data?.night ?? 0] as const,
  ];
  return {
    kind: ACTIVITY_KINDS.find((kind) => EPISODE_NUMBERS[kind] === row.kind) ?? 'gap',
    from: momentOf(row.started_at, row.latitude, row.longitude),
    to: momentOf(row.ended_at, row.end_latitude, row.end_longitude),
    days: stored.map(toDay),
    hasIgnition: ignition !== null,
  };
}

function toDay([day, metres, ignition, fastest, nightMetres = 0]: StoredDay): DaySums {
  return { day, metres, nightMetres, ignition, fastest: toFix(fastest), firstFix: null, lastFix: null };
}

function toFix(fix: StoredFix | null): FastestFix | null {
  if (fix === null) return null;
  const [speed, time, latitude, longitude] = fix;
  return { speed, time, latitude, longitude };
}

function momentOf(time: number, latitude: number, longitude: number) {
  return { time, latitude: latitude / UNITS_PER_DEGREE, longitude: longitude / UNITS_PER_DEGREE };
}
