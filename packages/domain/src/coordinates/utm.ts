import type { Coordinates } from '../geo/great-circle.ts';

/** Latitude bands from 80° south, each 8° high except the last one, which has 12°. */
export const UTM_BANDS = 'CDEFGHJKLMNPQRSTUVWX';

export interface UtmCoordinates {
  /** 1 to 60. */
  readonly zone: number;
  /** True in the northern hemisphere. */
  readonly north: boolean;
  /** Metres, with the false origin: 500,000 on the central meridian. */
  readonly easting: number;
  /** Metres; in the southern hemisphere 10,000,000 at the equator. */
  readonly northing: number;
}

const RADIANS = Math.PI / 180;
const SCALE = 0.9996;
/** WGS-84: semi-major axis in metres, and flattening (NGA.STND.0036, 2014, table 3.1). */
const SEMI_MAJOR = 6_378_137;
const FLATTENING = 1 / 298.257_223_563;
const N = FLATTENING / (2 - FLATTENING);
const ECCENTRICITY = Math.sqrt(FLATTENING * (2 - FLATTENING));
const RECTIFYING = (SEMI_MAJOR / (1 + N)) * (1 + N ** 2 / 4 + N ** 4 / 64);
const BETA = [
  N / 2 - (2 / 3) * N ** 2 + (37 / 96) * N ** 3 - N ** 4 / 360,
  N ** 2 / 48 + N ** 3 / 15 - (437 / 1_440) * N ** 4,
  (17 / 480) * N ** 3 - (37 / 840) * N ** 4,
  (4_397 / 161_280) * N ** 4,
];

/**
 * Converts UTM to latitude and longitude; null outside the area where the zone is used. Krüger's series to the fourth order,
 * accurate to less than a millimetre (C. F. F. Karney, Transverse Mercator with an accuracy of a few nanometers, Journal of
 * Geodesy 85, 2011, equations 11, 12, 14, 15, 36).
 */
export function utmToGeographic({ zone, north, easting, northing }: UtmCoordinates): Coordinates | null {
  if (zone < 1 || zone > 60 || easting < 100_000 || easting > 900_000 || northing > 10_000_000) return null;
  const xi = (northing - (north ? 0 : 10_000_000)) / (SCALE * RECTIFYING);
  const eta = (easting - 500_000) / (SCALE * RECTIFYING);
  let [xiPrime, etaPrime] = [xi, eta];
  for (const [index, beta] of BETA.entries()) {
    const order = 2 * (index + 1);
    xiPrime -= beta * Math.sin(order * xi) * Math.cosh(order * eta);
    etaPrime -= beta * Math.cos(order * xi) * Math.sinh(order * eta);
  }
  const tauPrime = Math.sin(xiPrime) / Math.hypot(Math.sinh(etaPrime), Math.cos(xiPrime));
  const latitude = Math.atan(geodeticTangent(tauPrime)) / RADIANS;
  const fromMeridian = Math.atan2(Math.sinh(etaPrime), Math.cos(xiPrime)) / RADIANS;
  const longitude = ((zone * 6 - 183 + fromMeridian + 540) % 360) - 180;
  return latitude >= -80.5 && latitude <= 84.5 ? { latitude, longitude } : null;
}

/**
 * Tangent of the latitude from the tangent of the conformal latitude, by Newton's method: Karney, equations 7 to 9 and
 * 19 to 21.
 */
function geodeticTangent(conformal: number): number {
  let tangent = conformal;
  for (let round = 0; round < 5; round++) {
    const secant = Math.hypot(1, tangent);
    const sigma = Math.sinh(ECCENTRICITY * Math.atanh((ECCENTRICITY * tangent) / secant));
    const reached = tangent * Math.hypot(1, sigma) - sigma * secant;
    const step =
      ((conformal - reached) / Math.hypot(1, reached)) *
      ((1 + (1 - ECCENTRICITY ** 2) * tangent ** 2) / ((1 - ECCENTRICITY ** 2) * secant));
    tangent += step;
    if (Math.abs(step) < 1e-15) break;
  }
  return tangent;
}
