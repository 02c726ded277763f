import type { LocatedReport } from '@wakeline/domain/tracker-state/apply-report';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { REPORTED_INVALID, unpack } from './packing.ts';

/** A time of a tracker, epoch milliseconds, both included. */
export interface FixWindow {
  readonly trackerId: number;
  readonly from: number;
  readonly to: number;
}

/** The last valid fix of each window, in their order; null: it has none. */
export async function readLastFixes(
  db: Db,
  windows: readonly FixWindow[],
): Promise<readonly (LocatedReport | null)[]> {
  const fixes: (LocatedReport | null)[] = windows.map(() => null);
  if (windows.length === 0) return fixes;
  const { rows } = await sql<{
    number: number;
    time: number;
    latitude: number;
    longitude: number;
    packed: Buffer;
  }>`
    select number::int, fix.* from unnest(${windows.map(({ trackerId }) => trackerId)}::int[],
        ${windows.map(({ from }) => Math.trunc(from))}::bigint[],
        ${windows.map(({ to }) => Math.trunc(to))}::bigint[]) with ordinality
        as span (tracker_id, from_time, to_time, number),
      lateral (
        select time, latitude, longitude, packed from position
        where tracker_id = span.tracker_id and time between span.from_time and span.to_time
          and not ${REPORTED_INVALID}
        order by time desc limit 1) as fix`.execute(db);
  for (const { number, ...row } of rows) fixes[number - 1] = unpack(row);
  return fixes;
}
