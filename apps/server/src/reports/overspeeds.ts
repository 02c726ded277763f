import type {
  OverspeedFilter,
  OverspeedGrouping,
  OverspeedSort,
} from '@wakeline/contract/reports/overspeeds';
import type { OverspeedOutcome } from '@wakeline/domain/overspeed/overspeed';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';
import { readPages } from '../db/read-pages.ts';
import type { Scope } from '../identity/scope.ts';
import { EPISODE_NUMBERS } from './episode-row.ts';
import { type OpenEpisode, openEpisodeRows, readOpenOverspeeds } from './open-episodes.ts';
import type { OverspeedData } from './overspeed-row.ts';
import type { ReportDays } from './report-days.ts';
import { devicesOfReport } from './report-devices.ts';

export interface OverspeedDataRow {
  readonly tracker_id: number;
  readonly tracker_name: string;
  readonly imei: string;
  readonly group_id: number | null;
  readonly group_name: string | null;
  /** The rule; 0: an alarm of the device. */
  readonly ref: number;
  readonly started_at: number;
  readonly ended_at: number;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly end_latitude: number | null;
  readonly end_longitude: number | null;
  /** Null: only the moment of the notice is known. */
  readonly metres: number | null;
  readonly duration: number | null;
  readonly is_open: boolean;
  /** km/h. */
  readonly speed_limit: number | null;
  readonly fastest: OverspeedData['fastest'] | null;
  readonly rule_name: string | null;
  readonly fence_id: number | null;
  /** At that time. */
  readonly fence_title: string | null;
  readonly route_id: number | null;
  readonly route_name: string | null;
  readonly notice: OverspeedOutcome;
  readonly notice_time: number;
  readonly notice_at: number | null;
}

export interface OverspeedSumRow {
  readonly count: number;
  readonly devices: number;
  readonly duration: number;
  readonly metres: number;
  readonly max_speed: number | null;
}

export interface OverspeedGroupRow extends OverspeedSumRow {
  readonly tracker_id: number | null;
  readonly tracker_name: string | null;
  readonly day: number | null;
  readonly total: number;
}

export interface OverspeedOrder {
  readonly sort: OverspeedSort;
  readonly direction: 'ascending' | 'descending';
}

interface Page {
  readonly limit: number;
  readonly offset: number;
}

/** The period of a report with the overspeeds that go on, which are read once for all queries. */
export interface OverspeedPeriod {
  readonly days: ReportDays;
  readonly open: readonly OpenEpisode<OverspeedData>[];
}

const SORTS: Readonly<Record<OverspeedSort, RawBuilder<unknown>>> = {
  start: sql.raw('started_at'),
  name: sql.raw('lower(tracker_name)'),
  duration: sql.raw('duration'),
  limit: sql.raw('speed_limit'),
  maxSpeed: sql.raw('max_speed'),
  excess: sql.raw('max_speed - speed_limit'),
  metres: sql.raw('metres'),
};

export async function readOverspeedPeriod(
  db: Db,
  scope: Scope,
  filter: OverspeedFilter,
  days: ReportDays,
): Promise<OverspeedPeriod> {
  return { days, open: await readOpenOverspeeds(db, scope, filter, days) };
}

/** A page of the overspeeds that started in a period. */
export async function readOverspeeds(
  db: Db,
  scope: Scope,
  filter: OverspeedFilter,
  period: OverspeedPeriod,
  { limit, offset, ...order }: OverspeedOrder & Page,
): Promise<readonly OverspeedDataRow[]> {
  const query = overspeedRows(db, scope, filter, period, order);
  const { rows } = await sql<OverspeedDataRow>`${query} limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

/** All of them in pages, of one moment. The caller's transaction stays open until the last page. */
export function readOverspeedPages(
  tx: Tx,
  scope: Scope,
  filter: OverspeedFilter,
  period: OverspeedPeriod,
  order: OverspeedOrder,
): AsyncGenerator<readonly OverspeedDataRow[]> {
  return readPages(tx, overspeedRows(tx, scope, filter, period, order));
}

function overspeedRows(
  db: Db,
  scope: Scope,
  filter: OverspeedFilter,
  period: OverspeedPeriod,
  { sort, direction }: OverspeedOrder,
): RawBuilder<OverspeedDataRow> {
  const order = direction === 'ascending' ? sql.raw('asc nulls last') : sql.raw('desc nulls last');
  return sql<OverspeedDataRow>`
    ${overspeedsOf(db, scope, filter, period)}
    select * from overspeed
    order by ${SORTS[sort]} ${order}, started_at ${order}, tracker_id, ref`;
}

/** The sums of all overspeeds that started in a period. */
export async function readOverspeedSum(
  db: Db,
  scope: Scope,
  filter: OverspeedFilter,
  period: OverspeedPeriod,
): Promise<OverspeedSumRow> {
  const { rows } = await sql<OverspeedSumRow>`
    ${overspeedsOf(db, scope, filter, period)} select ${SUMS} from overspeed`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('sums without a group are one row');
  return row;
}

/** The sums by device, the most frequent first, or by day; only those with overspeeds. */
export async function readOverspeedGroups(
  db: Db,
  scope: Scope,
  filter: OverspeedFilter,
  period: OverspeedPeriod,
  { by, limit, offset }: { readonly by: OverspeedGrouping } & Page,
): Promise<readonly OverspeedGroupRow[]> {
  const { days } = period.days;
  const isByDay = by === 'day';
  const { rows } = await sql<OverspeedGroupRow>`
    ${overspeedsOf(db, scope, filter, period)},
    dated as (
      select *, (${days.map(({ day }) => day)}::int[])[
        width_bucket(started_at, ${days.map(({ start }) => Math.trunc(start))}::bigint[])] as day from overspeed)
    select ${SUMS}, ${isByDay ? sql.raw('null::int') : sql.raw('tracker_id')} as tracker_id,
      ${isByDay ? sql.raw('null') : sql.raw('min(tracker_name)')} as tracker_name,
      ${isByDay ? sql.raw('day') : sql.raw('null::int')} as day, count(*) over ()::int as total
    from ${sql.raw(isByDay ? 'dated' : 'overspeed')}
    group by ${isByDay ? sql.raw('day order by day') : sql.raw('tracker_id order by count(*) desc, min(lower(tracker_name)), tracker_id')}
    limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

const SUMS = sql.raw(`
  count(*)::int as count, count(distinct tracker_id)::int as devices, coalesce(sum(duration), 0)::float8 as duration,
  coalesce(sum(metres), 0)::float8 as metres, max(max_speed) as max_speed`);

/** `overspeed`: those that started in the period and pass the filter. */
function overspeedsOf(
  db: Db,
  scope: Scope,
  filter: OverspeedFilter,
  { days: { from, to }, open }: OverspeedPeriod,
): RawBuilder<unknown> {
  const { accountId } = scope;
  const columns = sql.raw(
    'tracker_id, ref, started_at, ended_at, latitude, longitude, end_latitude, end_longitude, metres, data',
  );
  return sql`
    with device as (${devicesOfReport(db, scope, filter)}),
    episodes as (
      select ${columns}, false as is_open from episode
      where kind = ${sql.lit(EPISODE_NUMBERS.overspeed)} and started_at >= ${from} and started_at < ${to}
        and tracker_id in (select tracker_id from device)
        and (not data ? 'account' or (data ->> 'account')::int = ${accountId})
      union all select ${columns}, true from (${openEpisodeRows(open)}) as open),
    described as (
      select device.tracker_id, tracker_name, imei, device.group_id, group_name, ref, started_at, ended_at, latitude, longitude,
        end_latitude, end_longitude, metres::float8 as metres, is_open,
        case when not data ? 'moment' then (ended_at - started_at)::float8 end as duration,
        (data ->> 'limit')::float8 as speed_limit, (data #>> '{fastest,0}')::float8 as max_speed, data -> 'fastest' as fastest,
        coalesce(data ->> 'rule', rule.name) as rule_name,
        coalesce((data ->> 'fence')::int, case when is_open then (rule.condition #>> '{area,fenceId}')::int end) as fence_id,
        data ->> 'fenceName' as fence_name,
        coalesce((data ->> 'route')::int, case when is_open then (rule.condition #>> '{area,routeId}')::int end) as route_id,
        data ->> 'notice' as notice, (data ->> 'noticeTime')::float8 as notice_time,
        (data ->> 'noticeAt')::float8 as notice_at
      from episodes join device using (tracker_id)
      left join rule on rule.rule_id = ref and rule.account_id = ${accountId}
      where not is_open or ref = 0 or rule.rule_id is not null),
    overspeed as (
      select described.*, route.name as route_name, coalesce(described.fence_name, fence.name) as fence_title
      from described
      left join fence on fence.fence_id = described.fence_id and fence.account_id = ${accountId}
      left join route on route.route_id = described.route_id and route.account_id = ${accountId}
      where ${conditionsOf(filter)})`;
}

function conditionsOf({ minSeconds, minExcess, ruleIds, fenceIds }: OverspeedFilter): RawBuilder<unknown> {
  const conditions = [sql`true`];
  if (minSeconds > 0) conditions.push(sql`duration >= ${minSeconds * 1_000}`);
  if (minExcess > 0) conditions.push(sql`max_speed - speed_limit >= ${minExcess}`);
  if (ruleIds.length > 0) conditions.push(sql`ref = any (${[...ruleIds]}::int[])`);
  if (fenceIds.length > 0) conditions.push(sql`described.fence_id = any (${[...fenceIds]}::int[])`);
  return sql.join(conditions, sql` and `);
}
