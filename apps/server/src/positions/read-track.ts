import type { LocatedReport } from '@wakeline/domain/tracker-state/apply-report';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { readTrackEnds } from '../trackers/validity.ts';
import { REPORTED_INVALID, unpack } from './packing.ts';

/** Positions per batch of `readTrackBatches`. */
const BATCH_SIZE = 5_000;

export interface TrackWindow {
  readonly trackerId: number;
  /** Epoch milliseconds, included. */
  readonly from: number;
  /** Epoch milliseconds, included. */
  readonly to: number;
  /** Time of the request, epoch milliseconds: the track of a tracker that is expired then ends with its validity. */
  readonly now: number;
}

/**
 * The positions of a tracker between two times, oldest first, `limit` at most. Positions that the receiver reported
 * as invalid are left out, because they repeat an older one; `readTrackBatches` includes them.
 */
export async function readTrack(
  db: Db,
  window: TrackWindow,
  limit: number,
): Promise<readonly LocatedReport[]> {
  const track: LocatedReport[] = [];
  for await (const batch of readTrackBatches(db, window)) {
    for (const position of batch) {
      if (!position.fix.valid) continue;
      track.push(position);
      if (track.length === limit) return track;
    }
  }
  return track;
}

/**
 * Streams all positions of a tracker between two times, oldest first, in batches. Memory does not grow with the
 * length of the track, and a slow reader keeps no transaction open.
 */
export async function* readTrackBatches(
  db: Db,
  window: TrackWindow,
): AsyncGenerator<readonly LocatedReport[]> {
  for await (const positions of readLongTrack(db, window)) yield [...positions];
}

/**
 * Like `readTrackBatches`, for readers of months: positions are decoded one by one, and the next batch is read while the
 * previous one is processed.
 */
export async function* readLongTrack(
  db: Db,
  { trackerId, from, to, now }: TrackWindow,
): AsyncGenerator<Iterable<LocatedReport>> {
  const end = (await readTrackEnds(db, [trackerId], now)).get(trackerId) ?? to;
  const last = Math.min(to, end);
  for (let next = from <= last ? requestRows(db, trackerId, from, last) : null; next !== null; ) {
    const rows = await next;
    const count = countOf(rows);
    const lastTime = lastTimeOf(rows);
    const isLast = lastTime === null || count < BATCH_SIZE || lastTime >= last;
    next = isLast ? null : requestRows(db, trackerId, lastTime + 1, last);
    if (count > 0) yield unpackRows(rows);
  }
}

/**
 * Rows as byte strings, concatenated. Aggregating them in the database takes half the processor time of sending each row,
 * because no object per row is created.
 */
interface RowBytes {
  /** Eight bytes each: epoch milliseconds. Null: no row. */
  readonly times: Buffer | null;
  /** Eight bytes each: latitude and longitude, 1e-7 degrees. */
  readonly coordinates: Buffer | null;
  /** Four bytes each: the length in `packed`. */
  readonly lengths: Buffer | null;
  readonly packed: Buffer | null;
}

/** A failure surfaces when the rows are awaited, and is ignored when nobody reads any more. */
function requestRows(db: Db, trackerId: number, from: number, to: number): Promise<RowBytes> {
  const request = readRows(db, trackerId, from, to);
  request.catch(() => undefined);
  return request;
}

async function readRows(db: Db, trackerId: number, from: number, to: number): Promise<RowBytes> {
  const { rows } = await sql<RowBytes>`
    select string_agg(int8send(time), ''::bytea) as times,
      string_agg(int8send(latitude::bigint << 32 | (longitude::bigint & 4294967295)), ''::bytea) as coordinates,
      string_agg(int4send(length(packed)), ''::bytea) as lengths,
      string_agg(packed, ''::bytea) as packed
    from (
      select time, latitude, longitude, packed from position
      where tracker_id = ${trackerId} and time between ${from} and ${to}
      order by time limit ${BATCH_SIZE}
    ) fix`.execute(db);
  return rows[0] ?? { times: null, coordinates: null, lengths: null, packed: null };
}

function countOf({ times }: RowBytes): number {
  return (times?.length ?? 0) / 8;
}

function lastTimeOf({ times }: RowBytes): number | null {
  return times === null ? null : Number(times.readBigInt64BE(times.length - 8));
}

/** Lazily, so that each position is short-lived: half of the garbage collection. */
function* unpackRows({ times, coordinates, lengths, packed }: RowBytes): Generator<LocatedReport> {
  if (times === null || coordinates === null || lengths === null || packed === null) return;
  let start = 0;
  for (let row = 0; row < times.length / 8; row += 1) {
    const end = start + lengths.readInt32BE(row * 4);
    yield unpack({
      time: times.readInt32BE(row * 8) * 2 ** 32 + times.readUInt32BE(row * 8 + 4),
      latitude: coordinates.readInt32BE(row * 8),
      longitude: coordinates.readInt32BE(row * 8 + 4),
      packed: packed.subarray(start, end),
    });
    start = end;
  }
}

/** Whether any of these trackers has a valid position between two times, epoch milliseconds, both included. */
export async function hasTrack(
  db: Db,
  trackerIds: readonly number[],
  { from, to, now }: Omit<TrackWindow, 'trackerId'>,
): Promise<boolean> {
  const ends = await readTrackEnds(db, trackerIds, now);
  const lastTimes = trackerIds.map((id) => Math.min(to, ends.get(id) ?? to));
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select from unnest(${trackerIds}::int[], ${lastTimes}::bigint[]) as tracker (id, last), lateral (
        select from position
        where tracker_id = tracker.id and time between ${from} and tracker.last and not ${REPORTED_INVALID}
        limit 1) as one) as found`.execute(db);
  return rows[0]?.found === true;
}
