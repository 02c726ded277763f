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
  const [dx, dy] = [x1 - x0, y1 - y0];
  const result: number[] = [];
  let ax = ring[ring.length - 2] ?? 0;
  let ay = ring[ring.length - 1] ?? 0;
  let from = dx * (ay - y0) - dy * (ax - x0);
  for (let index = 0; index + 1 < ring.length; index += 2) {
    const bx = ring[index] as number;
    const by = ring[index + 1] as number;
    const to = dx * (by - y0) - dy * (bx - x0);
    if (from >= 0 !== to >= 0) {
      const share = from / (from - to);
      result.push(ax + share * (bx - ax), ay + share * (by - ay));
    }
    if (to >= 0) result.push(bx, by);
    [ax, ay, from] = [bx, by, to];
  }
  return result;
}

/** Whether a ring is convex and counterclockwise. */
export function isConvex(ring: Ring): boolean {
  const { length } = ring;
  if (length < 6) return false;
  for (let a = 0; a < length; a += 2) {
    const b = (a + 2) % length;
    const c = (a + 4) % length;
    const bx = ring[b] as number;
    const by = ring[b + 1] as number;
    const first = (bx - (ring[a] as number)) * ((ring[c + 1] as number) - by);
    const second = (by - (ring[a + 1] as number)) * ((ring[c] as number) - bx);
    if (first - second < 0) return false;
  }
  return true;
}
