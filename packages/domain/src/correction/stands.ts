import type { Track } from '../tracks/track.ts';
import { usualNoise } from './noise.ts';
import { TangentPlane } from './tangent-plane.ts';

/** A time at one place, by indexes of the fixes that were gathered there. */
export interface Stand {
  readonly from: number;
  readonly to: number;
  readonly lng: number;
  readonly lat: number;
}

/** Metres by which a place at rest wanders, at least and at most, and for how many standard deviations of its fixes. */
const LEAST_RADIUS = 25;
const MOST_RADIUS = 100;
const RADIUS_DEVIATIONS = 2.5;
/** Milliseconds: longer than any red light, and who walks has left the circle by then. */
const SHORTEST = 120_000;
const FEWEST_FIXES = 3;
/** A place wanders off and comes back within so many fixes and milliseconds, and not farther off than so many radiuses. */
const AWAY_FIXES = 30;
const AWAY_MS = 60_000;
const AWAY_RADIUSES = 2;
/** km/h: receivers at rest show up to 3 or 4; from 5 on it moves. */
const RESTING_SPEED = 4;
const MOVING_SPEED = 5;
/**
 * Metres between the means of the first and the last third: drift that forgets within half a minute stays below. Of an even way
 * they lie 2.3 standard deviations of its fixes apart, which is looked at when that is more than `SLOW` metres.
 */
const ELSEWHERE = 20;
const SLOW = 8;
const SLOW_DEVIATIONS = 1.5;
/** Metres by which the mean of 10 seconds moves in 20 seconds when someone walks on the spot, round a court: 3 km/h. Drift is slower. */
const WANDER = 16;
const BIN_MS = 10_000;
/** Metres within which a place counts as the same even when its fixes do not scatter. */
const SAME_PLACE = 3;
/** Standard deviations of the fixes around the place that belong to it. */
const OWN_DEVIATIONS = 3;
/** The median distance from the middle of a normal cloud has so many standard deviations: sqrt(2 ln 2). */
const DEVIATIONS_OF_MEDIAN = Math.sqrt(2 * Math.LN2);

/**
 * Where a track stands and only its fixes wander. Fixes that follow within a circle around their mean are a stand if they last
 * long enough, say no speed, and go nowhere: the middle of the first third lies near that of the last, which of a slow walk it
 * does not. The place is the median in both directions, so that a few fixes far off do not move it. A gap ends a stand. O(n).
 */
export function findStands(track: Track): Stand[] {
  const stands: Stand[] = [];
  const plane = new TangentPlane();
  let free = 0;
  let from = 0;
  while (from < track.length) {
    const to = lastNear(track, plane, from);
    const stand = standIn(track, plane, free, from, to);
    if (stand === null) {
      // Not the next fix: each would look over the same ones again.
      from += Math.max(1, (to - from + 1) >> 1);
      continue;
    }
    stands.push(stand);
    free = stand.to + 1;
    from = free;
  }
  return stands;
}

/** The last fix that lies near the mean of those before it, from this one on. */
function lastNear(track: Track, plane: TangentPlane, from: number): number {
  const { time, lng, lat, speed, gap, accuracy } = track;
  plane.touch(lng[from] ?? 0, lat[from] ?? 0);
  const noise = usualNoise(accuracy[from] ?? Number.NaN);
  const radius = Math.min(MOST_RADIUS, Math.max(LEAST_RADIUS, noise * RADIUS_DEVIATIONS));
  let [x, y, count, last] = [0, 0, 1, from];
  for (let at = from + 1; at < track.length && gap[at - 1] !== 1; at += 1) {
    plane.put(lng[at] ?? 0, lat[at] ?? 0);
    const off = Math.hypot(plane.x - x, plane.y - y);
    if (off <= radius) {
      count += 1;
      x += (plane.x - x) / count;
      y += (plane.y - y) / count;
      last = at;
      continue;
    }
    const long = at - last > AWAY_FIXES || (time[at] ?? 0) - (time[last] ?? 0) > AWAY_MS;
    if (long || off > radius * AWAY_RADIUSES || (speed[at] ?? 0) >= MOVING_SPEED) break;
  }
  return last;
}

/** The stand in these fixes, and those before them back to `free` that belong to it. */
function standIn(track: Track, plane: TangentPlane, free: number, from: number, to: number): Stand | null {
  const { time, gap } = track;
  if ((time[to] ?? 0) - (time[from] ?? 0) < SHORTEST / 2) return null;
  const { x, y } = onPlane(track, plane, from, to);
  if (goesOn(x, y) || goesRound(time.subarray(from, to + 1), x, y)) return null;
  const middleX = median(x);
  const middleY = median(y);
  const spread = median(x.map((east, at) => Math.hypot(east - middleX, (y[at] ?? 0) - middleY)));
  const own = Math.max(SAME_PLACE, (OWN_DEVIATIONS * spread) / DEVIATIONS_OF_MEDIAN);
  const near = (at: number) => {
    plane.put(track.lng[at] ?? 0, track.lat[at] ?? 0);
    return Math.hypot(plane.x - middleX, plane.y - middleY) <= own;
  };
  let first = from;
  let last = to;
  while (first > free && gap[first - 1] !== 1 && near(first - 1)) first -= 1;
  while (first < last && !near(first)) first += 1;
  while (last > first && !near(last)) last -= 1;
  if ((time[last] ?? 0) - (time[first] ?? 0) < SHORTEST || last - first + 1 < FEWEST_FIXES) return null;
  if (!rests(track, first, last)) return null;
  plane.take(middleX, middleY);
  return { from: first, to: last, lng: plane.lng, lat: plane.lat };
}

function onPlane(track: Track, plane: TangentPlane, from: number, to: number) {
  const x = new Float64Array(to - from + 1);
  const y = new Float64Array(to - from + 1);
  plane.touch(track.lng[from] ?? 0, track.lat[from] ?? 0);
  for (let at = from; at <= to; at += 1) {
    plane.put(track.lng[at] ?? 0, track.lat[at] ?? 0);
    x[at - from] = plane.x;
    y[at - from] = plane.y;
  }
  return { x, y };
}

/** Whether the last third is elsewhere than the first. */
function goesOn(x: Float64Array, y: Float64Array): boolean {
  const third = Math.max(1, Math.floor(x.length / 3));
  const way = (all: Float64Array) => mean(all.subarray(-third)) - mean(all.subarray(0, third));
  const gone = Math.hypot(way(x), way(y));
  return gone > ELSEWHERE || (gone > SLOW && gone > SLOW_DEVIATIONS * Math.hypot(deviation(x), deviation(y)));
}

/** Whether it keeps moving, though it gets nowhere. Of fixes that are rarer than each 10 seconds nobody can say that. */
function goesRound(time: Float64Array, x: Float64Array, y: Float64Array): boolean {
  const ways: number[] = [];
  let earlier: [number, number][] = [];
  let from = 0;
  for (let at = 1; at <= time.length; at += 1) {
    if (at < time.length && (time[at] ?? 0) - (time[from] ?? 0) < BIN_MS) continue;
    const bin: [number, number] = [mean(x.subarray(from, at)), mean(y.subarray(from, at))];
    const [before] = earlier.length < 2 ? [] : earlier;
    if (before !== undefined) ways.push(Math.hypot(bin[0] - before[0], bin[1] - before[1]));
    if ((time[at] ?? 0) - (time[at - 1] ?? 0) >= BIN_MS) earlier = [];
    else earlier = [...earlier.slice(-1), bin];
    from = at;
  }
  return ways.length > 2 && median(Float64Array.from(ways)) > WANDER;
}

/** Whether most of the speeds that are known are those of a receiver at rest. */
function rests({ speed }: Track, from: number, to: number): boolean {
  const known = speed.slice(from, to + 1).filter((one) => !Number.isNaN(one));
  return known.length === 0 || median(known) <= RESTING_SPEED;
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
