import { EARTH_RADIUS } from '../geo/great-circle.ts';
import type { Track } from '../tracks/track.ts';
import type { MovementLimits } from './movement-kind.ts';
import { noiseFromAccuracy } from './noise.ts';

/** The cost of a break, in fixes. A jump there and back has at most twice as many fixes; anything longer is real movement. */
const BREAK_COST_FIXES = 8;
/** How many fixes back the search looks for a predecessor. */
const LOOK_BACK = 2 * BREAK_COST_FIXES + 1;
/** Standard deviations that a position may be off: in each direction, one in a hundred thousand exceeds them. */
const SIGMA_LIMIT = 4.5;
/** Factor by which a device may briefly exceed the speed that it reports. */
const SPEED_MARGIN = 1.5;
/** m/s²: speeding up and braking again rarely exceeds this. */
const TYPICAL_ACCELERATION = 3;
/**
 * The cost, in fixes, of a segment longer than the reported speeds allow; there and back it exceeds the four fixes of a
 * usual jump.
 */
const OVERSPEED_COST = 2.5;
/** Percentage of segments that may be longer than the reported speeds allow; above it the speeds are ignored. */
const MAX_OVERSPEED_PERCENT = 10;
/** Bend cost below which the search for a straighter line stops. */
const STRAIGHT_BEND = 0.05;
/** Metres: to the opposite point of the earth. */
const HALF_CIRCUMFERENCE_METRES = 2.1e7;
const RADIANS = Math.PI / 180;
/** Size of the ring buffer of positions on the sphere. More than twice the look-back. */
const RING = 64;

export interface Jumps {
  readonly jumps: Uint8Array;
  /** 1 at a fix that is no jump although it cannot follow the previous ones: the path to it is unknown. */
  readonly breaksBefore: Uint8Array;
}

/**
 * Finds the jumps of a track: 1 at a fix that a device with these limits cannot have reached, given the fixes around it.
 *
 * It keeps the longest sequence of fixes in which every fix is reachable from the previous ones. A fix is reachable within the
 * maximum speed, and within the maximum acceleration from the extrapolation of the two previous fixes: with the time t since
 * the last and s between the two, at most a t (t + s) / 2 off the straight line (the error of linear extrapolation). The noise
 * of the positions is added. A sequence may break and continue elsewhere, at a cost in fixes. So a short jump there and back is
 * removed, but an unknown path (a ferry, a device sent by post) is kept. Of sequences of equal length the straighter one is
 * kept. O(n).
 */
export function findJumps(track: Track, limits: MovementLimits): Jumps {
  const jumps = new Uint8Array(track.length).fill(1);
  const { predecessors, breaksBefore, end } = findLongestLine(track, limits);
  for (let at = end; at >= 0; at = predecessors[at] ?? -1) jumps[at] = 0;
  clearLongJumps(jumps);
  return { jumps, breaksBefore };
}

/** Keeps impossible movement that lasts longer than a jump: the icon does not describe the device. */
function clearLongJumps(jumps: Uint8Array): void {
  let from = 0;
  for (let at = 0; at <= jumps.length; at += 1) {
    if (jumps[at] === 1) continue;
    if (at - from > 2 * BREAK_COST_FIXES) jumps.fill(0, from, at);
    from = at + 1;
  }
}

interface Line {
  /** For each fix its predecessor in the best sequence that ends with it; -1: none. */
  readonly predecessors: Int32Array;
  /** 1 where the sequence breaks before this fix: no direction is known from there. */
  readonly breaksBefore: Uint8Array;
  /** The last fix of the best sequence of all; -1: the track is empty. */
  readonly end: number;
}

function findLongestLine(track: Track, limits: MovementLimits): Line {
  const { length } = track;
  const predecessors = new Int32Array(length).fill(-1);
  const breaksBefore = new Uint8Array(length);
  /** Length of the best sequence that ends here, less the costs of its breaks and bends. */
  const score = new Float64Array(length);
  const reach = new ReachabilityCheck(track, limits, predecessors, breaksBefore);
  let best = -1;
  for (let at = 0; at < length; at += 1) {
    reach.addFix(at);
    let chosen = -1;
    let bestScore = 0;
    for (let from = at - 1; from >= Math.max(0, at - LOOK_BACK); from -= 1) {
      const count = score[from] ?? 0;
      if (count <= bestScore) continue;
      const bend = reach.bendCost(from, at);
      if (count - bend <= bestScore) continue;
      bestScore = count - bend;
      chosen = from;
      // No earlier fix can be better.
      if (from === best && bend < STRAIGHT_BEND) break;
    }
    const afterBreak = best < 0 ? 0 : (score[best] ?? 0) - BREAK_COST_FIXES;
    if (afterBreak > bestScore) {
      bestScore = afterBreak;
      chosen = best;
      breaksBefore[at] = 1;
    }
    predecessors[at] = chosen;
    score[at] = bestScore + 1;
    if (best < 0 || bestScore + 1 >= (score[best] ?? 0)) best = at;
  }
  return { predecessors, breaksBefore, end: best };
}

/** Evaluates whether one fix can follow another. Uses 3D vectors, so poles and the antimeridian need no special case. */
class ReachabilityCheck {
  readonly #track: Track;
  readonly #limits: MovementLimits;
  readonly #predecessors: Int32Array;
  readonly #breaksBefore: Uint8Array;
  readonly #x = new Float64Array(RING);
  readonly #y = new Float64Array(RING);
  readonly #z = new Float64Array(RING);
  /** Standard deviation in metres, in one direction. */
  readonly #noise = new Float64Array(RING);
  /** Upper bound of the metres travelled since the first fix according to the reported speeds; null: they are not usable. */
  readonly #reportedDistance: Float64Array | null;

  constructor(track: Track, limits: MovementLimits, predecessors: Int32Array, breaksBefore: Uint8Array) {
    this.#track = track;
    this.#limits = limits;
    this.#predecessors = predecessors;
    this.#breaksBefore = breaksBefore;
    this.#reportedDistance = reportedDistances(track);
  }

  addFix(at: number): void {
    const slot = at % RING;
    const lat = (this.#track.lat[at] ?? 0) * RADIANS;
    const lng = (this.#track.lng[at] ?? 0) * RADIANS;
    const cosine = Math.cos(lat);
    this.#x[slot] = EARTH_RADIUS * cosine * Math.cos(lng);
    this.#y[slot] = EARTH_RADIUS * cosine * Math.sin(lng);
    this.#z[slot] = EARTH_RADIUS * Math.sin(lat);
    this.#noise[slot] = noiseFromAccuracy(this.#track.accuracy[at] ?? Number.NaN);
  }

  /** The cost, in fixes, of a bend or of a segment longer than the reported speeds allow; infinite: the fix is not reachable. */
  bendCost(from: number, at: number): number {
    const { time, speed } = this.#track;
    const t = ((time[at] ?? 0) - (time[from] ?? 0)) / 1000;
    const a = from % RING;
    const b = at % RING;
    const dx = (this.#x[b] ?? 0) - (this.#x[a] ?? 0);
    const dy = (this.#y[b] ?? 0) - (this.#y[a] ?? 0);
    const dz = (this.#z[b] ?? 0) - (this.#z[a] ?? 0);
    const noise = this.#noise[b] ?? 0;
    const noiseBefore = this.#noise[a] ?? 0;
    const tolerance = SIGMA_LIMIT * Math.hypot(noise, noiseBefore);
    const distance = Math.hypot(dx, dy, dz);
    if (distance > this.#maxDistance(t, speed[from], speed[at]) + tolerance) return Number.POSITIVE_INFINITY;
    const reported =
      this.#reportedDistance === null
        ? distance
        : (this.#reportedDistance[at] ?? 0) - (this.#reportedDistance[from] ?? 0);
    const overspeedCost = distance > reported + tolerance ? OVERSPEED_COST : 0;

    const first = this.#breaksBefore[from] === 1 ? -1 : (this.#predecessors[from] ?? -1);
    if (first < 0) return overspeedCost;
    const s = ((time[from] ?? 0) - (time[first] ?? 0)) / 1000;
    const c = first % RING;
    // The linear extrapolation of the two previous fixes, and the noise that it propagates.
    const extrapolation = t / s;
    const deviation = Math.hypot(
      dx - extrapolation * ((this.#x[a] ?? 0) - (this.#x[c] ?? 0)),
      dy - extrapolation * ((this.#y[a] ?? 0) - (this.#y[c] ?? 0)),
      dz - extrapolation * ((this.#z[a] ?? 0) - (this.#z[c] ?? 0)),
    );
    const carried = Math.hypot(
      noise,
      (1 + extrapolation) * noiseBefore,
      extrapolation * (this.#noise[c] ?? 0),
    );
    const share = deviation / ((this.#limits.acceleration * t * (t + s)) / 2 + SIGMA_LIMIT * carried);
    return share > 1 ? Number.POSITIVE_INFINITY : (share * share) / 2 + overspeedCost;
  }

  /**
   * Metres that the device can travel in `t` seconds. If both fixes report a speed (km/h), it can be faster between them only by
   * what it can gain and lose again: (v + w) t / 2 + a t² / 4. Reported speeds take precedence over the limit of the kind.
   */
  #maxDistance(t: number, speed: number | undefined, next: number | undefined): number {
    const { speed: limit, acceleration } = this.#limits;
    const reported = ((speed ?? Number.NaN) + (next ?? Number.NaN)) / 2 / 3.6;
    if (Number.isNaN(reported)) return limit * t;
    const fast = reported * SPEED_MARGIN * t;
    return Math.max(fast, Math.min(limit * t, fast + (acceleration * t * t) / 4));
  }
}

/**
 * Sums up the distances that the reported speeds allow, with a margin for speeding up and braking between two fixes. Receivers
 * measure speed independently of the position. Null if speeds are unknown or contradict the positions.
 */
function reportedDistances({ length, time, speed, distance }: Track): Float64Array | null {
  const reported = new Float64Array(length);
  let [knownCount, overspeedCount] = [0, 0];
  for (let at = 1; at < length; at += 1) {
    const t = ((time[at] ?? 0) - (time[at - 1] ?? 0)) / 1000;
    const mean = ((speed[at - 1] ?? Number.NaN) + (speed[at] ?? Number.NaN)) / 2 / 3.6;
    const maxDistance = Number.isNaN(mean)
      ? HALF_CIRCUMFERENCE_METRES
      : SPEED_MARGIN * mean * t + (TYPICAL_ACCELERATION * t * t) / 4;
    reported[at] = (reported[at - 1] ?? 0) + maxDistance;
    if (Number.isNaN(mean)) continue;
    knownCount += 1;
    const noise = SIGMA_LIMIT * Math.SQRT2 * noiseFromAccuracy(Number.NaN);
    if ((distance[at] ?? 0) - (distance[at - 1] ?? 0) > maxDistance + noise) overspeedCount += 1;
  }
  return knownCount === 0 || overspeedCount * 100 > knownCount * MAX_OVERSPEED_PERCENT ? null : reported;
}
