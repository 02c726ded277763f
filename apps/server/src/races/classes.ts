import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import type { MatchClass, MatchClassForm } from '@wakeline/contract/matches/match-classes';
import { sql } from 'kysely';
import { type Db, sqlStateOf, type Tx } from '../db/database.ts';
import { requireCourse } from './race-courses.ts';

/** PostgreSQL, appendix A. */
const UNIQUE_VIOLATION = '23505';

/** The classes of a match by name, with the numbers of their participants. */
export async function readClasses(
  db: Db,
  matchId: number,
): Promise<readonly (MatchClass & { readonly participants: number })[]> {
  const rows = await db
    .selectFrom('match_class')
    .where('match_id', '=', matchId)
    .selectAll()
    .select(
      sql<number>`(select count(*)::int from match_participant
        where match_participant.class_id = match_class.class_id)`.as('participants'),
    )
    .orderBy(sql`lower(name)`)
    .orderBy('class_id')
    .execute();
  return rows.map((row) => ({
    classId: row.class_id,
    className: row.name,
    courseId: row.course_id,
    startMode: row.start_mode,
    startTime: row.start_at?.getTime() ?? null,
    participants: row.participants,
  }));
}

/** @throws NamedError `match-class-unknown` */
export async function requireClass(db: Db, matchId: number, classId: number): Promise<void> {
  const row = await db
    .selectFrom('match_class')
    .where('match_id', '=', matchId)
    .where('class_id', '=', classId)
    .select('class_id')
    .executeTakeFirst();
  if (row === undefined) throw new NamedError('match-class-unknown');
}

/**
 * Adds a class, or changes it; the match is locked.
 *
 * @throws NamedError `match-class-unknown`, `match-class-limit`, `match-class-taken`, `match-course-unknown`, `match-start`
 */
export async function saveClass(
  tx: Tx,
  matchId: number,
  classId: number | null,
  form: MatchClassForm,
): Promise<number> {
  if (form.startMode === 'wave' && form.startTime === null) throw new NamedError('match-start');
  if (form.courseId !== null) await requireCourse(tx, matchId, form.courseId);
  const columns = {
    name: form.className,
    course_id: form.courseId,
    start_mode: form.startMode,
    start_at: form.startMode === 'wave' && form.startTime !== null ? new Date(form.startTime) : null,
  };
  try {
    if (classId !== null) {
      await requireClass(tx, matchId, classId);
      await tx.updateTable('match_class').set(columns).where('class_id', '=', classId).execute();
      return classId;
    }
    await requireRoom(tx, matchId);
    const { class_id } = await tx
      .insertInto('match_class')
      .values({ match_id: matchId, ...columns })
      .returning('class_id')
      .executeTakeFirstOrThrow();
    return class_id;
  } catch (error) {
    if (sqlStateOf(error) === UNIQUE_VIOLATION) throw new NamedError('match-class-taken');
    throw error;
  }
}

async function requireRoom(tx: Tx, matchId: number): Promise<void> {
  const { count } = await tx
    .selectFrom('match_class')
    .where('match_id', '=', matchId)
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  if (count >= LIMITS.classesPerMatch) throw new NamedError('match-class-limit');
}

/** @throws NamedError `match-class-unknown`, `match-class-used` */
export async function deleteClass(tx: Tx, matchId: number, classId: number): Promise<void> {
  await requireClass(tx, matchId, classId);
  const used = await tx
    .selectFrom('match_participant')
    .where('class_id', '=', classId)
    .select('participant_id')
    .limit(1)
    .executeTakeFirst();
  if (used !== undefined) throw new NamedError('match-class-used');
  await tx.deleteFrom('match_class').where('class_id', '=', classId).execute();
}
