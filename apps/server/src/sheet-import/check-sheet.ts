import type { Language } from '@wakeline/contract/entities/user-config';
import { writeXlsx, XLSX_MEDIA_TYPE } from '@wakeline/formats/spreadsheets/write-xlsx';
import type { WrittenCell } from '@wakeline/formats/spreadsheets/written-sheet';
import type { Files } from '../files/files.ts';
import type { TaskResult } from '../tasks/kinds.ts';
import type { ResolvedRow, ResolveRows } from './checked-row.ts';
import { failureColumns, failureSheetName, toFailureRow } from './failure-sheet.ts';
import type { SheetResult } from './serve-sheet.ts';
import type { SheetColumns } from './sheet-columns.ts';

interface CheckOptions<Field extends string, Row, Form> {
  readonly columns: SheetColumns<Field>;
  readonly fileName: string;
  readonly language: Language;
  /** Called before each batch. @throws NamedError `not-allowed` */
  readonly requireRights: () => Promise<unknown>;
  readonly resolve: ResolveRows<Row, ResolvedRow<Field, Form>>;
  /** Reports the progress, from 0 to 1. */
  readonly progress: (fraction: number) => Promise<void>;
}

export interface CheckedSheet<Form> {
  /** The valid rows, in batches. */
  readonly accepted: readonly (readonly Form[])[];
  /** Number of rows with errors. */
  readonly failed: number;
  /** The rows with errors, as a sheet that can be corrected and sent again. */
  readonly file: TaskResult;
}

/** Checks all rows of a sheet for the task that imports it. @throws NamedError for an error of the file */
export async function checkSheet<Field extends string, Row, Form>(
  files: Files,
  results: AsyncIterable<SheetResult<Field, Row>>,
  { columns, fileName, language, requireRights, resolve, progress }: CheckOptions<Field, Row, Form>,
): Promise<CheckedSheet<Form>> {
  const accepted: Form[][] = [];
  let failed = 0;

  async function* failureBatches(): AsyncGenerator<readonly (readonly WrittenCell[])[]> {
    let total = 1;
    let read = 0;
    for await (const result of results) {
      if (!('rows' in result)) {
        total = Math.max(1, result.total);
        continue;
      }
      await requireRights();
      const rows = await resolve(result.rows);
      accepted.push(rows.flatMap(({ form }) => (form === null ? [] : [form])));
      const failures = rows.filter(({ form }) => form === null);
      failed += failures.length;
      yield failures.map((row) => toFailureRow(row, columns, language));
      read += rows.length;
      await progress(Math.min(1, read / total));
    }
  }

  const name = failureSheetName(fileName, language);
  const sheet = { name, columns: failureColumns(columns, language), batches: failureBatches() };
  const written = await files.write(writeXlsx(sheet));
  if (failed > 0)
    return { accepted, failed, file: { written, mediaType: XLSX_MEDIA_TYPE, name: `${name}.xlsx` } };
  await files.discard([written.fileId]);
  return { accepted, failed, file: { written: null } };
}
