/** A marker's drawn position, in pixels of the map. */
export interface MarkerOnScreen {
  readonly id: number;
  readonly x: number;
  readonly y: number;
}

/** Pixels between the centres of two markers. Icons are 21 pixels wide, so closer icons overlap. */
export const OVERLAP_RADIUS = 20;

/**
 * The markers that overlap a marker, including itself. They are sorted by id, so that spreading always gives the same
 * places.
 */
export function findOverlapping({ x, y }: MarkerOnScreen, markers: Iterable<MarkerOnScreen>): number[] {
  return [...markers]
    .filter((other) => Math.hypot(other.x - x, other.y - y) <= OVERLAP_RADIUS)
    .map(({ id }) => id)
    .sort((a, b) => a - b);
}
