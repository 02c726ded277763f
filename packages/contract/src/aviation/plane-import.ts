import { z } from 'zod';
import { LANGUAGES } from '../entities/user-config.ts';
import { uid } from '../fields.ts';
import { operation } from '../operation.ts';
import { SHEET_IMPORT, sheetImportResult } from '../sheet-import.ts';
import { createPlane } from './planes.ts';

/** Columns of a spreadsheet of planes, in the order of the template and the export. */
export const PLANE_SHEET_FIELDS = [
  'tailNumber',
  'hexAddress',
  'kind',
  'model',
  'layout',
  'groupName',
  'trackerName',
  'note',
] as const;
export type PlaneSheetField = (typeof PLANE_SHEET_FIELDS)[number];

export const importPlanes = operation({
  name: 'importPlanes',
  summary:
    'Creates the planes of an .xlsx or .csv file. Without `save` it only checks the complete file and stores nothing; with `save` it starts a batch task, which stores all valid rows at once and returns the others as a spreadsheet.',
  access: createPlane.access,
  ...SHEET_IMPORT,
  result: sheetImportResult(PLANE_SHEET_FIELDS),
});

export const getPlaneTemplate = operation({
  name: 'getPlaneTemplate',
  summary: 'A spreadsheet for `importPlanes` with headings, an example, and a drop-down list of kinds.',
  access: importPlanes.access,
  effect: 'none',
  responseType: 'bytes',
  payload: z.object({ uid, lang: z.enum(LANGUAGES).describe('language of headings and lists') }),
  result: z.instanceof(Uint8Array).describe('an .xlsx file; failures are JSON'),
  errors: [],
});
