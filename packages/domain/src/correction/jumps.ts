import { EARTH_RADIUS } from '../geo/great-circle.ts';
import type { Track } from '../tracks/track.ts';
import type { MovementLimits } from './movement-kind.ts';
import { noiseFromAccuracy } from './noise.ts';

/** A jump away and back has at most twice so many fixes: what lasts longer has happened. */
const BREAK_COST_FIXES = 8;
/** How far back a fix looks for one that it can follow. */
const LOOK_BACK = 2 * BREAK_COST_FIXES + 1;
/** Places lie within so many standard deviations: of a hundred thousand one does not, in each direction. */
const SIGMA_LIMIT = 4.5;
/** A device that says it is so fast may be so much faster for a moment. */
const SPEED_MARGIN = 1.5;
/** Metres a second squared: more than this nothing gains and loses again but in a hurry. */
const TYPICAL_ACCELERATION = 3;
/** Fixes that a way costs which is longer than the speeds say; away and back cost more than the four of a usual jump. */
const OVERSPEED_COST = 2.5;
/** Of a hundred ways so many may be longer than the speeds say; else the speeds are not believed. */
const MAX_OVERSPEED_PERCENT = 10;
/** A bend that is not worth looking for a straighter way. */
const STRAIGHT_BEND = 0.05;
/** Metres: to the other side of the earth. */
const HALF_CIRCUMFERENCE_METRES = 2.1e7;
const RADIANS = Math.PI / 180;
/** Fixes whose places on the sphere are at hand. More than two looks back. */
const RING = 64;

export interface Jumps {
  readonly jumps: Uint8Array;
  /** 1 at a fix that is no jump, though it cannot follow the ones before it: the way to it is not known. */
  readonly breaksBefore: Uint8Array;
}

/**
 * Which fixes of a track are jumps: 1 where nothing that moves like this can have been, given those around it.
 *
 * It keeps the longest line of fixes that can follow one another. One can follow another if it is within reach at the greatest
 * speed, and within reach of where the two before it lead to at the greatest acceleration: with the time t since the last and s
 * since the one before, no farther off the straight way on than a t (t + s) / 2 (the error of linear extrapolation). The places
 * may be off by their noise. A line may break and go on elsewhere, for a cost in fixes: so a short jump away and back is left
 * out, and a way that nobody knows (a ferry, a device that was sent by post) is kept. Of lines with as many fixes the straighter
 * one is kept. O(n).
 */
export function findJumps(track: Track, limits: MovementLimits): Jumps {
  const jumps = new Uint8Array(track.length).fill(1);
  const { predecessors, breaksBefore, end } = findLongestLine(track, limits);
  for (let at = end; at >= 0; at = predecessors[at] ?? -1) jumps[at] = 0;
  clearLongJumps(jumps);
  return { jumps, breaksBefore };
}

/** What is impossible for longer than a jump lasts is no jump: the device is not what its icon says. */
function clearLongJumps(jumps: Uint8Array): void {
  let from = 0;
  for (let at = 0; at <= jumps.length; at += 1) {
    if (jumps[at] === 1) continue;
    if (at - from > 2 * BREAK_COST_FIXES) jumps.fill(0, from, at);
    from = at + 1;
  }
}

interface Line {
  /** For each fix the one before it in the best line that ends with it; -1: none. */
  readonly predecessors: Int32Array;
  /** 1 where the line broke before this fix: from there no direction is known. */
  readonly breaksBefore: Uint8Array;
  /** The last fix of the best line of all; -1: there is none. */
  readonly end: number;
}

function findLongestLine(track: Track, limits: MovementLimits): Line {
  const { length } = track;
  const predecessors = new Int32Array(length).fill(-1);
  const breaksBefore = new Uint8Array(length);
  /** Fixes of the best line that ends here, less what its breaks and its bends cost. */
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
      // Nothing before it can be better.
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

/** Whether one fix can follow another. Places are points of space: no pole and no antimeridian is in their way. */
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
  /** Metres that it came since the first fix if its speeds are right, at most; null: they are not known. */
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

  /** What it costs, in fixes, that the way from one fix to another is bent, or longer than the speeds say; infinite: it cannot follow. */
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
    // Where the two before lead to, and how much of their noise that carries on.
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
   * Metres that it can come in `t` seconds. Where both fixes say their speed (km/h), it can have gone faster between them only
   * by as much as it can gain and lose again: (v + w) t / 2 + a t² / 4. What they say goes before the limit of its kind.
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
 * The way that the speeds of the fixes tell (receivers measure them by themselves, not from the places), added up, with room for
 * what is gained and lost between two fixes. Null where the speeds are unknown, or do not agree with the places.
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
