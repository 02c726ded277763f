import type { RaceCourse } from '@wakeline/domain/races/race-course';
import { recommendedRadius } from '@wakeline/domain/races/recommended-radius';

/**
 * The least radius in metres that fits the seconds between two positions, and the number of circles of a course that are smaller;
 * null: the course has no circles.
 */
export function smallCircles(
  { points }: Pick<RaceCourse, 'points'>,
  sendInterval: number,
): { readonly recommended: number; readonly count: number } | null {
  const radii = points.flatMap(({ detection }) => (detection.kind === 'circle' ? [detection.radius] : []));
  if (radii.length === 0) return null;
  const recommended = recommendedRadius(sendInterval);
  return { recommended, count: radii.filter((radius) => radius < recommended).length };
}
