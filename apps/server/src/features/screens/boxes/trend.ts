import type { BoxDataOf } from '@wakeline/contract/screens/screen-data';
import type { Trend } from '@wakeline/domain/screens/box-kinds';
import { readOfflineByHour } from '../../../events/offline-hours.ts';
import { readMileageByHour } from '../../../reports/mileage-hours.ts';
import { formatDay } from '../../../reports/report-days.ts';
import { devicesOfReport } from '../../../reports/report-devices.ts';
import { type BoxContext, type BoxReader, cached, FIGURES_TTL_MS, LONG_TTL_MS } from '../box-reader.ts';
import type { Cached } from '../figure-cache.ts';
import { ALL_DEVICES, countAlarms, readDailyAlarms } from './alarms.ts';
import { lastDays, mileageOf, onlineRateOf, readDays } from './days.ts';

type Points = BoxDataOf<'trend'>['points'];

const HOUR_MS = 3_600_000;

/** A figure of the last days, or of the last 24 hours. */
export const readTrend: BoxReader = async (context, { options: { trend, trendDays } }) => {
  const { asOf, value } =
    trendDays === 1 ? await readHours(context, trend) : await readDailyPoints(context, trend, trendDays);
  return { asOf, value: { kind: 'trend', points: [...value] } };
};

async function readDailyPoints(context: BoxContext, trend: Trend, count: number): Promise<Cached<Points>> {
  const { asOf, value } = await readDailyValues(context, trend);
  const points = lastDays(context, 30).days.map(({ day, start }, index) => ({
    day: formatDay(day),
    time: start,
    value: value[index] ?? null,
  }));
  return { asOf, value: points.slice(-count) };
}

async function readDailyValues(
  context: BoxContext,
  trend: Trend,
): Promise<Cached<readonly (number | null)[]>> {
  if (trend === 'alarms') return readDailyAlarms(context);
  const { asOf, value } = await readDays(context);
  return { asOf, value: value.map(trend === 'mileage' ? mileageOf : onlineRateOf) };
}

/** The starts of the last 24 hours, the present one included, and the present. */
function hourTimes(now: number): readonly number[] {
  const current = Math.floor(now / HOUR_MS) * HOUR_MS;
  return [...Array.from({ length: 24 }, (_, index) => current - (23 - index) * HOUR_MS), now];
}

/** Alarms are those of the whole present hour: the clocks of devices may be ahead. */
function endOfHour(times: readonly number[]): readonly number[] {
  const hours = times.slice(0, -1);
  return [...hours, (hours.at(-1) ?? 0) + HOUR_MS];
}

function readHours(context: BoxContext, trend: Trend): Promise<Cached<Points>> {
  const ttlMs = trend === 'alarms' ? FIGURES_TTL_MS : LONG_TTL_MS;
  return cached(context, `hours ${trend}`, ttlMs, async () => {
    const times = hourTimes(context.now);
    const values = await readHourlyValues(context, trend, times);
    return values.map((value, index) => ({ day: null, time: times[index] ?? 0, value }));
  });
}

async function readHourlyValues(
  context: BoxContext,
  trend: Trend,
  times: readonly number[],
): Promise<readonly (number | null)[]> {
  const { db, reader } = context;
  const devices = devicesOfReport(db, reader, ALL_DEVICES);
  if (trend === 'alarms') return countAlarms(context, endOfHour(times));
  if (trend === 'mileage') return readMileageByHour(db, devices, times);
  const hours = await readOfflineByHour(context, devices, times);
  return hours.map(({ offline, activated }) =>
    activated <= 0 ? null : Math.max(0, 1 - offline / activated),
  );
}
