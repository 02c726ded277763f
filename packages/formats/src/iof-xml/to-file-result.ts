import type { ResultStatus } from '@wakeline/domain/races/participant-result';
import type { RaceCourse } from '@wakeline/domain/races/race-course';
import type { StandingsRow } from '@wakeline/domain/races/standings';
import type { FileCourse, FilePerson, FileResult, FileSplit, FileStatus } from './result-list.ts';

const STATUSES: Readonly<Record<Exclude<ResultStatus, 'withdrawn'>, FileStatus>> = {
  'not-started': 'Inactive',
  running: 'Active',
  finished: 'OK',
  'did-not-start': 'DidNotStart',
  'did-not-finish': 'DidNotFinish',
  'missing-points': 'MissingPunch',
  disqualified: 'Disqualified',
  'over-time': 'OverTime',
  // Nobody knows whether they have started.
  'no-data': 'Inactive',
};

/** The status in a file. @param hasStarted of somebody who has withdrawn */
export function toFileStatus(status: ResultStatus, hasStarted: boolean): FileStatus {
  if (status !== 'withdrawn') return STATUSES[status];
  return hasStarted ? 'DidNotFinish' : 'Cancelled';
}

/** The course of a race in a file. */
export function toFileCourse({ name, type, points }: RaceCourse): FileCourse {
  return {
    name,
    length: type === 'score' ? null : (points.at(-1)?.distance ?? null),
    climb: null,
    controls: points.filter(({ kind }) => kind === 'control').length,
  };
}

/**
 * The result of a participant in a file. Those who have not finished have no position. Splits are those of the controls: in the
 * order of the course with the missing ones, of a score course in the order of time.
 */
export function toFileResult(
  { result, place, gap }: StandingsRow,
  person: Omit<FilePerson, 'startTime'>,
): FileResult {
  const { status, start, passedAt, time, points } = result;
  const isFinished = status === 'finished';
  return {
    ...person,
    startTime: start,
    finishTime: passedAt.at(-1) ?? null,
    time,
    timeBehind: isFinished ? gap : null,
    position: isFinished ? place : null,
    status: toFileStatus(status, result.lastPassed >= 0),
    points,
    splits: result.lastPassed <= 0 ? [] : splitsOf(result),
  };
}

function splitsOf({ course, elapsed, lastPassed, points }: StandingsRow['result']): readonly FileSplit[] {
  const splits = course.points.flatMap(({ kind, code }, index) =>
    kind === 'control' && index <= (points === null ? lastPassed : course.points.length)
      ? [{ code, time: elapsed[index] ?? null }]
      : [],
  );
  if (points === null) return splits;
  return splits.filter(({ time }) => time !== null).sort((one, other) => (one.time ?? 0) - (other.time ?? 0));
}
