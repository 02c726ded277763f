import type { Language } from '@wakeline/contract/entities/user-config';
import { DEVICE_SHEET_FIELDS } from '@wakeline/contract/trackers/import';
import type { WrittenCell, WrittenColumn } from '@wakeline/formats/spreadsheets/written-sheet';
import { fileTitle } from '../../../files/file-title.ts';
import { ERROR_HEADING, writtenColumn } from './device-columns.ts';
import { rowFailureText } from './failure-text.ts';
import type { ResolvedRow } from './resolve-rows.ts';

const NAME: Readonly<Record<Language, string>> = { zh_CN: '导入失败', en_US: 'Not imported' };

/** Columns of the failure sheet: those of the template and the reasons. */
export function failureColumns(language: Language): readonly WrittenColumn[] {
  const columns = DEVICE_SHEET_FIELDS.map((field) => writtenColumn(field, language));
  return [...columns, { heading: ERROR_HEADING[language], width: 60, format: 'note' }];
}

/** Name of the file, without its extension. */
export function failureSheetName(fileName: string, language: Language): string {
  return `${NAME[language]} ${fileTitle(fileName.replace(/\.(xlsx|csv)$/i, ''))}`.trim();
}

/** The row as it was, with the reasons. A formula or an error is left empty. */
export function toFailureRow({ texts, failures }: ResolvedRow, language: Language): readonly WrittenCell[] {
  const cells = DEVICE_SHEET_FIELDS.map((field) => texts[field] ?? null);
  return [...cells, rowFailureText(failures, language)];
}
