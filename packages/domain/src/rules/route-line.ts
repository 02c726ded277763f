import Flatbush from 'flatbush';
import type { Position } from '../fences/fence-shape.ts';
import { nearestLongitude } from '../fences/nearest-longitude.ts';
import { type Coordinates, EARTH_RADIUS } from '../geo/great-circle.ts';

const RADIANS = Math.PI / 180;
/** Metres per degree of latitude. */
const DEGREE_METRES = EARTH_RADIUS * RADIANS;
/** Beyond it a degree of longitude is too short for a box of degrees. */
const MAX_LATITUDE = 89.9;

/** A line of a route, prepared for many queries. Its segments are straight in longitude and latitude. */
export class RouteLine {
  readonly #line: readonly Position[];
  readonly #tree: Flatbush | null;

  /** @param line at least one position; longitudes may exceed ±180 */
  constructor(line: readonly Position[]) {
    const unrolled: Position[] = [];
    for (const [longitude, latitude] of line) {
      const last = unrolled.at(-1);
      unrolled.push([last === undefined ? longitude : nearestLongitude(longitude, last[0]), latitude]);
    }
    this.#line = unrolled;
    const segments = Math.max(1, unrolled.length - 1);
    this.#tree = unrolled.length === 0 ? null : new Flatbush(segments);
    for (let at = 0; this.#tree !== null && at < segments; at += 1) {
      const [a, b] = this.#segment(at);
      this.#tree.add(Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[0], b[0]), Math.max(a[1], b[1]));
    }
    this.#tree?.finish();
  }

  /** Whether the line passes within `metres`. */
  isWithin({ latitude, longitude }: Coordinates, metres: number): boolean {
    if (this.#tree === null) return false;
    const shrink = Math.cos(Math.min(MAX_LATITUDE, Math.abs(latitude)) * RADIANS);
    const north = metres / DEGREE_METRES;
    const east = north / shrink;
    const start = this.#line[0]?.[0] ?? 0;
    // A line across the antimeridian continues beyond ±180, so the position is searched a turn to both sides.
    const near = nearestLongitude(longitude, start);
    return [near - 360, near, near + 360].some((x) => {
      const found = this.#tree?.search(x - east, latitude - north, x + east, latitude + north) ?? [];
      return found.some((at) => this.#distance(at, x, latitude, shrink) <= metres);
    });
  }

  /** Metres from the position to a segment, on the plane that touches the sphere at the position. */
  #distance(at: number, longitude: number, latitude: number, shrink: number): number {
    const [a, b] = this.#segment(at);
    const ax = (a[0] - longitude) * shrink;
    const ay = a[1] - latitude;
    const dx = (b[0] - a[0]) * shrink;
    const dy = b[1] - a[1];
    const square = dx * dx + dy * dy;
    const along = square === 0 ? 0 : Math.min(1, Math.max(0, -(ax * dx + ay * dy) / square));
    return Math.hypot(ax + along * dx, ay + along * dy) * DEGREE_METRES;
  }

  #segment(at: number): readonly [Position, Position] {
    const from = this.#line[at] ?? [0, 0];
    return [from, this.#line[at + 1] ?? from];
  }
}
