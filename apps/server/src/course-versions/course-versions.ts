import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import type { FrozenCourse } from '@wakeline/domain/courses/event';
import { type Db, sqlStateOf, type Tx } from '../db/database.ts';

/** PostgreSQL, appendix A. */
const FOREIGN_KEY_VIOLATION = '23503';

export interface NewVersion {
  readonly accountId: number;
  readonly eventId: number;
  readonly frozen: FrozenCourse;
  readonly userName: string;
  readonly now: number;
}

const SUMMARY = ['version_id', 'event_id', 'course_id', 'name', 'number', 'created_at', 'user_name'] as const;

/**
 * Stores the next version of a course; the event is locked.
 *
 * @throws NamedError `course-version-limit`
 */
export async function insertVersion(
  tx: Tx,
  { accountId, eventId, frozen, userName, now }: NewVersion,
): Promise<{ readonly versionId: number; readonly number: number }> {
  const versions = await tx
    .selectFrom('course_version')
    .where('event_id', '=', eventId)
    .select(['course_id', 'number'])
    .execute();
  if (versions.length >= LIMITS.courseVersionsPerEvent) throw new NamedError('course-version-limit');
  const { course } = frozen;
  const number = versions
    .filter((version) => version.course_id === course.id)
    .reduce((max, version) => Math.max(max, version.number), 0);
  const { version_id } = await tx
    .insertInto('course_version')
    .values({
      account_id: accountId,
      event_id: eventId,
      course_id: course.id,
      number: number + 1,
      name: course.name,
      data: JSON.stringify(frozen),
      user_name: userName,
      created_at: new Date(now),
    })
    .returning('version_id')
    .executeTakeFirstOrThrow();
  return { versionId: version_id, number: number + 1 };
}

type SummaryRow = Awaited<ReturnType<typeof readVersionRows>>[number];

function readVersionRows(db: Db, accountId: number, eventId: number) {
  return db
    .selectFrom('course_version')
    .where('account_id', '=', accountId)
    .where('event_id', '=', eventId)
    .select(SUMMARY)
    .orderBy('version_id', 'desc')
    .execute();
}

function toSummary(row: SummaryRow) {
  return {
    versionId: row.version_id,
    eventId: row.event_id,
    courseId: row.course_id,
    courseName: row.name,
    number: row.number,
    createTime: row.created_at.getTime(),
    userName: row.user_name,
  };
}

export async function readVersions(db: Db, accountId: number, eventId: number) {
  return (await readVersionRows(db, accountId, eventId)).map(toSummary);
}

/** @throws NamedError `course-version-unknown`, also for a version of another account */
export async function readVersion(db: Db, accountId: number, versionId: number) {
  const row = await db
    .selectFrom('course_version')
    .where('version_id', '=', versionId)
    .where('account_id', '=', accountId)
    .select([...SUMMARY, 'data'])
    .executeTakeFirst();
  if (row === undefined) throw new NamedError('course-version-unknown');
  return { ...toSummary(row), frozen: row.data };
}

/** @throws NamedError `course-version-unknown`, also for a version of another account; `course-version-used` by a match */
export async function deleteVersion(tx: Tx, accountId: number, versionId: number) {
  const row = await tx
    .deleteFrom('course_version')
    .where('version_id', '=', versionId)
    .where('account_id', '=', accountId)
    .returning(['name', 'number'])
    .executeTakeFirst()
    .catch((error: unknown) => {
      throw sqlStateOf(error) === FOREIGN_KEY_VIOLATION ? new NamedError('course-version-used') : error;
    });
  if (row === undefined) throw new NamedError('course-version-unknown');
  return row;
}
