import type { Activity } from '@wakeline/domain/activity/activity';
import type { Followed } from '@wakeline/domain/activity/activity-follower';
import type { ActivityMemory } from '@wakeline/domain/activity/activity-memory';
import type { DayOf } from '@wakeline/domain/activity/calendar-days';
import { sharesOf } from '@wakeline/domain/activity/day-shares';
import { openActivity } from '@wakeline/domain/activity/follow-activity';
import type { ActivityMinimums } from '@wakeline/domain/activity/minimums';
import type { OpenOverspeed } from '@wakeline/domain/overspeed/open-overspeeds';
import type { TrackerState } from '@wakeline/domain/tracker-state/tracker-state';
import type { Tx } from '../db/database.ts';
import { readEventsOfDays } from '../events/read.ts';
import { deleteLatePositions } from '../positions/late-positions.ts';
import type { DeviceHistory } from '../positions/position-store.ts';
import { deleteDays } from '../reports/delete-episodes.ts';
import { DeviceDayRows } from '../reports/device-day-rows.ts';
import { readActivities, readOverspeedStarts } from '../reports/read-activities.ts';

/** Activities of a tracker that were found again. Times are epoch milliseconds. */
export interface FoundActivities {
  readonly trackerId: number;
  /** Of the tracker. */
  readonly accountId: number;
  /** The activities that began in this time are replaced; the end is not included. */
  readonly from: number;
  readonly to: number;
  readonly activities: readonly Activity[];
  /** The newest position, up to which they were found; null: an older one. */
  readonly newest: number | null;
  /** What is known after `newest`. */
  readonly followed: Followed;
  /** `LatePositions.markedAt` of what was processed. */
  readonly markedAt: number;
}

/** What a transaction replaces. */
export interface ActivityReplacement
  extends Pick<FoundActivities, 'trackerId' | 'from' | 'to' | 'activities' | 'markedAt'> {
  readonly dayOf: DayOf;
  readonly minimums: ActivityMinimums;
  /** The activity that the tracker is in when the transaction is written. */
  readonly openActivity: () => ActivityMemory | null;
  /** Its overspeeds that go on, then. */
  readonly openOverspeeds: () => readonly OpenOverspeed[];
}

/** Milliseconds before and after, in which days of a former time zone of the account may be. */
const MARGIN_MS = 86_400_000;
/** Days that are rewritten at once. */
const DAYS_PER_PAGE = 100;

/** The state of a tracker with the movement and the activity that were found again. */
export function withFollowed(state: TrackerState, followed: Followed): TrackerState {
  const { movement, travel, mileage, memory: activity } = followed;
  // The mileage of a device does not change with late positions.
  const toMileage = (metres: number) => Math.round(Math.max(0, state.mileage - (mileage - metres)));
  const { change } = travel;
  const memory = {
    ...state.memory,
    ...movement,
    activity,
    travel: {
      ...travel,
      mileage: toMileage(travel.mileage),
      ...(change !== undefined && { change: { ...change, mileage: toMileage(change.mileage) } }),
    },
  };
  return { ...state, memory };
}

/**
 * Computes the days of replaced activities from what is stored now.
 *
 * @param deleted the time of the activities that were replaced, epoch milliseconds; null: there were none.
 */
export async function rewriteDays(
  history: DeviceHistory & { readonly db: Tx },
  replacement: ActivityReplacement,
  deleted: { readonly from: number; readonly to: number } | null,
): Promise<void> {
  const { trackerId, dayOf, markedAt } = replacement;
  const range = changedTime(replacement, deleted);
  for (let at = range?.from ?? Number.POSITIVE_INFINITY; at <= (range?.to ?? 0); ) {
    const days = [dayOf(at)];
    at = dayOf(at).end;
    while (days.length < DAYS_PER_PAGE && at <= (range?.to ?? 0)) {
      days.push(dayOf(at));
      at = dayOf(at).end;
    }
    await rewritePage(history, replacement, days);
  }
  await deleteLatePositions(history.db, 'day_recompute', { trackerId, markedAt });
}

/** The time of the former and the new activities; null: there are none. */
function changedTime(
  { activities, openActivity: open }: ActivityReplacement,
  deleted: { readonly from: number; readonly to: number } | null,
): { readonly from: number; readonly to: number } | null {
  const memory = open();
  const times = [
    ...(deleted === null ? [] : [deleted.from, deleted.to]),
    ...(memory === null ? [] : [memory.from.time, memory.countedTo]),
    ...[activities[0]?.from.time, activities.at(-1)?.to.time].filter((time) => time !== undefined),
  ];
  if (times.length === 0) return null;
  return { from: Math.min(...times) - MARGIN_MS, to: Math.max(...times) + MARGIN_MS };
}

async function rewritePage(
  history: DeviceHistory & { readonly db: Tx },
  { trackerId, dayOf, minimums, openActivity: open, openOverspeeds }: ActivityReplacement,
  days: readonly ReturnType<DayOf>[],
): Promise<void> {
  const { db: tx, positions } = history;
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return;
  const window = { from: first.start, to: last.end };
  const rows = new DeviceDayRows();
  const isDayInPage = (day: number) => day >= first.day && day <= last.day;
  const isInPage = ({ day }: { readonly day: number }) => isDayInPage(day);
  const activities = await readActivities(tx, trackerId, window, dayOf);
  for (const activity of activities) rows.addShares(trackerId, sharesOf(activity, dayOf).filter(isInPage));
  rows.addCounts(trackerId, activities, { minimums, dayOf }, isDayInPage);
  const memory = open();
  if (memory !== null) {
    // Only what the open activity has given out: reports add the rest when they are read.
    const counted = openActivity(memory, { ...memory.from, time: memory.countedTo });
    rows.addShares(trackerId, sharesOf(counted, dayOf).filter(isInPage));
  }
  for (const event of await readEventsOfDays(history, trackerId, window))
    rows.addEvent(trackerId, event, dayOf, isDayInPage);
  const starts = [
    ...(await readOverspeedStarts(tx, trackerId, window)),
    ...openOverspeeds().map(({ from }) => Math.trunc(from.time)),
  ];
  for (const { day } of starts.map(dayOf)) if (isDayInPage(day)) rows.addOverspeed(trackerId, day);
  const windows = days.map(({ start, end }) => ({ from: start, to: end - 1 }));
  const ranges = await positions.readFixRanges(tx, trackerId, windows);
  for (const [at, range] of ranges.entries()) {
    const day = days[at]?.day;
    if (range !== null && day !== undefined) rows.addFixes(trackerId, day, range);
  }
  await deleteDays(tx, trackerId, { first: first.day, last: last.day });
  await rows.write(tx);
}
