import type { OverviewFilter, OverviewGrouping, OverviewSort } from '@wakeline/contract/reports/overview';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/database.ts';
import type { Scope } from '../identity/scope.ts';
import type { DayActivities } from './device-days.ts';
import type { OpenShare } from './open-shares.ts';
import { bucketsOf } from './period-buckets.ts';
import type { ReportDays } from './report-days.ts';
import { devicesOfReport } from './report-devices.ts';

/** Sums of devices and days, as `overviewFigures` of the contract. */
export interface OverviewFigureRow extends DayActivities {
  readonly devices: number;
  readonly alarms: number;
  readonly overspeeds: number;
  readonly entries: number;
  readonly exits: number;
  readonly offline_time: number;
  /** Milliseconds of the period that have passed, and those since the activation of the devices. */
  readonly passed: number;
  readonly since_activation: number;
  /** Speed (km/h), time (epoch milliseconds), 1e-7 degrees of latitude and longitude, tracker. */
  readonly fastest: readonly [number, number, number, number, number] | null;
}

export interface OverviewDataRow extends OverviewFigureRow {
  readonly tracker_id: number | null;
  readonly tracker_name: string | null;
  readonly imei: string | null;
  readonly group_id: number | null;
  readonly group_name: string | null;
  readonly first_day: number | null;
  readonly total: number;
}

const SUMS = [
  'trip_time',
  'stop_time',
  'gap_time',
  'trip_metres',
  'other_metres',
  'night_time',
  'night_metres',
  'trips',
  'stops',
  'ignition',
  'idle',
  'alarms',
  'overspeeds',
  'entries',
  'exits',
  'offline_time',
] as const;

const COVERAGE = sql.raw('(trip_time + stop_time) / nullif(passed, 0)');
const ONLINE = sql.raw('1 - offline_time / nullif(since_activation, 0)');

const SORTS: Readonly<Record<Exclude<OverviewSort, 'name'>, RawBuilder<unknown>>> = {
  day: sql.raw('first_day'),
  mileage: sql.raw('trip_metres + other_metres'),
  tripTime: sql.raw('trip_time'),
  nightTime: sql.raw('night_time'),
  nightMileage: sql.raw('night_metres'),
  stopTime: sql.raw('stop_time'),
  gapTime: sql.raw('gap_time'),
  trips: sql.raw('trips'),
  stops: sql.raw('stops'),
  maxSpeed: sql.raw('fastest[1]'),
  ignitionTime: sql.raw('ignition'),
  idleTime: sql.raw('idle'),
  alarms: sql.raw('alarms'),
  overspeeds: sql.raw('overspeeds'),
  entries: sql.raw('entries'),
  exits: sql.raw('exits'),
  coverage: COVERAGE,
  onlineRate: ONLINE,
};

type Key = 'tracker_id' | 'group_key' | 'first_day';

/** What identifies a row. */
const KEYS: Readonly<Record<OverviewGrouping, readonly Key[]>> = {
  device: ['tracker_id'],
  deviceDay: ['tracker_id', 'first_day'],
  group: ['group_key'],
  day: ['first_day'],
  week: ['first_day'],
  month: ['first_day'],
  total: [],
};

/** The number of rows is the product of these. */
const KEY_COUNTS: Readonly<Record<Key, string>> = {
  tracker_id: '(select count(*) from device)',
  group_key: '(select count(distinct group_key) from device)',
  first_day: '(select count(*) from bucket)',
};

export interface OverviewOrder {
  readonly sort: OverviewSort;
  readonly direction: 'ascending' | 'descending';
}

/** The period of a report with what states have of it, which is read once for all queries. */
export interface OverviewPeriod {
  readonly days: ReportDays;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly open: readonly OpenShare[];
}

/** The query of the rows of an overview. `page`: a limit and an offset. */
export function overviewRows(
  db: Db,
  scope: Scope,
  filter: OverviewFilter,
  period: OverviewPeriod,
  { sort, direction }: OverviewOrder,
  page: RawBuilder<unknown> = sql``,
): RawBuilder<OverviewDataRow> {
  const keys = KEYS[filter.by];
  const isOf = (key: Key) => keys.includes(key);
  const nameOf = isOf('tracker_id') ? 'tracker_name' : isOf('group_key') ? 'group_name' : 'null::text';
  const sorted = sort === 'name' ? sql.raw(`lower(${nameOf})`) : SORTS[sort];
  const ascending = sql.raw(direction === 'ascending' ? 'asc nulls last' : 'desc nulls last');
  const order = sql`order by ${sorted} ${ascending} ${sql.raw(keys.map((key) => `, ${key}`).join(''))}`;
  // Which devices and days are on a page is known without their figures, so only those are summed.
  const isSortedByKey = isOf('tracker_id') && (sort === 'name' || sort === 'day');
  const [firstPage, lastPage] = isSortedByKey ? [sql`${order} ${page}`, sql``] : [sql``, page];
  const total = keys.length === 0 ? '1' : keys.map((key) => KEY_COUNTS[key]).join(' * ');
  return sql<OverviewDataRow>`
    with ${partsOf(db, scope, filter, period)},
    base as (${partsByKey(keys)} ${firstPage}),
    share as not materialized (${sharesOf(period, isSortedByKey ? 'base' : 'device')}),
    summed as (${sumsByKey(keys)}),
    active as (${activeByKey(keys, filter.by)}),
    figure as (
      select base.*, coalesce(devices, 0) as devices, ${FIGURES}, first_fix, last_fix, fastest
      from base left join summed ${joinOf(keys)} left join active ${joinOf(keys)})
    select figure.*, (${sql.raw(total)})::int as total from figure ${order} ${lastPage}`;
}

function joinOf(keys: readonly Key[]): RawBuilder<unknown> {
  return sql.raw(keys.length === 0 ? 'on true' : `using (${keys.join(', ')})`);
}

/** Sums of what is stored and of what goes on, by these keys. */
function sumsByKey(keys: readonly Key[]): RawBuilder<unknown> {
  const names = keys.map((key) => `${key}, `).join('');
  const sums = SUMS.map((name) => `sum(${name}) as ${name}`).join(', ');
  return sql.raw(`
    select ${names} ${sums}, sum(counted)::int as counted, min(first_fix) as first_fix, max(last_fix) as last_fix,
      max(fastest) as fastest
    ${sharesBy(keys)} ${groupingBy(keys)}`);
}

/** The number of devices with data, by these keys. Counting distinct values beside the sums would sort all rows. */
function activeByKey(keys: readonly Key[], by: OverviewGrouping): RawBuilder<unknown> {
  const names = keys.map((key) => `${key}, `).join('');
  if (keys.includes('tracker_id')) return sql.raw(`select ${names} least(1, counted) as devices from summed`);
  // A device and a day are counted once.
  if (by === 'day') return sql.raw(`select ${names} counted as devices from summed`);
  return sql.raw(`
    select ${names} count(*)::int as devices
    from (select distinct ${names} tracker_id ${sharesBy(keys)} where counted > 0) as device_with_data
    ${groupingBy(keys)}`);
}

function sharesBy(keys: readonly Key[]): string {
  const withGroups = keys.includes('group_key') ? 'join device using (tracker_id)' : '';
  const withBuckets = keys.includes('first_day') ? 'join bucket_day using (day)' : '';
  return `from share ${withGroups} ${withBuckets}`;
}

function groupingBy(keys: readonly Key[]): string {
  return keys.length === 0 ? '' : `group by ${keys.join(', ')}`;
}

/** The devices and parts of the period, also those without data, by these keys. */
function partsByKey(keys: readonly Key[]): RawBuilder<unknown> {
  const isOf = (key: Key) => keys.includes(key);
  const passed = 'to_time - from_time';
  const active =
    'case when activated is null then 0 else greatest(0, to_time - greatest(from_time, activated)) end';
  const day = isOf('first_day') ? 'first_day' : 'null::int as first_day';
  // A device and a part of the period are one row.
  if (isOf('tracker_id')) {
    return sql.raw(`
      select tracker_id, tracker_name, imei, group_id, group_name, ${day}, ${passed} as passed, ${active} as since_activation
      from device cross join bucket`);
  }
  const group = isOf('group_key')
    ? 'group_key, min(group_id) as group_id, min(group_name) as group_name'
    : 'null::int as group_id, null as group_name';
  return sql.raw(`
    select null::int as tracker_id, null as tracker_name, null as imei, ${group}, ${day},
      coalesce(sum(${passed}), 0) as passed, coalesce(sum(${active}), 0) as since_activation
    from device cross join bucket ${groupingBy(keys)}`);
}

/** Ignition and idle time are unknown if no device reports them; the others are 0 without devices. */
const FIGURES = sql.raw(
  SUMS.map((name) =>
    name === 'ignition' || name === 'idle' ? name : `coalesce(${name}, 0) as ${name}`,
  ).join(', '),
);

/** `device`, `bucket`, and `bucket_day`. */
function partsOf(
  db: Db,
  scope: Scope,
  filter: OverviewFilter,
  { days, now }: OverviewPeriod,
): RawBuilder<unknown> {
  const buckets = bucketsOf(filter.by, days, now);
  const bucketDays = days.days.map(({ day }) => ({
    day,
    first: buckets.findLast(({ first }) => first <= day)?.first ?? day,
  }));
  return sql`
    device as (
      select reported.*, coalesce(group_id, 0) as group_key from (${devicesOfReport(db, scope, filter)}) as reported),
    bucket as (
      select part.* from unnest(${buckets.map((part) => part.first)}::int[],
        ${buckets.map((part) => part.from)}::float8[], ${buckets.map((part) => part.to)}::float8[])
        as part (first_day, from_time, to_time)),
    bucket_day as (
      select part_day.* from unnest(${bucketDays.map(({ day }) => day)}::int[],
        ${bucketDays.map(({ first }) => first)}::int[]) as part_day (day, first_day))`;
}

/** What is stored and what goes on of each day and each of these devices; `counted` is 1 in one row of a day with data. */
function sharesOf({ days, open }: OverviewPeriod, devices: 'base' | 'device'): RawBuilder<unknown> {
  const [first, last] = [days.days[0]?.day ?? 0, days.days.at(-1)?.day ?? 0];
  // Sums of bigint are numeric, which is several times slower.
  const columns = sql.raw(SUMS.map((name) => `${name}::float8 as ${name}`).join(', '));
  const fastest = sql.raw(
    'case when max_speed is not null then array[max_speed, max_time, max_latitude, max_longitude, tracker_id]::float8[] end',
  );
  return sql`
    select tracker_id, day, ${columns}, first_fix, last_fix, ${fastest} as fastest,
      (trip_time + stop_time > 0)::int as counted
    from device_day
    where day between ${first} and ${last} and tracker_id in (select tracker_id from ${sql.raw(devices)})
    union all ${openRows(open)}`;
}

function openRows(open: readonly OpenShare[]): RawBuilder<unknown> {
  const column = (value: (share: OpenShare) => number | null) => sql`${open.map(value)}::float8[]`;
  const sums = SUMS.map((name) =>
    column((share) => (name in share ? (share[name as keyof OpenShare] as number | null) : 0)),
  );
  const names = sql.raw(SUMS.join(', '));
  return sql`
    select tracker_id::int, day::int, ${names}, first_fix, last_fix,
      case when max_speed is not null then array[max_speed, max_time, max_latitude, max_longitude, tracker_id] end,
      (trip_time + stop_time > 0 and not exists (
        select from device_day where device_day.tracker_id = open.tracker_id::int and device_day.day = open.day::int
          and device_day.trip_time + device_day.stop_time > 0))::int
    from unnest(${column(({ trackerId }) => trackerId)}, ${column(({ day }) => day)}, ${sql.join(sums)},
      ${column(({ first_fix }) => first_fix)}, ${column(({ last_fix }) => last_fix)},
      ${column(({ max_speed }) => max_speed)}, ${column(({ max_time }) => max_time)},
      ${column(({ max_latitude }) => max_latitude)}, ${column(({ max_longitude }) => max_longitude)})
      as open (tracker_id, day, ${names}, first_fix, last_fix, max_speed, max_time, max_latitude, max_longitude)`;
}
