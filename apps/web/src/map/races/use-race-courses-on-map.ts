import { useEffect } from 'react';
import { RACE_COURSE_LINES, RACE_COURSE_POINTS, raceCourses } from '../layers/race-courses.ts';
import type { MapView } from '../map-view.ts';
import { type DrawnRaceCourse, type LabelOf, raceCourseFeatures } from './race-course-features.ts';

/** Draws race courses. Both arguments are stable while they stay the same. */
export function useRaceCoursesOnMap(
  view: MapView | null,
  courses: readonly DrawnRaceCourse[],
  labelOf: LabelOf,
): void {
  useEffect(() => view?.show(raceCourses), [view]);
  useEffect(() => {
    if (view === null) return;
    const { lines, points } = raceCourseFeatures(courses, labelOf);
    void Promise.all([
      view.setFeatures(RACE_COURSE_LINES, lines),
      view.setFeatures(RACE_COURSE_POINTS, points),
    ]).catch((error: unknown) => reportError(error));
  }, [view, courses, labelOf]);
}
