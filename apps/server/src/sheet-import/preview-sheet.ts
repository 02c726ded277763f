import type { Language } from '@wakeline/contract/entities/user-config';
import { LIMITS } from '@wakeline/contract/limits';
import { failureText, type ResolvedRow, type ResolveRows } from './checked-row.ts';
import type { SheetResult } from './serve-sheet.ts';
import type { SheetColumns } from './sheet-columns.ts';

/** Rows at the start of a sheet that are displayed whether they have errors or not. */
const FIRST_ROWS = 20;

interface PreviewOptions<Field extends string, Row, Resolved> {
  readonly columns: SheetColumns<Field>;
  /** A field whose texts are not displayed. */
  readonly secret?: Field;
  readonly language: Language;
  readonly resolve: ResolveRows<Row, Resolved>;
}

/** Checks all rows of a sheet, and stores nothing. @throws NamedError for an error of the file */
export async function previewSheet<Field extends string, Row, Resolved extends ResolvedRow<Field, unknown>>(
  results: AsyncIterable<SheetResult<Field, Row>>,
  { columns, secret, language, resolve }: PreviewOptions<Field, Row, Resolved>,
) {
  let fields: readonly Field[] = [];
  const counts = { total: 0, failed: 0 };
  let unknownColumns: string[] = [];
  const rows: ReturnType<typeof present>[] = [];

  function present({ row, texts, failures }: Resolved) {
    return {
      row,
      cells: fields.map((field) => (field === secret && texts[field] ? '••••' : (texts[field] ?? ''))),
      errors: failures.map((failure) => ({
        field: failure.field,
        error: failure.error,
        message: failureText(failure, language),
      })),
    };
  }

  for await (const result of results) {
    if (!('rows' in result)) {
      fields = result.fields;
      unknownColumns = [...result.unknownColumns];
      continue;
    }
    for (const row of await resolve(result.rows)) {
      counts.total += 1;
      const valid = row.form !== null;
      if (!valid) counts.failed += 1;
      const isDisplayed = !valid || counts.total <= FIRST_ROWS;
      if (isDisplayed && rows.length < LIMITS.sheetPreviewRows) rows.push(present(row));
    }
  }
  const read = fields.map((field) => ({ field, heading: columns[field].heading[language] }));
  return { ...counts, unknownColumns, rows, columns: read };
}
