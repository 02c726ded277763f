import { z } from 'zod';
import { LANGUAGES } from '../entities/user-config.ts';
import { uid } from '../fields.ts';
import { operation } from '../operation.ts';
import { SHEET_IMPORT, sheetImportResult } from '../sheet-import.ts';
import { createPeople } from './people.ts';

/** Columns of a spreadsheet of people, in the order of the template and the export. */
export const PERSON_SHEET_FIELDS = [
  'raceNumber',
  'personName',
  'gender',
  'age',
  'nationality',
  'phone',
  'trackerName',
  'communicationAccount',
  'emergencyContactName',
  'emergencyContactPhone',
  'club',
  'note',
] as const;
export type PersonSheetField = (typeof PERSON_SHEET_FIELDS)[number];

export const batchCreatePeople = operation({
  name: 'batchCreatePeople',
  summary:
    'Creates the people of an .xlsx or .csv file. Without `save` it only checks the complete file and stores nothing; with `save` it starts a batch task, which stores all valid rows at once and returns the others as a spreadsheet.',
  access: createPeople.access,
  ...SHEET_IMPORT,
  result: sheetImportResult(PERSON_SHEET_FIELDS),
});

export const getPeopleTemplate = operation({
  name: 'getPeopleTemplate',
  summary:
    'A spreadsheet for `batchCreatePeople` with headings, an example, and a drop-down list of genders.',
  access: batchCreatePeople.access,
  effect: 'none',
  responseType: 'bytes',
  payload: z.object({ uid, lang: z.enum(LANGUAGES).describe('language of headings and lists') }),
  result: z.instanceof(Uint8Array).describe('an .xlsx file; failures are JSON'),
  errors: [],
});
