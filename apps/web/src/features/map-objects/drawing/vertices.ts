import type { Position } from '@wakeline/domain/fences/fence-shape';
import type { DrawKind, DrawnShape } from '../../../map/draw/draw-surface.ts';

/** A corner of what is drawn, as the list of coordinates shows it. */
export interface Vertex {
  readonly ring: number;
  readonly index: number;
  readonly coordinates: Position;
  /** It can be taken out: the shape can do without. */
  readonly removable: boolean;
}

const MIN_VERTICES = { polygon: 3, line: 2 } as const;

/** Lines or rings of what has corners that can be added and removed. */
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

/** What is drawn, with one of its corners at another place. */
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
          // East and west are said by the order of the corners: an east below its west lies across the antimeridian.
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

/** The same with one more corner at the end of a line or ring. */
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

/** Metres of a circle of which only the middle was typed. */
const DEFAULT_RADIUS = 500;

/** What typed places make, before anything is drawn; null: they are too few yet. */
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

/** Whether more corners can be added to what is drawn. */
export function canAddVertices(kind: DrawKind): boolean {
  return kind === 'line' || kind === 'polygon';
}
