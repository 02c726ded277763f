import { type Activity, type ActivityDay, addSums, type DaySums, NO_SUMS } from './activity.ts';
import type { DayOf } from './calendar-days.ts';

/** The sums of a day without any. */
export function emptyDay(day: number): DaySums {
  return { ...NO_SUMS, day, firstFix: null, lastFix: null };
}

/** Adds sums to their day in a list, oldest first. */
export function addDay(days: DaySums[], sums: DaySums): void {
  const at = days.findIndex(({ day }) => day === sums.day);
  const known = days[at];
  if (known === undefined) days.push(sums);
  else days[at] = addDays(known, sums);
}

function addDays(a: DaySums, b: DaySums): DaySums {
  return {
    ...addSums(a, b),
    day: a.day,
    firstFix: extreme(Math.min, a.firstFix, b.firstFix),
    lastFix: extreme(Math.max, a.lastFix, b.lastFix),
  };
}

function extreme(choose: typeof Math.min, a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : choose(a, b);
}

/** Divides metres and ignition in proportion to the time on each day. */
export function splitByDay(sums: DaySums, from: number, to: number, dayOf: DayOf): readonly DaySums[] {
  const last = dayOf(to).day;
  if (dayOf(from).day === last) return [{ ...sums, day: last }];
  const shares: DaySums[] = [];
  for (let start = from; start < to; ) {
    const { day, end } = dayOf(start);
    const next = Math.min(end, to);
    const share = (next - start) / (to - from);
    const ignition = sums.ignition === null ? null : sums.ignition * share;
    shares.push({ ...sums, metres: sums.metres * share, ignition, day });
    start = next;
  }
  return shares;
}

/**
 * The shares of days in an activity.
 *
 * @param since epoch milliseconds from which they are wanted; by default its start.
 */
export function sharesOf(
  { kind, from, to, days, hasIgnition }: Activity,
  dayOf: DayOf,
  since: number = from.time,
): readonly ActivityDay[] {
  const shares: ActivityDay[] = [];
  for (let start = since; start < to.time; ) {
    const { day, end } = dayOf(start);
    const next = Math.min(end, to.time);
    const sums = days.find((entry) => entry.day === day) ?? emptyDay(day);
    const ignition = sums.ignition ?? (hasIgnition ? 0 : null);
    shares.push({ ...sums, ignition, kind, duration: next - start, isStart: start === from.time });
    start = next;
  }
  return shares;
}
