import type { OverviewFilter } from '@wakeline/contract/reports/overview';
import { sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';
import { UNITS_PER_DEGREE } from '../db/degrees.ts';
import { readPages } from '../db/read-pages.ts';
import type { Scope } from '../identity/scope.ts';
import { readOpenShares } from './open-shares.ts';
import {
  type OverviewDataRow,
  type OverviewFigureRow,
  type OverviewMeasurePage,
  type OverviewMeasureRow,
  type OverviewOrder,
  type OverviewPeriod,
  overviewMeasureRows,
  overviewRows,
} from './overview-rows.ts';
import type { ReportDays } from './report-days.ts';
import { readReportSettings } from './report-settings.ts';

interface OverviewPage extends OverviewOrder {
  readonly limit: number;
  readonly offset: number;
}

/** @param now epoch milliseconds: today ends with the last fix */
export async function readOverviewPeriod(
  db: Db,
  scope: Scope,
  filter: OverviewFilter,
  days: ReportDays,
  now: number,
): Promise<OverviewPeriod> {
  const settings = await readReportSettings(db, scope.accountId);
  return { days, now, open: await readOpenShares(db, scope, filter, days, settings, now) };
}

/** A page of the operation overview. */
export async function readOverview(
  db: Db,
  scope: Scope,
  filter: OverviewFilter,
  period: OverviewPeriod,
  { limit, offset, ...order }: OverviewPage,
): Promise<readonly OverviewDataRow[]> {
  const page = sql`limit ${limit} offset ${offset}`;
  const { rows } = await overviewRows(db, scope, filter, period, order, page).execute(db);
  return rows;
}

/** One figure of the rows of an overview. */
export async function readOverviewMeasure(
  db: Db,
  scope: Scope,
  filter: OverviewFilter,
  period: OverviewPeriod,
  page: OverviewMeasurePage,
): Promise<readonly OverviewMeasureRow[]> {
  const { rows } = await overviewMeasureRows(db, scope, filter, period, page).execute(db);
  return rows;
}

/** All rows of the operation overview in pages, of one moment. The caller's transaction stays open until the last page. */
export function readOverviewPages(
  tx: Tx,
  scope: Scope,
  filter: OverviewFilter,
  period: OverviewPeriod,
  order: OverviewOrder,
): AsyncGenerator<readonly OverviewDataRow[]> {
  return readPages(tx, overviewRows(tx, scope, filter, period, order));
}

/** The sums of all devices and days. */
export async function readOverviewSum(
  db: Db,
  scope: Scope,
  filter: OverviewFilter,
  period: OverviewPeriod,
): Promise<OverviewFigureRow> {
  const order = { sort: 'mileage', direction: 'descending' } as const;
  const { rows } = await overviewRows(db, scope, { ...filter, by: 'total' }, period, order).execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('sums without a group are one row');
  return row;
}

/** The fastest fix of a row, in degrees. */
export function fastestOf({ fastest }: Pick<OverviewFigureRow, 'fastest'>) {
  if (fastest === null) return null;
  const [speed, time, latitude, longitude, trackerId] = fastest;
  return {
    speed,
    time,
    latitude: latitude / UNITS_PER_DEGREE,
    longitude: longitude / UNITS_PER_DEGREE,
    trackerId,
  };
}
