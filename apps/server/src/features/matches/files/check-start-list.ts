import type { ParticipantSheetField } from '@wakeline/contract/matches/start-lists';
import type { Db } from '../../../db/database.ts';
import type { Caller } from '../../../identity/caller.ts';
import { readClasses } from '../../../races/classes.ts';
import type { MatchRow } from '../../../races/matches.ts';
import { readCourses } from '../../../races/race-courses.ts';
import { previewSheet } from '../../../sheet-import/preview-sheet.ts';
import type { SheetResult } from '../../../sheet-import/serve-sheet.ts';
import type { EvaluatedParticipant } from './evaluate-participant.ts';
import { PARTICIPANT_COLUMNS } from './participant-columns.ts';
import { createParticipantResolver, nameKey, type ResolvedForm } from './resolve-participants.ts';
import type { StartListContent } from './start-list-process.ts';

/** Fields that a start list can have, in the order of the preview. */
const FIELDS = [
  'number',
  'participantName',
  'club',
  'nationality',
  'gender',
  'className',
  'startTime',
] as const satisfies readonly ParticipantSheetField[];

/** Checks all participants of a start list against a match. */
export async function checkStartList(
  db: Db,
  caller: Caller,
  match: MatchRow,
  { eventName, ignored, rows }: StartListContent,
) {
  const { language, timeZone } = caller;
  const check = await createParticipantResolver(db, caller, { match, timeZone, addsClasses: true });
  const accepted: ResolvedForm[] = [];
  /** The line of the first participant with an error. */
  let failedLine: number | null = null;
  const resolve: typeof check = async (batch) => {
    const resolved = await check(batch);
    for (const { row, form } of resolved) {
      if (form === null) failedLine ??= row;
      else accepted.push(form);
    }
    return resolved;
  };
  const sheet = await previewSheet(toResults(rows), { columns: PARTICIPANT_COLUMNS, language, resolve });
  const { unknownColumns: _, ...preview } = sheet;
  const named = (field: 'className' | 'courseName') => rows.flatMap(({ values }) => values?.[field] || []);
  const classes = (await readClasses(db, match.match_id)).map(({ className }) => className);
  const courses = (await readCourses(db, match.match_id)).map(({ course }) => course.name);
  return {
    accepted,
    failedLine,
    preview: {
      ...preview,
      eventName,
      newClasses: [...missingNames(named('className'), classes)],
      unknownCourses: [...missingNames(named('courseName'), courses)],
      ignored: [...ignored],
    },
  };
}

async function* toResults(
  rows: readonly EvaluatedParticipant[],
): AsyncGenerator<SheetResult<ParticipantSheetField, EvaluatedParticipant>> {
  yield { total: rows.length, fields: FIELDS, unknownColumns: [] };
  yield { rows };
}

/** The names of a file that a match does not have, each once. */
function missingNames(names: readonly string[], known: readonly string[]): readonly string[] {
  const keys = new Set(known.map(nameKey));
  return names.filter((name) => {
    const isMissing = !keys.has(nameKey(name));
    keys.add(nameKey(name));
    return isMissing;
  });
}
