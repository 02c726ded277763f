import { NamedError } from '@wakeline/contract/errors';
import type { RaceCourseSource } from '@wakeline/contract/matches/race-courses';
import { checkRaceCourse } from '@wakeline/domain/races/check-race-course';
import { courseOfMarks, type Mark } from '@wakeline/domain/races/course-of-marks';
import { courseOfRoute } from '@wakeline/domain/races/course-of-route';
import { courseOfVersion } from '@wakeline/domain/races/course-of-version';
import type { RaceCourse } from '@wakeline/domain/races/race-course';
import { readVersion } from '../course-versions/course-versions.ts';
import type { Db } from '../db/database.ts';
import { objectsInScope } from '../identity/object-scope.ts';
import type { Scope } from '../identity/scope.ts';

/**
 * Copies a course, a route or marks that the user sees as a race course.
 *
 * @throws NamedError `course-version-unknown`, `course-variation-unknown`, `route-unknown`, `label-point-unknown`,
 *   `race-course-invalid` with the problem and the point
 */
export async function buildRaceCourse(db: Db, scope: Scope, source: RaceCourseSource): Promise<RaceCourse> {
  const course = await copySource(db, scope, source);
  const found = checkRaceCourse(course);
  if (found !== null)
    throw new NamedError('race-course-invalid', { problem: found.problem, point: found.point ?? '' });
  return course;
}

async function copySource(db: Db, scope: Scope, source: RaceCourseSource): Promise<RaceCourse> {
  if (source.kind === 'version') {
    const { frozen } = await readVersion(db, scope.accountId, source.versionId);
    const course = courseOfVersion(frozen, source.variation, { radius: source.radius });
    if (course === null) throw new NamedError('course-variation-unknown');
    return course;
  }
  if (source.kind === 'route') {
    const { name, line } = await readRoute(db, scope, source.routeId);
    return courseOfRoute(line, { name, splits: source.splits, width: source.width });
  }
  return copyMarks(db, scope, source.marks);
}

async function readRoute(db: Db, scope: Scope, routeId: number) {
  const row = await db
    .selectFrom('route')
    .where('account_id', '=', scope.accountId)
    .where(objectsInScope(scope, 'route.group_id'))
    .where('route_id', '=', routeId)
    .select(['name', 'data_points'])
    .executeTakeFirst();
  if (row === undefined) throw new NamedError('route-unknown');
  return { name: row.name, line: row.data_points.map(([lng, lat]) => [lng, lat] as const) };
}

async function copyMarks(
  db: Db,
  scope: Scope,
  marks: Extract<RaceCourseSource, { kind: 'marks' }>['marks'],
): Promise<RaceCourse> {
  const ids = marks.flatMap(({ labelPointId, gateLabelPointId }) =>
    [labelPointId, gateLabelPointId ?? []].flat(),
  );
  const rows = await db
    .selectFrom('label_point')
    .where('account_id', '=', scope.accountId)
    .where(objectsInScope(scope, 'label_point.group_id'))
    .where('label_point_id', 'in', [...new Set(ids)])
    .select(['label_point_id', 'name', 'latitude', 'longitude'])
    .execute();
  const points = new Map(rows.map((row) => [row.label_point_id, row]));
  const pointOf = (id: number) => {
    const point = points.get(id);
    if (point === undefined) throw new NamedError('label-point-unknown');
    return { name: point.name, position: [point.longitude, point.latitude] as const };
  };
  const course = courseOfMarks(
    marks.map(({ labelPointId, gateLabelPointId, radius }): Mark => {
      const { name, position } = pointOf(labelPointId);
      if (gateLabelPointId === null) return { name, position, radius };
      return { name, ends: [position, pointOf(gateLabelPointId).position] };
    }),
  );
  const [first, last] = [course.points.at(0), course.points.at(-1)];
  return { ...course, name: `${first?.code ?? ''} – ${last?.code ?? ''}` };
}
