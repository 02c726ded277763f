import type { FenceShape, Position } from './fence-shape.ts';
import { firstCrossing } from './first-crossing.ts';

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
    if (!hasThreePlaces(ring)) return 'fence-too-few-points';
  }
  const longitudes = outline.map(([lng]) => lng);
  const [west, east] = [least(longitudes), most(longitudes)];
  if (east - west > WIDEST) return 'fence-too-large';
  const crossing = firstCrossing(rings);
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

function hasThreePlaces(ring: readonly Position[]): boolean {
  const [first] = ring;
  if (first === undefined) return false;
  const second = ring.find((corner) => !samePlace(corner, first));
  return (
    second !== undefined && ring.some((corner) => !samePlace(corner, first) && !samePlace(corner, second))
  );
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
