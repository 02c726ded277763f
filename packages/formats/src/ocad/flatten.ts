import { CURVE_FIRST, CURVE_SECOND, GAP, HOLE, NO_LEFT, NO_RIGHT } from './marks.ts';
import type { OcadPath } from './symbol-types.ts';

const MILLIMETRES = 0.01;
/** Largest distance between a curve and its line: 0.3 m on a map of 1:15,000. */
const TOLERANCE = 0.02;
const MAX_STEPS = 64;
/** Marks of a vertex that hold up to the next one. */
const SEGMENT_MARKS = NO_LEFT | GAP | NO_RIGHT;

/** A path without curves, in millimetres. */
export interface FlatPath {
  readonly points: readonly number[];
  /** Marks per point. */
  readonly marks: readonly number[];
}

/** Replaces Bézier curves by lines. Control points without their partner are ordinary points. */
export function flatten({ coordinates, marks }: OcadPath): FlatPath {
  const points: number[] = [];
  const flatMarks: number[] = [];
  const at = (index: number) => (coordinates[index] ?? 0) * MILLIMETRES;
  const push = (x: number, y: number, mark: number) => {
    points.push(x, y);
    flatMarks.push(mark);
  };
  for (let index = 0; index < marks.length; index++) {
    const mark = marks[index] ?? 0;
    push(at(2 * index), at(2 * index + 1), mark);
    const isCurve =
      ((marks[index + 1] ?? 0) & CURVE_FIRST) !== 0 && ((marks[index + 2] ?? 0) & CURVE_SECOND) !== 0;
    if (!isCurve || index + 3 >= marks.length) continue;
    const curve = Array.from({ length: 8 }, (_, offset) => at(2 * index + offset));
    pushCurve(curve, (x, y) => push(x, y, mark & SEGMENT_MARKS));
    index += 2;
  }
  return { points, marks: flatMarks };
}

/** Points between the ends of a cubic curve `x0 y0 ... x3 y3`. */
function pushCurve(curve: readonly number[], push: (x: number, y: number) => void): void {
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0, x2 = 0, y2 = 0, x3 = 0, y3 = 0] = curve;
  const bend = Math.max(
    Math.hypot(x0 - 2 * x1 + x2, y0 - 2 * y1 + y2),
    Math.hypot(x1 - 2 * x2 + x3, y1 - 2 * y2 + y3),
  );
  const steps = Math.min(MAX_STEPS, Math.max(1, Math.ceil(Math.sqrt((0.75 * bend) / TOLERANCE))));
  for (let step = 1; step < steps; step++) {
    const t = step / steps;
    const s = 1 - t;
    const [a, b, c, d] = [s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t];
    push(a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3);
  }
}

/** The rings of an area: a vertex with a mark begins a hole. */
export function splitRings({ points, marks }: FlatPath): readonly FlatPath[] {
  const starts = marks.flatMap((mark, index) => (index === 0 || (mark & HOLE) !== 0 ? [index] : []));
  return starts.map((start, index) => {
    const end = starts[index + 1] ?? marks.length;
    return { points: points.slice(2 * start, 2 * end), marks: marks.slice(start, end) };
  });
}
