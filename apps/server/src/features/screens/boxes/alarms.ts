import type { BoxDataOf } from '@wakeline/contract/screens/screen-data';
import type { RankingDays } from '@wakeline/domain/screens/box-kinds';
import { countAlarmsBySpan, rankByAlarms } from '../../../events/count-alarms.ts';
import { alarmFilter } from '../../../reports/alarm-search.ts';
import { type BoxContext, cached, FIGURES_TTL_MS, LONG_TTL_MS } from '../box-reader.ts';
import type { Cached } from '../figure-cache.ts';
import { lastDays } from './days.ts';

export type RankedDevices = BoxDataOf<'ranking'>['list'];

/** All devices of a scope. */
export const ALL_DEVICES = { groupIds: [], trackerIds: [], keywords: '' };

/** The number of alarms between successive times, as the alarm report counts them. */
export async function countAlarms(context: BoxContext, times: readonly number[]): Promise<readonly number[]> {
  const { db, reader, now } = context;
  const period = { from: times[0] ?? 0, to: times.at(-1) ?? 0 };
  return countAlarmsBySpan(context, await alarmFilter(db, reader, ALL_DEVICES, period, now), times);
}

/**
 * The number of alarms on each of the last 30 days. Boxes with fewer days read the same. Those before today are kept for longer:
 * counting them takes longest, and they hardly change.
 */
export async function readDailyAlarms(context: BoxContext): Promise<Cached<readonly number[]>> {
  const { days, to } = lastDays(context, 30);
  const starts = days.map(({ start }) => start);
  const today = starts.at(-1) ?? 0;
  const [before, { asOf, value }] = await Promise.all([
    cached(context, `alarms before ${today}`, LONG_TTL_MS, () => countAlarms(context, starts)),
    cached(context, `alarms of ${today}`, FIGURES_TTL_MS, () => countAlarms(context, [today, to])),
  ]);
  return { asOf, value: [...before.value, ...value] };
}

/** The devices with the most alarms of a period, as the alarm report counts them. */
export function readAlarmRanking(
  context: BoxContext,
  count: RankingDays,
  limit: number,
): Promise<Cached<RankedDevices>> {
  const { db, reader, now } = context;
  const ttlMs = count === 1 ? FIGURES_TTL_MS : LONG_TTL_MS;
  return cached(context, `ranking alarms ${count}`, ttlMs, async () => {
    const filter = await alarmFilter(db, reader, ALL_DEVICES, lastDays(context, count), now);
    const rows = await rankByAlarms(context, filter, limit);
    return rows.map(({ tracker_id, tracker_name, alarms }) => ({
      ...{ trackerId: tracker_id, trackerName: tracker_name, value: alarms },
    }));
  });
}
