import { type DayPlan, dayNumberAt, weekdayOf } from '../movement/day-plan.ts';
import { concatSchedules, createStop } from '../movement/itinerary.ts';
import { seededRandom } from '../movement/randomness.ts';
import type { Schedule } from '../movement/schedule.ts';

/** The days of a device that works by the calendar: rounds from its base and back, with pauses at the base. */
export interface Workdays {
  /** Hours of the day between which rounds start and end. */
  readonly hours: readonly [from: number, to: number];
  /** Minimum and maximum number of rounds. */
  readonly weekday: readonly [min: number, max: number];
  readonly weekend: readonly [min: number, max: number];
  /** Minimum and maximum minutes of a pause between two rounds. */
  readonly pause: readonly [min: number, max: number];
  /** Rounds that replace the usual one at times. They start and end at the same base. */
  readonly otherRounds?: readonly Schedule[];
  /** Share of rounds that are other ones; default: 0.3. */
  readonly otherShare?: number;
  /** km/h above which it reports more often, as trackers with a speed alert do; default: never. */
  readonly alertSpeed?: number;
  /** Seconds between its positions in motion in past weeks, whole minutes; default: 60. */
  readonly movingStep?: number;
}

/** Beijing time, in seconds ahead of UTC. */
export const ZONE_OFFSET = 8 * 3600;
const HOUR = 3600;
const MINUTE = 60;
const SATURDAY = 6;
const SUNDAY = 0;
/** Hours by which a day starts later at most. */
const MAX_DELAY_HOURS = 0.8;
const OTHER_SHARE = 0.3;
/** Share of the days on which a device is without power for some hours. */
const OFF_SHARE = 0.07;

/** The plan of a day: the same at each call. A round that would end too late is left out. */
export function planWorkday(
  seed: string,
  usualRound: Schedule,
  workdays: Workdays,
  dayNumber: number,
): DayPlan {
  const { hours, weekday, weekend, pause, otherRounds = [], otherShare = OTHER_SHARE } = workdays;
  const random = seededRandom(`${seed} on day ${dayNumber}`);
  const between = ([min, max]: readonly [number, number]) => min + random() * (max - min);
  const day = weekdayOf(dayNumber);
  const [min, max] = day === SATURDAY || day === SUNDAY ? weekend : weekday;
  const count = min + Math.floor(random() * (max - min + 1));
  const start = (hours[0] + random() * MAX_DELAY_HOURS) * HOUR;
  const base = usualRound.at(0);
  const stages: Schedule[] = [];
  let end = start;
  for (let round = 0; round < count; round++) {
    const other = random() < otherShare ? otherRounds[Math.floor(random() * otherRounds.length)] : undefined;
    const schedule = other ?? usualRound;
    const rest = between(pause) * MINUTE;
    if (end + schedule.duration > hours[1] * HOUR) break;
    stages.push(schedule, createStop(base, rest));
    end += schedule.duration + rest;
  }
  return { start, schedule: stages.length === 0 ? createStop(base, HOUR) : concatSchedules(stages) };
}

/** Whether a device has power at a time in epoch milliseconds: on some days it has none for two to five hours. */
export function createPowerCuts(seed: string): (time: number) => boolean {
  return (time) => {
    const seconds = time / 1000;
    const dayNumber = dayNumberAt(seconds, ZONE_OFFSET);
    const random = seededRandom(`power of ${seed} on day ${dayNumber}`);
    if (random() >= OFF_SHARE) return true;
    const from = (6 + random() * 10) * HOUR;
    const secondOfDay = seconds + ZONE_OFFSET - dayNumber * 24 * HOUR;
    return secondOfDay < from || secondOfDay >= from + (2 + random() * 3) * HOUR;
  };
}
