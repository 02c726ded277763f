import { LIMITS } from '@wakeline/contract/limits';
import dayjs from 'dayjs';
import utc from 'dayjs/plugin/utc';
import { toInstant } from '../../../format/zone.ts';
import { countDays, type ReportPeriod } from '../report-period.ts';

dayjs.extend(utc);

/** URL of the replay of a device in the days of a report; null: more days than a replay has, or none that has begun. */
export function buildPeriodReplayUrl(
  trackerId: number,
  period: ReportPeriod,
  { timeZone, now }: { readonly timeZone: string; readonly now: number },
): string | null {
  const start = toInstant(dayjs.utc(period.startDay), timeZone);
  const end = Math.min(now, toInstant(dayjs.utc(period.endDay).add(1, 'day'), timeZone) - 1);
  // A month with a change of the clock can be an hour longer than its days.
  if (countDays(period) > LIMITS.replayDays || start >= end) return null;
  const first = Math.max(start, end - LIMITS.replayDays * 86_400_000);
  const query = { trackerId: String(trackerId), start: String(first), end: String(end) };
  return `/traceReplaySingle?${new URLSearchParams(query)}`;
}
