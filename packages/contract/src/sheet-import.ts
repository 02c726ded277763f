import { z } from 'zod';
import { id, uid } from './fields.ts';
import { LIMITS } from './limits.ts';
import { uploadedFile } from './uploaded-file.ts';

/** What the operations that import a spreadsheet have in common: body, and errors of the file. */
export const SHEET_IMPORT = {
  effect: 'account',
  heavy: true,
  uploadBytes: LIMITS.sheetRequestBytes,
  uploadTooLarge: 'sheet-too-large',
  payload: z.object({
    uid,
    file: uploadedFile.describe('32 MB at most'),
    save: z.boolean().default(false),
  }),
  errors: [
    'sheet-too-large',
    'sheet-type',
    'sheet-picture',
    'sheet-legacy',
    'sheet-encrypted',
    'sheet-malformed',
    'sheet-expands',
    'sheet-entries',
    'sheet-rows',
    'sheet-columns',
    'sheet-merges',
    'sheet-headings',
    'sheet-empty',
    'sheet-costly',
    'gps-file-entities',
    'task-limit',
    'task-queue-full',
  ],
} as const;

/** Result of such an operation: the preview, or the started task. */
export function sheetImportResult<const Field extends string>(fields: readonly Field[]) {
  const field = z.enum(fields);
  const previewRow = z.object({
    row: z.int().describe('row of the sheet, from 1'),
    cells: z.array(z.string()).describe('by `columns`'),
    errors: z.array(
      z.object({
        field: field.describe('the column of the cell'),
        error: z.string().describe('name of the error'),
        message: z.string().describe("in the reader's language"),
      }),
    ),
  });
  return z.object({
    taskProgressId: id.nullable().describe('the started task; null without `save`'),
    total: z.int().nonnegative().describe('rows with content; 0 with `save`'),
    failed: z.int().nonnegative().describe('rows with an error'),
    columns: z.array(z.object({ field, heading: z.string() })).describe('columns that are read'),
    unknownColumns: z.array(z.string()).describe('headings of columns that are not read'),
    rows: z.array(previewRow).describe('the first rows, and the first rows with errors, by row: at most 100'),
  });
}
