import type { Language } from '@wakeline/contract/entities/user-config';
import type { FilePerson } from '@wakeline/formats/iof-xml/result-list';
import { toFileCourse } from '@wakeline/formats/iof-xml/to-file-result';
import { formatLocalTime } from '../../../local-time.ts';
import type { MatchRow } from '../../../races/matches.ts';
import type { Race, RaceParticipant } from '../../../races/read-race.ts';

/** How a list is written. */
export interface ListOptions {
  readonly language: Language;
  readonly timeZone: string;
}

/** Participants of a class, in the order of the list. */
export interface ClassRows<Row> {
  readonly classId: number | null;
  readonly name: string;
  readonly rows: readonly Row[];
}

const NO_CLASS: Readonly<Record<Language, string>> = { zh_CN: '无组别', en_US: 'No class' };

/** The id of a class in a file. */
export function fileClassId(classId: number | null): string {
  return String(classId ?? 0);
}

export function classNameOf({ classes }: Race, classId: number | null, language: Language): string {
  return classes.find((one) => one.classId === classId)?.className ?? NO_CLASS[language];
}

/** Where a class is in the order of a list: by name, and nobody's class at the end. */
export function classPosition({ classes }: Race, classId: number | null): number {
  const at = classes.findIndex((one) => one.classId === classId);
  return at === -1 ? classes.length : at;
}

/** The day of a match, `YYYY-MM-DD`. */
export function dayOf({ start_at }: MatchRow, timeZone: string): string {
  return formatLocalTime(start_at.getTime(), timeZone).slice(0, 10);
}

/** A participant as a person of a file, with the course that is only theirs. */
export function toFilePerson({ row, course }: RaceParticipant): Omit<FilePerson, 'startTime'> {
  const isOwn = row.course_id !== null && course !== null;
  return {
    id: String(row.participant_id),
    name: row.name,
    club: row.club,
    nationality: row.nationality === '' ? null : row.nationality,
    sex: row.gender === 'male' ? 'M' : row.gender === 'female' ? 'F' : null,
    bib: row.number,
    course: isOwn ? toFileCourse(course) : null,
  };
}
