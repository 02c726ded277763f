import { widestChunk } from './break-text.ts';
import { cellText } from './cell-text.ts';
import type { PdfColumn, PdfContent } from './pdf-content.ts';
import type { PdfFont } from './pdf-font.ts';

/** Points between the text of a cell and its edges. */
export const CELL_PADDING = 4;
/** Points of the text of long names: at minimal, and at most if all columns fit. */
const MIN_TEXT_WIDTH = 42;
const MAX_TEXT_WIDTH = 150;
/** Points up to which a word, or an IMEI, is not divided. */
const MAX_WORD_WIDTH = 80;
/** At size 1. Chinese headings have two characters on a line at least. */
const MIN_HEADING_WIDTH = 2;
const FONT_SIZES = [8, 7.5, 7, 6.5, 6, 5.5, 5] as const;

export interface TableColumn extends PdfColumn {
  /** Index in the rows. */
  readonly index: number;
  /** Points with its padding. */
  readonly width: number;
}

export interface TableLayout {
  readonly columns: readonly TableColumn[];
  /** Headings of columns that have no space. */
  readonly omitted: readonly string[];
  readonly fontSize: number;
  /** Texts by row and column of the content. */
  readonly texts: readonly (readonly string[])[];
  readonly sums: readonly string[] | null;
}

interface Measured {
  readonly column: PdfColumn;
  readonly index: number;
  /** Widths at size 1: of the widest cell, and of the widest part of a cell and of the heading that is not divided. */
  readonly cells: number;
  readonly word: number;
  readonly heading: number;
}

/** Chooses the columns of a table, their widths and the size of its text, so that numbers are never cut. */
export function layOutTable(
  { columns, rows, sums }: Pick<PdfContent, 'columns' | 'rows' | 'sums'>,
  width: number,
  { regular, bold }: { readonly regular: PdfFont; readonly bold: PdfFont },
): TableLayout {
  const toTexts = (row: PdfContent['rows'][number], font: PdfFont) =>
    columns.map((column, at) => font.printable(cellText(row[at] ?? null, column)));
  const texts = rows.map((row) => toTexts(row, regular));
  const sumTexts = sums?.map((cell, at) => {
    const column = columns[at];
    return cell === null || column === undefined ? '' : bold.printable(cellText(cell, column));
  });
  const measured = columns.map((column, index): Measured => {
    const sum = sumTexts?.[index] ?? '';
    const known = new Set(texts.map((row) => row[index] ?? ''));
    let [cells, word] = [bold.widthOf(sum, 1), 0];
    for (const text of known) {
      cells = Math.max(cells, regular.widthOf(text, 1));
      if (column.type === 'text')
        word = Math.max(
          word,
          widestChunk(text, (part) => regular.widthOf(part, 1)),
        );
    }
    const printedHeading = bold.printable(column.heading);
    const heading = Math.max(
      widestChunk(printedHeading, (text) => bold.widthOf(text, 1)),
      Math.min(bold.widthOf(printedHeading, 1), MIN_HEADING_WIDTH),
    );
    return { column, index, cells, word, heading };
  });
  const primary = measured.filter(({ column }) => !column.isSecondary);
  for (const chosen of [measured, primary]) {
    for (const fontSize of FONT_SIZES) {
      // Columns are left out before their text becomes small.
      if (chosen !== primary && fontSize < 7.5) break;
      const widths = fitColumns(chosen, fontSize, width);
      if (widths !== null) return toLayout(chosen, widths, fontSize);
    }
  }
  const smallest = FONT_SIZES.at(-1) ?? 5;
  const even = primary.map(() => width / primary.length);
  return toLayout(primary, even, smallest);

  function toLayout(chosen: readonly Measured[], widths: readonly number[], fontSize: number): TableLayout {
    return {
      columns: chosen.map(({ column, index }, at) => ({ ...column, index, width: widths[at] ?? 0 })),
      omitted: measured.filter((one) => !chosen.includes(one)).map(({ column }) => column.heading),
      fontSize,
      texts,
      sums: sumTexts ?? null,
    };
  }
}

/** Widths of the columns that fill the page; null: they do not fit at this size. */
function fitColumns(columns: readonly Measured[], size: number, width: number): readonly number[] | null {
  const padded = (text: number) => text + 2 * CELL_PADDING;
  const minimal = columns.map(({ column, cells, word, heading }) =>
    padded(
      column.type === 'text'
        ? Math.max(
            Math.min(cells * size, MIN_TEXT_WIDTH),
            Math.min(word * size, MAX_WORD_WIDTH),
            heading * size,
          )
        : Math.max(cells, heading) * size,
    ),
  );
  const natural = columns.map(({ column, cells }, at) =>
    column.type === 'text'
      ? Math.max(minimal[at] ?? 0, padded(Math.min(cells * size, MAX_TEXT_WIDTH)))
      : (minimal[at] ?? 0),
  );
  const total = (widths: readonly number[]) => widths.reduce((sum, one) => sum + one, 0);
  if (total(minimal) > width) return null;
  if (total(natural) <= width) {
    const extra = (width - total(natural)) / columns.length;
    return natural.map((one) => one + extra);
  }
  const missing = total(natural) - width;
  const slack = total(natural) - total(minimal);
  return natural.map((one, at) => one - ((one - (minimal[at] ?? 0)) * missing) / slack);
}
