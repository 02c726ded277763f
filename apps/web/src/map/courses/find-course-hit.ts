import { distanceBetween } from '@wakeline/domain/courses/paper';

/** Pixels of the map. */
interface Pixel {
  readonly x: number;
  readonly y: number;
}

/** What a pointer can hit, in pixels. */
export interface CourseTargets {
  readonly controls: readonly { readonly id: string; readonly at: Pixel; readonly radius: number }[];
  /** Numbers with half of their size. `visit`: as in the overprint. */
  readonly numbers: readonly {
    readonly control: string;
    readonly visit: string | null;
    readonly at: Pixel;
    readonly halfWidth: number;
    readonly halfHeight: number;
  }[];
  /** Lines of legs with their bends. */
  readonly legs: readonly { readonly from: string; readonly to: string; readonly line: readonly Pixel[] }[];
}

/** `at`: the center of what was hit. */
export type CourseHit =
  | { readonly kind: 'control'; readonly id: string; readonly at: Pixel }
  | {
      readonly kind: 'number';
      readonly control: string;
      readonly visit: string | null;
      readonly at: Pixel;
    }
  | {
      readonly kind: 'leg';
      readonly from: string;
      readonly to: string;
      /** Between which two vertices of the line. */
      readonly segment: number;
      /** Index of the bend that was hit; null: none was. */
      readonly bend: number | null;
      readonly at: Pixel;
    };

/** Pixels by which bends are easier to hit than their line. */
const BEND_TOLERANCE = 4;

/** The number, the control or, without either, the leg that is nearest to a point; null: none is near enough. */
export function findCourseHit(
  { controls, numbers, legs }: CourseTargets,
  point: Pixel,
  tolerance: number,
): CourseHit | null {
  return (
    hitNumber(numbers, point, 0) ??
    hitControl(controls, point, tolerance) ??
    hitNumber(numbers, point, tolerance) ??
    hitLeg(legs, point, tolerance)
  );
}

function hitControl(controls: CourseTargets['controls'], point: Pixel, tolerance: number): CourseHit | null {
  let [hit, nearest] = [null as CourseHit | null, Number.POSITIVE_INFINITY];
  for (const { id, at, radius } of controls) {
    const distance = distanceBetween(at, point);
    if (distance <= radius + tolerance && distance < nearest)
      [hit, nearest] = [{ kind: 'control', id, at }, distance];
  }
  return hit;
}

function hitNumber(numbers: CourseTargets['numbers'], point: Pixel, tolerance: number): CourseHit | null {
  const found = numbers.find(
    ({ at, halfWidth, halfHeight }) =>
      Math.abs(point.x - at.x) <= halfWidth + tolerance && Math.abs(point.y - at.y) <= halfHeight + tolerance,
  );
  if (found === undefined) return null;
  const { control, visit, at } = found;
  return { kind: 'number', control, visit, at };
}

function hitLeg(legs: CourseTargets['legs'], point: Pixel, tolerance: number): CourseHit | null {
  let [hit, nearest] = [null as CourseHit | null, Number.POSITIVE_INFINITY];
  for (const { from, to, line } of legs) {
    for (const [index, end] of line.entries()) {
      const start = line[index - 1];
      if (start === undefined) continue;
      const distance = distanceToSegment(point, start, end);
      if (distance > tolerance || distance >= nearest) continue;
      const [at, bend] = nearestBend(line, point, tolerance) ?? [point, null];
      [hit, nearest] = [{ kind: 'leg', from, to, segment: index - 1, bend, at }, distance];
    }
  }
  return hit;
}

/** The bend of a line at a point with its index; null: none is near enough. */
function nearestBend(
  line: readonly Pixel[],
  point: Pixel,
  tolerance: number,
): readonly [at: Pixel, index: number] | null {
  const index = line.findIndex(
    (vertex, at) =>
      at > 0 && at < line.length - 1 && distanceBetween(vertex, point) <= tolerance + BEND_TOLERANCE,
  );
  const at = line[index];
  return at === undefined ? null : [at, index - 1];
}

function distanceToSegment(point: Pixel, start: Pixel, end: Pixel): number {
  const [dx, dy] = [end.x - start.x, end.y - start.y];
  const length = dx * dx + dy * dy;
  const along = length === 0 ? 0 : ((point.x - start.x) * dx + (point.y - start.y) * dy) / length;
  const fraction = Math.min(1, Math.max(0, along));
  return Math.hypot(point.x - start.x - fraction * dx, point.y - start.y - fraction * dy);
}
