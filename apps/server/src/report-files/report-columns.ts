import type { Language } from '@wakeline/contract/entities/user-config';
import type { WrittenCell, WrittenColumn } from '@wakeline/formats/spreadsheets/written-sheet';

export type LocalizedText = Readonly<Record<Language, string>>;

/** How the cells of a column are written: `day` is a date without a time zone, `instant` one of the report's time zone. */
export type ReportCellType = 'text' | 'count' | 'number' | 'duration' | 'instant' | 'day';

/** The language and the time zone of a file. */
export interface CellContext {
  readonly language: Language;
  /** Converts epoch milliseconds to those of the local time as if it were UTC. */
  readonly toLocal: (instant: number) => number;
}

/** A column of a report. `Row` and `Sums` are what the report reads; a null value is an empty cell. */
export interface ReportColumn<Row, Sums = unknown> {
  readonly heading: LocalizedText;
  /** In the heading; null: none. The heading of an instant has the time zone. */
  readonly unit: LocalizedText | null;
  readonly type: ReportCellType;
  /** Characters. */
  readonly width: number;
  /** Decimals of a number. */
  readonly digits: number;
  /** Whether a page that has no space for all columns leaves it out. */
  readonly isSecondary: boolean;
  readonly cell: (row: Row, context: CellContext) => WrittenCell;
  /** The cell in the row of sums; null: it has none. */
  readonly sum: ((sums: Sums, context: CellContext) => WrittenCell) | null;
}

export interface ColumnOptions {
  readonly width?: number;
  readonly isSecondary?: boolean;
}

const plain = { unit: null, digits: 0, isSecondary: false, sum: null };

/** A column of texts, by default 24 characters wide. */
export function textColumn<Row>(
  heading: LocalizedText,
  value: (row: Row, language: Language) => string | null,
  options: ColumnOptions = {},
): ReportColumn<Row> {
  const cell = (row: Row, { language }: CellContext) => value(row, language);
  return { ...plain, heading, type: 'text', width: 24, cell, ...options };
}

/** A column of counts. */
export function countColumn<Row>(
  heading: LocalizedText,
  value: (row: Row) => number | null,
  options: ColumnOptions = {},
): ReportColumn<Row> {
  return { ...plain, heading, type: 'count', width: 12, cell: value, ...options };
}

/** A column of durations in milliseconds. */
export function durationColumn<Row>(
  heading: LocalizedText,
  value: (row: Row) => number | null,
  options: ColumnOptions = {},
): ReportColumn<Row> {
  const cell = (row: Row) => {
    const durationMs = value(row);
    return durationMs === null ? null : { durationMs };
  };
  return { ...plain, heading, type: 'duration', width: 14, cell, ...options };
}

/** A column of times in epoch milliseconds. */
export function instantColumn<Row>(
  heading: LocalizedText,
  value: (row: Row) => number | null,
  options: ColumnOptions = {},
): ReportColumn<Row> {
  const cell = (row: Row, { toLocal }: CellContext) => {
    const instant = value(row);
    return instant === null ? null : { localMs: toLocal(instant) };
  };
  return { ...plain, heading, type: 'instant', width: 20, cell, ...options };
}

/** A column of days, `yyyy-MM-dd`. */
export function dayColumn<Row>(
  heading: LocalizedText,
  value: (row: Row) => string | null,
  options: ColumnOptions = {},
): ReportColumn<Row> {
  const cell = (row: Row) => {
    const day = value(row);
    return day === null ? null : { localMs: Date.parse(`${day}T00:00:00Z`) };
  };
  return { ...plain, heading, type: 'day', width: 12, cell, ...options };
}

/** A column of numbers with a unit, which are rounded to a number of decimals. */
export function numberColumn<Row>(
  heading: LocalizedText,
  unit: LocalizedText,
  value: (row: Row) => number | null,
  { digits, ...options }: ColumnOptions & { readonly digits: number },
): ReportColumn<Row> {
  const cell = (row: Row) => {
    const exact = value(row);
    return exact === null ? null : Number(exact.toFixed(digits));
  };
  return { ...plain, heading, unit, type: 'number', width: 16, digits, cell, ...options };
}

/** The same column with a sum: the sums have the value under the same name as the rows. */
export function summed<Row>(column: ReportColumn<Row>): ReportColumn<Row, Row> {
  return { ...column, sum: column.cell };
}

/** A text that is the same in all languages. */
export function sameText(text: string): LocalizedText {
  return { zh_CN: text, en_US: text };
}

const SHEET_FORMATS: Readonly<Record<ReportCellType, WrittenColumn['format']>> = {
  text: 'text',
  count: 'general',
  number: 'general',
  duration: 'duration',
  instant: 'date',
  day: 'day',
};

/** The heading of a column with its unit or time zone. */
export function headingOf(
  { heading, unit, type }: ReportColumn<never, never>,
  language: Language,
  timeZone: string,
): string {
  const note = type === 'instant' ? timeZone : unit?.[language];
  if (note === undefined) return heading[language];
  return language === 'zh_CN' ? `${heading.zh_CN}（${note}）` : `${heading.en_US} (${note})`;
}

/** The columns of a sheet. */
export function toSheetColumns(
  columns: readonly ReportColumn<never, never>[],
  language: Language,
  timeZone: string,
): readonly WrittenColumn[] {
  return columns.map((column) => ({
    heading: headingOf(column, language, timeZone),
    width: column.width,
    format: SHEET_FORMATS[column.type],
  }));
}
