import type { Position } from '@wakeline/domain/fences/fence-shape';
import { greatCircleDistance } from '@wakeline/domain/geo/great-circle';
import { latFromMercator, mercatorY, nearestLng } from '@wakeline/domain/geo/web-mercator';
import { circleRing, placeAt } from './circle-ring.ts';
import type { Drawn } from './draw-surface.ts';

/** What can be taken hold of in a shape that is edited. */
export interface Handle {
  readonly role: 'corner' | 'middle' | 'center' | 'place';
  readonly place: Position;
  /** Which ring of a polygon; 0 for all else. */
  readonly ring: number;
  /** Which corner; for the middle of an edge the corner before it. */
  readonly index: number;
}

const LEAST_RING = 3;
const LEAST_LINE = 2;

/** The lines of a shape as it is drawn, with whether each of them is closed. */
export function outlinesOf(drawn: Drawn): { readonly line: readonly Position[]; readonly closed: boolean }[] {
  switch (drawn.kind) {
    case 'line':
      return [{ line: drawn.line, closed: false }];
    case 'polygon':
      return drawn.shape.rings.map((line) => ({ line, closed: true }));
    case 'rectangle':
      return [{ line: cornersOf(drawn.shape), closed: true }];
    case 'circle':
      return [{ line: circleRing(drawn.shape.center, drawn.shape.radius), closed: true }];
    case 'marker':
      return [];
  }
}

/** South-west, south-east, north-east, north-west; the eastern ones beyond 180 degrees where it lies across the antimeridian. */
function cornersOf(shape: Extract<Drawn, { kind: 'rectangle' }>['shape']): Position[] {
  const { west, south, north } = shape;
  const east = shape.east < west ? shape.east + 360 : shape.east;
  return [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
  ];
}

/** Everything that can be taken hold of; corners after the middles of edges, so that they lie on top. */
export function handlesOf(drawn: Drawn): Handle[] {
  switch (drawn.kind) {
    case 'marker':
      return [{ role: 'place', place: drawn.place, ring: 0, index: 0 }];
    case 'circle': {
      const { center, radius } = drawn.shape;
      const at = (bearing: number, index: number): Handle => ({
        role: 'corner',
        place: placeAt(center, radius, bearing),
        ring: 0,
        index,
      });
      return [
        { role: 'center', place: center, ring: 0, index: 0 },
        at(0, 0),
        at(90, 1),
        at(180, 2),
        at(270, 3),
      ];
    }
    default: {
      const outlines = outlinesOf(drawn);
      const corners = outlines.flatMap(({ line }, ring) =>
        line.map((place, index): Handle => ({ role: 'corner', place, ring, index })),
      );
      // A rectangle stays one: it has no corner to be added.
      if (drawn.kind === 'rectangle') return corners;
      return [...outlines.flatMap(({ line, closed }, ring) => middles(line, closed, ring)), ...corners];
    }
  }
}

function middles(line: readonly Position[], closed: boolean, ring: number): Handle[] {
  const edges = closed ? line.length : line.length - 1;
  return Array.from({ length: edges }, (_, index): Handle => {
    const [from, to] = [line[index] ?? [0, 0], line[(index + 1) % line.length] ?? [0, 0]];
    return {
      role: 'middle',
      place: [(from[0] + to[0]) / 2, latFromMercator((mercatorY(from[1]) + mercatorY(to[1])) / 2)],
      ring,
      index,
    };
  });
}

/** The shape with the held corner at another place. The middle of an edge becomes a corner there. */
export function moveHandle(drawn: Drawn, handle: Handle, to: Position): Drawn {
  switch (drawn.kind) {
    case 'marker':
      return { kind: 'marker', place: to };
    case 'circle': {
      const { center, radius } = drawn.shape;
      if (handle.role === 'center') return { ...drawn, shape: { type: 'CIRCULAR', center: to, radius } };
      return { ...drawn, shape: { type: 'CIRCULAR', center, radius: distance(center, to) } };
    }
    case 'rectangle': {
      const corners = cornersOf(drawn.shape);
      // The opposite corner stays.
      return rectangle(corners[(handle.index + 2) % 4] ?? to, to);
    }
    default:
      return changeLine(drawn, handle.ring, (line) =>
        handle.role === 'middle' ? line.toSpliced(handle.index + 1, 0, to) : line.with(handle.index, to),
      );
  }
}

/** The held middle of an edge as the corner that it becomes. */
export function asCorner(handle: Handle): Handle {
  return handle.role === 'middle' ? { ...handle, role: 'corner', index: handle.index + 1 } : handle;
}

/**
 * The shape without a corner; null when it could not do without: a ring keeps three, a line two. A hole that has no more than three goes
 * as a whole.
 */
export function removeCorner(drawn: Drawn, { role, ring, index }: Handle): Drawn | null {
  if (role !== 'corner' || (drawn.kind !== 'line' && drawn.kind !== 'polygon')) return null;
  const line = drawn.kind === 'line' ? drawn.line : drawn.shape.rings[ring];
  if (line === undefined) return null;
  if (line.length > (drawn.kind === 'line' ? LEAST_LINE : LEAST_RING))
    return changeLine(drawn, ring, (corners) => corners.toSpliced(index, 1));
  if (drawn.kind === 'line' || ring === 0) return null;
  return { kind: 'polygon', shape: { type: 'POLYGON', rings: drawn.shape.rings.toSpliced(ring, 1) } };
}

/** The whole shape moved from one place to another, as the map shows it; a circle keeps its metres. */
export function moveWhole(drawn: Drawn, from: Position, to: Position): Drawn {
  const east = to[0] - from[0];
  const south = mercatorY(to[1]) - mercatorY(from[1]);
  const moved = ([lng, lat]: Position): Position => [lng + east, latFromMercator(mercatorY(lat) + south)];
  switch (drawn.kind) {
    case 'marker':
      return { kind: 'marker', place: moved(drawn.place) };
    case 'circle':
      return { kind: 'circle', shape: { ...drawn.shape, center: moved(drawn.shape.center) } };
    case 'rectangle': {
      const [first, , third] = cornersOf(drawn.shape);
      return first && third ? rectangle(moved(first), moved(third)) : drawn;
    }
    case 'line':
      return { kind: 'line', line: drawn.line.map(moved) };
    case 'polygon':
      return {
        kind: 'polygon',
        shape: { type: 'POLYGON', rings: drawn.shape.rings.map((ring) => ring.map(moved)) },
      };
  }
}

/** The rectangle between two opposite corners. */
export function rectangle(one: Position, other: Position): Extract<Drawn, { kind: 'rectangle' }> {
  return {
    kind: 'rectangle',
    shape: {
      type: 'RECTANGLE',
      west: Math.min(one[0], other[0]),
      south: Math.min(one[1], other[1]),
      east: Math.max(one[0], other[0]),
      north: Math.max(one[1], other[1]),
    },
  };
}

/** Metres on the ground. */
export function distance(from: Position, to: Position): number {
  return greatCircleDistance(
    { latitude: from[1], longitude: from[0] },
    { latitude: to[1], longitude: to[0] },
  );
}

/**
 * The shape with the longitude of its first place in -180..180 and the others running on from it, as objects are kept: a shape across
 * the antimeridian is in one piece, a rectangle has its `east` below its `west`.
 */
export function normalised(drawn: Drawn): Drawn {
  if (drawn.kind === 'rectangle') {
    const { west, south, east, north } = drawn.shape;
    const start = nearestLng(west, 0);
    const end = start + (east < west ? east + 360 : east) - west;
    return {
      kind: 'rectangle',
      shape: { type: 'RECTANGLE', west: start, south, east: end > 180 ? end - 360 : end, north },
    };
  }
  const first = firstPlace(drawn);
  const turn = nearestLng(first[0], 0) - first[0];
  if (turn === 0) return drawn;
  const turned = ([lng, lat]: Position): Position => [lng + turn, lat];
  switch (drawn.kind) {
    case 'marker':
      return { kind: 'marker', place: turned(drawn.place) };
    case 'circle':
      return { kind: 'circle', shape: { ...drawn.shape, center: turned(drawn.shape.center) } };
    case 'line':
      return { kind: 'line', line: drawn.line.map(turned) };
    case 'polygon':
      return {
        kind: 'polygon',
        shape: { type: 'POLYGON', rings: drawn.shape.rings.map((ring) => ring.map(turned)) },
      };
  }
}

/** The place from which the longitudes of a shape run on. */
export function firstPlace(drawn: Drawn): Position {
  switch (drawn.kind) {
    case 'marker':
      return drawn.place;
    case 'circle':
      return drawn.shape.center;
    case 'line':
      return drawn.line[0] ?? [0, 0];
    case 'polygon':
      return drawn.shape.rings[0]?.[0] ?? [0, 0];
    case 'rectangle':
      return [drawn.shape.west, drawn.shape.south];
  }
}

function changeLine(
  drawn: Extract<Drawn, { kind: 'line' | 'polygon' }>,
  ring: number,
  change: (line: readonly Position[]) => readonly Position[],
): Drawn {
  if (drawn.kind === 'line') return { kind: 'line', line: change(drawn.line) };
  const rings = drawn.shape.rings.map((line, index) => (index === ring ? change(line) : line));
  return { kind: 'polygon', shape: { type: 'POLYGON', rings } };
}
