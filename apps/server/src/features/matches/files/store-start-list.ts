import type { MatchClassForm } from '@wakeline/contract/matches/match-classes';
import type { ParticipantForm } from '@wakeline/contract/matches/participants';
import type { Tx } from '../../../db/database.ts';
import type { Scope } from '../../../identity/scope.ts';
import { readClasses, saveClass } from '../../../races/classes.ts';
import type { MatchRow } from '../../../races/matches.ts';
import { checkWindows, insertParticipants } from '../../../races/participants.ts';
import { readCourses } from '../../../races/race-courses.ts';
import { nameKey, type ResolvedForm } from './resolve-participants.ts';

/** A class of a match, stored or added. */
interface KnownClass extends Omit<MatchClassForm, 'className'> {
  readonly classId: number;
}

/**
 * Adds the participants of a start list to a match that is locked, and the classes that it does not have.
 *
 * @returns the names of the added classes
 * @throws NamedError `match-class-limit` and those of participants
 */
export async function storeStartList(
  tx: Tx,
  scope: Scope,
  match: MatchRow,
  resolved: readonly ResolvedForm[],
): Promise<readonly string[]> {
  const { match_id: matchId } = match;
  const courses = new Map(
    (await readCourses(tx, matchId)).map(({ course, courseId }) => [nameKey(course.name), courseId]),
  );
  const classes = new Map<string, KnownClass>(
    (await readClasses(tx, matchId)).map((one) => [nameKey(one.className), one]),
  );
  const added: string[] = [];
  for (const rows of Map.groupBy(resolved, ({ className }) => nameKey(className)).values()) {
    const [{ className } = { className: '' }] = rows;
    if (className === '' || classes.has(nameKey(className))) continue;
    const form = newClass(className, rows, courses);
    const classId = await saveClass(tx, matchId, null, form);
    classes.set(nameKey(className), { ...form, classId });
    added.push(className);
  }
  const forms = resolved.map(({ form, className, courseName }): ParticipantForm => {
    const ofClass = classes.get(nameKey(className)) ?? null;
    const courseId = courses.get(nameKey(courseName)) ?? null;
    return {
      ...form,
      classId: ofClass?.classId ?? null,
      // What the class has, too, changes with it.
      courseId: courseId === ofClass?.courseId ? null : courseId,
      startTime: isStartOf(ofClass, form.startTime) ? null : form.startTime,
    };
  });
  await insertParticipants(tx, scope, matchId, forms);
  await checkWindows(tx, match);
  return added;
}

function isStartOf(ofClass: KnownClass | null, startTime: number | null): boolean {
  return ofClass?.startMode === 'wave' && ofClass.startTime === startTime;
}

/** A class with the course of its first participant. It starts together if all participants have the same time. */
function newClass(
  className: string,
  rows: readonly ResolvedForm[],
  courses: ReadonlyMap<string, number>,
): MatchClassForm {
  const times = new Set(rows.map(({ form }) => form.startTime));
  const [first = null] = times;
  const isWave = rows.length > 1 && times.size === 1 && first !== null;
  const isIndividual = times.size > 1 || first !== null;
  return {
    className,
    courseId: courses.get(nameKey(rows[0]?.courseName ?? '')) ?? null,
    startMode: isWave ? 'wave' : isIndividual ? 'individual' : 'mass',
    startTime: isWave ? first : null,
  };
}
