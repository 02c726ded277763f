/** A marker where it is drawn, in pixels of the map. */
export interface MarkerOnScreen {
  readonly id: number;
  readonly x: number;
  readonly y: number;
}

/** Pixels between the middles of two markers, whose icons are 21 wide: nearer ones lie on each other's icon. */
export const OVERLAP_RADIUS = 20;

/**
 * The markers that lie on one of them and can hardly be told apart, itself among them, by their ids: so each has the same place every time
 * that they are spread.
 */
export function findOverlapping({ x, y }: MarkerOnScreen, markers: Iterable<MarkerOnScreen>): number[] {
  return [...markers]
    .filter((other) => Math.hypot(other.x - x, other.y - y) <= OVERLAP_RADIUS)
    .map(({ id }) => id)
    .sort((a, b) => a - b);
}
