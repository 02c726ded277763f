/** A polyline with a look for each segment. */
export interface LineVertices {
  readonly length: number;
  /** Map square; x is continuous across the antimeridian. */
  readonly x: ArrayLike<number>;
  readonly y: ArrayLike<number>;
  /** 1 if a segment connects the vertex to the next one. */
  readonly joined: ArrayLike<number>;
  /** Of the segment that starts at the vertex, 0 to 1. */
  readonly opacity: ArrayLike<number>;
}

/**
 * Indexes of the vertices to draw: without those that lie closer to the one before than a distance. Ends, and vertices
 * where the opacity changes, stay.
 */
export function thinLine({ length, x, y, joined, opacity }: LineVertices, minDistance: number): number[] {
  const chosen: number[] = [];
  let [lastX, lastY] = [Number.NaN, Number.NaN];
  for (let at = 0; at < length; at += 1) {
    const isEnd = at === 0 || joined[at] !== 1 || joined[at - 1] !== 1;
    const [atX, atY] = [x[at] ?? 0, y[at] ?? 0];
    if (!isEnd && opacity[at] === opacity[at - 1] && Math.hypot(atX - lastX, atY - lastY) < minDistance)
      continue;
    chosen.push(at);
    [lastX, lastY] = [atX, atY];
  }
  return chosen;
}
