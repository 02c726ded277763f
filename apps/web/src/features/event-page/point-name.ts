import type { EventPage } from '@wakeline/contract/matches/event-page';
import type { TFunction } from 'i18next';

type Course = EventPage['courses'][number]['course'];

/** `Control 31 (2)`, `21.1 km`, `Finish`: the name of a point of a course. */
export function pointName(course: Course, pointId: string, t: TFunction<'event'>): string {
  const index = course.points.findIndex(({ id }) => id === pointId);
  const point = course.points[index];
  if (point === undefined) return '';
  if (point.code !== '')
    return course.line === null && course.type === 'normal' ? `${index} · ${point.code}` : point.code;
  return t(`point.${point.kind}`);
}
