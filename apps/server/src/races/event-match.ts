import type { RaceCourse } from '@wakeline/domain/races/race-course';
import type { Db, Tx } from '../db/database.ts';
import { readClasses } from './classes.ts';
import type { MatchRow } from './matches.ts';
import { type ParticipantRow, readParticipantRows } from './participants.ts';
import { readCourses } from './race-courses.ts';

/** A match of any account by its id; null: it was deleted. */
export async function findMatch(db: Db, matchId: number): Promise<MatchRow | null> {
  const row = await db.selectFrom('match').where('match_id', '=', matchId).selectAll().executeTakeFirst();
  return row ?? null;
}

/** The same, which cannot be deleted until the transaction ends. */
export async function holdMatch(tx: Tx, matchId: number): Promise<MatchRow | null> {
  const row = await tx
    .selectFrom('match')
    .where('match_id', '=', matchId)
    .selectAll()
    .forKeyShare()
    .executeTakeFirst();
  return row ?? null;
}

/** A participant of a match; null: the match has none of this id. */
export async function findParticipant(
  db: Db,
  matchId: number,
  participantId: number,
): Promise<ParticipantRow | null> {
  const row = await db
    .selectFrom('match_participant')
    .where('match_id', '=', matchId)
    .where('participant_id', '=', participantId)
    .selectAll()
    .executeTakeFirst();
  return row ?? null;
}

/** A participant with the names and the course of their class. */
export interface Entry {
  readonly row: ParticipantRow;
  readonly className: string;
  /** Null: none. */
  readonly course: RaceCourse | null;
}

/** The participants of a match with their courses. */
export async function readEntries(db: Db, matchId: number): Promise<readonly Entry[]> {
  const classes = new Map((await readClasses(db, matchId)).map((one) => [one.classId, one]));
  const courses = new Map((await readCourses(db, matchId)).map((one) => [one.courseId, one.course]));
  return (await readParticipantRows(db, matchId)).map((row) => {
    const ofClass = row.class_id === null ? undefined : classes.get(row.class_id);
    const courseId = row.course_id ?? ofClass?.courseId ?? null;
    return {
      row,
      className: ofClass?.className ?? '',
      course: courseId === null ? null : (courses.get(courseId) ?? null),
    };
  });
}
