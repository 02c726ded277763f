import { createLocalToUtc, createUtcToLocal } from '@wakeline/formats/tracks/zone-time';

const DAY_MS = 86_400_000;

export interface WeeklyRepeat {
  /** 1 Monday to 7 Sunday, as in ISO 8601, in the time zone. */
  readonly weekdays: readonly number[];
  /** Last day, `yyyy-MM-dd`. */
  readonly until: string;
}

/**
 * The instants of a weekly repeat, epoch milliseconds: the first one whatever its weekday, then each chosen weekday at its
 * local time, also across summer time. A local time that a day does not have is read with the offset from before the change.
 *
 * @param max beyond which it stops
 */
export function repeatWeekly(
  first: number,
  { weekdays, until }: WeeklyRepeat,
  timeZone: string,
  max: number,
): readonly number[] {
  const toUtc = createLocalToUtc(timeZone);
  const start = createUtcToLocal(timeZone)(first);
  const end = Date.parse(`${until}T23:59:59.999Z`);
  const instants = [first];
  for (let local = start + DAY_MS; local <= end && instants.length < max; local += DAY_MS) {
    const weekday = new Date(local).getUTCDay() || 7;
    if (weekdays.includes(weekday)) instants.push(toUtc(local));
  }
  return instants;
}
