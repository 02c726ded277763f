import type { RaceCourseSource } from '@wakeline/contract/matches/race-courses';
import type { Position } from '@wakeline/domain/fences/fence-shape';
import { checkRaceCourse, type RaceCourseProblem } from '@wakeline/domain/races/check-race-course';
import { courseOfMarks, type Mark } from '@wakeline/domain/races/course-of-marks';
import type { RaceCourse } from '@wakeline/domain/races/race-course';

export const SOURCE_KINDS = [
  'version',
  'route',
  'marks',
] as const satisfies readonly RaceCourseSource['kind'][];
export type SourceKind = (typeof SOURCE_KINDS)[number];

/** A source that is chosen, and the race course that the server will copy from it. */
export interface ChosenSource {
  readonly source: RaceCourseSource;
  readonly course: RaceCourse;
}

/** Why a race course cannot be used, and the index of the point that has the problem (-1: none); null: it can. */
export function problemOf(
  course: RaceCourse,
): { readonly problem: RaceCourseProblem; readonly index: number } | null {
  const found = checkRaceCourse(course);
  if (found === null) return null;
  // Of two points with the same id the last one repeats the other.
  return { problem: found.problem, index: course.points.findLastIndex(({ id }) => id === found.point) };
}

type MarkSource = Extract<RaceCourseSource, { kind: 'marks' }>['marks'][number];

/** A mark as a form has it. */
export type ChosenMark = Required<MarkSource>;

export interface NamedPoint {
  readonly name: string;
  readonly position: Position;
}

/** The race course of chosen marks; null: there are fewer than two, or one of their points does not exist. */
export function courseOfChosenMarks(
  marks: readonly ChosenMark[],
  points: ReadonlyMap<number, NamedPoint>,
): RaceCourse | null {
  const read = marks.map(({ labelPointId, gateLabelPointId, radius }): Mark | null => {
    const point = points.get(labelPointId);
    if (point === undefined) return null;
    if (gateLabelPointId === null) return { ...point, radius };
    const other = points.get(gateLabelPointId);
    return other === undefined ? null : { name: point.name, ends: [point.position, other.position] };
  });
  const known = read.filter((mark) => mark !== null);
  return marks.length < 2 || known.length < marks.length ? null : courseOfMarks(known);
}
