import type { Course } from '@wakeline/domain/courses/event';
import type { EventIndex } from '@wakeline/domain/courses/event-index';
import type { CourseVariation } from '@wakeline/domain/courses/variations';
import { useEffect, useRef, useState } from 'react';
import { runInSlices } from '../../../../map/courses/run-in-slices.ts';
import { type DrawnPlan, planOnMap } from './plan-on-map.ts';

/**
 * The overprint of what is displayed; null until the first one is complete. Large ones are calculated in slices: meanwhile the
 * last one stays.
 */
export function useDrawnPlan(
  index: EventIndex,
  course: Course | null,
  variation: CourseVariation | null,
): DrawnPlan | null {
  const [plan, setPlan] = useState<DrawnPlan | null>(null);
  const last = useRef<DrawnPlan | null>(null);
  useEffect(
    () =>
      runInSlices(planOnMap({ index, course, variation }, last.current), {
        onDone(next) {
          last.current = next;
          setPlan(next);
        },
        onError: reportError,
      }),
    [index, course, variation],
  );
  return plan;
}
