import type { NoticeType } from '@wakeline/domain/notices/notice-type';
import { seededRandom } from '../movement/randomness.ts';
import { ZONE_OFFSET } from './workdays.ts';

const MINUTE_MS = 60_000;
const DAY_MINUTES = 1_440;
/** Duration of an occasional alarm. */
const OCCASIONAL_MINUTES = 3;

/** An alarm that is active for `duration` of every `period` minutes, first at `offset` minutes after the epoch. */
export function createRecurringAlarm(
  alarm: NoticeType,
  period: number,
  duration: number,
  offset: number,
): (time: number) => readonly NoticeType[] {
  const activeAlarms = [alarm];
  return (time) => (minutesIntoPeriod(time, period, offset) < duration ? activeAlarms : []);
}

/** An alarm that is active for some minutes on `share` of the days, at an hour between `hours` in Beijing time. */
export function createOccasionalAlarm(
  alarm: NoticeType,
  seed: string,
  share: number,
  hours: readonly [from: number, to: number],
): (time: number) => readonly NoticeType[] {
  const activeAlarms = [alarm];
  return (time) => {
    const minutes = time / MINUTE_MS + ZONE_OFFSET / 60;
    const dayNumber = Math.floor(minutes / DAY_MINUTES);
    const random = seededRandom(`${alarm} of ${seed} on day ${dayNumber}`);
    if (random() >= share) return [];
    const start = (hours[0] + random() * (hours[1] - hours[0])) * 60;
    const minuteOfDay = minutes - dayNumber * DAY_MINUTES;
    return minuteOfDay >= start && minuteOfDay < start + OCCASIONAL_MINUTES ? activeAlarms : [];
  };
}

/** Coverage of a device that has no network for `duration` of every `period` minutes. */
export function createRecurringOutage(
  period: number,
  duration: number,
  offset: number,
): (time: number) => boolean {
  return (time) => minutesIntoPeriod(time, period, offset) >= duration;
}

function minutesIntoPeriod(time: number, period: number, offset: number): number {
  const minutes = (time / MINUTE_MS - offset) % period;
  return minutes < 0 ? minutes + period : minutes;
}
