import { clipToConvex, isConvex } from './clip-convex.ts';
import { clipLine } from './clip-line.ts';
import { circleOf, drawElements, lineStyle, type Placement, place } from './draw-elements.ts';
import type { DrawingBuilder } from './drawing.ts';
import { flatten } from './flatten.ts';
import { OcadError } from './ocad-error.ts';
import { scanLines, spansOf, turn } from './scan-lines.ts';
import type { AreaSymbol, SymbolElement } from './symbol-types.ts';

const MILLIMETRES = 0.01;
const MAX_CELLS = 1_000_000;
/** Of `structureClip`. */
const CUT = 0;
const ONLY_COMPLETE = 1;
const CENTRE_INSIDE = 2;
const ANY_PART_INSIDE = 3;

type Rings = readonly (readonly number[])[];

/** Fills an area with a symbol in rows, which may be shifted alternately by half a width. `angle`: radians. */
export function drawPattern(builder: DrawingBuilder, symbol: AreaSymbol, rings: Rings, angle: number): void {
  const [width, height] = [symbol.structureWidth * MILLIMETRES, symbol.structureHeight * MILLIMETRES];
  if (width <= 0 || height <= 0 || symbol.structure.length === 0) return;
  const isShifted = symbol.structureMode === 2;
  const shiftOf = (row: number) => (isShifted && row % 2 !== 0 ? width / 2 : 0);
  const cells = new Cells();

  for (const line of scanLines(rings, angle, height))
    for (const [from, to] of spansOf(line)) {
      const shift = shiftOf(line.row);
      const last = Math.floor((to - shift) / width);
      for (let column = Math.ceil((from - shift) / width); column <= last; column++)
        cells.add(line.row, column, { isInside: true });
    }
  const reach = reachOf(symbol.structure);
  for (const [u, v] of outlineSamples(rings, angle, reach)) {
    const lastRow = Math.floor((v + 2 * reach) / height);
    for (let row = Math.ceil((v - 2 * reach) / height); row <= lastRow; row++) {
      const shift = shiftOf(row);
      const last = Math.floor((u + 2 * reach - shift) / width);
      for (let column = Math.ceil((u - 2 * reach - shift) / width); column <= last; column++)
        cells.add(row, column, { isAtOutline: true });
    }
  }

  for (const { row, column, isInside, isAtOutline } of cells.all()) {
    const [x, y] = turn(column * width + shiftOf(row), row * height, angle);
    const at: Placement = { x, y, angle, scale: 1 };
    if (!isAtOutline || (isInside && symbol.structureClip === CENTRE_INSIDE))
      drawElements(builder, symbol.structure, at);
    else if (symbol.structureClip !== CENTRE_INSIDE) drawAtOutline(builder, symbol, rings, at, isInside);
  }
}

interface Cell {
  readonly row: number;
  readonly column: number;
  isInside: boolean;
  isAtOutline: boolean;
}

/** The cells of a pattern in and at an area. */
class Cells {
  readonly #rows = new Map<number, Map<number, Cell>>();
  #count = 0;

  add(row: number, column: number, flags: Partial<Cell>): void {
    let cells = this.#rows.get(row);
    if (cells === undefined) {
      cells = new Map();
      this.#rows.set(row, cells);
    }
    const cell = cells.get(column);
    if (cell !== undefined) {
      Object.assign(cell, flags);
      return;
    }
    if (++this.#count > MAX_CELLS) throw new OcadError('expands');
    cells.set(column, { row, column, isInside: false, isAtOutline: false, ...flags });
  }

  *all(): Generator<Cell> {
    for (const cells of this.#rows.values()) yield* cells.values();
  }
}

/** Points along the outline, at most `step` apart, along and across rows of a direction. */
function* outlineSamples(rings: Rings, angle: number, step: number): Generator<readonly [number, number]> {
  if (step <= 0) return;
  for (const ring of rings)
    for (let index = 0; index + 1 < ring.length; index += 2) {
      const next = (index + 2) % ring.length;
      const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = [ring[index], ring[index + 1], ring[next], ring[next + 1]];
      const count = Math.max(1, Math.ceil(Math.hypot(x1 - x0, y1 - y0) / step));
      if (count > MAX_CELLS) throw new OcadError('expands');
      for (let sample = 0; sample < count; sample++) {
        const share = sample / count;
        yield turn(x0 + share * (x1 - x0), y0 + share * (y1 - y0), -angle);
      }
    }
}

/** Largest distance of a symbol's ink from its centre. */
function reachOf(elements: readonly SymbolElement[]): number {
  let reach = 0;
  for (const { kind, path, lineWidth, diameter } of elements) {
    const margin = kind === 'dot' || kind === 'circle' ? diameter / 2 : kind === 'line' ? lineWidth / 2 : 0;
    const { coordinates } = path;
    if (coordinates.length === 0) reach = Math.max(reach, margin);
    for (let index = 0; index + 1 < coordinates.length; index += 2)
      reach = Math.max(reach, Math.hypot(coordinates[index] ?? 0, coordinates[index + 1] ?? 0) + margin);
  }
  return reach * MILLIMETRES;
}

/**
 * A symbol that may cross the outline. Lines and filled convex elements are cut exactly; others are drawn if the centre of the
 * symbol is inside.
 */
function drawAtOutline(
  builder: DrawingBuilder,
  symbol: AreaSymbol,
  rings: Rings,
  at: Placement,
  isInside: boolean,
): void {
  for (const element of symbol.structure) {
    if (element.kind === 'line' && symbol.structureClip === CUT) {
      const style = lineStyle(element.lineStyle, element.lineWidth * MILLIMETRES);
      const points = place(flatten(element.path).points, at);
      for (const section of clipLine(points, rings)) builder.line(element.color, style, section);
      continue;
    }
    const ring = filledRing(element, at);
    if (ring === null) {
      if (isInside) drawElements(builder, [element], at);
      continue;
    }
    const cut = clipToConvex(rings, ring);
    const isPartial = areaOf(cut) < 0.999 * areaOf([ring]);
    if (isPartial && symbol.structureClip === ONLY_COMPLETE) continue;
    if (cut.length === 0) continue;
    builder.area(element.color, isPartial && symbol.structureClip !== ANY_PART_INSIDE ? cut : [ring]);
  }
}

/** The convex ring of a filled element; null: another element. */
function filledRing(element: SymbolElement, at: Placement): readonly number[] | null {
  const ring =
    element.kind === 'dot'
      ? circleOf(element, at).ring
      : element.kind === 'area'
        ? place(flatten(element.path).points, at)
        : [];
  const counterclockwise = signedArea(ring) < 0 ? reversedRing(ring) : ring;
  return isConvex(counterclockwise) ? counterclockwise : null;
}

function reversedRing(ring: readonly number[]): readonly number[] {
  return Array.from({ length: ring.length / 2 }, (_, index) => ring.length - 2 - 2 * index).flatMap(
    (index) => [ring[index] ?? 0, ring[index + 1] ?? 0],
  );
}

function signedArea(ring: readonly number[]): number {
  let sum = 0;
  for (let index = 0; index + 1 < ring.length; index += 2) {
    const next = (index + 2) % ring.length;
    sum += (ring[index] ?? 0) * (ring[next + 1] ?? 0) - (ring[next] ?? 0) * (ring[index + 1] ?? 0);
  }
  return sum / 2;
}

/** Area of an outline less its holes, which have the opposite direction or overlap it. */
function areaOf(rings: Rings): number {
  const [outline = 0, ...holes] = rings.map((ring) => Math.abs(signedArea(ring)));
  return outline - holes.reduce((sum, hole) => sum + hole, 0);
}
