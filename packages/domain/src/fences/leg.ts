import { type Coordinates, greatCircleDistance } from '../geo/great-circle.ts';
import { FASTEST_LEG } from '../tracker-state/movement.ts';
import type { Box } from './area.ts';
import { longitudeNear } from './longitude.ts';

/**
 * Milliseconds between two fixes after which nobody knows the way between them: the silence after which a tracker counts as
 * offline. Whoever reports each hour sails around an island in between.
 */
export const LONGEST_LEG = 10 * 60_000;
/** Degrees of longitude beyond which a leg goes around a pole, and is not a straight line of longitude and latitude. */
const WIDEST_LEG = 90;

const RADIANS = Math.PI / 180;

export interface TimedPlace extends Coordinates {
  /** Epoch milliseconds. */
  readonly time: number;
}

/** The way from one fix to the next, over the shorter side of the Earth. */
export class Leg {
  readonly from: TimedPlace;
  readonly to: TimedPlace;
  /** Degrees east: -180 to 180. */
  readonly eastward: number;
  /** Faster than anything travels: an error of the receiver, at this fix or the one before it. */
  readonly leap: boolean;
  /** Whether the tracker may be taken to have come in a straight line. */
  readonly straight: boolean;
  #length: number | null = null;

  constructor(from: TimedPlace, to: TimedPlace) {
    this.from = from;
    this.to = to;
    this.eastward = longitudeNear(to.longitude, from.longitude) - from.longitude;
    const duration = to.time - from.time;
    this.leap =
      this.#mayLeap() && this.length / 1_000 / (Math.max(duration, 1_000) / 3_600_000) > FASTEST_LEG;
    this.straight = duration <= LONGEST_LEG && !this.leap;
  }

  /** Metres. */
  get length(): number {
    this.#length ??= greatCircleDistance(this.from, this.to);
    return this.#length;
  }

  /** Whether a straight line of longitude and latitude is near its way. */
  get flat(): boolean {
    return Math.abs(this.eastward) <= WIDEST_LEG;
  }

  /** The place and time at a part (0 to 1) of it, longitude from -180 to 180. */
  at(part: number): TimedPlace {
    if (part >= 1) return this.to;
    const { from, to } = this;
    return {
      time: Math.round(from.time + part * (to.time - from.time)),
      latitude: from.latitude + part * (to.latitude - from.latitude),
      longitude: longitudeNear(from.longitude + part * this.eastward, 0),
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
  #mayLeap(): boolean {
    const { from, to, eastward } = this;
    return Math.abs(eastward) + Math.abs(to.latitude - from.latitude) > 0.004;
  }
}
