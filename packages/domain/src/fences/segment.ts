import { type Coordinates, greatCircleDistance } from '../geo/great-circle.ts';
import { MAX_PLAUSIBLE_SPEED } from '../tracker-state/movement.ts';
import type { Box } from './area.ts';
import { nearestLongitude } from './nearest-longitude.ts';

/**
 * Milliseconds between two fixes after which nobody knows the way between them: the silence after which a tracker counts as
 * offline. Whoever reports each hour sails around an island in between.
 */
export const MAX_SEGMENT_MS = 10 * 60_000;
/** Degrees of longitude beyond which a leg goes around a pole, and is not a straight line of longitude and latitude. */
const MAX_FLAT_DEGREES = 90;

const RADIANS = Math.PI / 180;

export interface TimedCoordinates extends Coordinates {
  /** Epoch milliseconds. */
  readonly time: number;
}

/** The way from one fix to the next, over the shorter side of the Earth. */
export class Segment {
  readonly from: TimedCoordinates;
  readonly to: TimedCoordinates;
  /** Degrees east: -180 to 180. */
  readonly eastward: number;
  /** Faster than anything travels: an error of the receiver, at this fix or the one before it. */
  readonly isJump: boolean;
  /** Whether the tracker may be taken to have come in a straight line. */
  readonly isStraight: boolean;
  #length: number | null = null;

  constructor(from: TimedCoordinates, to: TimedCoordinates) {
    this.from = from;
    this.to = to;
    this.eastward = nearestLongitude(to.longitude, from.longitude) - from.longitude;
    const duration = to.time - from.time;
    this.isJump =
      this.#canBeJump() &&
      this.length / 1_000 / (Math.max(duration, 1_000) / 3_600_000) > MAX_PLAUSIBLE_SPEED;
    this.isStraight = duration <= MAX_SEGMENT_MS && !this.isJump;
  }

  /** Metres. */
  get length(): number {
    this.#length ??= greatCircleDistance(this.from, this.to);
    return this.#length;
  }

  /** Whether a straight line of longitude and latitude is near its way. */
  get isFlat(): boolean {
    return Math.abs(this.eastward) <= MAX_FLAT_DEGREES;
  }

  /** The place and time at a part (0 to 1) of it, longitude from -180 to 180. */
  at(fraction: number): TimedCoordinates {
    if (fraction >= 1) return this.to;
    const { from, to } = this;
    return {
      time: Math.round(from.time + fraction * (to.time - from.time)),
      latitude: from.latitude + fraction * (to.latitude - from.latitude),
      longitude: nearestLongitude(from.longitude + fraction * this.eastward, 0),
    };
  }

  /** All that a straight way between its ends can come through. */
  get box(): Box {
    const { from, to, eastward } = this;
    const south = Math.min(from.latitude, to.latitude);
    const north = Math.max(from.latitude, to.latitude);
    // On the sphere it bends to the pole by at most (difference of longitude)² / 16 where that is small; / 12 holds up to 90
    // degrees, and whoever goes further in a straight way is so near to a pole that this reaches it.
    const bend = (eastward * RADIANS) ** 2 / 12 / RADIANS;
    const west = from.longitude + Math.min(0, eastward);
    const start = west < -180 ? west + 360 : west;
    return { west: start, east: start + Math.abs(eastward), south: south - bend, north: north + bend };
  }

  /** Spares the distance of those that lie near: a second at the highest speed is more than half a kilometre. */
  #canBeJump(): boolean {
    const { from, to, eastward } = this;
    return Math.abs(eastward) + Math.abs(to.latitude - from.latitude) > 0.004;
  }
}
