import { PLANE_SHEET_FIELDS, type PlaneSheetField } from '@wakeline/contract/aviation/plane-import';
import type { Language } from '@wakeline/contract/entities/user-config';
import { writeXlsx } from '@wakeline/formats/spreadsheets/write-xlsx';
import type { WrittenCell } from '@wakeline/formats/spreadsheets/written-sheet';
import { toWrittenColumn } from '../../../sheet-import/sheet-columns.ts';
import { EXAMPLE_TAIL_NUMBER, KINDS, PLANE_COLUMNS } from '../plane-columns.ts';

const SHEET_NAME: Readonly<Record<Language, string>> = { zh_CN: '飞机', en_US: 'Planes' };

const NOTE: Readonly<Record<Language, string>> = {
  zh_CN: '此行为示例，不会被导入',
  en_US: 'This row is an example and is not imported',
};

/** The template for sheets of planes. */
export function writePlaneTemplate(language: Language): AsyncGenerator<Uint8Array> {
  const kinds = Object.values(KINDS).map((names) => names[language]);
  const example: Partial<Record<PlaneSheetField, WrittenCell>> = {
    tailNumber: EXAMPLE_TAIL_NUMBER,
    hexAddress: '780a1b',
    kind: KINDS.helicopter[language],
    model: 'H135',
    note: NOTE[language],
  };
  async function* batches() {
    yield [PLANE_SHEET_FIELDS.map((field) => example[field] ?? null)];
  }
  return writeXlsx({
    name: SHEET_NAME[language],
    columns: PLANE_SHEET_FIELDS.map((field) =>
      toWrittenColumn(PLANE_COLUMNS, field, language, field === 'kind' ? kinds : []),
    ),
    batches: batches(),
  });
}
