import { breakText } from './break-text.ts';
import type { PdfContent } from './pdf-content.ts';
import { COLORS, CONTENT_WIDTH, MARGIN, type PdfPages } from './pdf-page.ts';
import { CELL_PADDING, layOutTable, type TableColumn, type TableLayout } from './table-layout.ts';

const MAX_CELL_LINES = 3;
const MAX_HEADING_LINES = 4;
const LINE_HEIGHT = 1.3;
const ROW_PADDING = 3;

/** Prints the table with its heading on each page, then its sums. Returns the headings of the columns that it leaves out. */
export function drawTable(
  pages: PdfPages,
  content: Pick<PdfContent, 'columns' | 'rows' | 'sums'>,
  accent: string,
): readonly string[] {
  const layout = layOutTable(content, CONTENT_WIDTH, pages.fonts);
  const heading = headingRow(pages, layout);
  const start = () => {
    pages.doc.rect(MARGIN, pages.y, CONTENT_WIDTH, heading.height).fill(COLORS.stripe);
    drawRow(pages, layout, heading, { weight: 'bold', color: COLORS.text });
    pages.rule(pages.y, accent, 1);
  };
  const [first] = layout.texts;
  const firstHeight = first === undefined ? 0 : toRow(pages, layout, first, 'regular').height;
  pages.require(heading.height + firstHeight);
  start();
  const draw = (texts: readonly string[], weight: 'regular' | 'bold') => {
    const row = toRow(pages, layout, texts, weight);
    if (!pages.fits(row.height)) {
      pages.addPage();
      start();
    }
    drawRow(pages, layout, row, { weight, color: COLORS.text });
  };
  for (const texts of layout.texts) {
    draw(texts, 'regular');
    pages.rule(pages.y, COLORS.border, 0.35);
  }
  if (layout.sums !== null) {
    pages.rule(pages.y, COLORS.text, 0.75);
    draw(layout.sums, 'bold');
  }
  return layout.omitted;
}

interface Row {
  /** Lines by column. */
  readonly lines: readonly (readonly string[])[];
  readonly height: number;
}

function isNumeric({ type }: Pick<TableColumn, 'type'>): boolean {
  return type === 'count' || type === 'number' || type === 'duration';
}

function rowOf(lines: Row['lines'], fontSize: number): Row {
  const count = Math.max(1, ...lines.map((one) => one.length));
  return { lines, height: count * fontSize * LINE_HEIGHT + 2 * ROW_PADDING };
}

function headingRow(pages: PdfPages, { columns, fontSize }: TableLayout): Row {
  const { bold } = pages.fonts;
  const lines = columns.map(({ heading, width }) =>
    breakText(bold.printable(heading), width - 2 * CELL_PADDING + 0.01, {
      widthOf: (text) => bold.widthOf(text, fontSize),
      maxLines: MAX_HEADING_LINES,
    }),
  );
  return rowOf(lines, fontSize);
}

function toRow(
  pages: PdfPages,
  { columns, fontSize }: TableLayout,
  texts: readonly string[],
  weight: 'regular' | 'bold',
): Row {
  const font = pages.fonts[weight];
  const lines = columns.map(({ index, width }) =>
    breakText(texts[index] ?? '', width - 2 * CELL_PADDING + 0.01, {
      widthOf: (text) => font.widthOf(text, fontSize),
      maxLines: MAX_CELL_LINES,
    }),
  );
  return rowOf(lines, fontSize);
}

/** Numbers are at the right. */
function drawRow(
  pages: PdfPages,
  { columns, fontSize }: TableLayout,
  { lines, height }: Row,
  { weight, color }: { readonly weight: 'regular' | 'bold'; readonly color: string },
): void {
  let left = MARGIN;
  for (const [at, column] of columns.entries()) {
    const isRight = isNumeric(column);
    const x = isRight ? left + column.width - CELL_PADDING : left + CELL_PADDING;
    for (const [line, text] of (lines[at] ?? []).entries()) {
      const y = pages.y + ROW_PADDING + line * fontSize * LINE_HEIGHT;
      pages.text(text, x, y, { weight, size: fontSize, color, align: isRight ? 'right' : 'left' });
    }
    left += column.width;
  }
  pages.y += height;
}
