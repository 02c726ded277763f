import Flatbush from 'flatbush';
import type { FenceShape, Position } from './fence-shape.ts';

/** What can be wrong with the area of a fence, by the names of the contract's errors. */
export type FenceFault =
  | 'fence-shape-wrong'
  | 'fence-too-few-points'
  | 'fence-self-crosses'
  | 'fence-hole-outside'
  | 'fence-radius'
  | 'fence-too-large';

/** Half of the earth: beyond it nobody can tell inside from outside. */
const WIDEST = 180;

/**
 * The same area as it is kept: rings without corners that say the same place twice in a row, and not closed, as many programs close
 * them.
 */
export function normalFence(shape: FenceShape): FenceShape {
  if (shape.type !== 'POLYGON') return shape;
  return { type: 'POLYGON', rings: shape.rings.map(normalRing) };
}

function normalRing(ring: readonly Position[]): readonly Position[] {
  const corners = ring.filter((corner, at) => at === 0 || !samePlace(corner, ring[at - 1] as Position));
  const [first, last] = [corners[0], corners.at(-1)];
  const closed = corners.length > 1 && first !== undefined && last !== undefined && samePlace(first, last);
  return closed ? corners.slice(0, -1) : corners;
}

function samePlace([x, y]: Position, [u, v]: Position): boolean {
  return x === u && y === v;
}

/**
 * Why an area cannot be a fence; null where it can. Polygons as in OGC Simple Features (06-103r4, 6.1.11), stricter in one
 * thing: rings may not touch, neither themselves nor one another. Their edges are straight in longitude and latitude (RFC 7946, 3.1.1).
 */
export function fenceFault(given: FenceShape): FenceFault | null {
  const shape = normalFence(given);
  switch (shape.type) {
    case 'CIRCULAR':
      return shape.radius > 0 ? null : 'fence-radius';
    case 'RECTANGLE':
      return shape.south < shape.north && shape.west !== shape.east ? null : 'fence-shape-wrong';
    case 'POLYGON':
      return polygonFault(shape.rings);
  }
}

function polygonFault(rings: readonly (readonly Position[])[]): FenceFault | null {
  const [outline, ...holes] = rings;
  if (outline === undefined) return 'fence-too-few-points';
  for (const ring of rings) {
    if (new Set(ring.map(([lng, lat]) => `${lng} ${lat}`)).size < 3) return 'fence-too-few-points';
  }
  const longitudes = outline.map(([lng]) => lng);
  const [west, east] = [least(longitudes), most(longitudes)];
  if (east - west > WIDEST) return 'fence-too-large';
  const edges = edgesOf(rings);
  const crossing = firstCrossing(edges);
  if (crossing !== null) return crossing === 'own' ? 'fence-self-crosses' : 'fence-hole-outside';
  // No edges meet: a ring lies wholly inside of another one, or wholly outside.
  for (const [at, hole] of holes.entries()) {
    const corner = hole[0] as Position;
    if (!isInRing(corner, outline)) return 'fence-hole-outside';
    const inAnother = holes.some((other, number) => number !== at && isInRing(corner, other));
    if (inAnother) return 'fence-hole-outside';
  }
  return null;
}

interface Edge {
  readonly ring: number;
  readonly at: number;
  /** Edges of its ring. */
  readonly count: number;
  readonly from: Position;
  readonly to: Position;
}

function edgesOf(rings: readonly (readonly Position[])[]): readonly Edge[] {
  return rings.flatMap((corners, ring) =>
    corners.map((from, at) => ({
      ring,
      at,
      count: corners.length,
      from,
      to: corners[(at + 1) % corners.length] as Position,
    })),
  );
}

/** Whether an edge meets another one: of its own ring, or of another; null: none does. An index keeps it from being every pair. */
function firstCrossing(edges: readonly Edge[]): 'own' | 'other' | null {
  const index = new Flatbush(edges.length);
  for (const { from, to } of edges) {
    index.add(
      Math.min(from[0], to[0]),
      Math.min(from[1], to[1]),
      Math.max(from[0], to[0]),
      Math.max(from[1], to[1]),
    );
  }
  index.finish();
  let other = false;
  for (const [number, edge] of edges.entries()) {
    const { from, to } = edge;
    const near = index.search(
      Math.min(from[0], to[0]),
      Math.min(from[1], to[1]),
      Math.max(from[0], to[0]),
      Math.max(from[1], to[1]),
      // Each pair once.
      (candidate) => candidate > number,
    );
    for (const candidate of near) {
      const second = edges[candidate] as Edge;
      if (!meets(edge, second)) continue;
      if (edge.ring === second.ring) return 'own';
      other = true;
    }
  }
  return other ? 'other' : null;
}

function meets(one: Edge, two: Edge): boolean {
  if (one.ring === two.ring) {
    // Neighbours share a corner; they may not lie on one another.
    if ((one.at + 1) % one.count === two.at) return foldsBack(one.from, one.to, two.to);
    if ((two.at + 1) % two.count === one.at) return foldsBack(two.from, two.to, one.to);
  }
  return segmentsMeet(one.from, one.to, two.from, two.to);
}

/** Whether the way b -> c goes back along a -> b. */
function foldsBack(a: Position, b: Position, c: Position): boolean {
  if (turn(a, b, c) !== 0) return false;
  return (c[0] - b[0]) * (a[0] - b[0]) + (c[1] - b[1]) * (a[1] - b[1]) > 0;
}

/** Whether two closed segments have a place in common. */
function segmentsMeet(a: Position, b: Position, c: Position, d: Position): boolean {
  const [abc, abd, cda, cdb] = [turn(a, b, c), turn(a, b, d), turn(c, d, a), turn(c, d, b)];
  if (abc * abd < 0 && cda * cdb < 0) return true;
  return (
    (abc === 0 && liesOn(c, a, b)) ||
    (abd === 0 && liesOn(d, a, b)) ||
    (cda === 0 && liesOn(a, c, d)) ||
    (cdb === 0 && liesOn(b, c, d))
  );
}

/** Above 0: c lies to the left of a -> b; below: to the right; 0: on the line. */
function turn([ax, ay]: Position, [bx, by]: Position, [cx, cy]: Position): -1 | 0 | 1 {
  const cross = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
  return cross > 0 ? 1 : cross < 0 ? -1 : 0;
}

/** Of a place on the line through a and b: whether it lies between them. */
function liesOn([x, y]: Position, [ax, ay]: Position, [bx, by]: Position): boolean {
  return x >= Math.min(ax, bx) && x <= Math.max(ax, bx) && y >= Math.min(ay, by) && y <= Math.max(ay, by);
}

/** Even-odd rule (Shimrat 1962, Algorithm 112), for places that are on no edge. */
function isInRing([x, y]: Position, ring: readonly Position[]): boolean {
  let inside = false;
  for (let at = 0, before = ring.length - 1; at < ring.length; before = at, at += 1) {
    const [ax, ay] = ring[before] as Position;
    const [bx, by] = ring[at] as Position;
    if (ay > y !== by > y && x < ((ax - bx) * (y - by)) / (ay - by) + bx) inside = !inside;
  }
  return inside;
}

function least(values: readonly number[]): number {
  return values.reduce((held, value) => Math.min(held, value), Number.POSITIVE_INFINITY);
}

function most(values: readonly number[]): number {
  return values.reduce((held, value) => Math.max(held, value), Number.NEGATIVE_INFINITY);
}
