import type { BoxDataOf } from '@wakeline/contract/screens/screen-data';
import type { Trend } from '@wakeline/domain/screens/box-kinds';
import { readOfflineByHour } from '../../../events/offline-hours.ts';
import { readMileageByHour } from '../../../reports/mileage-hours.ts';
import type { OverviewDataRow } from '../../../reports/overview-rows.ts';
import { formatDay } from '../../../reports/report-days.ts';
import { devicesOfReport } from '../../../reports/report-devices.ts';
import { type BoxContext, type BoxReader, cached, FIGURES_TTL_MS } from '../box-reader.ts';
import type { Cached } from '../figure-cache.ts';
import { lastDays, mileageOf, onlineRateOf, readDays } from './days.ts';

type Points = BoxDataOf<'trend'>['points'];

const HOUR_MS = 3_600_000;
/** Hours read episodes and events, which is more than day rows. */
const HOURS_TTL_MS = 5 * 60_000;
const ALL_DEVICES = { groupIds: [], trackerIds: [], keywords: '' };

/** A figure of the last days, or of the last 24 hours. */
export const readTrend: BoxReader = async (context, { options: { trend, trendDays } }) => {
  const { asOf, value } =
    trendDays === 1 ? await readHours(context, trend) : await readDailyPoints(context, trend, trendDays);
  return { asOf, value: { kind: 'trend', points: [...value] } };
};

async function readDailyPoints(context: BoxContext, trend: Trend, count: number): Promise<Cached<Points>> {
  const { asOf, value } = await readDays(context);
  const starts = new Map(lastDays(context, 30).days.map(({ day, start }) => [day, start]));
  const points = value.slice(-count).map((row) => ({
    day: formatDay(row.first_day ?? 0),
    time: starts.get(row.first_day ?? 0) ?? 0,
    value: dailyValue(row, trend),
  }));
  return { asOf, value: points };
}

function dailyValue(row: OverviewDataRow, trend: Trend): number | null {
  if (trend === 'mileage') return mileageOf(row);
  return trend === 'online' ? onlineRateOf(row) : row.alarms;
}

/** The starts of the last 24 hours, the present one included, and the present. */
function hourTimes(now: number): readonly number[] {
  const current = Math.floor(now / HOUR_MS) * HOUR_MS;
  return [...Array.from({ length: 24 }, (_, index) => current - (23 - index) * HOUR_MS), now];
}

function readHours(context: BoxContext, trend: Trend): Promise<Cached<Points>> {
  const ttlMs = trend === 'alarms' ? FIGURES_TTL_MS : HOURS_TTL_MS;
  return cached(context, `hours ${trend}`, ttlMs, async () => {
    const times = hourTimes(context.now);
    const values = await readHourlyValues(context, trend, times);
    return values.map((value, index) => ({ day: null, time: times[index] ?? 0, value }));
  });
}

async function readHourlyValues(
  { db, reader, alarms, now }: BoxContext,
  trend: Trend,
  times: readonly number[],
): Promise<readonly (number | null)[]> {
  const devices = devicesOfReport(db, reader, ALL_DEVICES);
  if (trend === 'alarms') return alarms.countBySpan(reader, times, now);
  if (trend === 'mileage') return readMileageByHour(db, devices, times);
  const hours = await readOfflineByHour(db, devices, times);
  return hours.map(({ offline, activated }) =>
    activated <= 0 ? null : Math.max(0, 1 - offline / activated),
  );
}
