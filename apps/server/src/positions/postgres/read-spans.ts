import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import type { PackedPosition } from '../packing.ts';
import type {
  FixRange,
  PagePoint,
  TimeWindow,
  TrackerPosition,
  TrackerSpan,
  TrailSampling,
} from '../position-store.ts';
import { REPORTED_INVALID } from './reported-invalid.ts';

type PositionRow = PackedPosition & { readonly tracker_id: number };

const toPosition = ({ tracker_id: trackerId, ...row }: PositionRow): TrackerPosition => ({
  trackerId,
  ...row,
});

/** The arguments of `unnest` for some spans: trackers, starts, ends. */
function spanArrays(spans: readonly TrackerSpan[]): RawBuilder<unknown> {
  return sql`${spans.map(({ trackerId }) => trackerId)}::int[],
    ${spans.map(({ from }) => Math.trunc(from))}::bigint[], ${spans.map(({ to }) => Math.trunc(to))}::bigint[]`;
}

const columnsOf = (spans: readonly TrackerSpan[]) =>
  sql`unnest(${spanArrays(spans)}) as span (tracker_id, from_time, to_time)`;

export async function sampleTrails(
  db: Db,
  { trackers, step, tries }: TrailSampling,
): Promise<readonly TrackerPosition[]> {
  const [window] = trackers;
  if (window === undefined) return [];
  const from = window.from;
  const first = Math.floor(from / step);
  const last = Math.floor(Math.max(...trackers.map(({ to }) => to)) / step);
  const ids = sql`unnest(${trackers.map(({ trackerId }) => trackerId)}::int[],
    ${trackers.map(({ to }) => to)}::bigint[]) as tracker (id, last)`;
  const { rows } = await sql<PositionRow>`
    select tracker.id as tracker_id, sample.* from ${ids}
    cross join generate_series(${first}::bigint, ${last}::bigint) as span
    cross join lateral (
      select * from (
        select time, latitude, longitude, packed from position
        where tracker_id = tracker.id and time >= span * ${step}::bigint and time < (span + 1) * ${step}::bigint
          and time between ${from}::bigint and tracker.last
        order by time limit ${tries}
      ) near where not ${REPORTED_INVALID} limit 1
    ) sample
    union
    select tracker.id as tracker_id, sample.* from ${ids}
    cross join lateral (
      select * from (
        select time, latitude, longitude, packed from position
        where tracker_id = tracker.id and time between ${from}::bigint and tracker.last
        order by time desc limit ${tries}
      ) near where not ${REPORTED_INVALID} limit 1
    ) sample
    order by tracker_id, time`.execute(db);
  return rows.map(toPosition);
}

/** Reads `limit` rows of each tracker at most, whatever came before. */
export async function readNewest(
  db: Db,
  spans: readonly TrackerSpan[],
  { before, limit }: { readonly before: PagePoint | undefined; readonly limit: number },
): Promise<readonly TrackerPosition[]> {
  const start =
    before === undefined
      ? sql`true`
      : sql`(time < ${before.time} or (time = ${before.time} and span.tracker_id < ${before.trackerId}))
          and time <= ${before.time}`;
  const { rows } = await sql<PositionRow>`
    select span.tracker_id, fix.* from ${columnsOf(spans)}, lateral (
      select time, latitude, longitude, packed from position
      where tracker_id = span.tracker_id and time between span.from_time and span.to_time and ${start}
      order by time desc limit ${limit}) as fix
    order by fix.time desc, span.tracker_id desc limit ${limit}`.execute(db);
  return rows.map(toPosition);
}

export async function readFirstValid(
  db: Db,
  spans: readonly TrackerSpan[],
  limit: number,
): Promise<readonly TrackerPosition[]> {
  const { rows } = await sql<PositionRow>`
    select span.tracker_id, fix.* from ${columnsOf(spans)}
    cross join lateral (
      select time, latitude, longitude, packed from position
      where tracker_id = span.tracker_id and time between span.from_time and span.to_time
        and not ${REPORTED_INVALID}
      order by time limit ${limit}) as fix
    order by span.tracker_id, fix.time`.execute(db);
  return rows.map(toPosition);
}

export async function readValidEdge(
  db: Db,
  { trackerId, from, to }: TrackerSpan,
  edge: 'first' | 'last',
): Promise<PackedPosition | null> {
  const order = edge === 'first' ? sql`asc` : sql`desc`;
  const { rows } = await sql<PackedPosition>`
    select time, latitude, longitude, packed from position
    where tracker_id = ${trackerId} and time between ${from} and ${to} and not ${REPORTED_INVALID}
    order by time ${order} limit 1`.execute(db);
  return rows[0] ?? null;
}

export async function readLastValid(
  db: Db,
  spans: readonly TrackerSpan[],
): Promise<readonly (PackedPosition | null)[]> {
  const positions: (PackedPosition | null)[] = spans.map(() => null);
  const { rows } = await sql<PackedPosition & { readonly number: number }>`
    select number::int, fix.* from unnest(${spanArrays(spans)}) with ordinality
        as span (tracker_id, from_time, to_time, number),
      lateral (
        select time, latitude, longitude, packed from position
        where tracker_id = span.tracker_id and time between span.from_time and span.to_time
          and not ${REPORTED_INVALID}
        order by time desc limit 1) as fix`.execute(db);
  for (const { number, ...row } of rows) positions[number - 1] = row;
  return positions;
}

export async function readLast(db: Db, { trackerId, from, to }: TrackerSpan): Promise<PackedPosition | null> {
  const { rows } = await sql<PackedPosition>`
    select time, latitude, longitude, packed from position
    where tracker_id = ${trackerId} and time between ${from} and ${to}
    order by time desc limit 1`.execute(db);
  return rows[0] ?? null;
}

export async function readFixRanges(
  db: Db,
  trackerId: number,
  windows: readonly TimeWindow[],
): Promise<readonly (FixRange | null)[]> {
  const edge = (order: 'asc' | 'desc') => sql`(
    select time from position
    where tracker_id = ${trackerId} and time between from_time and to_time and not ${REPORTED_INVALID}
    order by time ${sql.raw(order)} limit 1)`;
  const { rows } = await sql<{ first: number | null; last: number | null }>`
    select ${edge('asc')} as first, ${edge('desc')} as last
    from unnest(${windows.map(({ from }) => from)}::bigint[], ${windows.map(({ to }) => to)}::bigint[])
      with ordinality as time_window (from_time, to_time, place)
    order by place`.execute(db);
  return rows.map(({ first, last }) =>
    first === null || last === null ? null : { firstFix: first, lastFix: last },
  );
}

export async function hasValid(db: Db, spans: readonly TrackerSpan[]): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select from ${columnsOf(spans)}, lateral (
        select from position
        where tracker_id = span.tracker_id and time between span.from_time and span.to_time
          and not ${REPORTED_INVALID}
        limit 1) as one) as found`.execute(db);
  return rows[0]?.found === true;
}

export async function count(db: Db, spans: readonly TrackerSpan[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::float8 as count from ${columnsOf(spans)}
    join position on position.tracker_id = span.tracker_id and time between span.from_time and span.to_time`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

export async function countValid(
  db: Db,
  { trackerId, from, to }: TrackerSpan,
): Promise<{ readonly positions: number; readonly fixes: number }> {
  const { rows } = await sql<{ positions: number; fixes: number }>`
    select count(*)::int as positions, (count(*) filter (where not ${REPORTED_INVALID}))::int as fixes
    from position where tracker_id = ${trackerId} and time between ${from} and ${to}`.execute(db);
  return rows[0] ?? { positions: 0, fixes: 0 };
}
