import type { Position } from '../fences/fence-shape.ts';
import { geodesicDistance } from '../geo/geodesic.ts';
import {
  MAX_COURSE_LINE_POSITIONS,
  MAX_LINE_LENGTH,
  MAX_RACE_POINTS,
  MAX_RADIUS,
  MAX_VISITS,
  MIN_LINE_LENGTH,
  MIN_RADIUS,
  type RaceCourse,
  type RacePoint,
} from './race-course.ts';

/** Why a race course cannot be used, in the order in which they are examined. */
export const RACE_COURSE_PROBLEMS = [
  'no-points',
  'too-many-points',
  /** A control that is visited too often. */
  'too-many-visits',
  'no-start',
  'no-finish',
  /** Starts other than the first point, or finishes other than the last one. */
  'order',
  'duplicate-point',
  /** Two visits of a control without another point between them. */
  'repeated-point',
  /** A longitude or latitude that is none, also of a line. */
  'position',
  'radius',
  /** A line to cross that is too short or too long. */
  'line-length',
  /** The road or trail has fewer than two different positions, or too many. */
  'line',
  /** A split that is not between the start and the finish. */
  'split',
  'time-limit',
  'penalty',
  /** A score course in which no control gives points. */
  'no-score',
] as const;
export type RaceCourseProblem = (typeof RACE_COURSE_PROBLEMS)[number];

/** The first reason why a race course cannot be used, with the point that has it; null if it can. */
export function checkRaceCourse(
  course: RaceCourse,
): { readonly problem: RaceCourseProblem; readonly point: string | null } | null {
  const { points } = course;
  if (points.length === 0) return { problem: 'no-points', point: null };
  if (points.length > MAX_RACE_POINTS) return { problem: 'too-many-points', point: null };
  if (!points.some(({ kind }) => kind === 'start')) return { problem: 'no-start', point: null };
  if (!points.some(({ kind }) => kind === 'finish')) return { problem: 'no-finish', point: null };
  const often = points.find(({ controlId }) => countVisits(points, controlId) > MAX_VISITS);
  if (often !== undefined) return { problem: 'too-many-visits', point: often.id };
  const ids = new Set<string>();
  for (const [index, point] of points.entries()) {
    const problem = ids.has(point.id) ? 'duplicate-point' : problemOfPoint(point, index, points.length);
    if (problem !== null) return { problem, point: point.id };
    if (course.line === null && point.controlId === points[index - 1]?.controlId)
      return { problem: 'repeated-point', point: point.id };
    ids.add(point.id);
  }
  return problemOfLine(course) ?? problemOfScore(course);
}

function countVisits(points: readonly RacePoint[], controlId: string): number {
  return points.filter((point) => point.controlId === controlId).length;
}

function problemOfPoint(
  { kind, position, detection }: RacePoint,
  index: number,
  count: number,
): RaceCourseProblem | null {
  if ((kind === 'start') !== (index === 0) || (kind === 'finish') !== (index === count - 1)) return 'order';
  const positions = detection.kind === 'line' ? [position, ...detection.ends] : [position];
  if (!positions.every(isPosition)) return 'position';
  if (detection.kind === 'circle')
    return detection.radius >= MIN_RADIUS && detection.radius <= MAX_RADIUS ? null : 'radius';
  const length = geodesicDistance(...detection.ends);
  return length >= MIN_LINE_LENGTH && length <= MAX_LINE_LENGTH ? null : 'line-length';
}

function problemOfLine({ line, points }: RaceCourse) {
  if (line === null) return null;
  const [first] = line;
  const isLine = line.some(([lng, lat]) => lng !== first?.[0] || lat !== first?.[1]);
  if (!isLine || line.length > MAX_COURSE_LINE_POSITIONS) return { problem: 'line', point: null } as const;
  if (!line.every(isPosition)) return { problem: 'position', point: null } as const;
  const finish = points.at(-1)?.distance ?? 0;
  const outside = points.find(
    ({ kind, distance }) => kind === 'control' && !(distance > 0 && distance < finish),
  );
  return outside === undefined ? null : ({ problem: 'split', point: outside.id } as const);
}

function problemOfScore({ type, points, timeLimit, penaltyPerMinute }: RaceCourse) {
  const isPositive = timeLimit === null || (Number.isFinite(timeLimit) && timeLimit > 0);
  if (!isPositive) return { problem: 'time-limit', point: null } as const;
  if (!(Number.isFinite(penaltyPerMinute) && penaltyPerMinute >= 0))
    return { problem: 'penalty', point: null } as const;
  const hasScore = points.some((point) => (point.points ?? 0) > 0);
  return type === 'normal' || hasScore ? null : ({ problem: 'no-score', point: null } as const);
}

function isPosition([lng, lat]: Position): boolean {
  return Math.abs(lng) <= 540 && Math.abs(lat) <= 90;
}
