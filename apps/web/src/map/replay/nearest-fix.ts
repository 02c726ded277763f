import { mercatorX, mercatorY, nearestLng } from '@wakeline/domain/geo/web-mercator';
import type { Track } from '@wakeline/domain/tracks/track';
import type { LngLat } from '../map-view.ts';

/** The point of a track's line nearest to the pointer. */
export interface NearestFix {
  /** Epoch milliseconds: the time of the fix if it is near, else that of the point between two fixes. */
  readonly time: number;
  /** The nearer fix. */
  readonly index: number;
}

/** Finds fixes of a track; create it once for each track. */
export interface FixFinder {
  /**
   * Finds the nearest point of the line; null if none is near. Of two similar distances it prefers the one nearer in
   * time to `moment`, because tracks often repeat a route.
   *
   * @param within maximum distance, as a fraction of the map's width
   * @param moment epoch milliseconds
   */
  find(at: LngLat, within: number, moment: number): NearestFix | null;
}

type TrackPoints = Pick<Track, 'length' | 'time' | 'lng' | 'lat' | 'gap'>;

/** Number of fixes in a box. */
const FIXES_PER_BOX = 512;
/** Fraction of `within` up to which the fix itself is taken. */
const SNAP_SHARE = 0.5;
/** Penalty for the full duration of the track, as a fraction of `within`. */
const TIME_WEIGHT = 0.25;

/**
 * Finds the fix under a pointer without querying the map: first boxes of 512 fixes, then the fixes of the near boxes.
 */
export function createFixFinder(track: TrackPoints): FixFinder {
  const count = Math.ceil(track.length / FIXES_PER_BOX);
  const west = new Float64Array(count);
  const east = new Float64Array(count);
  const south = new Float64Array(count);
  const north = new Float64Array(count);
  for (let box = 0; box < count; box += 1) computeBox(box);
  const length = Math.max(1, (track.time[track.length - 1] ?? 0) - (track.time[0] ?? 0));

  /** The last fix of a box is the first of the next one, so that every segment is inside a box. */
  function computeBox(box: number): void {
    const first = box * FIXES_PER_BOX;
    const centre = track.lng[first] ?? 0;
    let [w, e, s, n] = [centre, centre, track.lat[first] ?? 0, track.lat[first] ?? 0];
    for (let at = first + 1; at <= first + FIXES_PER_BOX && at < track.length; at += 1) {
      const lng = nearestLng(track.lng[at] ?? 0, centre);
      const lat = track.lat[at] ?? 0;
      if (lng < w) w = lng;
      if (lng > e) e = lng;
      if (lat < s) s = lat;
      if (lat > n) n = lat;
    }
    west[box] = w;
    east[box] = e;
    south[box] = s;
    north[box] = n;
  }

  function isNear(box: number, { lng, lat }: LngLat, within: number): boolean {
    const degrees = within * 360;
    const w = west[box] ?? 0;
    const e = east[box] ?? 0;
    const near = nearestLng(lng, (w + e) / 2);
    if (near < w - degrees || near > e + degrees) return false;
    const y = mercatorY(lat);
    return y >= mercatorY(north[box] ?? 0) - within && y <= mercatorY(south[box] ?? 0) + within;
  }

  return {
    find(at, within, moment) {
      let best: NearestFix | null = null;
      let bestScore = Number.POSITIVE_INFINITY;
      const x = mercatorX(at.lng);
      // Treats the map as a plane around the pointer, with its stretch there.
      const degreesToX = 1 / (360 * Math.cos((Math.min(85, Math.abs(at.lat)) * Math.PI) / 180));

      const offX = (index: number) => mercatorX(nearestLng(track.lng[index] ?? 0, at.lng)) - x;
      const offY = (index: number) => ((track.lat[index] ?? 0) - at.lat) * degreesToX;

      function evaluate(index: number): void {
        const x1 = offX(index);
        const y1 = offY(index);
        const last = index + 1 >= track.length || track.gap[index] === 1;
        const x2 = last ? x1 : offX(index + 1);
        const y2 = last ? y1 : offY(index + 1);
        const square = (x2 - x1) ** 2 + (y2 - y1) ** 2;
        const fraction =
          square === 0 ? 0 : Math.min(1, Math.max(0, -(x1 * (x2 - x1) + y1 * (y2 - y1)) / square));
        const distance = Math.hypot(x1 + fraction * (x2 - x1), y1 + fraction * (y2 - y1));
        if (distance > within) return;
        const start = track.time[index] ?? 0;
        const end = last ? start : (track.time[index + 1] ?? start);
        const time = start + fraction * (end - start);
        const score = distance + (Math.abs(time - moment) / length) * TIME_WEIGHT * within;
        if (score >= bestScore) return;
        bestScore = score;
        const nearestIndex = fraction < 0.5 ? index : index + 1;
        const fixDistance = fraction < 0.5 ? Math.hypot(x1, y1) : Math.hypot(x2, y2);
        best = {
          index: nearestIndex,
          time: fixDistance <= within * SNAP_SHARE ? (track.time[nearestIndex] ?? time) : time,
        };
      }

      for (let box = 0; box < count; box += 1) {
        if (!isNear(box, at, within)) continue;
        const end = Math.min(track.length, (box + 1) * FIXES_PER_BOX);
        for (let index = box * FIXES_PER_BOX; index < end; index += 1) evaluate(index);
      }
      return best;
    },
  };
}
