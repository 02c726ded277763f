import type { Control } from '@wakeline/domain/courses/event';
import { numberWidth } from '@wakeline/domain/courses/place-numbers';
import type { Position } from '@wakeline/domain/fences/fence-shape';
import type { CourseTargets } from '../../../../map/courses/find-course-hit.ts';
import { MIN_DIGIT_HEIGHT } from '../../../../map/layers/courses.ts';
import type { MapView } from '../../../../map/map-view.ts';
import type { DrawnPlan } from './plan-on-map.ts';

/** What the pointer can hit of a drawn plan: all controls, and the numbers and lines of what is displayed. */
export function courseTargets(
  view: MapView,
  { plane, overprint, legs }: DrawnPlan,
  controls: readonly Control[],
): CourseTargets {
  const pixels = ([lng, lat]: Position) => view.project({ lng, lat });
  const [center, edge] = [pixels(plane.toPosition({ x: 0, y: 0 })), pixels(plane.toPosition({ x: 1, y: 0 }))];
  const pixelsPerMillimetre = Math.hypot(edge.x - center.x, edge.y - center.y);
  const radius = (overprint.dimensions.circleDiameter / 2) * pixelsPerMillimetre;
  return {
    controls: controls.map(({ id, coordinates }) => ({ id, at: pixels(coordinates), radius })),
    numbers: overprint.elements.flatMap((element) => {
      if (element.type !== 'text') return [];
      const height = Math.max(MIN_DIGIT_HEIGHT, element.height * pixelsPerMillimetre);
      return [
        {
          control: element.control,
          visit: element.visit,
          at: pixels(plane.toPosition(element.center)),
          halfWidth: numberWidth(element.text, height) / 2,
          halfHeight: height / 2,
        },
      ];
    }),
    legs: legs.map(({ from, to, line }) => ({ from, to, line: line.map(pixels) })),
  };
}
