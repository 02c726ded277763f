import { z } from 'zod';
import { LANGUAGES } from '../entities/user-config.ts';
import { uid } from '../fields.ts';
import { operation } from '../operation.ts';
import { SHEET_IMPORT, sheetImportResult } from '../sheet-import.ts';
import { createBdUsers } from './accounts.ts';

/** Columns of a spreadsheet of communication accounts, in the order of the template: those of the export and the password. */
export const ACCOUNT_SHEET_FIELDS = [
  'bdUserName',
  'cardNumber',
  'network',
  'trackerName',
  'level',
  'bits',
  'frequency',
  'cardKind',
  'gateway',
  'note',
  'password',
] as const;
export type AccountSheetField = (typeof ACCOUNT_SHEET_FIELDS)[number];

export const importBdUsers = operation({
  name: 'importBdUsers',
  summary:
    'Creates the communication accounts of an .xlsx or .csv file, and changes those whose card number the user sees; columns that the file lacks stay as they are. Without `save` it only checks the complete file and stores nothing; with `save` it starts a batch task, which stores all valid rows at once and returns the others as a spreadsheet.',
  access: createBdUsers.access,
  ...SHEET_IMPORT,
  result: sheetImportResult(ACCOUNT_SHEET_FIELDS),
});

export const getBdUserTemplate = operation({
  name: 'getBdUserTemplate',
  summary: 'A spreadsheet for `importBdUsers` with headings, an example, and drop-down lists.',
  access: importBdUsers.access,
  effect: 'none',
  responseType: 'bytes',
  payload: z.object({ uid, lang: z.enum(LANGUAGES).describe('language of headings and lists') }),
  result: z.instanceof(Uint8Array).describe('an .xlsx file; failures are JSON'),
  errors: [],
});
