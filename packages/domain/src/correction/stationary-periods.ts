import type { Track } from '../tracks/track.ts';
import { noiseFromAccuracy } from './noise.ts';
import { TangentPlane } from './tangent-plane.ts';

/** A period at one position, by the indexes of its first and last fix. */
export interface StationaryPeriod {
  readonly from: number;
  readonly to: number;
  readonly lng: number;
  readonly lat: number;
}

/** Metres by which a stationary position may wander: minimum, maximum, and in standard deviations of its fixes. */
const MIN_RADIUS = 25;
const MAX_RADIUS = 100;
const RADIUS_SIGMAS = 2.5;
/** Milliseconds: longer than any red light, and long enough for a pedestrian to leave the circle. */
const MIN_DURATION_MS = 120_000;
const MIN_FIXES = 3;
/** Limits of an excursion that returns: fixes, milliseconds, and distance in radii. */
const MAX_AWAY_FIXES = 30;
const MAX_AWAY_MS = 60_000;
const MAX_AWAY_RADII = 2;
/** km/h: stationary receivers report up to 3 or 4; 5 and more means movement. */
const MAX_STATIONARY_SPEED = 4;
const MIN_MOVING_SPEED = 5;
/**
 * Metres between the means of the first and the last third. Drift with a correlation time of half a minute stays below. For
 * movement at constant speed they are 2.3 standard deviations apart, which is checked above `MIN_WALK_METRES`.
 */
const MAX_DRIFT_METRES = 20;
const MIN_WALK_METRES = 8;
const WALK_SIGMAS = 1.5;
/** Metres by which the 10-second mean moves in 20 seconds when someone walks in circles at 3 km/h. Drift is slower. */
const MAX_WANDER_METRES = 16;
const BIN_MS = 10_000;
/** Metres within which positions count as the same even if the fixes do not scatter. */
const SAME_POSITION_METRES = 3;
/** Fixes within this many standard deviations belong to the period. */
const MEMBER_SIGMAS = 3;
/** Median distance from the centre of a normal distribution in two dimensions, in standard deviations: sqrt(2 ln 2). */
const SIGMAS_IN_MEDIAN = Math.sqrt(2 * Math.LN2);

/**
 * Finds the periods in which a device is stationary and only its fixes drift. Consecutive fixes within a circle around their
 * mean form a period if they last long enough, report no speed of movement, and do not progress: the means of the first and the
 * last third are close together, unlike those of a slow walk. The position is the median in both directions, so outliers do not
 * move it. A gap ends a period. O(n).
 */
export function findStationaryPeriods(track: Track): StationaryPeriod[] {
  const periods: StationaryPeriod[] = [];
  const plane = new TangentPlane();
  let free = 0;
  let from = 0;
  while (from < track.length) {
    const to = findLastNearby(track, plane, from);
    const period = findStationaryPeriod(track, plane, free, from, to);
    if (period === null) {
      // Skips half of the fixes: advancing one by one would examine the same fixes again and again.
      from += Math.max(1, (to - from + 1) >> 1);
      continue;
    }
    periods.push(period);
    free = period.to + 1;
    from = free;
  }
  return periods;
}

/** The last fix near the mean of its predecessors, starting with this one. */
function findLastNearby(track: Track, plane: TangentPlane, from: number): number {
  const { time, lng, lat, speed, gap, accuracy } = track;
  plane.setOrigin(lng[from] ?? 0, lat[from] ?? 0);
  const noise = noiseFromAccuracy(accuracy[from] ?? Number.NaN);
  const radius = Math.min(MAX_RADIUS, Math.max(MIN_RADIUS, noise * RADIUS_SIGMAS));
  let [x, y, count, last] = [0, 0, 1, from];
  for (let at = from + 1; at < track.length && gap[at - 1] !== 1; at += 1) {
    plane.project(lng[at] ?? 0, lat[at] ?? 0);
    const distance = Math.hypot(plane.x - x, plane.y - y);
    if (distance <= radius) {
      count += 1;
      x += (plane.x - x) / count;
      y += (plane.y - y) / count;
      last = at;
      continue;
    }
    const isTooLong = at - last > MAX_AWAY_FIXES || (time[at] ?? 0) - (time[last] ?? 0) > MAX_AWAY_MS;
    if (isTooLong || distance > radius * MAX_AWAY_RADII || (speed[at] ?? 0) >= MIN_MOVING_SPEED) break;
  }
  return last;
}

/** The stationary period in these fixes, extended back to `free` by earlier fixes that belong to it. */
function findStationaryPeriod(
  track: Track,
  plane: TangentPlane,
  free: number,
  from: number,
  to: number,
): StationaryPeriod | null {
  const { time, gap } = track;
  if ((time[to] ?? 0) - (time[from] ?? 0) < MIN_DURATION_MS / 2) return null;
  const { x, y } = projectFixes(track, plane, from, to);
  if (hasMovedOn(x, y) || isWandering(time.subarray(from, to + 1), x, y)) return null;
  const middleX = median(x);
  const middleY = median(y);
  const spread = median(x.map((east, at) => Math.hypot(east - middleX, (y[at] ?? 0) - middleY)));
  const radius = Math.max(SAME_POSITION_METRES, (MEMBER_SIGMAS * spread) / SIGMAS_IN_MEDIAN);
  const isNear = (at: number) => {
    plane.project(track.lng[at] ?? 0, track.lat[at] ?? 0);
    return Math.hypot(plane.x - middleX, plane.y - middleY) <= radius;
  };
  let first = from;
  let last = to;
  while (first > free && gap[first - 1] !== 1 && isNear(first - 1)) first -= 1;
  while (first < last && !isNear(first)) first += 1;
  while (last > first && !isNear(last)) last -= 1;
  if ((time[last] ?? 0) - (time[first] ?? 0) < MIN_DURATION_MS || last - first + 1 < MIN_FIXES) return null;
  if (!isReportedSlow(track, first, last)) return null;
  plane.unproject(middleX, middleY);
  return { from: first, to: last, lng: plane.lng, lat: plane.lat };
}

function projectFixes(track: Track, plane: TangentPlane, from: number, to: number) {
  const x = new Float64Array(to - from + 1);
  const y = new Float64Array(to - from + 1);
  plane.setOrigin(track.lng[from] ?? 0, track.lat[from] ?? 0);
  for (let at = from; at <= to; at += 1) {
    plane.project(track.lng[at] ?? 0, track.lat[at] ?? 0);
    x[at - from] = plane.x;
    y[at - from] = plane.y;
  }
  return { x, y };
}

/** Whether the last third is in a different position from the first. */
function hasMovedOn(x: Float64Array, y: Float64Array): boolean {
  const third = Math.max(1, Math.floor(x.length / 3));
  const shift = (all: Float64Array) => mean(all.subarray(-third)) - mean(all.subarray(0, third));
  const distance = Math.hypot(shift(x), shift(y));
  return (
    distance > MAX_DRIFT_METRES ||
    (distance > MIN_WALK_METRES && distance > WALK_SIGMAS * Math.hypot(deviation(x), deviation(y)))
  );
}

/** Whether it moves without progressing. Undecidable (false) for fixes less frequent than every 10 seconds. */
function isWandering(time: Float64Array, x: Float64Array, y: Float64Array): boolean {
  const distances: number[] = [];
  let earlier: [number, number][] = [];
  let from = 0;
  for (let at = 1; at <= time.length; at += 1) {
    if (at < time.length && (time[at] ?? 0) - (time[from] ?? 0) < BIN_MS) continue;
    const bin: [number, number] = [mean(x.subarray(from, at)), mean(y.subarray(from, at))];
    const [before] = earlier.length < 2 ? [] : earlier;
    if (before !== undefined) distances.push(Math.hypot(bin[0] - before[0], bin[1] - before[1]));
    if ((time[at] ?? 0) - (time[at - 1] ?? 0) >= BIN_MS) earlier = [];
    else earlier = [...earlier.slice(-1), bin];
    from = at;
  }
  return distances.length > 2 && median(Float64Array.from(distances)) > MAX_WANDER_METRES;
}

/** Whether the median of the reported speeds is that of a stationary receiver. */
function isReportedSlow({ speed }: Track, from: number, to: number): boolean {
  const known = speed.slice(from, to + 1).filter((one) => !Number.isNaN(one));
  return known.length === 0 || median(known) <= MAX_STATIONARY_SPEED;
}

function mean(values: Float64Array): number {
  return values.reduce((sum, one) => sum + one, 0) / values.length;
}

function deviation(values: Float64Array): number {
  const middle = mean(values);
  return Math.sqrt(values.reduce((sum, one) => sum + (one - middle) ** 2, 0) / values.length);
}

function median(values: Float64Array | Float32Array): number {
  return values.slice().sort()[values.length >> 1] ?? 0;
}
