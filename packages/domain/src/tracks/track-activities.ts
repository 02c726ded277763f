import { type Activity, type ActivityDay, addSums, NO_SUMS } from '../activity/activity.ts';
import { ActivityFollower, type FollowedStart, type FollowRule } from '../activity/activity-follower.ts';
import type { CalendarDay } from '../activity/calendar-days.ts';
import { isCounted } from '../activity/minimums.ts';
import { partitionPoint } from '../sorted/partition-point.ts';
import type { Stay } from './stays.ts';
import type { Track } from './track.ts';

/** What a replay covers: epoch milliseconds, both included. */
export interface ReplayWindow {
  readonly from: number;
  readonly to: number;
}

/** The account's settings that decide the activities of a replay. */
export interface ReplayRule extends Pick<FollowRule, 'movingSpeed' | 'gapMs'> {
  /** Milliseconds of a stop that is listed. */
  readonly minStopMs: number;
}

/** A fix outside the window: epoch milliseconds, degrees, km/h and metres; null: unknown. */
export interface ContextFix {
  readonly time: number;
  readonly latitude: number;
  readonly longitude: number;
  readonly speed: number | null;
  readonly accuracy: number | null;
}

/** What happened around a window, which decides its first and its last activity. */
export interface TrackContext {
  /** The activity that `before` continues; null: none is known. */
  readonly start: FollowedStart | null;
  /** The fixes before the window, oldest first. */
  readonly before: readonly ContextFix[];
  /** The fixes after it, up to the one that makes certain what was about to change. */
  readonly after: readonly ContextFix[];
}

/** Of a replay whose surroundings are unknown, and of one that begins with the first fix of a device. */
export const NO_CONTEXT: TrackContext = { start: null, before: [], after: [] };

/** What a device did in the window of a replay. */
export interface TrackActivities {
  /** All activities that have a part of the window, oldest first. */
  readonly activities: readonly Activity[];
  /** The stops that reach the account's minimum, oldest first, as far as they are in the window. */
  readonly stays: readonly Stay[];
  /** Milliseconds of the window. */
  readonly tripTime: number;
  readonly stopTime: number;
  readonly gapTime: number;
  /** Metres within the window, as the mileage of the device counts them. */
  readonly metres: number;
  readonly tripMetres: number;
  /** Highest reported speed in trips, km/h; null: none is known. */
  readonly maxSpeed: number | null;
}

/** The window is one "day", so that it is divided as days of reports are. */
const WINDOW_DAY = 1;

/** Finds what a device did, with the rule of the pipeline. The figures of a complete day are those of reports. O(n). */
export function activitiesOf(
  track: Track,
  window: ReplayWindow,
  rule: ReplayRule,
  { start, before, after }: TrackContext = NO_CONTEXT,
): TrackActivities {
  const { movingSpeed, gapMs, minStopMs } = rule;
  const dayOf = windowDays(window);
  const follower = new ActivityFollower({ dayOf, gapMs, movingSpeed }, start);
  for (const fix of before) follower.add({ ...fix, ignition: null });
  followTrack(follower, track);
  for (const fix of after) follower.add({ ...fix, ignition: null });
  const activities = follower.activities.filter(
    ({ from, to }) => from.time <= window.to && to.time > window.from,
  );
  const minimums = { minStopMs, minTripMs: 0, minTripMetres: 0 };
  const stops = activities.filter((activity) => activity.kind === 'stop' && isCounted(activity, minimums));
  return {
    activities,
    stays: track.length === 0 ? [] : stops.map((stop) => toStay(track, stop, window)),
    ...sumOf(follower.days.filter(({ day }) => day === WINDOW_DAY)),
  };
}

/** The activity in which a fix is, for a window that begins with it. */
export function startAt(
  { time, lng, lat }: Track,
  index: number,
  activities: readonly Activity[],
): FollowedStart | null {
  const now = time[index] ?? 0;
  const activity = activities.findLast(({ from, kind }) => from.time <= now && kind !== 'gap');
  if (activity === undefined || activity.kind === 'gap') return null;
  const { kind, from } = activity;
  return { kind, from, last: { time: now, latitude: lat[index] ?? 0, longitude: lng[index] ?? 0 } };
}

function followTrack(follower: ActivityFollower, { length, time, lng, lat, speed, accuracy }: Track): void {
  for (let at = 0; at < length; at += 1) {
    follower.add({
      time: time[at] ?? 0,
      latitude: lat[at] ?? 0,
      longitude: lng[at] ?? 0,
      speed: numberOrNull(speed[at]),
      accuracy: numberOrNull(accuracy[at]),
      ignition: null,
    });
  }
}

function numberOrNull(value: number | undefined): number | null {
  return value === undefined || Number.isNaN(value) ? null : value;
}

function windowDays({ from, to }: ReplayWindow): (instant: number) => CalendarDay {
  const days: readonly CalendarDay[] = [
    { day: WINDOW_DAY - 1, start: Number.NEGATIVE_INFINITY, end: from, night: [] },
    { day: WINDOW_DAY, start: from, end: to + 1, night: [] },
    { day: WINDOW_DAY + 1, start: to + 1, end: Number.POSITIVE_INFINITY, night: [] },
  ];
  const [past, present, future] = days as [CalendarDay, CalendarDay, CalendarDay];
  return (instant) => (instant < from ? past : instant <= to ? present : future);
}

function sumOf(shares: readonly ActivityDay[]) {
  const timeOf = (kind: Activity['kind']) =>
    shares.reduce((sum, share) => sum + (share.kind === kind ? share.duration : 0), 0);
  const trips = shares.filter(({ kind }) => kind === 'trip').reduce(addSums, NO_SUMS);
  return {
    tripTime: timeOf('trip'),
    stopTime: timeOf('stop'),
    gapTime: timeOf('gap'),
    metres: shares.reduce((sum, { metres }) => sum + metres, 0),
    tripMetres: trips.metres,
    maxSpeed: trips.fastest?.speed ?? null,
  };
}

function toStay({ length, time }: Track, { from, to }: Activity, window: ReplayWindow): Stay {
  const startTime = Math.max(from.time, window.from);
  const endTime = Math.min(to.time, window.to);
  const first = Math.min(
    length - 1,
    partitionPoint(length, (at) => (time[at] ?? 0) < startTime),
  );
  // The fix at its end is the first one in motion, unless it is the last one known.
  const after = partitionPoint(length, (at) => (time[at] ?? 0) < endTime);
  const isOpen = after === length - 1;
  return {
    startTime,
    endTime,
    from: first,
    to: Math.max(first, isOpen ? after : after - 1),
    lng: from.longitude,
    lat: from.latitude,
  };
}
