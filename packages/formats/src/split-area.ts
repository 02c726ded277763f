import type { Position } from '@wakeline/domain/fences/fence-shape';
import { exact } from './antimeridian.ts';

type Ring = readonly Position[];
/** Outline first, counterclockwise, then holes, clockwise (RFC 7946, 3.1.6); not closed. */
export type Polygon = readonly Ring[];

/** Rings in the order of turning that GeoJSON asks for. */
export function oriented(rings: readonly Ring[]): Polygon {
  return rings.map((ring, at) => (isCounterclockwise(ring) === (at === 0) ? ring : ring.toReversed()));
}

/** An area that runs on, cut where it crosses the antimeridian (RFC 7946, 3.1.9); every part lies between -180 and 180. */
export function splitArea(rings: readonly Ring[]): readonly Polygon[] {
  const longitudes = (rings[0] ?? []).map(([lng]) => lng);
  const west = longitudes.reduce((least, lng) => Math.min(least, lng), Number.POSITIVE_INFINITY);
  const east = longitudes.reduce((most, lng) => Math.max(most, lng), Number.NEGATIVE_INFINITY);
  const parts: Polygon[] = [];
  let rest: readonly Polygon[] = [oriented(rings)];
  let turn = Math.floor((west + 180) / 360);
  for (; 360 * turn + 180 < east; turn += 1) {
    const cut = rest.map((polygon) => cutAt(polygon, 360 * turn + 180));
    parts.push(...cut.flatMap(({ left }) => left.map((polygon) => shifted(polygon, turn))));
    rest = cut.flatMap(({ right }) => right);
  }
  return [...parts, ...rest.map((polygon) => shifted(polygon, turn))];
}

/** Where an outline crosses the meridian. */
interface Crossing {
  readonly lat: number;
  /** What the ring does there. */
  readonly eastward: boolean;
}

/** A run of a ring on one side of the meridian, from crossing to crossing. */
interface Chain {
  readonly from: Crossing;
  readonly corners: Position[];
  to: Crossing;
}

/**
 * Both sides of a polygon. Along the meridian the area lies between the first and the second crossing from the south, the third and
 * the fourth, and so on, so what ends at one of these goes on at the other one.
 */
function cutAt(polygon: Polygon, meridian: number): { left: readonly Polygon[]; right: readonly Polygon[] } {
  const crossings: Crossing[] = [];
  const sides = { left: sideOf(), right: sideOf() };
  for (const ring of polygon) {
    const chains = chainsOf(ring, meridian, crossings);
    if (chains === null) {
      const side = (ring[0]?.[0] ?? 0) < meridian ? sides.left : sides.right;
      side.whole.push(ring);
      continue;
    }
    for (const chain of chains) (chain.from.eastward ? sides.right : sides.left).chains.push(chain);
  }
  const partners = partnersOf(crossings);
  return {
    left: polygonsOf(sides.left, partners, meridian),
    right: polygonsOf(sides.right, partners, meridian),
  };
}

function sideOf(): { readonly whole: Ring[]; readonly chains: Chain[] } {
  return { whole: [], chains: [] };
}

/** Null where the ring lies on one side. A corner on the meridian counts as east of it. */
function chainsOf(ring: Ring, meridian: number, crossings: Crossing[]): readonly Chain[] | null {
  const isEast = (corner: Position) => corner[0] >= meridian;
  const first = ring.findIndex((corner, at) => isEast(corner) !== isEast(ring.at(at - 1) as Position));
  if (first === -1) return null;
  const chains: Chain[] = [];
  const turned = [...ring.slice(first), ...ring.slice(0, first)];
  for (const [at, corner] of turned.entries()) {
    const before = turned.at(at - 1) as Position;
    if (isEast(corner) !== isEast(before)) {
      const part = (meridian - before[0]) / (corner[0] - before[0]);
      const crossing = { lat: exact(before[1] + part * (corner[1] - before[1])), eastward: isEast(corner) };
      crossings.push(crossing);
      const last = chains.at(-1);
      if (last !== undefined) last.to = crossing;
      chains.push({ from: crossing, corners: [], to: chains[0]?.from ?? crossing });
    }
    chains.at(-1)?.corners.push(corner);
  }
  return chains;
}

function partnersOf(crossings: readonly Crossing[]): ReadonlyMap<Crossing, Crossing> {
  const sorted = crossings.toSorted((a, b) => a.lat - b.lat);
  const partners = new Map<Crossing, Crossing>();
  for (let at = 0; at + 1 < sorted.length; at += 2) {
    // Of two at one place the eastward one comes where the area begins.
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

function polygonsOf(
  { whole, chains }: { readonly whole: readonly Ring[]; readonly chains: readonly Chain[] },
  partners: ReadonlyMap<Crossing, Crossing>,
  meridian: number,
): readonly Polygon[] {
  const byStart = new Map(chains.map((chain) => [chain.from, chain]));
  const rings: Ring[] = [];
  for (const first of chains) {
    const ring: Position[] = [];
    for (let chain: Chain | undefined = first; chain !== undefined; ) {
      if (!byStart.delete(chain.from)) break;
      ring.push([meridian, chain.from.lat], ...chain.corners, [meridian, chain.to.lat]);
      const next = partners.get(chain.to);
      chain = next === undefined ? undefined : byStart.get(next);
    }
    const distinct = ring.filter((corner, at) => !isSame(corner, ring.at(at - 1) as Position));
    if (distinct.length > 2) rings.push(distinct);
  }
  const outlines = [...rings, ...whole.filter(isCounterclockwise)];
  const holes = whole.filter((ring) => !isCounterclockwise(ring));
  return outlines.map((outline) => [
    outline,
    ...holes.filter((hole) => hole[0] !== undefined && isInside(hole[0], outline)),
  ]);
}

function shifted(polygon: Polygon, turn: number): Polygon {
  return polygon.map((ring) => ring.map(([lng, lat]): Position => [exact(lng - 360 * turn), lat]));
}

function isSame([x, y]: Position, [u, v]: Position): boolean {
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
