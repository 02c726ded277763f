/**
 * Mean radius of the Earth R1 = (2a + b) / 3 of the ellipsoid GRS 80, metres, as published by the IUGG (H. Moritz, Geodetic
 * Reference System 1980, Journal of Geodesy 74, 2000, table of derived constants: 6 371 008.7714 m). The project uses no other
 * radius.
 */
export const EARTH_RADIUS = 6_371_008.8;

const RADIANS = Math.PI / 180;

export interface Coordinates {
  /** Degrees north. */
  readonly latitude: number;
  /** Degrees east. */
  readonly longitude: number;
}

/**
 * Distance in metres along the great circle, on a sphere of the mean radius; at most 0.56 % off the ellipsoid. Uses the
 * haversine formula, which stays exact for close points (R. W. Sinnott, Virtues of the Haversine, Sky and Telescope 68, 1984).
 */
export function greatCircleDistance(from: Coordinates, to: Coordinates): number {
  const sinLatitude = Math.sin(((to.latitude - from.latitude) * RADIANS) / 2);
  const sinLongitude = Math.sin(((to.longitude - from.longitude) * RADIANS) / 2);
  const a =
    sinLatitude * sinLatitude +
    Math.cos(from.latitude * RADIANS) * Math.cos(to.latitude * RADIANS) * sinLongitude * sinLongitude;
  // Rounding may raise `a` above 1 for antipodal points.
  return 2 * EARTH_RADIUS * Math.asin(Math.min(1, Math.sqrt(a)));
}

/** Radians, 1.3 km: below it, the first two terms of the series of sine and arc sine are exact to the last digit. */
const SMALL_ANGLE = 2e-4;

/**
 * Writes the metres travelled since the first fix into `distance`, from index `from` to before `to`; earlier entries must be set.
 * The same sums as with `greatCircleDistance`, but several times faster, because most segments of a track are short.
 */
export function distancesAlong(
  lng: Float64Array,
  lat: Float64Array,
  distance: Float64Array,
  from: number,
  to: number,
): void {
  let at = from;
  if (at === 0 && to > 0) {
    distance[0] = 0;
    at = 1;
  }
  if (at >= to) return;
  let cosine = Math.cos((lat[at - 1] ?? 0) * RADIANS);
  let travelled = distance[at - 1] ?? 0;
  for (; at < to; at += 1) {
    const cosineHere = Math.cos((lat[at] ?? 0) * RADIANS);
    const sinLatitude = sine((((lat[at] ?? 0) - (lat[at - 1] ?? 0)) * RADIANS) / 2);
    const sinLongitude = sine((((lng[at] ?? 0) - (lng[at - 1] ?? 0)) * RADIANS) / 2);
    const a = sinLatitude * sinLatitude + cosine * cosineHere * sinLongitude * sinLongitude;
    const half = Math.sqrt(a);
    travelled += 2 * EARTH_RADIUS * (half < SMALL_ANGLE ? half * (1 + a / 6) : Math.asin(Math.min(1, half)));
    distance[at] = travelled;
    cosine = cosineHere;
  }
}

function sine(angle: number): number {
  return Math.abs(angle) < SMALL_ANGLE ? angle * (1 - (angle * angle) / 6) : Math.sin(angle);
}
