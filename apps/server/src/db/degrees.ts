/** Coordinates are stored in 1e-7 degrees: 11 mm of latitude. */
export const UNITS_PER_DEGREE = 1e7;

/** Converts degrees to the unit of `position` and `event`. */
export function packDegrees(degrees: number): number {
  return Math.round(degrees * UNITS_PER_DEGREE);
}
