import type { NoticeType } from '@wakeline/domain/notices/notice-type';

const MINUTE_MS = 60_000;

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
