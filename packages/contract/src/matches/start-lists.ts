import { z } from 'zod';
import { LANGUAGES } from '../entities/user-config.ts';
import { id, uid } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { operation } from '../operation.ts';
import { SHEET_IMPORT, sheetImportResult } from '../sheet-import.ts';
import { uploadedFile } from '../uploaded-file.ts';
import { EDIT_MATCHES, VIEW_MATCHES } from './matches.ts';

/** Columns of a spreadsheet of participants, in the order of the template. */
export const PARTICIPANT_SHEET_FIELDS = [
  'number',
  'participantName',
  'club',
  'nationality',
  'gender',
  'className',
  'startTime',
  'tracker',
] as const;
export type ParticipantSheetField = (typeof PARTICIPANT_SHEET_FIELDS)[number];

/** Of start lists and results. */
export const LIST_FORMATS = ['iof', 'xlsx'] as const;
export type ListFormat = (typeof LIST_FORMATS)[number];

const upload = {
  uploadBytes: LIMITS.startListRequestBytes,
  uploadTooLarge: 'start-list-too-large',
  payload: SHEET_IMPORT.payload.extend({ matchId: id, file: uploadedFile.describe('4 MB at most') }),
} as const;

export const importParticipants = operation({
  name: 'importParticipants',
  group: 'live',
  summary:
    'Adds the participants of an .xlsx or .csv file to a match. Start times without a zone are in the time zone of the account, those without a date on the day of the match. Without `save` it only checks the complete file; with `save` it starts a batch task, which stores all valid rows at once and returns the others as a spreadsheet.',
  access: EDIT_MATCHES,
  ...SHEET_IMPORT,
  ...upload,
  result: sheetImportResult(PARTICIPANT_SHEET_FIELDS),
  errors: ['match-unknown', 'match-archived', 'start-list-too-large', ...SHEET_IMPORT.errors],
});

export const getParticipantTemplate = operation({
  name: 'getParticipantTemplate',
  group: 'live',
  summary:
    'A spreadsheet for `importParticipants` with headings, an example, and a drop-down list of genders.',
  access: EDIT_MATCHES,
  effect: 'none',
  responseType: 'bytes',
  payload: z.object({ uid, lang: z.enum(LANGUAGES).describe('language of headings and lists') }),
  result: z.instanceof(Uint8Array).describe('an .xlsx file; failures are JSON'),
  errors: [],
});

export const importStartList = operation({
  name: 'importStartList',
  group: 'live',
  summary:
    'Adds the participants of a start, entry or result list of IOF XML 3.0 to a match, with the classes that it does not have: all of them, or none. Times without a zone are in the time zone of the account. Without `save` it only checks the file.',
  access: EDIT_MATCHES,
  effect: 'account',
  heavy: true,
  ...upload,
  result: sheetImportResult(PARTICIPANT_SHEET_FIELDS)
    .omit({ taskProgressId: true, unknownColumns: true })
    .extend({
      eventName: z.string(),
      added: z.int().nonnegative().nullable().describe('participants; null without `save`'),
      newClasses: z.array(z.string()).describe('classes that the match does not have'),
      unknownCourses: z.array(z.string()).describe('names of courses that the match does not have'),
      ignored: z
        .array(z.object({ element: z.string(), count: z.int().positive() }))
        .describe('elements that were left out'),
    }),
  errors: [
    'match-unknown',
    'match-archived',
    'match-class-limit',
    'participant-limit',
    'participant-number-taken',
    'start-list-too-large',
    'start-list-type',
    'start-list-version',
    'start-list-name',
    'start-list-time',
    'start-list-finish',
    'start-list-empty',
    'start-list-rows',
    'course-file-malformed',
    'course-file-entities',
    'course-file-costly',
  ],
});

const listExport = {
  access: VIEW_MATCHES,
  effect: 'none',
  responseType: 'bytes',
  heavy: true,
  payload: z.object({
    uid,
    matchId: id,
    format: z.enum(LIST_FORMATS).describe('`iof`: IOF XML 3.0'),
    lang: z.enum(LANGUAGES).default('zh_CN').describe('language of headings'),
  }),
  result: z.instanceof(Uint8Array).describe('the file; failures are JSON'),
  errors: ['match-unknown', 'export-empty'],
} as const;

export const exportStartList = operation({
  name: 'exportStartList',
  group: 'live',
  summary:
    'The participants of a match that the user sees, by class and start time. The spreadsheet has the columns of `importParticipants`.',
  ...listExport,
});

export const exportMatchResults = operation({
  name: 'exportMatchResults',
  group: 'live',
  summary:
    'The ranking of each class as of now with the times at all points, of the participants that the user sees. The spreadsheet has a sheet for each class.',
  ...listExport,
});
