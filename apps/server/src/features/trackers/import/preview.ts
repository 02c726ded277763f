import type { Language } from '@wakeline/contract/entities/user-config';
import { LIMITS } from '@wakeline/contract/limits';
import type { ResultOf } from '@wakeline/contract/operation';
import type { DevicePreviewRow, DeviceSheetField, importDevices } from '@wakeline/contract/trackers/import';
import type { Db } from '../../../db/database.ts';
import type { Caller } from '../../../identity/caller.ts';
import { headingOf } from './device-columns.ts';
import { failureText } from './failure-text.ts';
import { readDeviceSheet } from './read-device-sheet.ts';
import { createRowResolver, type ResolvedRow } from './resolve-rows.ts';

type Preview = Omit<ResultOf<typeof importDevices>, 'taskProgressId'>;

/** Rows at the start of a sheet that are displayed whether they have errors or not. */
const FIRST_ROWS = 20;

/** Checks all rows of a sheet, and stores nothing. @throws NamedError for an error of the file */
export async function previewDevices(db: Db, caller: Caller, path: string): Promise<Preview> {
  const { language, timeZone } = caller;
  const resolve = await createRowResolver(db, caller);
  let fields: readonly DeviceSheetField[] = [];
  const preview = { total: 0, failed: 0, unknownColumns: [] as string[], rows: [] as DevicePreviewRow[] };
  for await (const result of readDeviceSheet({ path, language, timeZone })) {
    if (!('rows' in result)) {
      fields = result.fields;
      preview.unknownColumns = [...result.unknownColumns];
      continue;
    }
    for (const row of await resolve(result.rows)) {
      preview.total += 1;
      if (row.form === null) preview.failed += 1;
      const isDisplayed = row.form === null || preview.total <= FIRST_ROWS;
      if (isDisplayed && preview.rows.length < LIMITS.sheetPreviewRows)
        preview.rows.push(presentRow(row, fields, language));
    }
  }
  return { ...preview, columns: fields.map((field) => ({ field, heading: headingOf(field, language) })) };
}

function presentRow(
  { row, texts, failures }: ResolvedRow,
  fields: readonly DeviceSheetField[],
  language: Language,
): DevicePreviewRow {
  return {
    row,
    // A device password is not displayed.
    cells: fields.map((field) => (field === 'password' && texts[field] ? '••••' : (texts[field] ?? ''))),
    errors: failures.map((failure) => ({
      field: failure.field,
      error: failure.error,
      message: failureText(failure, language),
    })),
  };
}
