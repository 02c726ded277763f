import type { LocatedReport } from '@wakeline/domain/tracker-state/apply-report';
import { readTrackEnds } from '../trackers/validity.ts';
import type { PositionHistory, TrackerSpan } from './position-store.ts';
import { countRows, lastRowTime, type RowBytes, splitRows, unpackRows } from './row-bytes.ts';

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
  history: PositionHistory,
  window: TrackWindow,
  limit: number,
): Promise<readonly LocatedReport[]> {
  const track: LocatedReport[] = [];
  for await (const batch of readTrackBatches(history, window)) {
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
  history: PositionHistory,
  window: TrackWindow,
): AsyncGenerator<readonly LocatedReport[]> {
  for await (const positions of readLongTrack(history, window)) yield [...positions];
}

/**
 * Like `readTrackBatches`, for readers of months: positions are decoded one by one, and the next batch is read while the
 * previous one is processed.
 */
export async function* readLongTrack(
  history: PositionHistory,
  { trackerId, from, to, now }: TrackWindow,
): AsyncGenerator<Iterable<LocatedReport>> {
  const end = (await readTrackEnds(history.db, [trackerId], now)).get(trackerId) ?? to;
  const last = Math.min(to, end);
  const limit = BATCH_SIZE * history.positions.pagesPerQuery;
  for (
    let next = from <= last ? requestRows(history, { trackerId, from, to: last }, limit) : null;
    next !== null;
  ) {
    const rows = await next;
    const count = countRows(rows);
    const lastTime = lastRowTime(rows);
    const isLast = lastTime === null || count < limit || lastTime >= last;
    next = isLast ? null : requestRows(history, { trackerId, from: lastTime + 1, to: last }, limit);
    for (const batch of splitRows(rows, BATCH_SIZE)) yield unpackRows(batch);
  }
}

/** A failure surfaces when the rows are awaited, and is ignored when nobody reads any more. */
function requestRows(
  { db, positions }: PositionHistory,
  span: TrackerSpan,
  limit: number,
): Promise<RowBytes> {
  const request = positions.readRows(db, span, limit);
  request.catch(() => undefined);
  return request;
}

/** Whether any of these trackers has a valid position between two times, epoch milliseconds, both included. */
export async function hasTrack(
  { db, positions }: PositionHistory,
  trackerIds: readonly number[],
  { from, to, now }: Omit<TrackWindow, 'trackerId'>,
): Promise<boolean> {
  const ends = await readTrackEnds(db, trackerIds, now);
  const toSpan = (trackerId: number) => ({ trackerId, from, to: Math.min(to, ends.get(trackerId) ?? to) });
  return positions.hasValid(db, trackerIds.map(toSpan));
}
