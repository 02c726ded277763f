import type { Position } from '@wakeline/domain/fences/fence-shape';
import { greatCircleDistance } from '@wakeline/domain/geo/great-circle';
import { latFromMercator, mercatorY, nearestLng } from '@wakeline/domain/geo/web-mercator';
import { circleRing, destinationPoint } from './circle-ring.ts';
import type { DrawnShape } from './draw-surface.ts';

/** A point of a shape that can be dragged. */
export interface Handle {
  readonly role: 'vertex' | 'midpoint' | 'center' | 'marker';
  readonly coordinates: Position;
  /** Which ring of a polygon; 0 for all other shapes. */
  readonly ring: number;
  /** Which vertex; for a midpoint the vertex before it. */
  readonly index: number;
}

const MIN_RING_VERTICES = 3;
const MIN_LINE_VERTICES = 2;

/** The lines of a shape as drawn. */
export function outlinesOf(
  drawn: DrawnShape,
): { readonly line: readonly Position[]; readonly closed: boolean }[] {
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

/**
 * South-west, south-east, north-east, north-west; the eastern ones beyond 180 degrees when it crosses the
 * antimeridian.
 */
function cornersOf(shape: Extract<DrawnShape, { kind: 'rectangle' }>['shape']): Position[] {
  const { west, south, north } = shape;
  const east = shape.east < west ? shape.east + 360 : shape.east;
  return [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
  ];
}

/** All handles of a shape; vertices after midpoints, so that they lie on top. */
export function handlesOf(drawn: DrawnShape): Handle[] {
  switch (drawn.kind) {
    case 'marker':
      return [{ role: 'marker', coordinates: drawn.coordinates, ring: 0, index: 0 }];
    case 'circle': {
      const { center, radius } = drawn.shape;
      const vertexHandle = (bearing: number, index: number): Handle => ({
        role: 'vertex',
        coordinates: destinationPoint(center, radius, bearing),
        ring: 0,
        index,
      });
      return [
        { role: 'center', coordinates: center, ring: 0, index: 0 },
        vertexHandle(0, 0),
        vertexHandle(90, 1),
        vertexHandle(180, 2),
        vertexHandle(270, 3),
      ];
    }
    default: {
      const outlines = outlinesOf(drawn);
      const vertices = outlines.flatMap(({ line }, ring) =>
        line.map((coordinates, index): Handle => ({ role: 'vertex', coordinates, ring, index })),
      );
      // Rectangles have no midpoints: a further vertex would break the shape.
      if (drawn.kind === 'rectangle') return vertices;
      return [
        ...outlines.flatMap(({ line, closed }, ring) => midpointHandles(line, closed, ring)),
        ...vertices,
      ];
    }
  }
}

function midpointHandles(line: readonly Position[], closed: boolean, ring: number): Handle[] {
  const edges = closed ? line.length : line.length - 1;
  return Array.from({ length: edges }, (_, index): Handle => {
    const [from, to] = [line[index] ?? [0, 0], line[(index + 1) % line.length] ?? [0, 0]];
    return {
      role: 'midpoint',
      coordinates: [(from[0] + to[0]) / 2, latFromMercator((mercatorY(from[1]) + mercatorY(to[1])) / 2)],
      ring,
      index,
    };
  });
}

/** The shape with a handle moved. A moved midpoint becomes a vertex. */
export function moveHandle(drawn: DrawnShape, handle: Handle, to: Position): DrawnShape {
  switch (drawn.kind) {
    case 'marker':
      return { kind: 'marker', coordinates: to };
    case 'circle': {
      const { center, radius } = drawn.shape;
      if (handle.role === 'center') return { ...drawn, shape: { type: 'CIRCULAR', center: to, radius } };
      return { ...drawn, shape: { type: 'CIRCULAR', center, radius: distance(center, to) } };
    }
    case 'rectangle': {
      const corners = cornersOf(drawn.shape);
      // The opposite corner stays.
      return rectangleBetween(corners[(handle.index + 2) % 4] ?? to, to);
    }
    default:
      return changeLine(drawn, handle.ring, (line) =>
        handle.role === 'midpoint' ? line.toSpliced(handle.index + 1, 0, to) : line.with(handle.index, to),
      );
  }
}

/** The vertex that a midpoint becomes; other handles unchanged. */
export function toVertexHandle(handle: Handle): Handle {
  return handle.role === 'midpoint' ? { ...handle, role: 'vertex', index: handle.index + 1 } : handle;
}

/**
 * The shape without a vertex. Null if too few vertices would remain: a ring keeps three, a line two. A hole with only
 * three vertices is removed completely.
 */
export function removeVertex(drawn: DrawnShape, { role, ring, index }: Handle): DrawnShape | null {
  if (role !== 'vertex' || (drawn.kind !== 'line' && drawn.kind !== 'polygon')) return null;
  const line = drawn.kind === 'line' ? drawn.line : drawn.shape.rings[ring];
  if (line === undefined) return null;
  if (line.length > (drawn.kind === 'line' ? MIN_LINE_VERTICES : MIN_RING_VERTICES))
    return changeLine(drawn, ring, (vertices) => vertices.toSpliced(index, 1));
  if (drawn.kind === 'line' || ring === 0) return null;
  return { kind: 'polygon', shape: { type: 'POLYGON', rings: drawn.shape.rings.toSpliced(ring, 1) } };
}

/**
 * The complete shape moved from one point to another, by the same distance on the map for every vertex; a circle
 * keeps its radius in metres.
 */
export function moveShape(drawn: DrawnShape, from: Position, to: Position): DrawnShape {
  const east = to[0] - from[0];
  const south = mercatorY(to[1]) - mercatorY(from[1]);
  const move = ([lng, lat]: Position): Position => [lng + east, latFromMercator(mercatorY(lat) + south)];
  switch (drawn.kind) {
    case 'marker':
      return { kind: 'marker', coordinates: move(drawn.coordinates) };
    case 'circle':
      return { kind: 'circle', shape: { ...drawn.shape, center: move(drawn.shape.center) } };
    case 'rectangle': {
      const [first, , third] = cornersOf(drawn.shape);
      return first && third ? rectangleBetween(move(first), move(third)) : drawn;
    }
    case 'line':
      return { kind: 'line', line: drawn.line.map(move) };
    case 'polygon':
      return {
        kind: 'polygon',
        shape: { type: 'POLYGON', rings: drawn.shape.rings.map((ring) => ring.map(move)) },
      };
  }
}

/** The rectangle between two opposite corners. */
export function rectangleBetween(one: Position, other: Position): Extract<DrawnShape, { kind: 'rectangle' }> {
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

/** Great-circle distance in metres. */
export function distance(from: Position, to: Position): number {
  return greatCircleDistance(
    { latitude: from[1], longitude: from[0] },
    { latitude: to[1], longitude: to[0] },
  );
}

/**
 * The shape as objects are stored: the first longitude is in -180..180 and the others are continuous with it. A shape
 * across the antimeridian is not split; a rectangle there has its `east` below its `west`.
 */
export function normaliseLongitudes(drawn: DrawnShape): DrawnShape {
  if (drawn.kind === 'rectangle') {
    const { west, south, east, north } = drawn.shape;
    const start = nearestLng(west, 0);
    const end = start + (east < west ? east + 360 : east) - west;
    return {
      kind: 'rectangle',
      shape: { type: 'RECTANGLE', west: start, south, east: end > 180 ? end - 360 : end, north },
    };
  }
  const first = firstCoordinates(drawn);
  const offset = nearestLng(first[0], 0) - first[0];
  if (offset === 0) return drawn;
  const shift = ([lng, lat]: Position): Position => [lng + offset, lat];
  switch (drawn.kind) {
    case 'marker':
      return { kind: 'marker', coordinates: shift(drawn.coordinates) };
    case 'circle':
      return { kind: 'circle', shape: { ...drawn.shape, center: shift(drawn.shape.center) } };
    case 'line':
      return { kind: 'line', line: drawn.line.map(shift) };
    case 'polygon':
      return {
        kind: 'polygon',
        shape: { type: 'POLYGON', rings: drawn.shape.rings.map((ring) => ring.map(shift)) },
      };
  }
}

/** The coordinates that the other longitudes of a shape are relative to. */
export function firstCoordinates(drawn: DrawnShape): Position {
  switch (drawn.kind) {
    case 'marker':
      return drawn.coordinates;
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
  drawn: Extract<DrawnShape, { kind: 'line' | 'polygon' }>,
  ring: number,
  change: (line: readonly Position[]) => readonly Position[],
): DrawnShape {
  if (drawn.kind === 'line') return { kind: 'line', line: change(drawn.line) };
  const rings = drawn.shape.rings.map((line, index) => (index === ring ? change(line) : line));
  return { kind: 'polygon', shape: { type: 'POLYGON', rings } };
}
