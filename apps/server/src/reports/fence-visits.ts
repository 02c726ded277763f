import type {
  FenceVisitFilter,
  FenceVisitGrouping,
  FenceVisitSort,
  FenceVisitSumSort,
} from '@wakeline/contract/reports/fence-visits';
import { EVENT_NUMBERS } from '@wakeline/domain/events/tracker-event';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';
import { readPages } from '../db/read-pages.ts';
import type { EventHistory } from '../events/event-archive.ts';
import { eventRelation } from '../events/event-relation.ts';
import type { Scope } from '../identity/scope.ts';
import { EPISODE_NUMBERS } from './episode-row.ts';
import { type OpenEpisode, openEpisodeRows, readOpenVisits } from './open-episodes.ts';
import { bucketsOf } from './period-buckets.ts';
import type { ReportDays } from './report-days.ts';
import { devicesOfReport } from './report-devices.ts';
import type { VisitData } from './visit-row.ts';

export interface FenceVisitDataRow {
  readonly tracker_id: number;
  readonly tracker_name: string;
  readonly imei: string;
  readonly group_id: number | null;
  readonly group_name: string | null;
  readonly fence_id: number;
  readonly fence_name: string;
  readonly started_at: number;
  readonly ended_at: number;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly end_latitude: number | null;
  readonly end_longitude: number | null;
  readonly metres: number | null;
  readonly is_open: boolean;
  readonly has_entry: boolean;
  readonly has_exit: boolean;
  readonly is_passed: boolean;
  readonly entry_delay: number | null;
  readonly exit_delay: number | null;
}

export interface FenceVisitSumRow {
  readonly visits: number;
  readonly entries: number;
  readonly exits: number;
  readonly devices: number;
  readonly fences: number;
  readonly duration: number;
  readonly metres: number;
  readonly first: number | null;
  readonly last: number | null;
}

export interface FenceVisitGroupRow extends FenceVisitSumRow {
  readonly tracker_id: number | null;
  readonly tracker_name: string | null;
  readonly imei: string | null;
  readonly group_id: number | null;
  readonly group_name: string | null;
  readonly fence_id: number | null;
  readonly fence_name: string | null;
  readonly first_day: number | null;
  readonly total: number;
}

export interface FenceVisitOrder {
  readonly sort: FenceVisitSort;
  readonly direction: 'ascending' | 'descending';
}

export interface FenceVisitGroupOrder {
  readonly by: FenceVisitGrouping;
  readonly sort: FenceVisitSumSort;
  readonly direction: 'ascending' | 'descending';
}

interface Page {
  readonly limit: number;
  readonly offset: number;
}

/** The period of a report with the visits that go on, which are read once for all queries. */
export interface FenceVisitPeriod {
  readonly days: ReportDays;
  readonly open: readonly OpenEpisode<VisitData>[];
  /** The relation of their entries. */
  readonly entries: RawBuilder<unknown>;
}

const SORTS: Readonly<Record<FenceVisitSort, RawBuilder<unknown>>> = {
  start: sql.raw('started_at'),
  end: sql.raw('ended_at'),
  name: sql.raw('lower(tracker_name)'),
  fence: sql.raw('lower(fence_name)'),
  duration: sql.raw('ended_at - started_at'),
  metres: sql.raw('metres'),
};

const SUM_SORTS: Readonly<Record<Exclude<FenceVisitSumSort, 'name'>, RawBuilder<unknown>>> = {
  visits: sql.raw('count(*)'),
  entries: sql.raw('sum(entries)'),
  exits: sql.raw('sum(exits)'),
  duration: sql.raw('sum(duration)'),
  metres: sql.raw('sum(part_metres)'),
};

/** What identifies a row, and how rows are sorted by name. */
const KEYS: Readonly<Record<FenceVisitGrouping, readonly [key: string, name: string]>> = {
  fence: ['fence_id', 'min(lower(fence_name))'],
  device: ['tracker_id', 'min(lower(tracker_name))'],
  group: ['group_id', 'min(lower(group_name))'],
  day: ['first_day', 'first_day'],
  week: ['first_day', 'first_day'],
  month: ['first_day', 'first_day'],
};

export async function readFenceVisitPeriod(
  history: EventHistory,
  scope: Scope,
  filter: FenceVisitFilter,
  days: ReportDays,
): Promise<FenceVisitPeriod> {
  const open = await readOpenVisits(history.db, scope, filter, days);
  return { days, open, entries: await entriesOf(history, scope, open) };
}

async function findFences(
  db: Db,
  accountId: number,
  fenceIds: readonly number[],
): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ fence_id: number }>`
    select fence_id from unnest(${[...fenceIds]}::int[]) as open (fence_id) join fence using (fence_id)
    where account_id = ${accountId}`.execute(db);
  return new Set(rows.map(({ fence_id }) => fence_id));
}

/** The entries into fences that no longer exist are looked up. */
async function entriesOf(
  history: EventHistory,
  { accountId }: Scope,
  open: readonly OpenEpisode<VisitData>[],
): Promise<RawBuilder<unknown>> {
  const fenceIds = [...new Set(open.map(({ row }) => row.ref))];
  const fences =
    history.eventArchive === null ? new Set() : await findFences(history.db, accountId, fenceIds);
  const spans = open
    .filter(({ row }) => !fences.has(row.ref))
    .map(({ trackerId, row }) => ({ trackerId, from: row.started_at, to: row.started_at }));
  return eventRelation(history, { spans, kinds: [EVENT_NUMBERS['fence-entered']], refs: null });
}

/** A page of the visits of which a part is in a period. */
export async function readFenceVisits(
  db: Db,
  scope: Scope,
  filter: FenceVisitFilter,
  period: FenceVisitPeriod,
  { limit, offset, ...order }: FenceVisitOrder & Page,
): Promise<readonly FenceVisitDataRow[]> {
  const query = visitRows(db, scope, filter, period, order);
  const { rows } = await sql<FenceVisitDataRow>`${query} limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

/** All of them in pages, of one moment. The caller's transaction stays open until the last page. */
export function readFenceVisitPages(
  tx: Tx,
  scope: Scope,
  filter: FenceVisitFilter,
  period: FenceVisitPeriod,
  order: FenceVisitOrder,
): AsyncGenerator<readonly FenceVisitDataRow[]> {
  return readPages(tx, visitRows(tx, scope, filter, period, order));
}

function visitRows(
  db: Db,
  scope: Scope,
  filter: FenceVisitFilter,
  period: FenceVisitPeriod,
  { sort, direction }: FenceVisitOrder,
): RawBuilder<FenceVisitDataRow> {
  const order = orderOf(direction);
  return sql<FenceVisitDataRow>`
    ${visitsOf(db, scope, filter, period)}
    select * from visit
    order by ${SORTS[sort]} ${order}, started_at ${order}, tracker_id, fence_id`;
}

function orderOf(direction: 'ascending' | 'descending'): RawBuilder<unknown> {
  return direction === 'ascending' ? sql.raw('asc nulls last') : sql.raw('desc nulls last');
}

/** The sums of all visits, in the period. */
export async function readFenceVisitSum(
  db: Db,
  scope: Scope,
  filter: FenceVisitFilter,
  period: FenceVisitPeriod,
): Promise<FenceVisitSumRow> {
  const { rows } = await sql<FenceVisitSumRow>`
    ${partsOf(db, scope, filter, period, 'total')} select ${SUMS} from part`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('sums without a group are one row');
  return row;
}

/** A page of sums; only those with visits. */
export async function readFenceVisitGroups(
  db: Db,
  scope: Scope,
  filter: FenceVisitFilter,
  period: FenceVisitPeriod,
  { limit, offset, ...order }: FenceVisitGroupOrder & Page,
): Promise<readonly FenceVisitGroupRow[]> {
  const query = groupRows(db, scope, filter, period, order);
  const { rows } = await sql<FenceVisitGroupRow>`${query} limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

/** All of them in pages, of one moment. The caller's transaction stays open until the last page. */
export function readFenceVisitGroupPages(
  tx: Tx,
  scope: Scope,
  filter: FenceVisitFilter,
  period: FenceVisitPeriod,
  order: FenceVisitGroupOrder,
): AsyncGenerator<readonly FenceVisitGroupRow[]> {
  return readPages(tx, groupRows(tx, scope, filter, period, order));
}

function groupRows(
  db: Db,
  scope: Scope,
  filter: FenceVisitFilter,
  period: FenceVisitPeriod,
  { by, sort, direction }: FenceVisitGroupOrder,
): RawBuilder<FenceVisitGroupRow> {
  const [key, name] = KEYS[by];
  const of = (column: string, keys: readonly string[], value: string, type: string) =>
    sql.raw(`${keys.includes(key) ? value : `null::${type}`} as ${column}`);
  const sorted = sort === 'name' ? sql.raw(name) : SUM_SORTS[sort];
  return sql<FenceVisitGroupRow>`
    ${partsOf(db, scope, filter, period, by)}
    select ${SUMS},
      ${of('tracker_id', ['tracker_id'], 'tracker_id', 'int')},
      ${of('tracker_name', ['tracker_id'], 'min(tracker_name)', 'text')},
      ${of('imei', ['tracker_id'], 'min(imei)', 'text')},
      ${of('group_id', ['tracker_id', 'group_id'], 'min(group_id)', 'int')},
      ${of('group_name', ['tracker_id', 'group_id'], 'min(group_name)', 'text')},
      ${of('fence_id', ['fence_id'], 'fence_id', 'int')},
      ${of('fence_name', ['fence_id'], '(array_agg(fence_name order by started_at desc))[1]', 'text')},
      ${of('first_day', ['first_day'], 'first_day', 'int')},
      count(*) over ()::int as total
    from part group by ${sql.raw(key)}
    order by ${sorted} ${orderOf(direction)}, ${sql.raw(key)}`;
}

const SUMS = sql.raw(`
  count(*)::int as visits, coalesce(sum(entries), 0)::int as entries, coalesce(sum(exits), 0)::int as exits,
  count(distinct tracker_id)::int as devices, count(distinct fence_id)::int as fences,
  coalesce(sum(duration), 0)::float8 as duration, coalesce(sum(part_metres), 0)::float8 as metres,
  min(first) as first, max(last) as last`);

/** `part`: what of each visit is in each part of the period. Its ends are events of the moment at which they happened. */
function partsOf(
  db: Db,
  scope: Scope,
  filter: FenceVisitFilter,
  period: FenceVisitPeriod,
  by: FenceVisitGrouping | 'total',
): RawBuilder<unknown> {
  const buckets = bucketsOf(by, period.days, Number.MAX_SAFE_INTEGER);
  // A visit has the parts from that of its start to that of its end, from 1 on; comparing it with all would take longer.
  const starts = buckets.map(({ from }) => Math.trunc(from));
  const placeOf = (time: string) => sql`greatest(1, width_bucket(${sql.raw(time)}, ${starts}::bigint[]))`;
  return sql`
    ${visitsOf(db, scope, filter, period)},
    bucket as (
      select * from unnest(${buckets.map(({ first }) => first)}::int[], ${buckets.map(({ last }) => last)}::int[],
        ${buckets.map(({ from }) => from)}::float8[], ${buckets.map(({ to }) => to)}::float8[])
        with ordinality as bucket (first_day, last_day, from_time, to_time, place)),
    placed as (
      select visit.*, generate_series(${placeOf('started_at')}, ${placeOf('ended_at')})::bigint as place from visit),
    part as (
      select placed.*, first_day,
        (has_entry and started_at >= from_time)::int as entries, (has_exit and ended_at < to_time)::int as exits,
        greatest(started_at, from_time) as first, least(ended_at, to_time) as last,
        greatest(0, least(ended_at, to_time) - greatest(started_at, from_time)) as duration,
        case when days is null then case when started_at >= from_time then metres end
          else (select sum((day ->> 1)::float8) from jsonb_array_elements(days) as day
            where (day ->> 0)::int between first_day and last_day) end as part_metres
      from placed join bucket using (place))`;
}

/** `visit`: those of which a part is in the period and which pass the filter. */
function visitsOf(
  db: Db,
  scope: Scope,
  { fenceIds, minSeconds, ...filter }: FenceVisitFilter,
  { days: { from, to }, open, entries }: FenceVisitPeriod,
): RawBuilder<unknown> {
  const { accountId } = scope;
  const columns = sql.raw(
    'tracker_id, ref, started_at, ended_at, latitude, longitude, end_latitude, end_longitude, metres, data',
  );
  const conditions = [sql`true`];
  if (fenceIds.length > 0) conditions.push(sql`ref = any (${[...fenceIds]}::int[])`);
  if (minSeconds > 0) conditions.push(sql`ended_at - started_at >= ${minSeconds * 1_000}`);
  // A fence that goes on in a state but no longer exists has no exit. Its entry has its name.
  return sql`
    with device as (${devicesOfReport(db, scope, filter)}),
    going as (
      select ${sql.raw('going.tracker_id, going.ref, started_at, ended_at, going.latitude, going.longitude, end_latitude, end_longitude, metres')},
        going.data || jsonb_build_object('name', coalesce(fence.name, entry.data ->> 'name')) as data, fence.fence_id is not null as is_open
      from (${openEpisodeRows(open)}) as going
      left join fence on fence.fence_id = going.ref and fence.account_id = ${accountId}
      left join ${entries} as entry on entry.tracker_id = going.tracker_id and entry.time = started_at and entry.kind = 0
        and entry.ref = going.ref and (entry.data ->> 'account')::int = ${accountId}
      where (fence.fence_id is not null or entry.time is not null) and ended_at >= ${from}),
    episodes as (
      select ${columns}, false as is_open from episode
      where kind = ${sql.lit(EPISODE_NUMBERS.visit)} and ended_at >= ${from} and started_at < ${to}
        and tracker_id in (select tracker_id from device) and (data ->> 'account')::int = ${accountId}
      union all select ${columns}, is_open from going),
    visit as (
      select device.tracker_id, tracker_name, imei, device.group_id, group_name, ref as fence_id, data ->> 'name' as fence_name,
        started_at, ended_at, latitude, longitude, end_latitude, end_longitude, metres::float8 as metres, is_open,
        (data ->> 'entry')::boolean as has_entry, (data ->> 'exit')::boolean as has_exit, data ? 'passed' as is_passed,
        (data ->> 'entryDelay')::float8 as entry_delay, (data ->> 'exitDelay')::float8 as exit_delay, data -> 'days' as days
      from episodes join device using (tracker_id)
      where ${sql.join(conditions, sql` and `)})`;
}
