import type { OverviewFilter, OverviewGrouping, OverviewSort } from '@wakeline/contract/reports/overview';
import { type ReportSettings, toMinimums } from '@wakeline/contract/settings/account-settings';
import { activityMemoryFromText } from '@wakeline/domain/activity/activity-memory-text';
import { createDayOf } from '@wakeline/domain/activity/calendar-days';
import { openActivity, openDays } from '@wakeline/domain/activity/follow-activity';
import { createUtcToLocal } from '@wakeline/formats/tracks/zone-time';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';
import { UNITS_PER_DEGREE } from '../db/degrees.ts';
import type { Scope } from '../identity/scope.ts';
import { addShare, countActivity, type DayActivities, durationsOf, NO_ACTIVITIES } from './device-days.ts';
import { bucketsOf } from './period-buckets.ts';
import type { ReportDays } from './report-days.ts';
import { devicesOfReport } from './report-devices.ts';
import { readReportSettings } from './report-settings.ts';

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

const MILEAGE = sql.raw('sum(trip_metres) + sum(other_metres)');
const COVERAGE = sql.raw('(sum(trip_time) + sum(stop_time))::float8 / nullif(sum(passed), 0)');
const ONLINE = sql.raw('1 - sum(offline_time)::float8 / nullif(sum(since_activation), 0)');

const SORTS: Readonly<Record<OverviewSort, RawBuilder<unknown>>> = {
  name: sql.raw('min(lower(tracker_name)), min(lower(group_name))'),
  day: sql.raw('min(first_day)'),
  mileage: MILEAGE,
  tripTime: sql.raw('sum(trip_time)'),
  nightTime: sql.raw('sum(night_time)'),
  nightMileage: sql.raw('sum(night_metres)'),
  stopTime: sql.raw('sum(stop_time)'),
  gapTime: sql.raw('sum(gap_time)'),
  trips: sql.raw('sum(trips)'),
  stops: sql.raw('sum(stops)'),
  maxSpeed: sql.raw('max(fastest[1])'),
  ignitionTime: sql.raw('sum(ignition)'),
  idleTime: sql.raw('sum(idle)'),
  alarms: sql.raw('sum(alarms)'),
  overspeeds: sql.raw('sum(overspeeds)'),
  entries: sql.raw('sum(entries)'),
  exits: sql.raw('sum(exits)'),
  coverage: COVERAGE,
  onlineRate: ONLINE,
};

/** What identifies a row. */
const KEYS: Readonly<Record<OverviewGrouping, readonly string[]>> = {
  device: ['tracker_id'],
  deviceDay: ['tracker_id', 'first_day'],
  group: ['group_id'],
  day: ['first_day'],
  week: ['first_day'],
  month: ['first_day'],
  total: [],
};

export interface OverviewOrder {
  readonly sort: OverviewSort;
  readonly direction: 'ascending' | 'descending';
}

interface OverviewPage extends OverviewOrder {
  readonly limit: number;
  readonly offset: number;
}

/** The period of a report with what states have of it, which is read once for all queries. */
export interface OverviewPeriod {
  readonly days: ReportDays;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly open: readonly OpenShare[];
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
  const query = overviewRows(db, scope, filter, period, order);
  const { rows } = await sql<OverviewDataRow>`${query} limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

/** Rows that are fetched together. */
const FETCHED_ROWS = 500;

/** All rows of the operation overview in pages, of one moment. The caller's transaction stays open until the last page. */
export async function* readOverviewPages(
  tx: Tx,
  scope: Scope,
  filter: OverviewFilter,
  period: OverviewPeriod,
  order: OverviewOrder,
): AsyncGenerator<readonly OverviewDataRow[]> {
  const query = overviewRows(tx, scope, filter, period, order);
  await sql`declare overview no scroll cursor for ${query}`.execute(tx);
  for (;;) {
    const { rows } = await sql<OverviewDataRow>`fetch ${sql.lit(FETCHED_ROWS)} from overview`.execute(tx);
    if (rows.length === 0) return;
    yield rows;
  }
}

function overviewRows(
  db: Db,
  scope: Scope,
  filter: OverviewFilter,
  period: OverviewPeriod,
  { sort, direction }: OverviewOrder,
): RawBuilder<OverviewDataRow> {
  const keys = KEYS[filter.by];
  const cells = cellsOf(db, scope, filter, period);
  const order = direction === 'ascending' ? sql.raw('asc nulls last') : sql.raw('desc nulls last');
  const tieBreak = keys.length === 0 ? sql.raw('1') : sql.raw(keys.join(', '));
  // Names have two parts: of devices and of groups.
  const sorted =
    sort === 'name'
      ? sql`min(lower(coalesce(tracker_name, group_name))) ${order}`
      : sql`${SORTS[sort]} ${order}`;
  const isOf = (name: string) => keys.includes(name);
  return sql<OverviewDataRow>`
    ${cells}
    select ${FIGURES},
      ${isOf('tracker_id') ? sql.raw('tracker_id') : sql.raw('null::int')} as tracker_id,
      ${isOf('tracker_id') ? sql.raw('min(tracker_name)') : sql.raw('null')} as tracker_name,
      ${isOf('tracker_id') ? sql.raw('min(imei)') : sql.raw('null')} as imei,
      ${isOf('tracker_id') || isOf('group_id') ? sql.raw('min(group_id)') : sql.raw('null::int')} as group_id,
      ${isOf('tracker_id') || isOf('group_id') ? sql.raw('min(group_name)') : sql.raw('null')} as group_name,
      ${isOf('first_day') ? sql.raw('min(first_day)') : sql.raw('null::int')} as first_day,
      count(*) over ()::int as total
    from cell
    ${keys.length === 0 ? sql`` : sql`group by ${tieBreak}`}
    order by ${sorted}, ${tieBreak}`;
}

/** The sums of all devices and days. */
export async function readOverviewSum(
  db: Db,
  scope: Scope,
  filter: OverviewFilter,
  period: OverviewPeriod,
): Promise<OverviewFigureRow> {
  const cells = cellsOf(db, scope, { ...filter, by: 'total' }, period);
  const { rows } = await sql<OverviewFigureRow>`${cells} select ${FIGURES} from cell`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('sums without a group are one row');
  return row;
}

const FIGURES = sql.raw(`
  count(distinct tracker_id) filter (where trip_time + stop_time > 0)::int as devices,
  ${SUMS.map(sumOf).join(', ')},
  min(first_fix) as first_fix, max(last_fix) as last_fix, max(fastest) as fastest,
  coalesce(sum(passed), 0)::float8 as passed, coalesce(sum(since_activation), 0)::float8 as since_activation`);

/** Ignition and idle time are unknown if no device reports them; the others are 0 without devices. */
function sumOf(name: (typeof SUMS)[number]): string {
  const isNullable = name === 'ignition' || name === 'idle';
  return `${isNullable ? `sum(${name})` : `coalesce(sum(${name}), 0)`}::float8 as ${name}`;
}

/** `cell`: the sums of each device in each part of the period, also of devices without data. */
function cellsOf(
  db: Db,
  scope: Scope,
  filter: OverviewFilter,
  { days, now, open }: OverviewPeriod,
): RawBuilder<unknown> {
  const buckets = bucketsOf(filter.by, days, now);
  const [first, last] = [days.days[0]?.day ?? 0, days.days.at(-1)?.day ?? 0];
  // Sums of bigint are numeric, which is several times slower.
  const columns = sql.raw(
    [...SUMS.map((name) => `${name}::float8 as ${name}`), 'first_fix', 'last_fix'].join(', '),
  );
  const fastest = sql.raw(
    'case when max_speed is not null then array[max_speed, max_time, max_latitude, max_longitude, tracker_id]::float8[] end',
  );
  return sql`
    with device as (${devicesOfReport(db, scope, filter)}),
    bucket as (
      select row_number() over () as number, part.* from unnest(${buckets.map((part) => part.first)}::int[],
        ${buckets.map((part) => part.last)}::int[], ${buckets.map((part) => part.from)}::float8[],
        ${buckets.map((part) => part.to)}::float8[]) as part (first_day, last_day, from_time, to_time)),
    bucket_day as (select number, generate_series(first_day, last_day) as day from bucket),
    share as (
      select tracker_id, day, ${columns}, ${fastest} as fastest from device_day
      where day between ${first} and ${last} and tracker_id in (select tracker_id from device)
      union all ${openRows(open)}),
    summed as (
      select tracker_id, number, ${sql.raw(SUMS.map((name) => `sum(${name}) as ${name}`).join(', '))},
        min(first_fix) as first_fix, max(last_fix) as last_fix, max(fastest) as fastest
      from share join bucket_day using (day)
      group by tracker_id, number),
    cell as (
      select device.*, bucket.first_day, first_fix, last_fix, fastest,
        ${sql.raw(SUMS.map((name) => (name === 'ignition' || name === 'idle' ? name : `coalesce(${name}, 0) as ${name}`)).join(', '))},
        to_time - from_time as passed,
        case when activated is null then 0 else greatest(0, to_time - greatest(from_time, activated)) end as since_activation
      from device cross join bucket left join summed using (tracker_id, number))`;
}

interface OpenShare extends DayActivities {
  readonly trackerId: number;
  readonly day: number;
  offline_time: number;
}

/** What the states of devices have of the period beyond the stored days: the activity and the time offline that go on. */
async function readOpenShares(
  db: Db,
  scope: Scope,
  filter: OverviewFilter,
  { timeZone, from, to }: ReportDays,
  settings: ReportSettings,
  now: number,
): Promise<readonly OpenShare[]> {
  const dayOf = createDayOf(createUtcToLocal(timeZone), settings);
  const minimums = toMinimums(settings);
  const { rows } = await sql<{
    tracker_id: number;
    activity: string | null;
    fix_time: number | null;
    latitude: number | null;
    longitude: number | null;
    offline_since: number | null;
  }>`
    with device as (${devicesOfReport(db, scope, filter)})
    select tracker_id, memory ->> 'activity' as activity, fix_time, latitude, longitude,
      case when status = 'OFFLINE' or (memory ->> 'silent')::boolean then comm_time end as offline_since
    from tracker_state join device using (tracker_id)
    where fix_time >= ${from} or (memory ->> 'silent')::boolean`.execute(db);
  const shares = new Map<string, OpenShare>();
  const shareOf = (trackerId: number, day: number) => {
    const key = `${trackerId} ${day}`;
    const known = shares.get(key) ?? { trackerId, day, ...NO_ACTIVITIES, offline_time: 0 };
    shares.set(key, known);
    return known;
  };
  for (const {
    tracker_id: trackerId,
    activity,
    fix_time: time,
    latitude,
    longitude,
    offline_since,
  } of rows) {
    const memory = activity === null ? null : activityMemoryFromText(activity);
    if (memory !== null && time !== null && latitude !== null && longitude !== null) {
      const last = { time, latitude, longitude };
      if (memory.countedTo < to) {
        for (const share of openDays(memory, last, dayOf)) addShare(shareOf(trackerId, share.day), share);
      }
      if (memory.from.time >= from && memory.from.time < to) {
        const { day } = dayOf(memory.from.time);
        countActivity(shareOf(trackerId, day), openActivity(memory, last), minimums);
      }
    }
    if (offline_since === null) continue;
    const end = Math.min(now, to);
    for (const { day, duration } of durationsOf(Math.max(offline_since, from), end, dayOf))
      shareOf(trackerId, day).offline_time += duration;
  }
  return [...shares.values()];
}

function openRows(open: readonly OpenShare[]): RawBuilder<unknown> {
  const column = (value: (share: OpenShare) => number | null) => sql`${open.map(value)}::float8[]`;
  const sums = SUMS.map((name) =>
    column((share) => (name in share ? (share[name as keyof OpenShare] as number | null) : 0)),
  );
  const names = sql.raw(SUMS.join(', '));
  return sql`
    select tracker_id::int, day::int, ${names}, first_fix, last_fix,
      case when max_speed is not null then array[max_speed, max_time, max_latitude, max_longitude, tracker_id] end
    from unnest(${column(({ trackerId }) => trackerId)}, ${column(({ day }) => day)}, ${sql.join(sums)},
      ${column(({ first_fix }) => first_fix)}, ${column(({ last_fix }) => last_fix)},
      ${column(({ max_speed }) => max_speed)}, ${column(({ max_time }) => max_time)},
      ${column(({ max_latitude }) => max_latitude)}, ${column(({ max_longitude }) => max_longitude)})
      as open (tracker_id, day, ${names}, first_fix, last_fix, max_speed, max_time, max_latitude, max_longitude)`;
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
