import type { Position } from '@wakeline/domain/fences/fence-shape';
import type { DrawKind, Drawn } from '../../../map/draw/draw-surface.ts';

/** A corner of what is drawn, as the list of coordinates shows it. */
export interface Corner {
  readonly ring: number;
  readonly index: number;
  readonly place: Position;
  /** It can be taken out: the shape can do without. */
  readonly spare: boolean;
}

const LEAST = { polygon: 3, line: 2 } as const;

/** Lines or rings of what has corners that can be added and removed. */
function linesOf(drawn: Drawn): readonly (readonly Position[])[] {
  if (drawn.kind === 'line') return [drawn.line];
  return drawn.kind === 'polygon' ? drawn.shape.rings : [];
}

export function cornersOf(drawn: Drawn | null): Corner[] {
  switch (drawn?.kind) {
    case undefined:
      return [];
    case 'marker':
      return [{ ring: 0, index: 0, place: drawn.place, spare: false }];
    case 'circle':
      return [{ ring: 0, index: 0, place: drawn.shape.center, spare: false }];
    case 'rectangle': {
      const { west, south, east, north } = drawn.shape;
      return [
        { ring: 0, index: 0, place: [west, south], spare: false },
        { ring: 0, index: 1, place: [east, north], spare: false },
      ];
    }
    case 'line':
    case 'polygon':
      return linesOf(drawn).flatMap((line, ring) =>
        line.map((place, index) => ({ ring, index, place, spare: line.length > LEAST[drawn.kind] })),
      );
  }
}

/** What is drawn, with one of its corners at another place. */
export function withCorner(drawn: Drawn, { ring, index }: Corner, place: Position): Drawn {
  switch (drawn.kind) {
    case 'marker':
      return { kind: 'marker', place };
    case 'circle':
      return { kind: 'circle', shape: { ...drawn.shape, center: place } };
    case 'rectangle': {
      const { west, south, east, north } = drawn.shape;
      const [one, other]: [Position, Position] =
        index === 0 ? [place, [east, north]] : [[west, south], place];
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
      return changed(drawn, ring, (line) => line.with(index, place));
  }
}

/** The same with one more corner at the end of a line or ring. */
export function withMore(drawn: Drawn, ring: number, place: Position): Drawn {
  return drawn.kind === 'line' || drawn.kind === 'polygon'
    ? changed(drawn, ring, (line) => [...line, place])
    : drawn;
}

export function without(drawn: Drawn, { ring, index }: Corner): Drawn {
  return drawn.kind === 'line' || drawn.kind === 'polygon'
    ? changed(drawn, ring, (line) => line.toSpliced(index, 1))
    : drawn;
}

function changed(
  drawn: Extract<Drawn, { kind: 'line' | 'polygon' }>,
  ring: number,
  change: (line: readonly Position[]) => readonly Position[],
): Drawn {
  if (drawn.kind === 'line') return { kind: 'line', line: change(drawn.line) };
  const rings = drawn.shape.rings.map((line, at) => (at === ring ? change(line) : line));
  return { kind: 'polygon', shape: { type: 'POLYGON', rings } };
}

/** Metres of a circle of which only the middle was typed. */
const FIRST_RADIUS = 500;

/** What typed places make, before anything is drawn; null: they are too few yet. */
export function drawnFrom(kind: DrawKind, places: readonly Position[]): Drawn | null {
  const [first, second] = places;
  if (first === undefined) return null;
  switch (kind) {
    case 'marker':
      return { kind, place: first };
    case 'circle':
      return { kind, shape: { type: 'CIRCULAR', center: first, radius: FIRST_RADIUS } };
    case 'rectangle': {
      if (second === undefined) return null;
      const start: Drawn = {
        kind,
        shape: { type: 'RECTANGLE', west: first[0], south: first[1], east: first[0], north: first[1] },
      };
      return withCorner(start, { ring: 0, index: 1, place: second, spare: false }, second);
    }
    case 'line':
      return places.length < LEAST.line ? null : { kind, line: places };
    case 'polygon':
      return places.length < LEAST.polygon ? null : { kind, shape: { type: 'POLYGON', rings: [places] } };
  }
}

/** Whether more corners can be added to what is drawn. */
export function canGrow(kind: DrawKind): boolean {
  return kind === 'line' || kind === 'polygon';
}
