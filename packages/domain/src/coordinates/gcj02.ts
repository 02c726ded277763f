/**
 * Converts between WGS-84, which devices report, and GCJ-02, the offset coordinates of maps of mainland China.
 * Longitudes may exceed -180..180 (world copies of the map); the result stays on the same copy.
 *
 * China has never published the series; this is the one that all public implementations share. The test compares it with two
 * of them.
 */
import { wrapLng } from '../geo/web-mercator.ts';

interface LngLat {
  readonly lng: number;
  readonly lat: number;
}

/** The shifted region: the bounding box that all published implementations use. Its edges belong to it. */
export const GCJ02_REGION = { west: 72.004, south: 0.8293, east: 137.8347, north: 55.8271 } as const;

/** Krasovsky 1940: semi-major axis in metres, and the square of the eccentricity. */
const SEMI_MAJOR_AXIS = 6_378_245;
const ECCENTRICITY_SQUARED = 0.006693421622965823;

/** Degrees: a tenth of a millimetre. */
const TOLERANCE_DEGREES = 1e-9;
/** Each iteration reduces the error to a thousandth, so this limit is never reached. */
const MAX_ITERATIONS = 12;

function isInRegion({ lng, lat }: LngLat): boolean {
  const { west, south, east, north } = GCJ02_REGION;
  return lng >= west && lng <= east && lat >= south && lat <= north;
}

/** The nearest point of the region. */
function clampToRegion({ lng, lat }: LngLat): LngLat {
  const { west, south, east, north } = GCJ02_REGION;
  return { lng: Math.min(east, Math.max(west, lng)), lat: Math.min(north, Math.max(south, lat)) };
}

/** The shift at a point of the region, in degrees. */
function shiftAt({ lng, lat }: LngLat): LngLat {
  const { abs, cos, PI, sin, sqrt } = Math;
  const x = lng - 105;
  const y = lat - 35;
  const ripple = 20 * sin(6 * x * PI) + 20 * sin(2 * x * PI);
  const north =
    -100 +
    2 * x +
    3 * y +
    0.2 * y * y +
    0.1 * x * y +
    0.2 * sqrt(abs(x)) +
    ((ripple + 20 * sin(y * PI) + 40 * sin((y / 3) * PI)) * 2) / 3 +
    ((160 * sin((y / 12) * PI) + 320 * sin((y * PI) / 30)) * 2) / 3;
  const east =
    300 +
    x +
    2 * y +
    0.1 * x * x +
    0.1 * x * y +
    0.1 * sqrt(abs(x)) +
    ((ripple + 20 * sin(x * PI) + 40 * sin((x / 3) * PI)) * 2) / 3 +
    ((150 * sin((x / 12) * PI) + 300 * sin((x / 30) * PI)) * 2) / 3;
  // Metres to degrees along the ellipsoid.
  const latitude = (lat * PI) / 180;
  const curvature = 1 - ECCENTRICITY_SQUARED * sin(latitude) ** 2;
  return {
    lng: (east * 180) / ((SEMI_MAJOR_AXIS / sqrt(curvature)) * cos(latitude) * PI),
    lat:
      (north * 180) / (((SEMI_MAJOR_AXIS * (1 - ECCENTRICITY_SQUARED)) / (curvature * sqrt(curvature))) * PI),
  };
}

/** Converts WGS-84 to GCJ-02; coordinates outside the region stay the same. */
export function toGcj02({ lng, lat }: LngLat): LngLat {
  const wrapped = { lng: wrapLng(lng), lat };
  if (!isInRegion(wrapped)) return { lng, lat };
  const shift = shiftAt(wrapped);
  return { lng: lng + shift.lng, lat: lat + shift.lat };
}

/**
 * Converts GCJ-02 to WGS-84. At the edge of the region the shift is not reversible, in a strip of some hundred metres. A point
 * there is read as shifted from inside the region if possible. If nothing was shifted to it, the result is the edge.
 */
export function fromGcj02({ lng, lat }: LngLat): LngLat {
  const gcj02 = { lng: wrapLng(lng), lat };
  if (!isNearRegion(gcj02)) return { lng, lat };
  let wgs84 = gcj02;
  for (let step = 0; step < MAX_ITERATIONS; step += 1) {
    // Beyond the edge the shift of the edge applies, so that the iteration does not jump.
    const shift = shiftAt(clampToRegion(wgs84));
    const next = { lng: gcj02.lng - shift.lng, lat: gcj02.lat - shift.lat };
    const error = Math.max(Math.abs(next.lng - wgs84.lng), Math.abs(next.lat - wgs84.lat));
    wgs84 = next;
    if (error < TOLERANCE_DEGREES) break;
  }
  // Rounding may put a point on the edge slightly beyond it.
  const clamped = clampToRegion(wgs84);
  const overshoot = Math.max(Math.abs(clamped.lng - wgs84.lng), Math.abs(clamped.lat - wgs84.lat));
  if (overshoot > TOLERANCE_DEGREES && !isInRegion(gcj02)) return { lng, lat };
  return { lng: lng + (clamped.lng - gcj02.lng), lat: clamped.lat };
}

/** Upper bound of the shift, in degrees. */
const MAX_SHIFT_DEGREES = 0.02;

function isNearRegion({ lng, lat }: LngLat): boolean {
  const { west, south, east, north } = GCJ02_REGION;
  return (
    lng >= west - MAX_SHIFT_DEGREES &&
    lng <= east + MAX_SHIFT_DEGREES &&
    lat >= south - MAX_SHIFT_DEGREES &&
    lat <= north + MAX_SHIFT_DEGREES
  );
}
