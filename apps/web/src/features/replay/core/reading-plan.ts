import { nearestLng } from '@wakeline/domain/geo/web-mercator';
import { partitionPoint } from '@wakeline/domain/sorted/partition-point';
import type { Track } from '@wakeline/domain/tracks/track';
import type { Bounds } from '../../../map/map-view.ts';
import type { TracksRequest } from './loaded-track.ts';

/** A part of a replay's tracks that is asked for at once. */
export interface Ask {
  readonly trackerIds: readonly number[];
  /** Epoch milliseconds, both included. */
  readonly start: number;
  readonly end: number;
}

const HOUR_MS = 3_600_000;
/** Where one device is looked at, the least time that is asked for by itself; at a fix a second it has 10,000 of them. */
const PART_MS = 3 * HOUR_MS;
/** More devices than this are asked for by their whole time, */
const FEW = 5;
/** so many at once. */
const TOGETHER = 10;
/** Fixes in one answer: as much as is read and worked out within the time in which something should be seen. */
const ASK_FIXES = 40_000;

/** A whole replay in parts, none of which is read. */
export function partsOf({ trackerIds, start, end, shareCode }: TracksRequest): Ask[] {
  // A link tells of all its devices at once.
  if (shareCode !== undefined) return timesOf(start, end).map((time) => ({ trackerIds, ...time }));
  if (trackerIds.length <= FEW)
    return trackerIds.flatMap((id) => timesOf(start, end).map((time) => ({ trackerIds: [id], ...time })));
  const groups: Ask[] = [];
  for (let at = 0; at < trackerIds.length; at += TOGETHER)
    groups.push({ trackerIds: trackerIds.slice(at, at + TOGETHER), start, end });
  return groups;
}

/** Parts of equal length; the last one has the rest as well, as nobody may be asked for a single moment. */
function timesOf(start: number, end: number): { start: number; end: number }[] {
  const count = Math.max(1, Math.floor((end - start) / PART_MS));
  return Array.from({ length: count }, (_, index) => ({
    start: start + index * PART_MS,
    end: index === count - 1 ? end : start + (index + 1) * PART_MS - 1,
  }));
}

/** Whether a track goes through an area within a time: its coarse line does. */
export function isInSight(track: Track | undefined, { start, end }: Ask, area: Bounds): boolean {
  if (track === undefined) return false;
  const middle = (area.west + area.east) / 2;
  let [lng, lat] = [Number.NaN, Number.NaN];
  for (let at = Math.max(0, firstFrom(track, start) - 1); at < track.length; at += 1) {
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

function firstFrom(track: Track, time: number): number {
  return partitionPoint(track.length, (at) => (track.time[at] ?? 0) < time);
}

/**
 * Takes what is asked for next out of the parts that are left: the first one in sight, or the first; and with it those that
 * follow in time, as many as will have some ten thousand fixes; while none was found, twice as much time as before.
 *
 * @param read what was read so far: fixes, and milliseconds, those of each device counted.
 */
export function takeAsk(
  left: Ask[],
  isSeen: (ask: Ask) => boolean,
  read: { readonly fixes: number; readonly time: number },
): Ask | null {
  const seenAt = left.findIndex(isSeen);
  const at = Math.max(0, seenAt);
  const first = left[at];
  if (first === undefined) return null;
  const time = read.fixes > 0 ? (ASK_FIXES * read.time) / read.fixes : read.time;
  const longest = time / first.trackerIds.length;
  let end = first.end;
  let count = 1;
  for (let next = left[at + count]; next !== undefined; next = left[at + count]) {
    const follows = next.start === end + 1 && next.trackerIds[0] === first.trackerIds[0];
    if (!follows || next.end - first.start > longest || (seenAt >= 0 && !isSeen(next))) break;
    end = next.end;
    count += 1;
  }
  left.splice(at, count);
  return { ...first, end };
}
