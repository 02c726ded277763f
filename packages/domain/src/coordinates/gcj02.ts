/**
 * GCJ-02, the offset coordinates in which maps of mainland China are drawn, and WGS-84, which devices report.
 * Longitudes may go on beyond -180..180, as a map counts its copies of the world; they stay on their copy.
 *
 * The series is the one that all public implementations share; the state has never published it. The test holds it against two
 * of them.
 */
import { wrapLng } from '../geo/web-mercator.ts';

interface LngLat {
  readonly lng: number;
  readonly lat: number;
}

/** The shifted region: the box that all published implementations use. Its edges belong to it. */
export const GCJ02_REGION = { west: 72.004, south: 0.8293, east: 137.8347, north: 55.8271 } as const;

/** Krasovsky 1940: half of the long axis in metres, and the square of the eccentricity. */
const LONG_AXIS = 6_378_245;
const ECCENTRICITY = 0.006693421622965823;

/** Degrees: a tenth of a millimetre. */
const TOLERANCE_DEGREES = 1e-9;
/** Each step takes away all but a thousandth of what is missing; more are never needed. */
const MAX_ITERATIONS = 12;

function isInRegion({ lng, lat }: LngLat): boolean {
  const { west, south, east, north } = GCJ02_REGION;
  return lng >= west && lng <= east && lat >= south && lat <= north;
}

/** The nearest place of the region. */
function clampToRegion({ lng, lat }: LngLat): LngLat {
  const { west, south, east, north } = GCJ02_REGION;
  return { lng: Math.min(east, Math.max(west, lng)), lat: Math.min(north, Math.max(south, lat)) };
}

/** By how much a place of the region is shifted, degrees. */
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
  const curvature = 1 - ECCENTRICITY * sin(latitude) ** 2;
  return {
    lng: (east * 180) / ((LONG_AXIS / sqrt(curvature)) * cos(latitude) * PI),
    lat: (north * 180) / (((LONG_AXIS * (1 - ECCENTRICITY)) / (curvature * sqrt(curvature))) * PI),
  };
}

/** From the ground to where maps of GCJ-02 show it; outside of the region the same place. */
export function toGcj02({ lng, lat }: LngLat): LngLat {
  const wrapped = { lng: wrapLng(lng), lat };
  if (!isInRegion(wrapped)) return { lng, lat };
  const shift = shiftAt(wrapped);
  return { lng: lng + shift.lng, lat: lat + shift.lat };
}

/**
 * The way back. A map of GCJ-02 is not clean at the region's edge, some hundred metres wide: where a place from within was shifted
 * out over its neighbour the one from within is meant, and where nothing was shifted to, the edge.
 */
export function fromGcj02({ lng, lat }: LngLat): LngLat {
  const gcj02 = { lng: wrapLng(lng), lat };
  if (!isNearRegion(gcj02)) return { lng, lat };
  let wgs84 = gcj02;
  for (let step = 0; step < MAX_ITERATIONS; step += 1) {
    // Beyond the edge the shift goes on as it is there, so that the search does not jump.
    const shift = shiftAt(clampToRegion(wgs84));
    const next = { lng: gcj02.lng - shift.lng, lat: gcj02.lat - shift.lat };
    const error = Math.max(Math.abs(next.lng - wgs84.lng), Math.abs(next.lat - wgs84.lat));
    wgs84 = next;
    if (error < TOLERANCE_DEGREES) break;
  }
  // What was exactly on the edge may come back a breath beyond it.
  const clamped = clampToRegion(wgs84);
  const overshoot = Math.max(Math.abs(clamped.lng - wgs84.lng), Math.abs(clamped.lat - wgs84.lat));
  if (overshoot > TOLERANCE_DEGREES && !isInRegion(gcj02)) return { lng, lat };
  return { lng: lng + (clamped.lng - gcj02.lng), lat: clamped.lat };
}

/** Nothing is shifted farther than this: degrees. */
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
