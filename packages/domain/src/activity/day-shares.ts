import { type Activity, type ActivityDay, addSums, type DaySums, NO_SUMS } from './activity.ts';
import { type CalendarDay, type DayOf, nightTimeOf } from './calendar-days.ts';

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

/** Metres of a way that are at night, in proportion to the time. */
export function nightMetresOf(metres: number, from: number, to: number, night: CalendarDay['night']): number {
  if (night.length === 0 || metres === 0) return 0;
  if (to > from) return (metres * nightTimeOf(from, to, night)) / (to - from);
  return 0;
}

/** Divides metres and ignition in proportion to the time on each day. */
export function splitByDay(sums: DaySums, from: number, to: number, dayOf: DayOf): readonly DaySums[] {
  const last = dayOf(to);
  if (dayOf(from).day === last.day) {
    return [{ ...sums, day: last.day, nightMetres: nightMetresOf(sums.metres, from, to, last.night) }];
  }
  const shares: DaySums[] = [];
  for (let start = from; start < to; ) {
    const { day, end, night } = dayOf(start);
    const next = Math.min(end, to);
    const share = (next - start) / (to - from);
    const metres = sums.metres * share;
    const ignition = sums.ignition === null ? null : sums.ignition * share;
    shares.push({ ...sums, metres, nightMetres: nightMetresOf(metres, start, next, night), ignition, day });
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
    const { day, end, night } = dayOf(start);
    const next = Math.min(end, to.time);
    const sums = days.find((entry) => entry.day === day) ?? emptyDay(day);
    const ignition = sums.ignition ?? (hasIgnition ? 0 : null);
    const nightTime = nightTimeOf(start, next, night);
    shares.push({ ...sums, ignition, kind, duration: next - start, nightTime });
    start = next;
  }
  return shares;
}
