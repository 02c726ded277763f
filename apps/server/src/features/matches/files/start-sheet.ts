import type { Language } from '@wakeline/contract/entities/user-config';
import { PARTICIPANT_SHEET_FIELDS, type ParticipantSheetField } from '@wakeline/contract/matches/start-lists';
import { writeXlsx } from '@wakeline/formats/spreadsheets/write-xlsx';
import type { WrittenCell } from '@wakeline/formats/spreadsheets/written-sheet';
import { createUtcToLocal } from '@wakeline/formats/tracks/zone-time';
import { GENDER_NAMES } from '../../../people/genders.ts';
import type { RaceParticipant } from '../../../races/read-race.ts';
import { toWrittenColumn } from '../../../sheet-import/sheet-columns.ts';
import type { ClassRows, ListOptions } from './list-people.ts';
import { PARTICIPANT_COLUMNS } from './participant-columns.ts';
import { rowBatches } from './row-batches.ts';

const SHEET_NAME: Readonly<Record<Language, string>> = { zh_CN: '出发表', en_US: 'Start list' };

/**
 * Writes a start list as a workbook with the columns of the template, so that it can be changed and imported.
 *
 * @param imeis of the visible devices, by tracker
 */
export function writeStartSheet(
  classes: readonly ClassRows<RaceParticipant>[],
  imeis: ReadonlyMap<number, string>,
  { language, timeZone }: ListOptions,
): AsyncGenerator<Uint8Array> {
  const toLocal = createUtcToLocal(timeZone);
  const cellsOf = (
    { row, setup }: RaceParticipant,
    className: string,
  ): Readonly<Record<ParticipantSheetField, WrittenCell>> => ({
    number: row.number,
    participantName: row.name,
    club: row.club,
    nationality: row.nationality,
    gender: row.gender === 'unspecified' ? null : GENDER_NAMES[row.gender][language],
    className: row.class_id === null ? null : className,
    startTime: setup.startTime === null ? null : { localMs: toLocal(setup.startTime) },
    tracker: row.tracker_id === null ? null : (imeis.get(row.tracker_id) ?? null),
  });
  const rows = classes.flatMap(({ name, rows: ofClass }) => ofClass.map((each) => cellsOf(each, name)));
  return writeXlsx({
    name: SHEET_NAME[language],
    columns: PARTICIPANT_SHEET_FIELDS.map((field) => toWrittenColumn(PARTICIPANT_COLUMNS, field, language)),
    batches: rowBatches(rows, (cells) => PARTICIPANT_SHEET_FIELDS.map((field) => cells[field])),
  });
}
