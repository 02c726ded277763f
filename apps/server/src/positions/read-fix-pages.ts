import type { LocatedReport } from '@wakeline/domain/tracker-state/apply-report';
import { sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';
import { type PackedPosition, unpack } from './packing.ts';

/** A time of a tracker, epoch milliseconds, both included. */
export interface TrackerSpan {
  readonly trackerId: number;
  readonly from: number;
  readonly to: number;
}

export interface TrackerFix {
  readonly trackerId: number;
  readonly report: LocatedReport;
}

type FixRow = PackedPosition & { readonly tracker_id: number };

const toFix = ({ tracker_id: trackerId, ...row }: FixRow): TrackerFix => ({ trackerId, report: unpack(row) });

function columnsOf(spans: readonly TrackerSpan[]) {
  return sql`unnest(${spans.map(({ trackerId }) => trackerId)}::int[],
    ${spans.map(({ from }) => Math.trunc(from))}::bigint[], ${spans.map(({ to }) => Math.trunc(to))}::bigint[])
    as span (tracker_id, from_time, to_time)`;
}

/**
 * The newest fixes of some trackers, also those that the receiver reported as invalid, in the order of time and tracker: reads
 * `limit` rows of each tracker at most, whatever came before.
 *
 * @param before the last fix of the previous page; undefined: the first page
 */
export async function readFixesBefore(
  db: Db,
  spans: readonly TrackerSpan[],
  {
    before,
    limit,
  }: { readonly before: { time: number; trackerId: number } | undefined; readonly limit: number },
): Promise<readonly TrackerFix[]> {
  if (spans.length === 0) return [];
  const start =
    before === undefined
      ? sql`true`
      : sql`(time < ${before.time} or (time = ${before.time} and span.tracker_id < ${before.trackerId}))
          and time <= ${before.time}`;
  const { rows } = await sql<FixRow>`
    select span.tracker_id, fix.* from ${columnsOf(spans)}, lateral (
      select time, latitude, longitude, packed from position
      where tracker_id = span.tracker_id and time between span.from_time and span.to_time and ${start}
      order by time desc limit ${limit}) as fix
    order by fix.time desc, span.tracker_id desc limit ${limit}`.execute(db);
  return rows.map(toFix);
}

/** The number of fixes of some trackers. */
export async function countFixes(db: Db, spans: readonly TrackerSpan[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::float8 as count from ${columnsOf(spans)}
    join position on position.tracker_id = span.tracker_id and time between span.from_time and span.to_time`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

/** Rows that are fetched together. */
const FETCHED_ROWS = 2_000;

/** All fixes of some trackers, tracker after tracker in the order of time. The caller's transaction stays open until the end. */
export async function* readFixPages(
  tx: Tx,
  spans: readonly TrackerSpan[],
): AsyncGenerator<readonly TrackerFix[]> {
  for (const { trackerId, from, to } of spans) {
    let next = from;
    for (;;) {
      const { rows } = await sql<PackedPosition>`
        select time, latitude, longitude, packed from position
        where tracker_id = ${trackerId} and time between ${Math.trunc(next)} and ${Math.trunc(to)}
        order by time limit ${FETCHED_ROWS}`.execute(tx);
      if (rows.length > 0) yield rows.map((row) => ({ trackerId, report: unpack(row) }));
      if (rows.length < FETCHED_ROWS) break;
      next = (rows.at(-1)?.time ?? to) + 1;
    }
  }
}
