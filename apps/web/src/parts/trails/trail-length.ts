/** The specification's lengths of a live trail in minutes; 0: none. */
export const TRAIL_LENGTHS = [0, 5, 10, 15, 20, 30] as const;
export type TrailLength = (typeof TRAIL_LENGTHS)[number];

export const parseTrailLength = (stored: unknown): TrailLength | null =>
  TRAIL_LENGTHS.find((length) => length === stored) ?? null;
