import { nearestLng } from '@wakeline/domain/geo/web-mercator';
import { partitionPoint } from '@wakeline/domain/sorted/partition-point';
import type { Track } from '@wakeline/domain/tracks/track';
import type { Bounds } from '../../../map/map-view.ts';
import type { TracksRequest } from './loaded-track.ts';

/** A batch of a replay's tracks that is requested at once. */
export interface TrackBatch {
  readonly trackerIds: readonly number[];
  /** Epoch milliseconds, both inclusive. */
  readonly start: number;
  readonly end: number;
}

const HOUR_MS = 3_600_000;
/** Minimum time of a batch for a few devices; it contains 10,000 fixes at one a second. */
const BATCH_MS = 3 * HOUR_MS;
/** More devices than this are requested over their full time, */
const MAX_SPLIT_DEVICES = 5;
/** in groups of this size. */
const DEVICES_PER_BATCH = 10;
/** Target number of fixes in one response, so that it is loaded and processed quickly. */
const FIXES_PER_BATCH = 40_000;

/** Splits a request into batches. */
export function splitIntoBatches({ trackerIds, start, end, shareCode }: TracksRequest): TrackBatch[] {
  // A share link always returns all of its devices.
  if (shareCode !== undefined) return splitTime(start, end).map((time) => ({ trackerIds, ...time }));
  if (trackerIds.length <= MAX_SPLIT_DEVICES)
    return trackerIds.flatMap((id) => splitTime(start, end).map((time) => ({ trackerIds: [id], ...time })));
  const groups: TrackBatch[] = [];
  for (let at = 0; at < trackerIds.length; at += DEVICES_PER_BATCH)
    groups.push({ trackerIds: trackerIds.slice(at, at + DEVICES_PER_BATCH), start, end });
  return groups;
}

/** Ranges of equal length; the last one includes the remainder, because the server rejects ranges of zero length. */
function splitTime(start: number, end: number): { start: number; end: number }[] {
  const count = Math.max(1, Math.floor((end - start) / BATCH_MS));
  return Array.from({ length: count }, (_, index) => ({
    start: start + index * BATCH_MS,
    end: index === count - 1 ? end : start + (index + 1) * BATCH_MS - 1,
  }));
}

/** Whether a track crosses an area within a time, judged by its coarse line. */
export function passesThrough(track: Track | undefined, { start, end }: TrackBatch, area: Bounds): boolean {
  if (track === undefined) return false;
  const middle = (area.west + area.east) / 2;
  let [lng, lat] = [Number.NaN, Number.NaN];
  for (let at = Math.max(0, firstIndexFrom(track, start) - 1); at < track.length; at += 1) {
    const [lastLng, lastLat] = [lng, lat];
    lng = nearestLng(track.lng[at] ?? 0, Number.isNaN(lng) ? middle : lng);
    lat = track.lat[at] ?? 0;
    const [fromLng, fromLat] = Number.isNaN(lastLng) ? [lng, lat] : [lastLng, lastLat];
    if (
      Math.max(fromLng, lng) >= area.west &&
      Math.min(fromLng, lng) <= area.east &&
      Math.max(fromLat, lat) >= area.south &&
      Math.min(fromLat, lat) <= area.north
    )
      return true;
    if ((track.time[at] ?? 0) > end) return false;
  }
  return false;
}

function firstIndexFrom(track: Track, time: number): number {
  return partitionPoint(track.length, (at) => (track.time[at] ?? 0) < time);
}

/**
 * Removes and returns the next batch: the first visible one, or else the first. Consecutive batches are joined to it,
 * up to `FIXES_PER_BATCH` expected fixes; while none was found, up to the time loaded so far.
 *
 * @param read fixes loaded so far, and their milliseconds, counted for each device
 */
export function takeNextBatch(
  pending: TrackBatch[],
  isInView: (batch: TrackBatch) => boolean,
  read: { readonly fixes: number; readonly time: number },
): TrackBatch | null {
  const inViewIndex = pending.findIndex(isInView);
  const at = Math.max(0, inViewIndex);
  const first = pending[at];
  if (first === undefined) return null;
  const time = read.fixes > 0 ? (FIXES_PER_BATCH * read.time) / read.fixes : read.time;
  const maxDuration = time / first.trackerIds.length;
  let end = first.end;
  let count = 1;
  for (let next = pending[at + count]; next !== undefined; next = pending[at + count]) {
    const follows = next.start === end + 1 && next.trackerIds[0] === first.trackerIds[0];
    if (!follows || next.end - first.start > maxDuration || (inViewIndex >= 0 && !isInView(next))) break;
    end = next.end;
    count += 1;
  }
  pending.splice(at, count);
  return { ...first, end };
}
