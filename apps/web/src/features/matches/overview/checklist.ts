import type { MatchDetails } from '@wakeline/contract/matches/match-details';
import type { Participant } from '@wakeline/contract/matches/participants';

export const CHECKS = [
  'courses',
  'classes',
  'classCourses',
  'participants',
  'participantCourses',
  'devices',
] as const;
export type CheckKey = (typeof CHECKS)[number];

/** Something that a match needs before its start. */
export interface Check {
  readonly key: CheckKey;
  /** How many are missing, or there; which of both, `isDone` says. */
  readonly count: number;
  readonly isDone: boolean;
  /** Without it the match cannot start. */
  readonly isRequired: boolean;
}

type CheckedMatch = Pick<MatchDetails, 'courseList' | 'classes'>;
type CheckedParticipant = Pick<Participant, 'classId' | 'courseId' | 'trackerId'>;

/** What a match has, and what is missing before its start. */
export function checkMatch(
  { courseList, classes }: CheckedMatch,
  participants: readonly CheckedParticipant[],
): readonly Check[] {
  const withoutCourse = classes.filter(({ courseId }) => courseId === null).length;
  const classCourses = new Map(classes.map(({ classId, courseId }) => [classId, courseId]));
  const courseOf = ({ courseId, classId }: CheckedParticipant) =>
    courseId ?? (classId === null ? null : (classCourses.get(classId) ?? null));
  const unranked = participants.filter((one) => courseOf(one) === null).length;
  const withoutDevice = participants.filter(({ trackerId }) => trackerId === null).length;
  return [
    amount('courses', courseList.length, true),
    amount('classes', classes.length, false),
    ...(classes.length > 0 ? [missing('classCourses', withoutCourse)] : []),
    amount('participants', participants.length, true),
    ...(participants.length > 0
      ? [missing('participantCourses', unranked), missing('devices', withoutDevice)]
      : []),
  ];
}

function amount(key: CheckKey, count: number, isRequired: boolean): Check {
  return { key, count, isDone: count > 0, isRequired };
}

function missing(key: CheckKey, count: number): Check {
  return { key, count, isDone: count === 0, isRequired: false };
}
