import { type Coordinates, EARTH_RADIUS, greatCircleDistance } from '../geo/great-circle.ts';
import type { Area, Box } from './area.ts';
import type { Position } from './fence-shape.ts';
import { nearestLongitude } from './nearest-longitude.ts';
import { orderCrossings } from './order-crossings.ts';
import type { Segment } from './segment.ts';

const RADIANS = Math.PI / 180;

/** All points within a great-circle distance of a centre, including around a pole and across the antimeridian. */
export class CircleArea implements Area {
  readonly box: Box;
  readonly #center: Coordinates;
  readonly #radius: number;
  readonly #centerVector: Vector;

  /** @param radius metres. */
  constructor([longitude, latitude]: Position, radius: number) {
    this.#center = { latitude, longitude: nearestLongitude(longitude, 0) };
    this.#radius = radius;
    this.#centerVector = toUnitVector(this.#center);
    this.box = boxOf(this.#center, radius / EARTH_RADIUS);
  }

  contains(longitude: number, latitude: number): boolean {
    return greatCircleDistance(this.#center, { latitude, longitude }) <= this.#radius;
  }

  /**
   * The segment is the chord between its ends, seen from the Earth's centre. Its point q relative to the centre c of the circle is
   * in the circle where (c + q)·c >= cos r |c + q|. Squared, and without terms that cancel out, so that small circles stay exact:
   * sin²r (1 + 2 q·c) + (q·c)² - cos²r q² >= 0; with q = u + t d this is a quadratic equation in t.
   */
  crossings({ from, to }: Segment, isOdd: boolean): readonly number[] {
    const center = this.#centerVector;
    const u = subtract(toUnitVector(from), center);
    const v = subtract(toUnitVector(to), center);
    const d = subtract(v, u);
    const uu = dot(u, u);
    const angle = this.#radius / EARTH_RADIUS;
    const sin2 = Math.sin(angle) ** 2;
    const cos2 = 1 - sin2;
    // For unit vectors u·c = -u²/2: exact, while the product itself would lose digits by cancellation.
    const uc = -uu / 2;
    const dc = (uu - dot(v, v)) / 2;
    const roots = simpleRoots(
      dc * dc - cos2 * dot(d, d),
      2 * (sin2 * dc + uc * dc - cos2 * dot(u, d)),
      sin2 * (1 + 2 * uc) + uc * uc - cos2 * uu,
    );
    // The other nappe of the cone is the antipodal circle.
    const found = roots.filter((fraction) => fraction >= 0 && fraction <= 1 && 1 + uc + fraction * dc > 0);
    return orderCrossings(found, isOdd);
  }

  isFarFromEdge(longitude: number, latitude: number, metres: number): boolean {
    const distance = greatCircleDistance(this.#center, { latitude, longitude });
    return Math.abs(distance - this.#radius) >= metres;
  }
}

type Vector = readonly [x: number, y: number, z: number];

function toUnitVector({ latitude, longitude }: Coordinates): Vector {
  const cos = Math.cos(latitude * RADIANS);
  return [
    cos * Math.cos(longitude * RADIANS),
    cos * Math.sin(longitude * RADIANS),
    Math.sin(latitude * RADIANS),
  ];
}

function subtract(a: Vector, b: Vector): Vector {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

function dot(a: Vector, b: Vector): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/** The values of t where a t² + b t + c is zero and changes its sign. */
function simpleRoots(a: number, b: number, c: number): number[] {
  const discriminant = b * b - 4 * a * c;
  if (!(discriminant > 0)) return [];
  // The sum without cancellation (Press and others, Numerical Recipes, 5.6).
  const q = -(b + (b < 0 ? -1 : 1) * Math.sqrt(discriminant)) / 2;
  return a === 0 ? [c / q] : [q / a, c / q];
}

/**
 * The bounding box of a circle with an angular radius (J. P. Snyder, Map Projections, 1987, equation 5-3b, for the
 * widest meridian).
 */
function boxOf({ latitude, longitude }: Coordinates, angle: number): Box {
  const degrees = angle / RADIANS;
  const south = Math.max(-90, latitude - degrees);
  const north = Math.min(90, latitude + degrees);
  if (latitude - degrees <= -90 || latitude + degrees >= 90) return { west: -180, east: 180, south, north };
  const half = Math.asin(Math.min(1, Math.sin(angle) / Math.cos(latitude * RADIANS))) / RADIANS;
  const west = longitude - half < -180 ? longitude - half + 360 : longitude - half;
  return { west, east: west + 2 * half, south, north };
}
