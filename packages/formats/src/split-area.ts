import type { Position } from '@wakeline/domain/fences/fence-shape';
import { roundDegrees } from './antimeridian.ts';

type Ring = readonly Position[];
/** Outline first, counterclockwise, then holes, clockwise (RFC 7946, 3.1.6); not closed. */
export type Polygon = readonly Ring[];

/** Orients rings as GeoJSON requires. */
export function orientRings(rings: readonly Ring[]): Polygon {
  return rings.map((ring, at) => (isCounterclockwise(ring) === (at === 0) ? ring : ring.toReversed()));
}

/** Cuts an area with unwrapped longitudes at the antimeridian (RFC 7946, 3.1.9); each part lies between -180 and 180. */
export function splitArea(rings: readonly Ring[]): readonly Polygon[] {
  const longitudes = (rings[0] ?? []).map(([lng]) => lng);
  const west = longitudes.reduce((min, lng) => Math.min(min, lng), Number.POSITIVE_INFINITY);
  const east = longitudes.reduce((max, lng) => Math.max(max, lng), Number.NEGATIVE_INFINITY);
  const polygons: Polygon[] = [];
  let remaining: readonly Polygon[] = [orientRings(rings)];
  let worldCopy = Math.floor((west + 180) / 360);
  for (; 360 * worldCopy + 180 < east; worldCopy += 1) {
    const cut = remaining.map((polygon) => splitAtMeridian(polygon, 360 * worldCopy + 180));
    polygons.push(...cut.flatMap(({ left }) => left.map((polygon) => shiftPolygon(polygon, worldCopy))));
    remaining = cut.flatMap(({ right }) => right);
  }
  return [...polygons, ...remaining.map((polygon) => shiftPolygon(polygon, worldCopy))];
}

/** A point where a ring crosses the meridian. */
interface Crossing {
  readonly lat: number;
  /** The direction of the ring. */
  readonly eastward: boolean;
}

/** A part of a ring on one side of the meridian, from crossing to crossing. */
interface Chain {
  readonly from: Crossing;
  readonly vertices: Position[];
  to: Crossing;
}

/**
 * Splits a polygon at a meridian. Along it, the area lies between the first and second crossing from the south, between the third
 * and fourth, and so on; a part that ends at one of these continues at the other.
 */
function splitAtMeridian(
  polygon: Polygon,
  meridian: number,
): { left: readonly Polygon[]; right: readonly Polygon[] } {
  const crossings: Crossing[] = [];
  const sides = { left: createSide(), right: createSide() };
  for (const ring of polygon) {
    const chains = cutIntoChains(ring, meridian, crossings);
    if (chains === null) {
      const side = (ring[0]?.[0] ?? 0) < meridian ? sides.left : sides.right;
      side.uncut.push(ring);
      continue;
    }
    for (const chain of chains) (chain.from.eastward ? sides.right : sides.left).chains.push(chain);
  }
  const partners = pairCrossings(crossings);
  return {
    left: joinChains(sides.left, partners, meridian),
    right: joinChains(sides.right, partners, meridian),
  };
}

function createSide(): { readonly uncut: Ring[]; readonly chains: Chain[] } {
  return { uncut: [], chains: [] };
}

/** Null if the ring lies on one side. A vertex on the meridian counts as east of it. */
function cutIntoChains(ring: Ring, meridian: number, crossings: Crossing[]): readonly Chain[] | null {
  const isEast = (vertex: Position) => vertex[0] >= meridian;
  const first = ring.findIndex((vertex, at) => isEast(vertex) !== isEast(ring.at(at - 1) as Position));
  if (first === -1) return null;
  const chains: Chain[] = [];
  const rotated = [...ring.slice(first), ...ring.slice(0, first)];
  for (const [at, vertex] of rotated.entries()) {
    const before = rotated.at(at - 1) as Position;
    if (isEast(vertex) !== isEast(before)) {
      const fraction = (meridian - before[0]) / (vertex[0] - before[0]);
      const crossing = {
        lat: roundDegrees(before[1] + fraction * (vertex[1] - before[1])),
        eastward: isEast(vertex),
      };
      crossings.push(crossing);
      const last = chains.at(-1);
      if (last !== undefined) last.to = crossing;
      chains.push({ from: crossing, vertices: [], to: chains[0]?.from ?? crossing });
    }
    chains.at(-1)?.vertices.push(vertex);
  }
  return chains;
}

function pairCrossings(crossings: readonly Crossing[]): ReadonlyMap<Crossing, Crossing> {
  const sorted = crossings.toSorted((a, b) => a.lat - b.lat);
  const partners = new Map<Crossing, Crossing>();
  for (let at = 0; at + 1 < sorted.length; at += 2) {
    // Of two crossings at one point, the eastward one comes where the area starts.
    const [low, high] = [sorted[at] as Crossing, sorted[at + 1] as Crossing];
    const above = sorted[at + 2];
    if (low.eastward === high.eastward && above !== undefined && above.lat === high.lat) {
      sorted[at + 1] = above;
      sorted[at + 2] = high;
    }
    partners.set(low, sorted[at + 1] as Crossing).set(sorted[at + 1] as Crossing, low);
  }
  return partners;
}

function joinChains(
  { uncut, chains }: { readonly uncut: readonly Ring[]; readonly chains: readonly Chain[] },
  partners: ReadonlyMap<Crossing, Crossing>,
  meridian: number,
): readonly Polygon[] {
  const byStart = new Map(chains.map((chain) => [chain.from, chain]));
  const rings: Ring[] = [];
  for (const first of chains) {
    const ring: Position[] = [];
    for (let chain: Chain | undefined = first; chain !== undefined; ) {
      if (!byStart.delete(chain.from)) break;
      ring.push([meridian, chain.from.lat], ...chain.vertices, [meridian, chain.to.lat]);
      const next = partners.get(chain.to);
      chain = next === undefined ? undefined : byStart.get(next);
    }
    const distinct = ring.filter((vertex, at) => !isSamePosition(vertex, ring.at(at - 1) as Position));
    if (distinct.length > 2) rings.push(distinct);
  }
  const outlines = [...rings, ...uncut.filter(isCounterclockwise)];
  const holes = uncut.filter((ring) => !isCounterclockwise(ring));
  return outlines.map((outline) => [
    outline,
    ...holes.filter((hole) => hole[0] !== undefined && isInside(hole[0], outline)),
  ]);
}

function shiftPolygon(polygon: Polygon, worldCopy: number): Polygon {
  return polygon.map((ring) =>
    ring.map(([lng, lat]): Position => [roundDegrees(lng - 360 * worldCopy), lat]),
  );
}

function isSamePosition([x, y]: Position, [u, v]: Position): boolean {
  return x === u && y === v;
}

/** By the sign of its area (shoelace formula). */
function isCounterclockwise(ring: Ring): boolean {
  let twice = 0;
  for (const [at, [x, y]] of ring.entries()) {
    const [u, v] = ring.at(at - 1) as Position;
    twice += (u - x) * (v + y);
  }
  return twice > 0;
}

/** Even-odd rule (M. Shimrat, Algorithm 112, 1962). */
function isInside([x, y]: Position, ring: Ring): boolean {
  let inside = false;
  for (const [at, [ax, ay]] of ring.entries()) {
    const [bx, by] = ring.at(at - 1) as Position;
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
  }
  return inside;
}
