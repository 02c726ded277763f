import type { Db } from '../../../db/database.ts';
import type { Caller } from '../../../identity/caller.ts';
import { previewSheet } from '../../../sheet-import/preview-sheet.ts';
import { DEVICE_COLUMNS } from './device-columns.ts';
import { readDeviceSheet } from './read-device-sheet.ts';
import { createRowResolver } from './resolve-rows.ts';

/** Checks all rows of a sheet, and stores nothing. @throws NamedError for an error of the file */
export async function previewDevices(db: Db, caller: Caller, path: string) {
  const { language, timeZone } = caller;
  return previewSheet(readDeviceSheet({ path, language, timeZone }), {
    columns: DEVICE_COLUMNS,
    secret: 'password',
    language,
    resolve: await createRowResolver(db, caller),
  });
}
