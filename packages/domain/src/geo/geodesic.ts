import type { Position } from '../fences/fence-shape.ts';
import { greatCircleDistance } from './great-circle.ts';

/** WGS-84 (NIMA TR8350.2): semi-major axis in metres, flattening. */
const SEMI_MAJOR_AXIS = 6_378_137;
const FLATTENING = 1 / 298.257223563;
const SEMI_MINOR_AXIS = SEMI_MAJOR_AXIS * (1 - FLATTENING);

const RADIANS = Math.PI / 180;
/** 0.06 mm on the ground. */
const PRECISION = 1e-11;
/** Points that are not nearly antipodal need less than ten. */
const MAX_ITERATIONS = 50;

/**
 * Distance in metres on the ellipsoid WGS-84. Uses the inverse formula of T. Vincenty (Direct and Inverse Solutions of Geodesics
 * on the Ellipsoid, Survey Review 23/176, 1975), exact to 0.1 mm. Between nearly antipodal points, where it does not converge,
 * the distance is that of the sphere.
 */
export function geodesicDistance(from: Position, to: Position): number {
  if (from[0] === to[0] && from[1] === to[1]) return 0;
  const difference = (to[0] - from[0]) * RADIANS;
  const [sinU1, cosU1] = reducedLatitude(from[1]);
  const [sinU2, cosU2] = reducedLatitude(to[1]);
  let lambda = difference;
  for (let iteration = 0; iteration < MAX_ITERATIONS; iteration += 1) {
    const [sinLambda, cosLambda] = [Math.sin(lambda), Math.cos(lambda)];
    const sinSigma = Math.hypot(cosU2 * sinLambda, cosU1 * sinU2 - sinU1 * cosU2 * cosLambda);
    if (sinSigma === 0) return 0;
    const cosSigma = sinU1 * sinU2 + cosU1 * cosU2 * cosLambda;
    const sigma = Math.atan2(sinSigma, cosSigma);
    const sinAlpha = (cosU1 * cosU2 * sinLambda) / sinSigma;
    const cosAlpha2 = 1 - sinAlpha ** 2;
    // 0 on the equator.
    const cosMiddle = cosAlpha2 === 0 ? 0 : cosSigma - (2 * sinU1 * sinU2) / cosAlpha2;
    const c = (FLATTENING / 16) * cosAlpha2 * (4 + FLATTENING * (4 - 3 * cosAlpha2));
    const previous = lambda;
    lambda =
      difference +
      (1 - c) *
        FLATTENING *
        sinAlpha *
        (sigma + c * sinSigma * (cosMiddle + c * cosSigma * (2 * cosMiddle ** 2 - 1)));
    if (Math.abs(lambda - previous) < PRECISION)
      return arcLength({ sigma, sinSigma, cosSigma, cosMiddle, cosAlpha2 });
  }
  return greatCircleDistance(
    { longitude: from[0], latitude: from[1] },
    { longitude: to[0], latitude: to[1] },
  );
}

/** Metres on the ellipsoid from each position to the next. */
export function geodesicLength(line: readonly Position[]): number {
  let metres = 0;
  for (const [index, to] of line.entries()) {
    const from = line[index - 1];
    if (from !== undefined) metres += geodesicDistance(from, to);
  }
  return metres;
}

/** Sine and cosine of the latitude on the auxiliary sphere. */
function reducedLatitude(latitude: number): readonly [sine: number, cosine: number] {
  const angle = Math.atan((1 - FLATTENING) * Math.tan(latitude * RADIANS));
  return [Math.sin(angle), Math.cos(angle)];
}

interface Arc {
  readonly sigma: number;
  readonly sinSigma: number;
  readonly cosSigma: number;
  readonly cosMiddle: number;
  readonly cosAlpha2: number;
}

function arcLength({ sigma, sinSigma, cosSigma, cosMiddle, cosAlpha2 }: Arc): number {
  const u2 = (cosAlpha2 * (SEMI_MAJOR_AXIS ** 2 - SEMI_MINOR_AXIS ** 2)) / SEMI_MINOR_AXIS ** 2;
  const a = 1 + (u2 / 16384) * (4096 + u2 * (-768 + u2 * (320 - 175 * u2)));
  const b = (u2 / 1024) * (256 + u2 * (-128 + u2 * (74 - 47 * u2)));
  const correction =
    b *
    sinSigma *
    (cosMiddle +
      (b / 4) *
        (cosSigma * (2 * cosMiddle ** 2 - 1) -
          (b / 6) * cosMiddle * (4 * sinSigma ** 2 - 3) * (4 * cosMiddle ** 2 - 3)));
  return SEMI_MINOR_AXIS * a * (sigma - correction);
}
