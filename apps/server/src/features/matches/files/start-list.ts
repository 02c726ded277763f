import type { FileList, FilePerson } from '@wakeline/formats/iof-xml/result-list';
import { toFileCourse } from '@wakeline/formats/iof-xml/to-file-result';
import type { Race, RaceParticipant } from '../../../races/read-race.ts';
import {
  type ClassRows,
  classNameOf,
  classPosition,
  dayOf,
  fileClassId,
  type ListOptions,
  toFilePerson,
} from './list-people.ts';

/** The visible participants of a race by class, start time and number. */
export function startRows(
  race: Race,
  visible: ReadonlySet<number>,
  { language }: ListOptions,
): readonly ClassRows<RaceParticipant>[] {
  const seen = race.participants.filter(({ row }) => visible.has(row.participant_id));
  return [...Map.groupBy(seen, ({ row }) => row.class_id)]
    .toSorted(([one], [other]) => classPosition(race, one) - classPosition(race, other))
    .map(([classId, rows]) => ({
      ...{ classId, name: classNameOf(race, classId, language) },
      rows: rows.toSorted(compareStarts),
    }));
}

/** Those without a start time at the end. */
function compareStarts(one: RaceParticipant, other: RaceParticipant): number {
  const [time, otherTime] = [one.setup.startTime, other.setup.startTime];
  if (time !== otherTime)
    return (time ?? Number.POSITIVE_INFINITY) < (otherTime ?? Number.POSITIVE_INFINITY) ? -1 : 1;
  return (
    one.row.number.localeCompare(other.row.number, 'en', { numeric: true }) ||
    one.row.participant_id - other.row.participant_id
  );
}

/** The start list of a race in a file. */
export function toStartList(
  race: Race,
  classes: readonly ClassRows<RaceParticipant>[],
  { timeZone }: ListOptions,
): FileList<FilePerson> {
  return {
    eventName: race.match.name,
    date: dayOf(race.match, timeZone),
    classes: classes.map(({ classId, name, rows }) => {
      const courseId = race.classes.find((one) => one.classId === classId)?.courseId ?? null;
      const course = courseId === null ? undefined : race.courses.get(courseId);
      return {
        ...{ id: fileClassId(classId), name, course: course === undefined ? null : toFileCourse(course) },
        rows: rows.map((each) => ({ ...toFilePerson(each), startTime: each.setup.startTime })),
      };
    }),
  };
}
