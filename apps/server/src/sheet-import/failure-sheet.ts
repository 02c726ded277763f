import type { Language } from '@wakeline/contract/entities/user-config';
import type { WrittenCell, WrittenColumn } from '@wakeline/formats/spreadsheets/written-sheet';
import { fileTitle } from '../files/file-title.ts';
import { type CheckedRow, rowFailureText } from './checked-row.ts';
import { ERROR_HEADING, fieldsOf, type SheetColumns, toWrittenColumn } from './sheet-columns.ts';

const NAME: Readonly<Record<Language, string>> = { zh_CN: '导入失败', en_US: 'Not imported' };

/** Columns of the failure sheet: those of the template and the reasons. */
export function failureColumns<Field extends string>(
  columns: SheetColumns<Field>,
  language: Language,
): readonly WrittenColumn[] {
  const written = fieldsOf(columns).map((field) => toWrittenColumn(columns, field, language));
  return [...written, { heading: ERROR_HEADING[language], width: 60, format: 'note' }];
}

/** Name of the file, without its extension. */
export function failureSheetName(fileName: string, language: Language): string {
  return `${NAME[language]} ${fileTitle(fileName.replace(/\.(xlsx|csv)$/i, ''))}`.trim();
}

/** The row as it was, with the reasons. A formula or an error is left empty. */
export function toFailureRow<Field extends string>(
  { texts, failures }: CheckedRow<Field, unknown>,
  columns: SheetColumns<Field>,
  language: Language,
): readonly WrittenCell[] {
  const cells = fieldsOf(columns).map((field) => texts[field] ?? null);
  return [...cells, rowFailureText(failures, columns, language)];
}
