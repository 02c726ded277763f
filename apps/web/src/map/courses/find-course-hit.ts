/** Pixels of the map. */
interface Pixel {
  readonly x: number;
  readonly y: number;
}

/** What a pointer can hit, in pixels. */
export interface CourseTargets {
  readonly controls: readonly { readonly id: string; readonly at: Pixel; readonly radius: number }[];
  /** Lines of legs with their bends. */
  readonly legs: readonly { readonly from: string; readonly to: string; readonly line: readonly Pixel[] }[];
}

export type CourseHit =
  | { readonly kind: 'control'; readonly id: string }
  /** `segment`: between which two vertices of the line. */
  | { readonly kind: 'leg'; readonly from: string; readonly to: string; readonly segment: number };

/** The control or, without one, the leg that is nearest to a point; null: none is near enough. */
export function findCourseHit(
  { controls, legs }: CourseTargets,
  point: Pixel,
  tolerance: number,
): CourseHit | null {
  let [hit, nearest] = [null as CourseHit | null, Number.POSITIVE_INFINITY];
  for (const { id, at, radius } of controls) {
    const distance = Math.hypot(at.x - point.x, at.y - point.y);
    if (distance <= radius + tolerance && distance < nearest)
      [hit, nearest] = [{ kind: 'control', id }, distance];
  }
  if (hit !== null) return hit;
  for (const { from, to, line } of legs) {
    for (const [index, end] of line.entries()) {
      const start = line[index - 1];
      if (start === undefined) continue;
      const distance = distanceToSegment(point, start, end);
      if (distance <= tolerance && distance < nearest)
        [hit, nearest] = [{ kind: 'leg', from, to, segment: index - 1 }, distance];
    }
  }
  return hit;
}

function distanceToSegment(point: Pixel, start: Pixel, end: Pixel): number {
  const [dx, dy] = [end.x - start.x, end.y - start.y];
  const length = dx * dx + dy * dy;
  const along = length === 0 ? 0 : ((point.x - start.x) * dx + (point.y - start.y) * dy) / length;
  const fraction = Math.min(1, Math.max(0, along));
  return Math.hypot(point.x - start.x - fraction * dx, point.y - start.y - fraction * dy);
}
