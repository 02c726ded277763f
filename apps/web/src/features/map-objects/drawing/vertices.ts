import type { Position } from '@wakeline/domain/fences/fence-shape';
import type { DrawKind, DrawnShape } from '../../../map/draw/draw-surface.ts';

/** A vertex of the drawing in the list of coordinates. */
export interface Vertex {
  readonly ring: number;
  readonly index: number;
  readonly coordinates: Position;
  /** Whether enough vertices remain without it. */
  readonly removable: boolean;
}

const MIN_VERTICES = { polygon: 3, line: 2 } as const;

/** Lines or rings of shapes to which vertices can be added. */
function linesOf(drawn: DrawnShape): readonly (readonly Position[])[] {
  if (drawn.kind === 'line') return [drawn.line];
  return drawn.kind === 'polygon' ? drawn.shape.rings : [];
}

export function verticesOf(drawn: DrawnShape | null): Vertex[] {
  switch (drawn?.kind) {
    case undefined:
      return [];
    case 'marker':
      return [{ ring: 0, index: 0, coordinates: drawn.coordinates, removable: false }];
    case 'circle':
      return [{ ring: 0, index: 0, coordinates: drawn.shape.center, removable: false }];
    case 'rectangle': {
      const { west, south, east, north } = drawn.shape;
      return [
        { ring: 0, index: 0, coordinates: [west, south], removable: false },
        { ring: 0, index: 1, coordinates: [east, north], removable: false },
      ];
    }
    case 'line':
    case 'polygon':
      return linesOf(drawn).flatMap((line, ring) =>
        line.map((coordinates, index) => ({
          ring,
          index,
          coordinates,
          removable: line.length > MIN_VERTICES[drawn.kind],
        })),
      );
  }
}

/** The shape with one vertex moved. */
export function replaceVertex(drawn: DrawnShape, { ring, index }: Vertex, coordinates: Position): DrawnShape {
  switch (drawn.kind) {
    case 'marker':
      return { kind: 'marker', coordinates };
    case 'circle':
      return { kind: 'circle', shape: { ...drawn.shape, center: coordinates } };
    case 'rectangle': {
      const { west, south, east, north } = drawn.shape;
      const [one, other]: [Position, Position] =
        index === 0 ? [coordinates, [east, north]] : [[west, south], coordinates];
      return {
        kind: 'rectangle',
        shape: {
          type: 'RECTANGLE',
          // The order of the vertices defines west and east: an east below its west crosses the antimeridian.
          west: one[0],
          east: other[0],
          south: Math.min(one[1], other[1]),
          north: Math.max(one[1], other[1]),
        },
      };
    }
    default:
      return changeLine(drawn, ring, (line) => line.with(index, coordinates));
  }
}

/** The shape with a vertex appended to a line or ring. */
export function appendVertex(drawn: DrawnShape, ring: number, coordinates: Position): DrawnShape {
  return drawn.kind === 'line' || drawn.kind === 'polygon'
    ? changeLine(drawn, ring, (line) => [...line, coordinates])
    : drawn;
}

export function removeVertex(drawn: DrawnShape, { ring, index }: Vertex): DrawnShape {
  return drawn.kind === 'line' || drawn.kind === 'polygon'
    ? changeLine(drawn, ring, (line) => line.toSpliced(index, 1))
    : drawn;
}

function changeLine(
  drawn: Extract<DrawnShape, { kind: 'line' | 'polygon' }>,
  ring: number,
  change: (line: readonly Position[]) => readonly Position[],
): DrawnShape {
  if (drawn.kind === 'line') return { kind: 'line', line: change(drawn.line) };
  const rings = drawn.shape.rings.map((line, lineIndex) => (lineIndex === ring ? change(line) : line));
  return { kind: 'polygon', shape: { type: 'POLYGON', rings } };
}

/** Default radius in metres of a circle of which only the centre was typed. */
const DEFAULT_RADIUS = 500;

/** The shape of typed vertices; null: too few yet. */
export function drawFromVertices(kind: DrawKind, vertices: readonly Position[]): DrawnShape | null {
  const [first, second] = vertices;
  if (first === undefined) return null;
  switch (kind) {
    case 'marker':
      return { kind, coordinates: first };
    case 'circle':
      return { kind, shape: { type: 'CIRCULAR', center: first, radius: DEFAULT_RADIUS } };
    case 'rectangle': {
      if (second === undefined) return null;
      const start: DrawnShape = {
        kind,
        shape: { type: 'RECTANGLE', west: first[0], south: first[1], east: first[0], north: first[1] },
      };
      return replaceVertex(start, { ring: 0, index: 1, coordinates: second, removable: false }, second);
    }
    case 'line':
      return vertices.length < MIN_VERTICES.line ? null : { kind, line: vertices };
    case 'polygon':
      return vertices.length < MIN_VERTICES.polygon
        ? null
        : { kind, shape: { type: 'POLYGON', rings: [vertices] } };
  }
}

/** Whether vertices can be added to this kind. */
export function canAddVertices(kind: DrawKind): boolean {
  return kind === 'line' || kind === 'polygon';
}
