/** A segment between two fixes in metres of a plane: from (ax, ay) to (bx, by). Results are fractions of the segment, 0 to 1. */

/** Where the segment enters the circle of a radius around the origin; 0 if it starts inside; null if it stays outside. */
export function entersCircle(ax: number, ay: number, bx: number, by: number, radius: number): number | null {
  const outside = ax * ax + ay * ay - radius * radius;
  if (outside <= 0) return 0;
  const [dx, dy] = [bx - ax, by - ay];
  const approach = -(ax * dx + ay * dy);
  if (approach <= 0) return null;
  const discriminant = approach * approach - (dx * dx + dy * dy) * outside;
  if (discriminant < 0) return null;
  const fraction = outside / (approach + Math.sqrt(discriminant));
  return fraction <= 1 ? fraction : null;
}

/** Where the segment leaves the circle; null if it ends inside, or never is inside. */
export function leavesCircle(ax: number, ay: number, bx: number, by: number, radius: number): number | null {
  if (bx * bx + by * by <= radius * radius) return null;
  const back = entersCircle(bx, by, ax, ay, radius);
  return back === null ? null : 1 - back;
}

/** Where the segment crosses the line from (px, py) to (qx, qy). A vertex on the line counts as on one side of it. */
export function crossesLine(
  ax: number,
  ay: number,
  bx: number,
  by: number,
  line: readonly [px: number, py: number, qx: number, qy: number],
): number | null {
  const [px, py, qx, qy] = line;
  const [ex, ey] = [qx - px, qy - py];
  const sideOfA = ex * (ay - py) - ey * (ax - px);
  const sideOfB = ex * (by - py) - ey * (bx - px);
  if (sideOfA > 0 === sideOfB > 0) return null;
  const fraction = sideOfA / (sideOfA - sideOfB);
  const along = (ax + fraction * (bx - ax) - px) * ex + (ay + fraction * (by - ay) - py) * ey;
  return along >= 0 && along <= ex * ex + ey * ey ? fraction : null;
}

/** The fraction of the segment that is nearest to a point. */
export function nearestFraction(
  ax: number,
  ay: number,
  bx: number,
  by: number,
  x: number,
  y: number,
): number {
  const [dx, dy] = [bx - ax, by - ay];
  const square = dx * dx + dy * dy;
  return square === 0 ? 0 : Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / square));
}
