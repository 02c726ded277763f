import type { Language } from '@wakeline/contract/entities/user-config';
import { PERSON_SHEET_FIELDS, type PersonSheetField } from '@wakeline/contract/people/people-import';
import { writeXlsx } from '@wakeline/formats/spreadsheets/write-xlsx';
import type { WrittenCell } from '@wakeline/formats/spreadsheets/written-sheet';
import { GENDER_NAMES } from '../../../people/genders.ts';
import { EXAMPLE_NAMES } from '../../../sheet-import/athlete-columns.ts';
import { toWrittenColumn } from '../../../sheet-import/sheet-columns.ts';
import { PERSON_COLUMNS } from '../person-columns.ts';

const SHEET_NAME: Readonly<Record<Language, string>> = { zh_CN: '人员', en_US: 'People' };

const NOTE: Readonly<Record<Language, string>> = {
  zh_CN: '此行为示例，不会被导入',
  en_US: 'This row is an example and is not imported',
};

/** The template for sheets of people. */
export function writePeopleTemplate(language: Language): AsyncGenerator<Uint8Array> {
  const genders = Object.values(GENDER_NAMES).map((names) => names[language]);
  const example: Partial<Record<PersonSheetField, WrittenCell>> = {
    raceNumber: 'A12',
    personName: EXAMPLE_NAMES[language],
    gender: GENDER_NAMES.female[language],
    age: '31',
    nationality: 'CHN',
    phone: '+86 138 0000 0000',
    note: NOTE[language],
  };
  async function* batches() {
    yield [PERSON_SHEET_FIELDS.map((field) => example[field] ?? null)];
  }
  return writeXlsx({
    name: SHEET_NAME[language],
    columns: PERSON_SHEET_FIELDS.map((field) =>
      toWrittenColumn(PERSON_COLUMNS, field, language, field === 'gender' ? genders : []),
    ),
    batches: batches(),
  });
}
