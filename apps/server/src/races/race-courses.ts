import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import type { MatchCourse } from '@wakeline/contract/matches/match-details';
import type { RaceCourseSource } from '@wakeline/contract/matches/race-courses';
import type { RaceCourse } from '@wakeline/domain/races/race-course';
import { type Db, sqlStateOf, type Tx } from '../db/database.ts';

/** PostgreSQL, appendix A. */
const FOREIGN_KEY_VIOLATION = '23503';

/** A race course with what it was copied from. */
export interface StoredCourse {
  readonly source: RaceCourseSource;
  readonly course: RaceCourse;
}

/** The race courses of a match in the order in which they were added. */
export async function readCourses(db: Db, matchId: number): Promise<readonly MatchCourse[]> {
  const rows = await db
    .selectFrom('match_course')
    .where('match_id', '=', matchId)
    .selectAll()
    .orderBy('course_id')
    .execute();
  return rows.map((row) => ({
    courseId: row.course_id,
    // Positions of the contract can be changed, those of the domain cannot.
    course: row.data as MatchCourse['course'],
    source: row.source,
    createTime: row.created_at.getTime(),
  }));
}

export async function readCourseIds(db: Db, matchId: number): Promise<ReadonlySet<number>> {
  const rows = await db
    .selectFrom('match_course')
    .where('match_id', '=', matchId)
    .select('course_id')
    .execute();
  return new Set(rows.map(({ course_id }) => course_id));
}

/** @throws NamedError `match-course-unknown` */
export async function requireCourse(db: Db, matchId: number, courseId: number): Promise<void> {
  const known = await readCourseIds(db, matchId);
  if (!known.has(courseId)) throw new NamedError('match-course-unknown');
}

/** A race course of a match that is locked. @throws NamedError `match-course-unknown` */
export async function lockCourse(tx: Tx, matchId: number, courseId: number): Promise<StoredCourse> {
  const row = await tx
    .selectFrom('match_course')
    .where('match_id', '=', matchId)
    .where('course_id', '=', courseId)
    .select(['source', 'data'])
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) throw new NamedError('match-course-unknown');
  return { source: row.source, course: row.data };
}

/** @throws NamedError `match-course-limit` */
export async function insertCourse(
  tx: Tx,
  matchId: number,
  { source, course, now }: StoredCourse & { readonly now: number },
): Promise<number> {
  const known = await readCourseIds(tx, matchId);
  if (known.size >= LIMITS.coursesPerMatch) throw new NamedError('match-course-limit');
  const { course_id } = await tx
    .insertInto('match_course')
    .values({ match_id: matchId, created_at: new Date(now), ...columnsOf({ source, course }) })
    .returning('course_id')
    .executeTakeFirstOrThrow();
  return course_id;
}

export async function updateCourse(tx: Tx, courseId: number, stored: StoredCourse): Promise<void> {
  await tx.updateTable('match_course').set(columnsOf(stored)).where('course_id', '=', courseId).execute();
}

function columnsOf({ source, course }: StoredCourse) {
  return {
    version_id: source.kind === 'version' ? source.versionId : null,
    source: JSON.stringify(source),
    data: JSON.stringify(course),
  };
}

/** @throws NamedError `match-course-used` by a class or participant */
export async function deleteCourse(tx: Tx, courseId: number): Promise<void> {
  try {
    await tx.deleteFrom('match_course').where('course_id', '=', courseId).execute();
  } catch (error) {
    if (sqlStateOf(error) === FOREIGN_KEY_VIOLATION) throw new NamedError('match-course-used');
    throw error;
  }
}
