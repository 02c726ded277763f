type Ring = readonly number[];

/**
 * The rings of an area within a convex ring (counterclockwise), by the algorithm of Sutherland and Hodgman. Where the area
 * falls apart, its rings touch along the edge of the convex one, which the even-odd rule leaves empty.
 */
export function clipToConvex(rings: readonly Ring[], convex: Ring): readonly Ring[] {
  return rings.map((ring) => clipRing(ring, convex)).filter((ring) => ring.length >= 6);
}

function clipRing(ring: Ring, convex: Ring): Ring {
  let points = ring;
  for (let index = 0; index + 1 < convex.length && points.length > 0; index += 2) {
    const next = (index + 2) % convex.length;
    points = clipAtEdge(
      points,
      convex[index] ?? 0,
      convex[index + 1] ?? 0,
      convex[next] ?? 0,
      convex[next + 1] ?? 0,
    );
  }
  return points;
}

/** What is to the left of an edge. */
function clipAtEdge(ring: Ring, x0: number, y0: number, x1: number, y1: number): Ring {
  const side = (x: number, y: number) => (x1 - x0) * (y - y0) - (y1 - y0) * (x - x0);
  const result: number[] = [];
  for (let index = 0; index + 1 < ring.length; index += 2) {
    const next = (index + 2) % ring.length;
    const [ax = 0, ay = 0, bx = 0, by = 0] = [ring[index], ring[index + 1], ring[next], ring[next + 1]];
    const [from, to] = [side(ax, ay), side(bx, by)];
    if (from >= 0) result.push(ax, ay);
    if (from >= 0 !== to >= 0) {
      const share = from / (from - to);
      result.push(ax + share * (bx - ax), ay + share * (by - ay));
    }
  }
  return result;
}

/** Whether a ring is convex and counterclockwise. */
export function isConvex(ring: Ring): boolean {
  const count = ring.length / 2;
  if (count < 3) return false;
  for (let index = 0; index < count; index++) {
    const [a, b, c] = [index, index + 1, index + 2].map((vertex) => 2 * (vertex % count)) as [
      number,
      number,
      number,
    ];
    const [ax = 0, ay = 0, bx = 0, by = 0] = [ring[a], ring[a + 1], ring[b], ring[b + 1]];
    const [cx = 0, cy = 0] = [ring[c], ring[c + 1]];
    if ((bx - ax) * (cy - by) - (by - ay) * (cx - bx) < 0) return false;
  }
  return true;
}
