import type { FenceShape, Position } from './fence-shape.ts';
import { firstCrossing } from './first-crossing.ts';

/** Validation errors of a fence area, with the names of the contract's errors. */
export type FenceError =
  | 'fence-shape-wrong'
  | 'fence-too-few-points'
  | 'fence-self-crosses'
  | 'fence-hole-outside'
  | 'fence-radius'
  | 'fence-too-large';

/** Half of the earth: beyond it, inside and outside are ambiguous. */
const MAX_WIDTH_DEGREES = 180;

/** The area in its stored form: rings without repeated vertices and not closed, although many programs close them. */
export function normalizeFence(shape: FenceShape): FenceShape {
  if (shape.type !== 'POLYGON') return shape;
  return { type: 'POLYGON', rings: shape.rings.map(normalizeRing) };
}

function normalizeRing(ring: readonly Position[]): readonly Position[] {
  const vertices = ring.filter((vertex, at) => at === 0 || !isSamePoint(vertex, ring[at - 1] as Position));
  const [first, last] = [vertices[0], vertices.at(-1)];
  const closed = vertices.length > 1 && first !== undefined && last !== undefined && isSamePoint(first, last);
  return closed ? vertices.slice(0, -1) : vertices;
}

function isSamePoint([x, y]: Position, [u, v]: Position): boolean {
  return x === u && y === v;
}

/**
 * Returns why an area cannot be a fence, or null. Polygons follow OGC Simple Features (06-103r4, 6.1.11) with one stricter rule:
 * rings must not touch themselves or each other. Edges are straight in longitude and latitude (RFC 7946, 3.1.1).
 */
export function validateFence(given: FenceShape): FenceError | null {
  const shape = normalizeFence(given);
  switch (shape.type) {
    case 'CIRCULAR':
      return shape.radius > 0 ? null : 'fence-radius';
    case 'RECTANGLE':
      return shape.south < shape.north && shape.west !== shape.east ? null : 'fence-shape-wrong';
    case 'POLYGON':
      return validatePolygon(shape.rings);
  }
}

function validatePolygon(rings: readonly (readonly Position[])[]): FenceError | null {
  const [outline, ...holes] = rings;
  if (outline === undefined) return 'fence-too-few-points';
  for (const ring of rings) {
    if (!hasThreePoints(ring)) return 'fence-too-few-points';
  }
  const longitudes = outline.map(([lng]) => lng);
  const [west, east] = [minOf(longitudes), maxOf(longitudes)];
  if (east - west > MAX_WIDTH_DEGREES) return 'fence-too-large';
  const crossing = firstCrossing(rings);
  if (crossing !== null) return crossing === 'own' ? 'fence-self-crosses' : 'fence-hole-outside';
  // No edges meet, so every ring lies completely inside or completely outside of another one.
  for (const [at, hole] of holes.entries()) {
    const vertex = hole[0] as Position;
    if (!isInRing(vertex, outline)) return 'fence-hole-outside';
    const isInOtherHole = holes.some((other, number) => number !== at && isInRing(vertex, other));
    if (isInOtherHole) return 'fence-hole-outside';
  }
  return null;
}

function hasThreePoints(ring: readonly Position[]): boolean {
  const [first] = ring;
  if (first === undefined) return false;
  const second = ring.find((vertex) => !isSamePoint(vertex, first));
  return (
    second !== undefined && ring.some((vertex) => !isSamePoint(vertex, first) && !isSamePoint(vertex, second))
  );
}

/** Even-odd rule (Shimrat 1962, Algorithm 112), for points that are not on an edge. */
function isInRing([x, y]: Position, ring: readonly Position[]): boolean {
  let inside = false;
  for (let at = 0, before = ring.length - 1; at < ring.length; before = at, at += 1) {
    const [ax, ay] = ring[before] as Position;
    const [bx, by] = ring[at] as Position;
    if (ay > y !== by > y && x < ((ax - bx) * (y - by)) / (ay - by) + bx) inside = !inside;
  }
  return inside;
}

function minOf(values: readonly number[]): number {
  return values.reduce((smallest, value) => Math.min(smallest, value), Number.POSITIVE_INFINITY);
}

function maxOf(values: readonly number[]): number {
  return values.reduce((largest, value) => Math.max(largest, value), Number.NEGATIVE_INFINITY);
}
