import type {
  OverviewFilter,
  OverviewGrouping,
  OverviewMeasure,
  OverviewSort,
} from '@wakeline/contract/reports/overview';
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

type SumName = (typeof SUMS)[number];

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
  maxSpeed: sql.raw('peak'),
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

/** What is read of each row. */
interface RowContent {
  readonly sums: readonly SumName[];
  /** Whether the first, the last and the fastest fix are. */
  readonly withFixes: boolean;
}

/** The query of the rows of an overview. `page`: a limit and an offset. */
export function overviewRows(
  db: Db,
  scope: Scope,
  filter: OverviewFilter,
  period: OverviewPeriod,
  order: OverviewOrder,
  page: RawBuilder<unknown> = sql``,
): RawBuilder<OverviewDataRow> {
  const content = { sums: SUMS, withFixes: true };
  return sql<OverviewDataRow>`${rowsQuery(db, scope, filter, period, order, page, content)}`;
}

/** The columns of each measure, whose sum is its value. */
const MEASURE_SUMS = {
  mileage: ['trip_metres', 'other_metres'],
  tripTime: ['trip_time'],
  stopTime: ['stop_time'],
  trips: ['trips'],
  stops: ['stops'],
  overspeeds: ['overspeeds'],
  alarms: ['alarms'],
} as const satisfies Readonly<Record<OverviewMeasure, readonly SumName[]>>;

/** A row of an overview with one figure only, which takes a fraction of the time. */
export interface OverviewMeasureRow
  extends Pick<OverviewDataRow, 'tracker_id' | 'tracker_name' | 'group_name' | 'first_day' | 'devices'> {
  readonly value: number;
}

/** The first rows by one figure, or by time. */
export interface OverviewMeasurePage extends OverviewOrder {
  readonly measure: OverviewMeasure;
  readonly limit: number;
}

/** The query of one figure of the rows of an overview. */
export function overviewMeasureRows(
  db: Db,
  scope: Scope,
  filter: OverviewFilter,
  period: OverviewPeriod,
  { measure, limit, ...order }: OverviewMeasurePage,
): RawBuilder<OverviewMeasureRow> {
  const sums = MEASURE_SUMS[measure];
  const rows = rowsQuery(db, scope, filter, period, order, sql`limit ${limit}`, { sums, withFixes: false });
  return sql<OverviewMeasureRow>`
    select tracker_id, tracker_name, group_name, first_day, devices, ${sql.raw(sums.join(' + '))} as value
    from (${rows}) as row`;
}

function rowsQuery(
  db: Db,
  scope: Scope,
  filter: OverviewFilter,
  period: OverviewPeriod,
  { sort, direction }: OverviewOrder,
  page: RawBuilder<unknown>,
  { sums, withFixes }: RowContent,
): RawBuilder<unknown> {
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
  const figures = [...sums.map(withDefault), ...(withFixes ? FIX_FIGURES : [])];
  const columns = ['devices', ...sums, ...(withFixes ? ['first_fix', 'last_fix', 'fastest'] : [])];
  return sql`
    with ${partsOf(db, scope, filter, period)},
    base as (${partsByKey(keys, withFixes)} ${firstPage}),
    share as not materialized (${sharesOf(period, isSortedByKey ? 'base' : 'device', { sums, withFixes })}),
    ${sumsByKey(keys, filter.by, { sums, withFixes })},
    figure as (
      select base.*, coalesce(devices, 0) as devices, ${sql.raw(figures.join(', '))}
      from base left join summed ${joinOf(keys)}),
    page as (select figure.*, (${sql.raw(total)})::int as total from figure ${order} ${lastPage})
    select tracker_id, tracker_name, imei, group_id, group_name, page.first_day, passed, since_activation, total,
      ${sql.raw(columns.join(', '))}
    from page ${withFixes ? sql`left join lateral (${fastestOf(period.open)}) as fix on true` : sql``} ${order}`;
}

function joinOf(keys: readonly Key[]): RawBuilder<unknown> {
  return sql.raw(keys.length === 0 ? 'on true' : `using (${keys.join(', ')})`);
}

/** Ignition and idle time are unknown if no device reports them; the others are 0 without devices. */
function withDefault(name: SumName): string {
  return name === 'ignition' || name === 'idle' ? name : `coalesce(${name}, 0) as ${name}`;
}

const FIX_FIGURES = ['first_fix', 'last_fix', 'peak'] as const;
const FIX_AGGREGATES = [
  'min(first_fix) as first_fix',
  'max(last_fix) as last_fix',
  'max(peak) as peak',
] as const;

/** `summed`: sums of what is stored and of what goes on, with the number of devices with data, by these keys. */
function sumsByKey(
  keys: readonly Key[],
  by: OverviewGrouping,
  { sums, withFixes }: RowContent,
): RawBuilder<unknown> {
  const aggregates = [
    ...sums.map((name) => `sum(${name}) as ${name}`),
    ...(withFixes ? FIX_AGGREGATES : []),
  ].join(', ');
  const names = keys.map((key) => `${key}, `).join('');
  const isByDay = by === 'day' || by === 'deviceDay';
  const withDays = isByDay
    ? 'cross join lateral (select day as first_day) as bucket_day'
    : keys.includes('first_day')
      ? 'join bucket_day using (day)'
      : '';
  if (keys.includes('tracker_id') || by === 'day') {
    // A device and a day are counted once.
    const devices = by === 'day' ? 'sum(counted)::int' : 'max(counted)';
    return sql.raw(`
      summed as (select ${names} ${aggregates}, ${devices} as devices from share ${withDays} ${groupingBy(keys)})`);
  }
  // By device first: counting distinct devices beside the sums would sort all rows.
  const inner = ['tracker_id', ...keys.filter((key) => key !== 'group_key')].join(', ');
  return sql.raw(`
    of_device as (
      select ${inner}, ${aggregates}, max(counted) as counted from share ${withDays} group by ${inner}),
    summed as (
      select ${names} ${aggregates}, sum(counted)::int as devices
      from of_device ${keys.includes('group_key') ? 'join device using (tracker_id)' : ''} ${groupingBy(keys)})`);
}

function groupingBy(keys: readonly Key[]): string {
  return keys.length === 0 ? '' : `group by ${keys.join(', ')}`;
}

/** The devices and parts of the period, also those without data, by these keys; `withTime`: with the time that has passed. */
function partsByKey(keys: readonly Key[], withTime: boolean): RawBuilder<unknown> {
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
  const sum = (time: string) => (withTime ? `coalesce(sum(${time}), 0)` : 'null::float8');
  const from = withTime ? 'device cross join bucket' : isOf('group_key') ? 'device' : 'bucket';
  return sql.raw(`
    select null::int as tracker_id, null as tracker_name, null as imei, ${group}, ${day},
      ${sum(passed)} as passed, ${sum(active)} as since_activation
    from ${from} ${groupingBy(keys)}`);
}

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
        ${buckets.map((part) => part.last)}::int[], ${buckets.map((part) => part.from)}::float8[],
        ${buckets.map((part) => part.to)}::float8[]) as part (first_day, last_day, from_time, to_time)),
    bucket_day as (
      select part_day.* from unnest(${bucketDays.map(({ day }) => day)}::int[],
        ${bucketDays.map(({ first }) => first)}::int[]) as part_day (day, first_day))`;
}

/**
 * A highest speed and its device as one number, because comparing arrays takes ten times as long: 0.001 km/h in the upper 32
 * bits. It says where the fastest fix is to be read.
 */
const PEAK = sql.raw('(max_speed * 1000)::bigint * 4294967296 + tracker_id::int as peak');

/** What is stored and what goes on of each day and each of these devices; `counted` is 1 in rows of a day with data. */
function sharesOf(
  { days, open }: OverviewPeriod,
  devices: 'base' | 'device',
  { sums, withFixes }: RowContent,
): RawBuilder<unknown> {
  const [first, last] = [days.days[0]?.day ?? 0, days.days.at(-1)?.day ?? 0];
  // Sums of bigint are numeric, which is several times slower.
  const columns = sql.raw(sums.map((name) => `${name}::float8 as ${name}`).join(', '));
  const fixes = sql`first_fix, last_fix, ${PEAK},`;
  return sql`
    select tracker_id, day, ${columns}, ${withFixes ? fixes : sql``} (trip_time + stop_time > 0)::int as counted
    from device_day
    where day between ${first} and ${last} and tracker_id in (select tracker_id from ${sql.raw(devices)})
    union all
    select tracker_id::int, day::int, ${sql.raw(sums.join(', '))}, ${withFixes ? fixes : sql``}
      (trip_time + stop_time > 0 and not exists (
        select from device_day where device_day.tracker_id = open.tracker_id::int and device_day.day = open.day::int
          and device_day.trip_time + device_day.stop_time > 0))::int
    from ${openRows(open)}`;
}

/** `open`: what goes on. */
function openRows(open: readonly OpenShare[]): RawBuilder<unknown> {
  const column = (value: (share: OpenShare) => number | null) => sql`${open.map(value)}::float8[]`;
  const sums = SUMS.map((name) =>
    column((share) => (name in share ? (share[name as keyof OpenShare] as number | null) : 0)),
  );
  const names = sql.raw(SUMS.join(', '));
  return sql`
    unnest(${column(({ trackerId }) => trackerId)}, ${column(({ day }) => day)}, ${sql.join(sums)},
      ${column(({ first_fix }) => first_fix)}, ${column(({ last_fix }) => last_fix)},
      ${column(({ max_speed }) => max_speed)}) as open (tracker_id, day, ${names}, first_fix, last_fix, max_speed)`;
}

/** The fastest fix of a row of `page`, read from the days of its device. */
function fastestOf(open: readonly OpenShare[]): RawBuilder<unknown> {
  const known = open.filter(({ max_speed }) => max_speed !== null);
  const column = (value: (share: OpenShare) => number | null) => sql`${known.map(value)}::float8[]`;
  return sql`
    select array[max_speed, max_time, max_latitude, max_longitude, fix.tracker_id]::float8[] as fastest
    from bucket join (
      select tracker_id, day, max_speed::float8, max_time, max_latitude, max_longitude from device_day
      union all
      select tracker_id::int, day::int, max_speed, max_time, max_latitude, max_longitude
      from unnest(${column(({ trackerId }) => trackerId)}, ${column(({ day }) => day)},
        ${column(({ max_speed }) => max_speed)}, ${column(({ max_time }) => max_time)},
        ${column(({ max_latitude }) => max_latitude)}, ${column(({ max_longitude }) => max_longitude)})
        as open (tracker_id, day, max_speed, max_time, max_latitude, max_longitude)
    ) as fix on fix.day between bucket.first_day and bucket.last_day
    where (page.first_day is null or bucket.first_day = page.first_day)
      and fix.tracker_id = (page.peak & 4294967295)::int and max_speed is not null
    order by max_speed desc, max_time desc limit 1`;
}
