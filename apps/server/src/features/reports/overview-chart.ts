import { CHART_TOP } from '@wakeline/charts/report-chart';
import { LIMITS } from '@wakeline/contract/limits';
import type {
  OverviewChartGrouping,
  OverviewChartRow,
  OverviewFilter,
  OverviewMeasure,
} from '@wakeline/contract/reports/overview';
import type { Db } from '../../db/database.ts';
import type { Scope } from '../../identity/scope.ts';
import { readOverviewMeasure } from '../../reports/overview.ts';
import type { OverviewMeasureRow, OverviewPeriod } from '../../reports/overview-rows.ts';
import { formatDay } from '../../reports/report-days.ts';

export interface OverviewChart {
  readonly by: OverviewChartGrouping;
  readonly rows: OverviewChartRow[];
}

/** What the chart of an overview is about: of the total, and of one day, the devices are of interest. */
function groupingOf({ by, startDay, endDay }: OverviewFilter): OverviewChartGrouping {
  return by === 'total' || (by === 'deviceDay' && startDay === endDay) ? 'device' : by;
}

/** One figure of an overview over time, or of the devices or groups with the highest one, also by day. */
export async function readOverviewChart(
  db: Db,
  scope: Scope,
  filter: OverviewFilter,
  period: OverviewPeriod,
  measure: OverviewMeasure,
): Promise<OverviewChart> {
  const by = groupingOf(filter);
  const isOverTime = by === 'day' || by === 'week' || by === 'month';
  const ranked = { ...filter, by: by === 'deviceDay' ? 'device' : by } as const;
  const inTime = { measure, sort: 'day', direction: 'ascending' } as const;
  const page = isOverTime
    ? { ...inTime, limit: LIMITS.reportDays }
    : ({ measure, sort: measure, direction: 'descending', limit: CHART_TOP } as const);
  const rows = await readOverviewMeasure(db, scope, ranked, period, page);
  const present = (row: OverviewMeasureRow) => presentRow(row, measure);
  if (by !== 'deviceDay') return { by, rows: rows.map(present) };
  const trackerIds = rows.flatMap(({ tracker_id }) => tracker_id ?? []);
  if (trackerIds.length === 0) return { by, rows: [] };
  const ofHighest = { ...filter, groupIds: [], trackerIds, keywords: '' };
  const limit = CHART_TOP * LIMITS.reportRowDays;
  const days = await readOverviewMeasure(db, scope, ofHighest, period, { ...inTime, limit });
  return { by, rows: days.map(present) };
}

function presentRow(row: OverviewMeasureRow, measure: OverviewMeasure): OverviewChartRow {
  // Events are counted without positions, too; the other figures are unknown without them.
  const isKnown = measure === 'alarms' || measure === 'overspeeds' || row.devices > 0 || row.value > 0;
  return {
    trackerId: row.tracker_id,
    trackerName: row.tracker_name,
    groupName: row.group_name,
    startDay: row.first_day === null ? null : formatDay(row.first_day),
    value: isKnown ? row.value : null,
  };
}
