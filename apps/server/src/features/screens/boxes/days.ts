import type { OverviewFilter } from '@wakeline/contract/reports/overview';
import { overviewFilter } from '@wakeline/contract/reports/overview';
import type { Ranking, RankingDays } from '@wakeline/domain/screens/box-kinds';
import { readOverview, readOverviewPeriod } from '../../../reports/overview.ts';
import type { OverviewDataRow } from '../../../reports/overview-rows.ts';
import { formatDay, type ReportDays, reportDays } from '../../../reports/report-days.ts';
import { type BoxContext, cached, FIGURES_TTL_MS } from '../box-reader.ts';
import type { Cached } from '../figure-cache.ts';

/** The last days with today, in the time zone of the account. */
export function lastDays({ reader, now }: BoxContext, count: number): ReportDays {
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: reader.timeZone }).format(now);
  const first = formatDay(Date.parse(`${today}T00:00:00Z`) / 86_400_000 - (count - 1));
  return reportDays(first, today, reader.timeZone);
}

function filterBy(by: OverviewFilter['by'], { days }: ReportDays): OverviewFilter {
  const [first, last] = [days[0]?.day ?? 0, days.at(-1)?.day ?? 0];
  return overviewFilter.parse({ startDay: formatDay(first), endDay: formatDay(last), by });
}

/** Sums of all devices on each of the last 30 days. Boxes with fewer days, and those of today, read the same. */
export function readDays(context: BoxContext): Promise<Cached<readonly OverviewDataRow[]>> {
  return cached(context, 'days', FIGURES_TTL_MS, () => {
    const days = lastDays(context, 30);
    return readRows(context, days, filterBy('day', days), { sort: 'day', limit: 30 });
  });
}

/** The devices with the highest sums. Day rows have no alarms by the definition of the alarm report: see `alarms.ts`. */
export function readRanked(
  context: BoxContext,
  count: RankingDays,
  sort: Exclude<Ranking, 'alarms'>,
  limit: number,
): Promise<Cached<readonly OverviewDataRow[]>> {
  return cached(context, `ranking ${sort} ${count}`, FIGURES_TTL_MS, () => {
    const days = lastDays(context, count);
    return readRows(context, days, filterBy('device', days), { sort, limit });
  });
}

async function readRows(
  { db, reader, now }: BoxContext,
  days: ReportDays,
  filter: OverviewFilter,
  { sort, limit }: { readonly sort: 'day' | Exclude<Ranking, 'alarms'>; readonly limit: number },
): Promise<readonly OverviewDataRow[]> {
  const period = await readOverviewPeriod(db, reader, filter, days, now);
  const direction = sort === 'day' ? 'ascending' : 'descending';
  return readOverview(db, reader, filter, period, { sort, direction, limit, offset: 0 });
}

/** Metres of a row; null: no device has data. */
export function mileageOf(row: OverviewDataRow): number | null {
  const metres = row.trip_metres + row.other_metres;
  return row.devices === 0 && metres === 0 ? null : metres;
}

/** Share of the time that was not offline; null: no device has been activated. */
export function onlineRateOf(row: OverviewDataRow): number | null {
  return row.since_activation <= 0 ? null : Math.max(0, 1 - row.offline_time / row.since_activation);
}
