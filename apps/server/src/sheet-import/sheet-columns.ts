import type { Language } from '@wakeline/contract/entities/user-config';
import type { KnownColumn } from '@wakeline/formats/spreadsheets/match-headings';
import type { WrittenColumn } from '@wakeline/formats/spreadsheets/written-sheet';

type LocalizedText = Readonly<Record<Language, string>>;

export interface SheetColumn {
  readonly heading: LocalizedText;
  /** Other headings that are read. */
  readonly aliases: readonly string[];
  readonly width: number;
  readonly format: WrittenColumn['format'];
  /** A sheet without it is refused. */
  readonly required?: true;
}

/** The columns of a sheet that is imported. */
export type SheetColumns<Field extends string> = Readonly<Record<Field, SheetColumn>>;

/** The column of a failure sheet with the reasons. It is ignored when the sheet is sent again. */
export const ERROR_HEADING: LocalizedText = { zh_CN: '错误', en_US: 'Error' };

export function toKnownColumns<Field extends string>(
  columns: SheetColumns<Field>,
): readonly KnownColumn<Field>[] {
  return fieldsOf(columns).map((field) => {
    const { heading, aliases, required = false } = columns[field];
    return { field, required, names: [...Object.values(heading), ...aliases] };
  });
}

/** The column of a field in a written sheet. */
export function toWrittenColumn<Field extends string>(
  columns: SheetColumns<Field>,
  field: Field,
  language: Language,
  choices: readonly string[] = [],
): WrittenColumn {
  const { heading, width, format } = columns[field];
  return { heading: heading[language], width, format, choices };
}

/** The fields in the order of the template. */
export function fieldsOf<Field extends string>(columns: SheetColumns<Field>): readonly Field[] {
  return Object.keys(columns) as Field[];
}
