import type { MatchClass } from '@wakeline/contract/matches/match-classes';
import type { RaceSettings } from '@wakeline/contract/matches/race-settings';
import type { CorrectionValue } from '@wakeline/contract/matches/standings';
import type { Correction } from '@wakeline/domain/races/corrections';
import type { DeviceWindow } from '@wakeline/domain/races/device-windows';
import type { RunSetup } from '@wakeline/domain/races/fix';
import type { RaceCourse } from '@wakeline/domain/races/race-course';
import type { Db } from '../db/database.ts';
import { readWithdrawals } from '../people/people.ts';
import { readClasses } from './classes.ts';
import { effectiveCorrections, readCorrections } from './corrections.ts';
import { type MatchRow, settingsOf } from './matches.ts';
import { type ParticipantRow, readParticipantRows, readStartTimes, windowsOf } from './participants.ts';
import { readCourses } from './race-courses.ts';

/** A participant with everything that their result depends on, besides positions. */
export interface RaceParticipant {
  readonly row: ParticipantRow;
  readonly courseId: number | null;
  /** Null: they are displayed without a ranking. */
  readonly course: RaceCourse | null;
  /** Epoch milliseconds: their own time, that of their class, or of the match. */
  readonly startTime: number;
  /** Null: no device. */
  readonly window: DeviceWindow | null;
  readonly setup: RunSetup;
  /** In force, the oldest first. */
  readonly corrections: readonly Correction[];
}

/** A match as it is evaluated. */
export interface Race {
  readonly match: MatchRow;
  readonly settings: RaceSettings;
  readonly classes: readonly MatchClass[];
  readonly courses: ReadonlyMap<number, RaceCourse>;
  readonly participants: readonly RaceParticipant[];
}

/** Reads a match; null: it was deleted. */
export async function readRace(db: Db, matchId: number): Promise<Race | null> {
  const match = await db.selectFrom('match').where('match_id', '=', matchId).selectAll().executeTakeFirst();
  if (match === undefined) return null;
  const settings = settingsOf(match);
  const classes = await readClasses(db, matchId);
  const courses = new Map((await readCourses(db, matchId)).map(({ courseId, course }) => [courseId, course]));
  const rows = await readParticipantRows(db, matchId);
  const starts = await readStartTimes(db, match);
  const { windows } = windowsOf(rows, starts, match);
  const corrections = await readEffective(db, matchId);
  const withdrawn = await readWithdrawals(
    db,
    rows.flatMap(({ person_id }) => person_id ?? []),
  );
  const classOf = new Map(classes.map((one) => [one.classId, one]));
  const participants = rows.map((row): RaceParticipant => {
    const ofClass = row.class_id === null ? undefined : classOf.get(row.class_id);
    const courseId = row.course_id ?? ofClass?.courseId ?? null;
    const window = windows.get(row.participant_id) ?? null;
    const isFree = ofClass?.startMode === 'individual' && row.start_at === null;
    const decided = corrections.get(row.participant_id) ?? [];
    const withdrawnAt = row.person_id === null ? undefined : withdrawn.get(row.person_id);
    return {
      ...{ row, courseId, course: courseId === null ? null : (courses.get(courseId) ?? null), window },
      startTime: starts.of(row),
      setup: {
        startTime: isFree ? null : starts.of(row),
        timedFrom: isFree ? 'start-line' : 'start-time',
        window: window ?? { from: null, to: null },
        maxAccuracy: settings.maxAccuracy,
        maxSpeed: settings.maxSpeed / 3.6,
      },
      corrections:
        withdrawnAt !== undefined && withdrawnAt < match.end_at.getTime()
          ? [{ kind: 'status', status: 'withdrawn', decidedAt: withdrawnAt }, ...decided]
          : decided,
    };
  });
  return { match, settings, classes, courses, participants };
}

/** The decisions in force by participant, the oldest first. */
async function readEffective(db: Db, matchId: number): Promise<ReadonlyMap<number, readonly Correction[]>> {
  const byParticipant = new Map<number, Correction[]>();
  const effective = effectiveCorrections(await readCorrections(db, matchId));
  for (const { participant_id, data, created_at } of effective.values()) {
    const correction = toCorrection(data, created_at.getTime());
    if (correction === null) continue;
    const known = byParticipant.get(participant_id);
    if (known === undefined) byParticipant.set(participant_id, [correction]);
    else known.push(correction);
  }
  return byParticipant;
}

/** The decision as the domain has it; null: it was taken back. @param decidedAt epoch milliseconds */
function toCorrection(value: CorrectionValue, decidedAt: number): Correction | null {
  if (value.kind === 'status') return value.status === null ? null : { ...value, decidedAt };
  if (value.kind === 'penalty')
    return value.seconds === 0 && value.points === 0 ? null : { ...value, decidedAt };
  const { pointId: point, passing } = value;
  if (passing === null) return null;
  if (passing === 'missing') return { kind: 'no-passing', point, until: null };
  if ('notUntil' in passing) return { kind: 'no-passing', point, until: passing.notUntil };
  return { kind: 'passing', point, time: passing.time };
}
