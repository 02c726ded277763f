import { type CourseStop, courseStops } from '../courses/course-stops.ts';
import type { Control, FrozenCourse } from '../courses/event.ts';
import { type EventIndex, indexEvent, legLine } from '../courses/event-index.ts';
import { variations } from '../courses/variations.ts';
import { geodesicLength } from '../geo/geodesic.ts';
import { DEFAULT_RADIUS, type RaceCourse, type RacePoint, type RacePointKind } from './race-course.ts';

export interface VersionSettings {
  /** Metres of each control's circle. */
  readonly radius?: number;
  /** Of a score course. */
  readonly penaltyPerMinute?: number;
}

/**
 * The race course of a frozen version of an orienteering course. Points that are not punched, such as crossing points, are left
 * out, but their legs and bends count for the distances.
 *
 * @param variationCode the letters of a variation; null: the first one, or the only one.
 * @returns null if the course has no such variation.
 */
export function courseOfVersion(
  frozen: FrozenCourse,
  variationCode: string | null,
  { radius = DEFAULT_RADIUS, penaltyPerMinute = 0 }: VersionSettings = {},
): RaceCourse | null {
  const { settings, course, controls, legs } = frozen;
  const variation = variations(course).list.find(
    ({ code }) => variationCode === null || code === variationCode,
  );
  if (variation === undefined) return null;
  const index = indexEvent({ ...settings, controls, legs, courses: [course], people: [] });
  const stops = courseStops(index, variation.controls);
  const detection = { kind: 'circle', radius } as const;
  return {
    name: variation.code === '' ? course.name : `${course.name} ${variation.code}`,
    type: course.type,
    points: (course.type === 'score' ? scorePoints(stops) : orderedPoints(index, stops)).map((point) => ({
      ...point,
      detection,
    })),
    line: null,
    timeLimit: course.timeLimit,
    penaltyPerMinute: course.type === 'score' ? penaltyPerMinute : 0,
  };
}

type Point = Omit<RacePoint, 'detection'>;

function orderedPoints(index: EventIndex, stops: readonly CourseStop[]): readonly Point[] {
  const points: Point[] = [];
  const visits = new Map<string, number>();
  let distance = 0;
  for (const [at, { control, courseControl }] of stops.entries()) {
    const previous = stops[at - 1]?.control;
    if (previous !== undefined) distance += geodesicLength(legLine(index, previous, control));
    if (control.special !== null) continue;
    // The control where loops begin occurs again after each of them.
    const visit = (visits.get(courseControl.id) ?? 0) + 1;
    visits.set(courseControl.id, visit);
    const id = visit === 1 ? courseControl.id : `${courseControl.id}#${visit}`;
    points.push({ ...pointOf(control), id, points: null, distance });
  }
  return points;
}

/** Each control once; the planner may have listed the start and the finish anywhere. */
function scorePoints(stops: readonly CourseStop[]): readonly Point[] {
  const points = new Map<string, Point>();
  for (const { control, courseControl } of stops)
    if (control.special === null && !points.has(control.id))
      points.set(control.id, {
        ...pointOf(control),
        id: courseControl.id,
        points: control.kind === 'other' ? courseControl.points : null,
        distance: 0,
      });
  const order: readonly RacePointKind[] = ['start', 'control', 'finish'];
  return order.flatMap((kind) => [...points.values()].filter((point) => point.kind === kind));
}

function pointOf({ id, code, kind, coordinates }: Control) {
  return {
    controlId: id,
    code: code ?? '',
    kind: kind === 'other' ? ('control' as const) : kind,
    position: coordinates,
  };
}
