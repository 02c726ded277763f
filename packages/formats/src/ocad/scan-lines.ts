import { OcadError } from './ocad-error.ts';

/** One of parallel lines through an area, for hatches and rows of patterns. */
export interface ScanLine {
  /** Number of the line; its distance from the origin is a multiple of it. */
  readonly row: number;
  /** Positions along the line where it enters and leaves the area, in turn. */
  readonly crossings: readonly number[];
}

/** An area of 5 m on paper with a hatch of 0.1 mm. */
const MAX_ROWS = 50_000;

/**
 * Lines at multiples of `distance` from the origin, in a direction (radians), where they are inside of rings by the even-odd rule.
 *
 * @throws OcadError `expands` if there are too many.
 */
export function scanLines(
  rings: readonly (readonly number[])[],
  angle: number,
  distance: number,
): readonly ScanLine[] {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  // Along the lines, and across them.
  const turned = rings.map((ring) => {
    const points: number[] = [];
    for (let index = 0; index + 1 < ring.length; index += 2) {
      const [x = 0, y = 0] = [ring[index], ring[index + 1]];
      points.push(x * cos + y * sin, y * cos - x * sin);
    }
    return points;
  });
  const lines = new Map<number, number[]>();
  for (const points of turned) {
    for (let index = 0; index + 1 < points.length; index += 2) {
      const next = (index + 2) % points.length;
      const [u0 = 0, v0 = 0] = [points[index], points[index + 1]];
      const [u1 = 0, v1 = 0] = [points[next], points[next + 1]];
      // A half-open interval counts a vertex once.
      const [low, high] = v0 < v1 ? [v0, v1] : [v1, v0];
      const last = Math.ceil(high / distance);
      for (let row = Math.ceil(low / distance); row < last; row++) {
        const v = row * distance;
        const u = u0 + ((v - v0) / (v1 - v0)) * (u1 - u0);
        const crossings = lines.get(row);
        if (crossings !== undefined) crossings.push(u);
        else if (lines.size >= MAX_ROWS) throw new OcadError('expands');
        else lines.set(row, [u]);
      }
    }
  }
  return [...lines].map(([row, crossings]) => ({
    row,
    crossings: crossings.sort((a, b) => a - b),
  }));
}

/** The sections of a line inside the area. */
export function spansOf({ crossings }: ScanLine): readonly (readonly [number, number])[] {
  const result: [number, number][] = [];
  for (let index = 0; index + 1 < crossings.length; index += 2)
    result.push([crossings[index] ?? 0, crossings[index + 1] ?? 0]);
  return result;
}

/** A point by its positions along and across lines of a direction. */
export function turn(along: number, across: number, angle: number): readonly [number, number] {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return [along * cos - across * sin, along * sin + across * cos];
}
