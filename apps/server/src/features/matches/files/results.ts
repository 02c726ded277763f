import type { StandingsRow } from '@wakeline/domain/races/standings';
import type { FileClass, FileList, FileResult } from '@wakeline/formats/iof-xml/result-list';
import { toFileCourse, toFileResult, toFileStatus } from '@wakeline/formats/iof-xml/to-file-result';
import { evaluate } from '../../../races/present-race.ts';
import type { BoardEntry, RaceBoard } from '../../../races/race-board.ts';
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

/** A participant with their result; without a course only the status. */
export type ResultRow =
  | { readonly participant: RaceParticipant; readonly standing: StandingsRow }
  | {
      readonly participant: RaceParticipant;
      readonly standing: null;
      readonly status: StandingsRow['result']['status'];
    };

/** Participants that are ranked together. */
export interface ResultGroup extends ClassRows<ResultRow> {
  /** Null: they are not ranked. */
  readonly courseId: number | null;
}

/**
 * The results of the visible participants, by class. A class whose participants run several courses has a ranking for each, and
 * its name that of the course.
 */
export function resultGroups(
  board: RaceBoard,
  race: Race,
  { visible, language }: Pick<ListOptions, 'language'> & { readonly visible: ReadonlySet<number> },
): readonly ResultGroup[] {
  const { groups, unranked } = evaluate(board);
  const entries = new Map([...board.entries].map((entry) => [idOf(entry), entry.participant]));
  const ranked = groups.map(({ classId, courseId, rows }) => ({
    ...{ classId, courseId },
    rows: rows.flatMap((standing): ResultRow[] => {
      const participant = entries.get(standing.result.id);
      return participant === undefined || !visible.has(standing.result.id) ? [] : [{ participant, standing }];
    }),
  }));
  const seen = unranked.filter(({ entry }) => visible.has(idOf(entry)));
  const others = [...Map.groupBy(seen, ({ entry }) => entry.participant.row.class_id)].map(
    ([classId, members]) => ({
      ...{ classId, courseId: null },
      rows: members.map(
        ({ entry, status }): ResultRow => ({ participant: entry.participant, standing: null, status }),
      ),
    }),
  );
  const all = [...ranked, ...others].filter(({ rows }) => rows.length > 0);
  const groupsOf = Map.groupBy(all, ({ classId }) => classId);
  return all
    .toSorted((one, other) => classPosition(race, one.classId) - classPosition(race, other.classId))
    .map((group) => {
      const className = classNameOf(race, group.classId, language);
      const course = group.courseId === null ? undefined : race.courses.get(group.courseId);
      const isOnly = (groupsOf.get(group.classId)?.length ?? 0) < 2 || course === undefined;
      return { ...group, name: isOnly ? className : `${className} ${course.name}` };
    });
}

function idOf({ participant }: BoardEntry): number {
  return participant.row.participant_id;
}

/** The results in a file. Rows are made when they are written. */
export function toResultList(
  race: Race,
  groups: readonly ResultGroup[],
  { timeZone }: ListOptions,
): FileList<FileResult> {
  return {
    eventName: race.match.name,
    date: dayOf(race.match, timeZone),
    classes: groups.map((group) => toFileClass(race, group)),
  };
}

function toFileClass(race: Race, { classId, courseId, name, rows }: ResultGroup): FileClass<FileResult> {
  const course = courseId === null ? undefined : race.courses.get(courseId);
  return {
    id: courseId === null ? fileClassId(classId) : `${fileClassId(classId)}-${courseId}`,
    name,
    course: course === undefined ? null : toFileCourse(course),
    rows: {
      *[Symbol.iterator]() {
        for (const row of rows) yield toRow(row);
      },
    },
  };
}

function toRow(row: ResultRow): FileResult {
  // The course of all rows is that of their class.
  const person = { ...toFilePerson(row.participant), course: null };
  if (row.standing !== null) return toFileResult(row.standing, person);
  return {
    ...person,
    ...{ startTime: row.participant.setup.startTime, finishTime: null, time: null, timeBehind: null },
    ...{ position: null, status: toFileStatus(row.status, false), points: null, splits: [] },
  };
}
