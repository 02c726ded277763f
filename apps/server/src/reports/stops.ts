import type { StopOrder, StopSort } from '@wakeline/contract/reports/stops';
import { totalOf } from '@wakeline/domain/activity/activity';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';
import { packDegrees } from '../db/degrees.ts';
import { readPages } from '../db/read-pages.ts';
import type { Scope } from '../identity/scope.ts';
import { EPISODE_NUMBERS } from './episode-row.ts';
import { readOpenActivities } from './open-activities.ts';
import type { ReportDays } from './report-days.ts';
import { devicesOfReport, type ReportDeviceFilter } from './report-devices.ts';

/** The stops of a report that began in its days. */
export interface StopSearch extends ReportDeviceFilter {
  readonly days: ReportDays;
  /** Milliseconds. */
  readonly minDuration: number;
  /** Stops of devices that still stand. */
  readonly open: readonly OpenStop[];
  /** Only these; null: all. */
  readonly keys: readonly StopKey[] | null;
}

export interface StopKey {
  readonly tracker_id: number;
  /** Epoch milliseconds. */
  readonly started_at: number;
}

interface OpenStop extends StopKey {
  readonly ended_at: number;
  /** 1e-7 degrees. */
  readonly latitude: number;
  readonly longitude: number;
  readonly metres: number;
  /** Milliseconds; null: not reported. */
  readonly ignition: number | null;
}

export interface StopDataRow extends OpenStop {
  readonly tracker_name: string;
  readonly imei: string;
  readonly group_name: string | null;
  /** The device still stands: `ended_at` is its last fix. */
  readonly is_open: boolean;
  /** The end of the previous stop that is long enough; null: none is stored. */
  readonly previous_end: number | null;
}

/** The stops that devices of a report are in, up to their last fixes. */
export async function readOpenStops(
  db: Db,
  scope: Scope,
  filter: ReportDeviceFilter,
  { from, to }: Pick<ReportDays, 'from' | 'to'>,
): Promise<readonly OpenStop[]> {
  const open = await readOpenActivities(db, devicesOfReport(db, scope, filter));
  return open.flatMap(({ trackerId, activity, last }) => {
    const start = activity.from;
    if (activity.kind !== 'stop' || start.time < from || start.time >= to) return [];
    const { metres, ignition } = totalOf(activity);
    return {
      tracker_id: trackerId,
      started_at: Math.trunc(start.time),
      ended_at: Math.trunc(last.time),
      latitude: packDegrees(start.latitude),
      longitude: packDegrees(start.longitude),
      metres,
      ignition: ignition === null ? null : Math.round(ignition),
    };
  });
}

const SORTS: Readonly<Record<StopSort, RawBuilder<unknown>>> = {
  start: sql.raw('stop.started_at'),
  name: sql.raw('lower(tracker_name)'),
  duration: sql.raw('stop.ended_at - stop.started_at'),
  ignitionTime: sql.raw('ignition'),
};

/** `stop`: the stops of a search, and `device`. */
function stopsOf(db: Db, scope: Scope, { days, minDuration, open, keys, ...filter }: StopSearch) {
  const long = open.filter(({ started_at, ended_at }) => ended_at - started_at >= minDuration);
  const column = (value: (stop: OpenStop) => number | null) => sql`${long.map(value)}::float8[]`;
  const among =
    keys === null
      ? sql`true`
      : sql`(tracker_id, started_at) in (select * from unnest(
          ${keys.map((key) => key.tracker_id)}::int[], ${keys.map((key) => key.started_at)}::bigint[]))`;
  return sql`
    with device as materialized (${devicesOfReport(db, scope, filter)}),
    stop as (
      select tracker_id, started_at, ended_at, latitude, longitude, metres, ignition, false as is_open
      from episode
      where kind = ${sql.lit(EPISODE_NUMBERS.stop)} and started_at >= ${days.from} and started_at < ${days.to}
        and ended_at - started_at >= ${minDuration} and tracker_id in (select tracker_id from device) and ${among}
      union all
      select tracker_id::int, started_at::bigint, ended_at::bigint, latitude::int, longitude::int, metres::real,
        ignition::bigint, true
      from unnest(${column(({ tracker_id }) => tracker_id)}, ${column(({ started_at }) => started_at)},
        ${column(({ ended_at }) => ended_at)}, ${column(({ latitude }) => latitude)},
        ${column(({ longitude }) => longitude)}, ${column(({ metres }) => metres)},
        ${column(({ ignition }) => ignition)})
        as open (tracker_id, started_at, ended_at, latitude, longitude, metres, ignition)
      where ${among})`;
}

/** A page of the stops. */
export async function readStops(
  db: Db,
  scope: Scope,
  search: StopSearch,
  order: StopOrder,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<readonly StopDataRow[]> {
  const query = stopRows(db, scope, search, order, sql`limit ${limit} offset ${offset}`);
  const { rows } = await query.execute(db);
  return rows;
}

/** All stops in pages, of one moment. The caller's transaction stays open until the last page. */
export function readStopPages(
  tx: Tx,
  scope: Scope,
  search: StopSearch,
  order: StopOrder,
): AsyncGenerator<readonly StopDataRow[]> {
  return readPages(tx, stopRows(tx, scope, search, order, sql``));
}

/** The previous stop is found for the rows of a page only. */
function stopRows(
  db: Db,
  scope: Scope,
  search: StopSearch,
  { sort, direction }: StopOrder,
  page: RawBuilder<unknown>,
): RawBuilder<StopDataRow> {
  const order = sql`${SORTS[sort]} ${sql.raw(direction === 'ascending' ? 'asc' : 'desc')} nulls last,
    stop.started_at desc, tracker_id`;
  return sql<StopDataRow>`
    ${stopsOf(db, scope, search)}
    select stop.*, (
        select previous.ended_at from episode as previous
        where previous.tracker_id = stop.tracker_id and previous.kind = ${sql.lit(EPISODE_NUMBERS.stop)}
          and previous.started_at < stop.started_at
          and previous.ended_at - previous.started_at >= ${search.minDuration}
        order by previous.started_at desc limit 1) as previous_end
    from (
      select stop.*, tracker_name, imei, group_name
      from stop join device using (tracker_id)
      order by ${order} ${page}) as stop
    order by ${order}`;
}

/** The sums of the stops of a day, or of all of them. */
export interface StopSumRow {
  /** Index of the day; null: all of them. */
  readonly day: number | null;
  readonly stops: number;
  readonly devices: number;
  readonly duration: number;
  readonly ignition: number | null;
}

/** The sums of all stops, and of each day on which stops began. */
export async function readStopSums(db: Db, scope: Scope, search: StopSearch): Promise<readonly StopSumRow[]> {
  const starts = search.days.days.map(({ start }) => start);
  const { rows } = await sql<StopSumRow>`
    ${stopsOf(db, scope, search)},
    of_device as (
      select tracker_id, width_bucket(started_at, ${starts}::bigint[]) - 1 as day, count(*) as stops,
        sum((ended_at - started_at)::float8) as duration, sum(ignition::float8) as ignition
      from stop group by 1, 2)
    select day, sum(stops)::int as stops, count(*)::int as devices, sum(duration) as duration, sum(ignition) as ignition
    from of_device group by day
    union all
    select null, coalesce(sum(stops), 0)::int, count(distinct tracker_id)::int, coalesce(sum(duration), 0), sum(ignition)
    from of_device`.execute(db);
  return rows;
}

/** Where stops were, for a choice by position: at most `limit`, in no order. */
export async function readStopPositions(
  db: Db,
  scope: Scope,
  search: StopSearch,
  limit: number,
): Promise<readonly (StopKey & { readonly latitude: number; readonly longitude: number })[]> {
  const { rows } = await sql<StopKey & { latitude: number; longitude: number }>`
    ${stopsOf(db, scope, search)}
    select tracker_id, started_at, latitude, longitude from stop limit ${limit}`.execute(db);
  return rows;
}
