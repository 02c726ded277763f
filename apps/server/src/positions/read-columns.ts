import type { TrackBlock } from '@wakeline/contract/replay/track-blocks';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { type ColumnBytes, columnBytes, countOf, decodeBlock, lastTimeOf } from './column-bytes.ts';
import { REPORTED_INVALID } from './packing.ts';

/** Fixes of one block: the database is asked for so many at once, and takes some tens of milliseconds for them. */
const BLOCK_SIZE = 16_384;
/** How many places of a span are looked at for one that the receiver called valid. */
const MAX_TRIES = 8;
/** The same for the very last place. */
const MAX_LAST_TRIES = 1_000;

export interface ColumnsWindow {
  readonly trackerIds: readonly number[];
  /** Epoch milliseconds, both included. */
  readonly from: number;
  readonly to: number;
}

/**
 * Every valid fix of some trackers, one after the other, oldest first, in blocks. Memory does not grow with the tracks, and
 * no transaction stays open while somebody reads slowly. The next block is read while the one before it is sent.
 *
 * @param check is asked before each block but the first is read; where it throws, nothing more comes.
 */
export async function* readColumns(
  db: Db,
  { trackerIds, from, to }: ColumnsWindow,
  check: () => Promise<void>,
): AsyncGenerator<TrackBlock> {
  let next = requestBlock(0, from, Promise.resolve());
  while (next !== null) {
    const { place, trackerId, base, bytes } = await next;
    const last = countOf(bytes) < BLOCK_SIZE ? null : lastTimeOf(bytes, base);
    const isLastBlock = last === null || last >= to;
    next = isLastBlock ? requestBlock(place + 1, from) : requestBlock(place, last + 1);
    const block = decodeBlock(bytes, base, { trackerId, coarse: false });
    if (block !== null) yield block;
  }

  /** Null: that was the last tracker. A failure is told when its block is due, and not where nobody waits any more. */
  function requestBlock(
    place: number,
    base: number,
    allowed?: Promise<void>,
  ): Promise<RequestedBlock> | null {
    const trackerId = trackerIds[place];
    if (trackerId === undefined) return null;
    const request = (allowed ?? check())
      .then(() => readFixes(db, trackerId, base, to))
      .then((bytes) => ({ place, trackerId, base, bytes }));
    request.catch(() => undefined);
    return request;
  }
}

interface RequestedBlock {
  /** Of its tracker in the list. */
  readonly place: number;
  readonly trackerId: number;
  /** From which time on it was asked for. */
  readonly base: number;
  readonly bytes: ColumnBytes;
}

async function readFixes(db: Db, trackerId: number, from: number, to: number): Promise<ColumnBytes> {
  const { rows } = await sql<ColumnBytes>`
    select ${columnBytes(from)} from (
      select time, latitude, longitude, packed from position
      where tracker_id = ${trackerId} and time between ${from} and ${to}
      order by time limit ${BLOCK_SIZE}
    ) fix`.execute(db);
  return rows[0] ?? { moments: null, places: null, packed: null };
}

/**
 * About `points` fixes of some trackers in all: the window is cut into equal times, of which the first valid fix is found in the
 * index, and the very last one of each tracker. What that costs goes with what is asked for, however long the tracks are.
 *
 * @param check as in `readColumns`
 */
export async function* readCoarseColumns(
  db: Db,
  { trackerIds, from, to, points }: ColumnsWindow & { readonly points: number },
  check: () => Promise<void>,
): AsyncGenerator<TrackBlock> {
  const step = Math.ceil((to - from + 1) / Math.max(1, Math.floor(points / trackerIds.length)));
  const spans = Math.ceil((to - from + 1) / step);
  const batchSize = Math.max(1, Math.floor(BLOCK_SIZE / spans));
  for (let index = 0; index < trackerIds.length; index += batchSize) {
    const batch = trackerIds.slice(index, index + batchSize);
    let lastTime = Number.NEGATIVE_INFINITY;
    // More than one part is there of one tracker alone.
    for (let first = 0; first < spans; first += BLOCK_SIZE) {
      if (index + first > 0) await check();
      const section = { from: from + first * step, to: Math.min(to, from + (first + BLOCK_SIZE) * step - 1) };
      for (const { trackerId, ...bytes } of await readSamples(db, {
        trackerIds: batch,
        from,
        to,
        step,
        section,
      })) {
        const block = decodeBlock(bytes, from, { trackerId, coarse: true }, lastTime);
        if (block === null) continue;
        yield block;
        if (spans > BLOCK_SIZE) lastTime = block.time.at(-1) ?? lastTime;
      }
    }
  }
}

interface SampleWindow extends ColumnsWindow {
  /** Milliseconds of one of the equal times. */
  readonly step: number;
  /** Of which part of the window; with the last one comes the very last fix of the whole. */
  readonly section: { readonly from: number; readonly to: number };
}

async function readSamples(
  db: Db,
  { trackerIds, from, to, step, section }: SampleWindow,
): Promise<readonly (ColumnBytes & { readonly trackerId: number })[]> {
  const { rows } = await sql<ColumnBytes & { readonly trackerId: number }>`
    select tracker.id as "trackerId", fixes.* from unnest(${[...trackerIds]}::int[]) as tracker (id)
    cross join lateral (
      select ${columnBytes(from)} from (
        (
          select place.* from generate_series(${section.from}::bigint, ${section.to}::bigint, ${step}::bigint) as span
          cross join lateral (
            select * from (
              select time, latitude, longitude, packed from position
              where tracker_id = tracker.id and time >= span and time < span + ${step}::bigint
                and time <= ${section.to}::bigint
              order by time limit ${MAX_TRIES}
            ) near where not ${REPORTED_INVALID} limit 1
          ) place
        )
        union all
        (
          select * from (
            select time, latitude, longitude, packed from position
            where ${section.to === to} and tracker_id = tracker.id and time between ${from}::bigint and ${to}::bigint
            order by time desc limit ${MAX_LAST_TRIES}
          ) near where not ${REPORTED_INVALID} limit 1
        )
        order by time
      ) fix
    ) fixes
    where fixes.moments is not null`.execute(db);
  return rows;
}
