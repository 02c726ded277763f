import type { Activity, ActivityDay } from '@wakeline/domain/activity/activity';
import type { DayOf } from '@wakeline/domain/activity/calendar-days';
import { type ActivityMinimums, isCounted } from '@wakeline/domain/activity/minimums';
import type { TrackerEvent } from '@wakeline/domain/events/tracker-event';
import { packDegrees } from '../db/degrees.ts';

/** The sums of a device and a day that its activities make: columns of `device_day`. */
export interface DayActivities {
  trip_time: number;
  stop_time: number;
  gap_time: number;
  ignition: number | null;
  idle: number | null;
  first_fix: number | null;
  last_fix: number | null;
  trip_metres: number;
  other_metres: number;
  night_time: number;
  night_metres: number;
  trips: number;
  stops: number;
  max_speed: number | null;
  max_time: number | null;
  max_latitude: number | null;
  max_longitude: number | null;
}

/** What happened to a device on a day: columns of `device_day`. */
export interface DayCounts {
  /** Milliseconds. */
  offline_time: number;
  alarms: number;
  overspeeds: number;
  entries: number;
  exits: number;
}

export const NO_ACTIVITIES: Readonly<DayActivities> = {
  ...{ trip_time: 0, stop_time: 0, gap_time: 0, ignition: null, idle: null },
  ...{ first_fix: null, last_fix: null, trip_metres: 0, other_metres: 0, trips: 0, stops: 0 },
  ...{ night_time: 0, night_metres: 0 },
  ...{ max_speed: null, max_time: null, max_latitude: null, max_longitude: null },
};
export const NO_COUNTS: Readonly<DayCounts> = {
  offline_time: 0,
  alarms: 0,
  overspeeds: 0,
  entries: 0,
  exits: 0,
};

const ALL = () => true;

/** The milliseconds of each day from one time to another. */
export function durationsOf(
  from: number,
  to: number,
  dayOf: DayOf,
): readonly { readonly day: number; readonly duration: number }[] {
  const shares = [];
  for (let start = from; start < to; ) {
    const { day, end } = dayOf(start);
    const next = Math.min(end, to);
    shares.push({ day, duration: next - start });
    start = next;
  }
  return shares;
}

/** Adds the share of an activity to the sums of its day. */
export function addShare(sums: DayActivities, share: ActivityDay): void {
  const { kind, duration, nightTime, metres, nightMetres, ignition, fastest, firstFix, lastFix } = share;
  sums[`${kind}_time`] += duration;
  sums[kind === 'trip' ? 'trip_metres' : 'other_metres'] += metres;
  if (kind === 'trip') {
    sums.night_time += nightTime;
    sums.night_metres += nightMetres;
  }
  if (ignition !== null) {
    sums.ignition = (sums.ignition ?? 0) + ignition;
    sums.idle = (sums.idle ?? 0) + (kind === 'stop' ? ignition : 0);
  }
  if (firstFix !== null) sums.first_fix = Math.min(sums.first_fix ?? firstFix, firstFix);
  if (lastFix !== null) sums.last_fix = Math.max(sums.last_fix ?? lastFix, lastFix);
  if (fastest !== null && fastest.speed > (sums.max_speed ?? -1)) {
    sums.max_speed = fastest.speed;
    sums.max_time = Math.trunc(fastest.time);
    sums.max_latitude = packDegrees(fastest.latitude);
    sums.max_longitude = packDegrees(fastest.longitude);
  }
}

/** Counts an activity that reaches the account's minimum on the day of its start. */
export function countActivity(sums: DayActivities, activity: Activity, minimums: ActivityMinimums): void {
  if (activity.kind === 'gap' || !isCounted(activity, minimums)) return;
  sums[activity.kind === 'trip' ? 'trips' : 'stops'] += 1;
}

/** The count of a day to which an event adds; null: none. */
function countOf(event: TrackerEvent): 'entries' | 'exits' | 'alarms' | null {
  switch (event.kind) {
    case 'fence-entered':
      return 'entries';
    case 'fence-exited':
      return 'exits';
    case 'battery-low':
      return 'alarms';
    case 'alarm':
    case 'rule':
      // Counted as episodes, with those that came too late for an event.
      return event.noticeType === 'OVERSPEED' ? null : 'alarms';
    case 'task':
      return 'alarms';
    default:
      return null;
  }
}

/** Sums of the days of devices. */
export class DaySumsByDevice {
  readonly rows = new Map<
    string,
    { readonly trackerId: number; readonly day: number } & DayActivities & DayCounts
  >();

  addShares(trackerId: number, shares: readonly ActivityDay[]): void {
    for (const share of shares) addShare(this.#row(trackerId, share.day), share);
  }

  /** Adds what a fix ended. */
  addFollowed(
    trackerId: number,
    { ended, days }: { readonly ended: readonly Activity[]; readonly days: readonly ActivityDay[] },
    rule: { readonly minimums: ActivityMinimums; readonly dayOf: DayOf },
  ): void {
    this.addShares(trackerId, days);
    this.addCounts(trackerId, ended, rule);
  }

  /** Counts activities on the days of their starts. */
  addCounts(
    trackerId: number,
    activities: readonly Activity[],
    { minimums, dayOf }: { readonly minimums: ActivityMinimums; readonly dayOf: DayOf },
    isIncluded: (day: number) => boolean = ALL,
  ): void {
    for (const activity of activities) {
      if (activity.kind === 'gap' || !isCounted(activity, minimums)) continue;
      const { day } = dayOf(activity.from.time);
      if (isIncluded(day)) countActivity(this.#row(trackerId, day), activity, minimums);
    }
  }

  /** Sets the times of the first and the last fix of a day. */
  addFixes(
    trackerId: number,
    day: number,
    { firstFix, lastFix }: { firstFix: number; lastFix: number },
  ): void {
    const row = this.#row(trackerId, day);
    row.first_fix = firstFix;
    row.last_fix = lastFix;
  }

  /** @param isIncluded whether a day counts; by default all do. */
  addEvent(
    trackerId: number,
    event: TrackerEvent,
    dayOf: DayOf,
    isIncluded: (day: number) => boolean = ALL,
  ): void {
    if (event.kind === 'online' && event.since !== null) {
      for (const { day, duration } of durationsOf(event.since, event.time, dayOf))
        if (isIncluded(day)) this.#row(trackerId, day).offline_time += duration;
      return;
    }
    const count = countOf(event);
    if (count === null) return;
    const { day } = dayOf(event.time);
    if (isIncluded(day)) this.#row(trackerId, day)[count] += 1;
  }

  addOverspeed(trackerId: number, day: number): void {
    this.#row(trackerId, day).overspeeds += 1;
  }

  #row(trackerId: number, day: number) {
    const key = `${trackerId} ${day}`;
    const known = this.rows.get(key);
    if (known !== undefined) return known;
    const created = { trackerId, day, ...NO_ACTIVITIES, ...NO_COUNTS };
    this.rows.set(key, created);
    return created;
  }
}
