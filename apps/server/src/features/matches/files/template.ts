import type { Language } from '@wakeline/contract/entities/user-config';
import { PARTICIPANT_SHEET_FIELDS, type ParticipantSheetField } from '@wakeline/contract/matches/start-lists';
import { writeXlsx } from '@wakeline/formats/spreadsheets/write-xlsx';
import type { WrittenCell } from '@wakeline/formats/spreadsheets/written-sheet';
import { GENDER_NAMES } from '../../../people/genders.ts';
import { EXAMPLE_NAMES } from '../../../sheet-import/athlete-columns.ts';
import { toWrittenColumn } from '../../../sheet-import/sheet-columns.ts';
import { PARTICIPANT_COLUMNS } from './participant-columns.ts';

const SHEET_NAME: Readonly<Record<Language, string>> = { zh_CN: '参赛者', en_US: 'Participants' };

const NOTE: Readonly<Record<Language, string>> = {
  zh_CN: '此行为示例，不会被导入',
  en_US: 'This row is an example and is not imported',
};

/** The template for sheets of participants. */
export function writeParticipantTemplate(language: Language): AsyncGenerator<Uint8Array> {
  const genders = Object.values(GENDER_NAMES).map((names) => names[language]);
  const example: Readonly<Record<ParticipantSheetField, WrittenCell>> = {
    number: '101',
    participantName: EXAMPLE_NAMES[language],
    club: NOTE[language],
    nationality: 'CHN',
    gender: GENDER_NAMES.female[language],
    className: 'W21',
    startTime: '2027-05-01 10:02:00',
    tracker: '860000000000001',
  };
  async function* batches() {
    yield [PARTICIPANT_SHEET_FIELDS.map((field) => example[field])];
  }
  return writeXlsx({
    name: SHEET_NAME[language],
    columns: PARTICIPANT_SHEET_FIELDS.map((field) =>
      toWrittenColumn(PARTICIPANT_COLUMNS, field, language, field === 'gender' ? genders : []),
    ),
    batches: batches(),
  });
}
