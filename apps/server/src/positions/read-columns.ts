import type { TrackBlock } from '@wakeline/contract/replay/track-blocks';
import { readTrackEnds } from '../trackers/validity.ts';
import { type ColumnBytes, countOf, decodeBlock, lastTimeOf, splitColumns } from './column-bytes.ts';
import type { PositionHistory } from './position-store.ts';

/** Fixes per block and query, which takes some tens of milliseconds. */
const BLOCK_SIZE = 16_384;
/** Positions of a span that are checked for a valid one. */
const MAX_TRIES = 8;
/** The same for the very last position. */
const MAX_LAST_TRIES = 1_000;

export interface ColumnsWindow {
  readonly trackerIds: readonly number[];
  /** Epoch milliseconds, both included. */
  readonly from: number;
  readonly to: number;
  /** Time of the request, epoch milliseconds: the track of a tracker that is expired then ends with its validity. */
  readonly now: number;
}

/**
 * Streams every valid fix of some trackers in blocks, tracker by tracker, oldest first. Memory does not grow with the
 * tracks, and a slow reader keeps no transaction open. The next block is read while the previous one is sent.
 *
 * @param check is called before each block but the first is read, or sent; if it throws, the stream ends.
 */
export async function* readColumns(
  { db, positions }: PositionHistory,
  { trackerIds, from, to, now }: ColumnsWindow,
  check: () => Promise<void>,
): AsyncGenerator<TrackBlock> {
  const ends = await readTrackEnds(db, trackerIds, now);
  const pageSize = BLOCK_SIZE * positions.pagesPerQuery;
  let next = requestBlock(0, from, Promise.resolve());
  while (next !== null) {
    const { trackerIndex, trackerId, base, bytes } = await next;
    const last = countOf(bytes) < pageSize ? null : lastTimeOf(bytes, base);
    const isLastBlock = last === null || last >= to;
    next = isLastBlock ? requestBlock(trackerIndex + 1, from) : requestBlock(trackerIndex, last + 1);
    let isFirst = true;
    for (const part of splitColumns(bytes, BLOCK_SIZE)) {
      if (!isFirst) await check();
      isFirst = false;
      const block = decodeBlock(part, base, { trackerId, coarse: false });
      if (block !== null) yield block;
    }
  }

  /**
   * Null after the last tracker. A failure surfaces when its block is awaited, and is ignored when nobody reads any
   * more.
   */
  function requestBlock(
    trackerIndex: number,
    base: number,
    allowed?: Promise<void>,
  ): Promise<RequestedBlock> | null {
    const trackerId = trackerIds[trackerIndex];
    if (trackerId === undefined) return null;
    const request = (allowed ?? check())
      .then(() => {
        const span = { trackerId, from: base, to: Math.min(to, ends.get(trackerId) ?? to) };
        return positions.readColumns(db, span, pageSize);
      })
      .then((bytes) => ({ trackerIndex, trackerId, base, bytes }));
    request.catch(() => undefined);
    return request;
  }
}

interface RequestedBlock {
  /** Index of the tracker in the list. */
  readonly trackerIndex: number;
  readonly trackerId: number;
  /** The start of the requested time range. */
  readonly base: number;
  readonly bytes: ColumnBytes;
}

/**
 * Streams about `points` fixes of some trackers in total. The window is divided into equal spans, of which an index
 * look-up finds the first valid fix; the very last one of each tracker is added. The cost depends on `points`, not on
 * the length of the tracks.
 *
 * @param check as in `readColumns`
 */
export async function* readCoarseColumns(
  { db, positions }: PositionHistory,
  { trackerIds, from, to, now, points }: ColumnsWindow & { readonly points: number },
  check: () => Promise<void>,
): AsyncGenerator<TrackBlock> {
  const ends = await readTrackEnds(db, trackerIds, now);
  const step = Math.ceil((to - from + 1) / Math.max(1, Math.floor(points / trackerIds.length)));
  const spans = Math.ceil((to - from + 1) / step);
  const batchSize = Math.max(1, Math.floor(BLOCK_SIZE / spans));
  for (let index = 0; index < trackerIds.length; index += batchSize) {
    const batch = trackerIds.slice(index, index + batchSize);
    let lastTime = Number.NEGATIVE_INFINITY;
    // Only a single tracker has more than one section.
    for (let first = 0; first < spans; first += BLOCK_SIZE) {
      if (index + first > 0) await check();
      const section = { from: from + first * step, to: Math.min(to, from + (first + BLOCK_SIZE) * step - 1) };
      const sampling = {
        trackers: batch.map((trackerId) => ({
          trackerId,
          from,
          to: Math.min(to, ends.get(trackerId) ?? to),
        })),
        ...{ step, section, withLast: section.to === to, tries: MAX_TRIES, lastTries: MAX_LAST_TRIES },
      };
      for (const { trackerId, ...bytes } of await positions.sampleColumns(db, sampling, from)) {
        const block = decodeBlock(bytes, from, { trackerId, coarse: true }, lastTime);
        if (block === null) continue;
        yield block;
        if (spans > BLOCK_SIZE) lastTime = block.time.at(-1) ?? lastTime;
      }
    }
  }
}
