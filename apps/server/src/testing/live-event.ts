import { randomUUID } from 'node:crypto';
import type { MatchState } from '@wakeline/contract/matches/matches';
import { courseOfMarks } from '@wakeline/domain/races/course-of-marks';
import { saveClass } from '../races/classes.ts';
import { insertCourse } from '../races/race-courses.ts';
import { createMatch } from './create-match.ts';
import type { World } from './world.ts';

const HOUR_MS = 3_600_000;

/** A match with a course from a start to a finish, a class, and two participants. */
export interface TestEvent {
  readonly matchId: number;
  readonly code: string;
  readonly startTime: number;
  /** Number 7, Anna, in the class, and number 8, Bo, without one. */
  readonly participantIds: readonly [anna: number, bo: number];
}

/** Creates a match that started an hour ago. */
export async function createEvent(
  { database: { db }, clock }: Pick<World, 'database' | 'clock'>,
  accountId: number,
  state: MatchState = 'running',
): Promise<TestEvent> {
  const now = clock.now();
  const startTime = now - HOUR_MS;
  return db.transaction().execute(async (tx) => {
    const times = { startTime, endTime: startTime + 24 * HOUR_MS };
    const matchId = await createMatch(tx, accountId, { matchName: 'Lake run', ...times }, now);
    const course = courseOfMarks(
      [
        { name: 'S', position: [12, 57], radius: 50 },
        { name: 'F', position: [12, 57.01], radius: 50 },
      ],
      'Marks',
    );
    const mark = { gateLabelPointId: null, radius: 50 };
    const marks = [
      { ...mark, labelPointId: 1 },
      { ...mark, labelPointId: 2 },
    ];
    const courseId = await insertCourse(tx, matchId, { source: { kind: 'marks', marks }, course, now });
    const classId = await saveClass(tx, matchId, null, {
      ...{ className: 'Open', courseId, startMode: 'mass', startTime: null },
    });
    const participant = {
      match_id: matchId,
      club: '',
      nationality: '',
      gender: 'unspecified',
      color: null,
    } as const;
    const rows = await tx
      .insertInto('match_participant')
      .values([
        { ...participant, number: '7', name: 'Anna', class_id: classId },
        { ...participant, number: '8', name: 'Bo', class_id: null },
      ])
      .returning('participant_id')
      .execute();
    await tx.updateTable('match').set({ state }).where('match_id', '=', matchId).execute();
    const { code } = await tx
      .selectFrom('match')
      .where('match_id', '=', matchId)
      .select('code')
      .executeTakeFirstOrThrow();
    const [anna, bo] = rows.map((row) => row.participant_id);
    if (anna === undefined || bo === undefined) throw new Error('no participants');
    return { matchId, code, startTime, participantIds: [anna, bo] };
  });
}

/** A stored picture of an account, without content; returns its id. */
export async function createPicture({ database: { db }, clock }: World, accountId: number): Promise<string> {
  const file_id = randomUUID().replaceAll('-', '').slice(0, 22);
  await db
    .insertInto('stored_file')
    .values({
      ...{ file_id, account_id: accountId, kind: 'picture', user_id: null, media_type: 'image/png' },
      ...{ name: 'gift', bytes: 0, sha256: Buffer.alloc(32), created_at: new Date(clock.now()) },
    })
    .execute();
  return file_id;
}
