import { nearestLongitude } from '../fences/nearest-longitude.ts';
import type { Fix } from './fix.ts';
import type { RacePoint } from './race-course.ts';
import { createZone, type Zone } from './zone.ts';

/** Metres beyond the edge of a point up to which an approach is recorded. */
const APPROACH_LIMIT = 100;
/** Metres: noise of the receiver near the edge does not count as leaving and coming back. */
const MIN_MARGIN = 10;

/** The nearest that a participant has come to a point. */
export interface Approach {
  /** Epoch ms. */
  readonly time: number;
  /** Metres from the center of a circle, or from a line. */
  readonly distance: number;
}

/** A time and position at which a participant may have passed a point. */
export interface Visit {
  /** Epoch ms. */
  readonly time: number;
  readonly lng: number;
  readonly lat: number;
  /** During this visit; it changes until the participant leaves. */
  readonly approach: Approach;
}

/**
 * Follows the fixes of one participant at one place of the course. A visit begins with the entry of the circle or the crossing of
 * the line, and ends with a fix beyond the edge by a margin.
 */
export class PointWatch {
  /** Metres from the position of the point within which fixes matter. */
  readonly reach: number;
  readonly #zone: Zone;
  readonly #margin: number;
  #visit: { time: number; distance: number } | null = null;
  #nearest: Approach | null = null;

  constructor(point: Pick<RacePoint, 'position' | 'detection'>) {
    this.#zone = createZone(point);
    this.#margin = Math.max(MIN_MARGIN, this.#zone.edge / 2);
    this.reach = this.#zone.extent + Math.max(this.#margin, APPROACH_LIMIT);
  }

  /** Of all fixes; null if it is beyond the limit. */
  get nearest(): Approach | null {
    return this.#nearest;
  }

  /** Metres from the position of the point. */
  distanceTo({ lng, lat }: Fix): number {
    const { plane } = this.#zone;
    const [x, y] = [plane.x(lng), plane.y(lat)];
    return Math.sqrt(x * x + y * y);
  }

  /** Returns the visit that begins on the way to a fix; `from` is null if the way is unknown. */
  next(to: Fix, from: Fix | null): Visit | null {
    const begin = from ?? to;
    const { plane, edge, entry, nearest, distance } = this.#zone;
    const [ax, ay] = [plane.x(begin.lng), plane.y(begin.lat)];
    const [bx, by] = [plane.x(to.lng), plane.y(to.lat)];
    const fraction = nearest(ax, ay, bx, by);
    const approach = {
      time: timeAt(begin, to, fraction),
      distance: distance(ax + fraction * (bx - ax), ay + fraction * (by - ay)),
    };
    this.#recordNearest(approach);
    let visit: Visit | null = null;
    const entered = this.#visit === null ? entry(ax, ay, bx, by) : null;
    if (entered !== null) {
      this.#visit = approach;
      visit = { ...positionAt(begin, to, entered), approach };
    } else if (this.#visit !== null && approach.distance < this.#visit.distance) {
      Object.assign(this.#visit, approach);
    }
    if (distance(bx, by) > edge + this.#margin) this.#visit = null;
    return visit;
  }

  /** Drops what was before the start: somebody who is inside then begins a visit with the next fix. */
  restart(): void {
    this.#visit = null;
    this.#nearest = null;
  }

  #recordNearest(approach: Approach): void {
    if (
      approach.distance <= this.#zone.edge + APPROACH_LIMIT &&
      approach.distance < (this.#nearest?.distance ?? Number.POSITIVE_INFINITY)
    )
      this.#nearest = { ...approach };
  }
}

/** Follows the fixes at a start: each time that its circle is left or its line is crossed. */
export class StartWatch {
  readonly #zone: Zone;

  constructor(point: Pick<RacePoint, 'position' | 'detection'>) {
    this.#zone = createZone(point);
  }

  next(to: Fix, from: Fix | null): Omit<Visit, 'approach'> | null {
    if (from === null) return null;
    const { plane, exit } = this.#zone;
    const fraction = exit(plane.x(from.lng), plane.y(from.lat), plane.x(to.lng), plane.y(to.lat));
    return fraction === null ? null : positionAt(from, to, fraction);
  }
}

function timeAt(from: Fix, to: Fix, fraction: number): number {
  return Math.round(from.time + fraction * (to.time - from.time));
}

function positionAt(from: Fix, to: Fix, fraction: number): Omit<Visit, 'approach'> {
  return {
    time: timeAt(from, to, fraction),
    lng: from.lng + fraction * nearestLongitude(to.lng - from.lng, 0),
    lat: from.lat + fraction * (to.lat - from.lat),
  };
}
