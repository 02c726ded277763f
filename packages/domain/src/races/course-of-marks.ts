import type { Position } from '../fences/fence-shape.ts';
import { geodesicDistance } from '../geo/geodesic.ts';
import { nearestLng, wrapLng } from '../geo/web-mercator.ts';
import type { RaceCourse, RacePoint, RacePointKind } from './race-course.ts';

/** A point that is passed within a radius in metres, or a gate: a line between two points. */
export type Mark =
  | { readonly name: string; readonly position: Position; readonly radius: number }
  | { readonly name: string; readonly ends: readonly [Position, Position] };

/** The race course of marks in their order: the first one is the start, the last one the finish, legs are straight. */
export function courseOfMarks(marks: readonly Mark[], name = ''): RaceCourse {
  let distance = 0;
  let previous: Position | null = null;
  const points: RacePoint[] = [];
  for (const [index, mark] of marks.entries()) {
    const position = 'ends' in mark ? middleOf(mark.ends) : mark.position;
    if (previous !== null) distance += geodesicDistance(previous, position);
    previous = position;
    points.push({
      id: `mark-${index + 1}`,
      controlId: `mark-${marks.findIndex((other) => isSamePlace(mark, other)) + 1}`,
      code: mark.name,
      kind: kindAt(index, marks.length),
      position,
      detection: 'ends' in mark ? { kind: 'line', ends: mark.ends } : { kind: 'circle', radius: mark.radius },
      points: null,
      distance,
    });
  }
  return { name, type: 'normal', points, line: null, timeLimit: null, penaltyPerMinute: 0 };
}

function kindAt(index: number, count: number): RacePointKind {
  if (index === 0) return 'start';
  return index === count - 1 ? 'finish' : 'control';
}

/** Whether two marks are visits of one place. */
function isSamePlace(one: Mark, other: Mark): boolean {
  const positions = (mark: Mark) => ('ends' in mark ? mark.ends : [mark.position]);
  const [left, right] = [positions(one), positions(other)];
  return (
    left.length === right.length &&
    left.every(([lng, lat], index) => lng === right[index]?.[0] && lat === right[index]?.[1])
  );
}

function middleOf([one, other]: readonly [Position, Position]): Position {
  return [wrapLng((one[0] + nearestLng(other[0], one[0])) / 2), (one[1] + other[1]) / 2];
}
