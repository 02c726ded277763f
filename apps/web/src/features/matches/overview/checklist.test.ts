import type { MatchDetails } from '@wakeline/contract/matches/match-details';
import { expect, test } from 'vitest';
import { checkMatch } from './checklist.ts';

const aClass = (classId: number, courseId: number | null): MatchDetails['classes'][number] => ({
  ...{ classId, courseId, className: `Class ${classId}`, startMode: 'mass', startTime: null },
  participants: 0,
});
const course = { courseId: 7 } as MatchDetails['courseList'][number];

test('an empty match needs a course and a participant', () => {
  const checks = checkMatch({ courseList: [], classes: [] }, []);
  expect(checks.filter(({ isDone, isRequired }) => isRequired && !isDone).map(({ key }) => key)).toEqual([
    'courses',
    'participants',
  ]);
});

test('counts classes and participants without a course, and participants without a device', () => {
  const participants = [
    { classId: 1, courseId: null, trackerId: 11 },
    { classId: 2, courseId: null, trackerId: null },
    { classId: 2, courseId: 7, trackerId: null },
    { classId: null, courseId: null, trackerId: 12 },
  ];
  const checks = checkMatch({ courseList: [course], classes: [aClass(1, 7), aClass(2, null)] }, participants);
  const missing = checks.filter(({ isDone }) => !isDone).map(({ key, count }) => [key, count]);
  expect(missing).toEqual([
    ['classCourses', 1],
    ['participantCourses', 2],
    ['devices', 2],
  ]);
});
