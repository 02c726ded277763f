import type { Position } from '../fences/fence-shape.ts';
import { nearestLongitude } from '../fences/nearest-longitude.ts';

/** WGS-84: semi-major axis in metres, and the square of the eccentricity. */
const SEMI_MAJOR_AXIS = 6_378_137;
const ECCENTRICITY_SQUARED = 0.006_694_379_990_141_317;
const RADIANS = Math.PI / 180;

/** Metres of a degree to the east and to the north at a latitude, on the ellipsoid (radii of curvature). */
export function degreeMetres(latitude: number): { readonly east: number; readonly north: number } {
  const sine = Math.sin(latitude * RADIANS);
  const square = 1 - ECCENTRICITY_SQUARED * sine * sine;
  const normal = SEMI_MAJOR_AXIS / Math.sqrt(square);
  return {
    east: normal * Math.cos(latitude * RADIANS) * RADIANS,
    north: ((normal * (1 - ECCENTRICITY_SQUARED)) / square) * RADIANS,
  };
}

/**
 * Metres east and north of an origin, linear in longitude and latitude, so that a straight segment stays straight. Exact to 0.1 %
 * within some kilometres outside the polar regions. Unlike a tangent plane it takes two multiplications per fix.
 */
export class LocalPlane {
  readonly #lng: number;
  readonly #lat: number;
  readonly #east: number;
  readonly #north: number;

  constructor([lng, lat]: Position) {
    this.#lng = nearestLongitude(lng, 0);
    this.#lat = lat;
    const { east, north } = degreeMetres(lat);
    this.#east = east;
    this.#north = north;
  }

  x(lng: number): number {
    const east = lng - this.#lng;
    return (east > 180 || east < -180 ? nearestLongitude(east, 0) : east) * this.#east;
  }

  y(lat: number): number {
    return (lat - this.#lat) * this.#north;
  }
}

interface LngLat {
  readonly lng: number;
  readonly lat: number;
}

/** Metres between two near positions. */
export function nearDistance(from: LngLat, to: LngLat): number {
  const { east, north } = degreeMetres((from.lat + to.lat) / 2);
  const difference = to.lng - from.lng;
  const eastward = difference > 180 || difference < -180 ? nearestLongitude(difference, 0) : difference;
  const [x, y] = [eastward * east, (to.lat - from.lat) * north];
  return Math.sqrt(x * x + y * y);
}
