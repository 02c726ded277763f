import type { PlanePoint } from '../layers/affine.ts';
import {
  type BoxGrid,
  boxOf,
  distanceBetween,
  type PaperCircle,
  pointBetween,
  segmentInCircle,
} from './paper.ts';

/** A section of a line: distances from its start. */
export interface LineSection {
  readonly from: number;
  readonly to: number;
}

/** Shorter remains of a line are dropped, millimetres. */
const MIN_LINE_LENGTH = 0.1;

/** The sections of a line inside circles, which the grid has by their boxes. */
export function sectionsInCircles(
  line: readonly PlanePoint[],
  circles: BoxGrid<PaperCircle>,
): readonly LineSection[] {
  const sections: LineSection[] = [];
  let distance = 0;
  for (const [index, to] of line.entries()) {
    const from = line[index - 1];
    if (from === undefined) continue;
    const length = distanceBetween(from, to);
    for (const circle of circles.search(boxOf([from, to], Number.EPSILON))) {
      const inside = segmentInCircle(from, to, circle);
      if (inside !== null)
        sections.push({ from: distance + inside[0] * length, to: distance + inside[1] * length });
    }
    distance += length;
  }
  return sections;
}

/** What remains of a line without some sections. */
export function cutLine(
  line: readonly PlanePoint[],
  omitted: readonly LineSection[],
): readonly (readonly PlanePoint[])[] {
  const sorted = [...omitted].sort((one, other) => one.from - other.from);
  const remaining: (readonly PlanePoint[])[] = [];
  let at = 0;
  const add = (to: number): void => {
    if (to - at > MIN_LINE_LENGTH) remaining.push(sliceLine(line, at, to));
  };
  for (const { from, to } of sorted) {
    add(from);
    at = Math.max(at, to);
  }
  let total = 0;
  for (const [index, to] of line.entries()) total += distanceBetween(line[index - 1] ?? to, to);
  add(total);
  return remaining;
}

function sliceLine(line: readonly PlanePoint[], start: number, end: number): readonly PlanePoint[] {
  const points: PlanePoint[] = [];
  let distance = 0;
  for (const [index, to] of line.entries()) {
    const from = line[index - 1];
    if (from === undefined) continue;
    const length = distanceBetween(from, to);
    if (length > 0 && distance + length > start && distance < end) {
      if (points.length === 0) points.push(pointBetween(from, to, Math.max(0, (start - distance) / length)));
      points.push(pointBetween(from, to, Math.min(1, (end - distance) / length)));
    }
    distance += length;
  }
  return points;
}
