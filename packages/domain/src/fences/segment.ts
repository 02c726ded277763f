import { type Coordinates, greatCircleDistance } from '../geo/great-circle.ts';
import { MAX_PLAUSIBLE_SPEED } from '../tracker-state/movement.ts';
import type { Box } from './area.ts';
import { nearestLongitude } from './nearest-longitude.ts';

/**
 * Milliseconds between two fixes beyond which the path between them is unknown: the time after which a tracker counts as
 * offline. A boat that reports hourly may have sailed around an island in between.
 */
export const MAX_SEGMENT_MS = 10 * 60_000;
/** Degrees of longitude beyond which a segment goes around a pole, and is not a straight line in longitude and latitude. */
const MAX_FLAT_DEGREES = 90;

const RADIANS = Math.PI / 180;

export interface TimedCoordinates extends Coordinates {
  /** Epoch milliseconds. */
  readonly time: number;
}

/** Metres of the device at the ends of a segment. */
export interface SegmentMileage {
  readonly before: number;
  readonly after: number;
}

/** The path from one fix to the next, along the shorter way around the Earth. */
export class Segment {
  readonly from: TimedCoordinates;
  readonly to: TimedCoordinates;
  /** Degrees east: -180 to 180. */
  readonly eastward: number;
  /** Faster than anything travels: a receiver error at this fix or the previous one. */
  readonly isJump: boolean;
  /** Whether the tracker can be assumed to have moved in a straight line. */
  readonly isStraight: boolean;
  readonly #mileage: SegmentMileage | null;
  #length: number | null = null;

  constructor(from: TimedCoordinates, to: TimedCoordinates, mileage: SegmentMileage | null = null) {
    this.from = from;
    this.to = to;
    this.#mileage = mileage;
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

  /** Whether a straight line in longitude and latitude is close to the path. */
  get isFlat(): boolean {
    return Math.abs(this.eastward) <= MAX_FLAT_DEGREES;
  }

  /** The coordinates and time at a fraction (0 to 1), longitude from -180 to 180. */
  at(fraction: number): TimedCoordinates {
    if (fraction >= 1) return this.to;
    const { from, to } = this;
    return {
      time: Math.round(from.time + fraction * (to.time - from.time)),
      latitude: from.latitude + fraction * (to.latitude - from.latitude),
      longitude: nearestLongitude(from.longitude + fraction * this.eastward, 0),
    };
  }

  /** Metres of the device at a fraction; null: not known. */
  mileageAt(fraction: number): number | null {
    if (this.#mileage === null) return null;
    const { before, after } = this.#mileage;
    return before + Math.min(1, fraction) * (after - before);
  }

  /** Bounding box of all straight paths between its ends. */
  get box(): Box {
    const { from, to, eastward } = this;
    const south = Math.min(from.latitude, to.latitude);
    const north = Math.max(from.latitude, to.latitude);
    // On the sphere the path bends towards the pole by at most (difference of longitude)² / 16 for small differences; /
    // 12 holds up
    // to 90 degrees. Beyond that, a straight path is so close to a pole that the box includes it.
    const bend = (eastward * RADIANS) ** 2 / 12 / RADIANS;
    const west = from.longitude + Math.min(0, eastward);
    const start = west < -180 ? west + 360 : west;
    return { west: start, east: start + Math.abs(eastward), south: south - bend, north: north + bend };
  }

  /** Avoids computing the distance of near fixes: a second at the maximum speed is more than half a kilometre. */
  #canBeJump(): boolean {
    const { from, to, eastward } = this;
    return Math.abs(eastward) + Math.abs(to.latitude - from.latitude) > 0.004;
  }
}
