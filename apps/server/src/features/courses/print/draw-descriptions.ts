import type { DescriptionLine } from '@wakeline/domain/courses/descriptions';
import { DESCRIPTION_COLUMNS } from '@wakeline/domain/courses/event';
import { type SymbolDrawing, symbolDrawing } from '@wakeline/domain/courses/symbol-drawing';
import { isDimension } from '@wakeline/domain/courses/symbols';
import type { PdfFont } from '../../../report-files/pdf/pdf-font.ts';
import { colorValue, POINTS } from './draw-course-map.ts';
import type { PrintedMap } from './print-plan.ts';

/** Millimetres of a square of the sheet (IOF control descriptions 2018, 1.2: 5 to 7 mm). */
export const BOX = 6;
const COLUMN_COUNT = 8;
export const SHEET_WIDTH = BOX * COLUMN_COUNT;
/** Lines: every third horizontal line, and the outer ones, are thick. */
const THIN = 0.15;
const THICK = 0.4;
/** Units of a symbol in a square. */
const SYMBOL_UNITS = 200;
const FONT_SIZE = 3.6;
const MIN_FONT_SIZE = 1.6;

const BLACK = [0, 0, 0, 100] as const;

/** Rows of a sheet: two titles and the controls. */
export function sheetRows({ lines }: PrintedMap): number {
  return lines.length + 2;
}

export interface SheetPosition {
  /** Millimetres from the top left corner of the page. */
  readonly left: number;
  readonly top: number;
  /** Rows that are drawn, from the first one. */
  readonly from: number;
  readonly to: number;
}

/** Draws some rows of the control description sheet of a map. */
export class DescriptionSheet {
  readonly #doc: PDFKit.PDFDocument;
  readonly #font: PdfFont;
  readonly #eventName: string;

  constructor(
    doc: PDFKit.PDFDocument,
    { font, eventName }: { readonly font: PdfFont; readonly eventName: string },
  ) {
    this.#doc = doc;
    this.#font = font;
    this.#eventName = eventName;
  }

  draw(map: PrintedMap, { left, top, from, to }: SheetPosition): void {
    for (let row = from; row < to; row += 1) {
      const y = top + (row - from) * BOX;
      if (row === 0) this.#drawCells(left, y, [[COLUMN_COUNT, this.#eventName]]);
      else if (row === 1) this.#drawCells(left, y, titleCells(map));
      else this.#drawLine(left, y, map.lines[row - 2]);
      this.#rule(left, y, (row - from) % 3 === 0 || row <= 2);
    }
    const bottom = top + (to - from) * BOX;
    this.#rule(left, bottom, true);
    for (const x of [left, left + SHEET_WIDTH]) this.#stroke([x, top], [x, bottom], THICK);
  }

  #drawLine(left: number, y: number, line: DescriptionLine | undefined): void {
    if (line === undefined) return;
    const { symbols } = line;
    if (symbols.all !== undefined && symbols.all !== '') {
      this.#drawSymbol(symbols.all, left, y, SHEET_WIDTH);
      return;
    }
    const first =
      line.number === null ? (line.points === null ? '' : String(line.points)) : String(line.number);
    const cells: [number, string][] = [
      [1, first],
      [1, line.code ?? ''],
    ];
    this.#drawCells(left, y, [...cells, ...DESCRIPTION_COLUMNS.map((): [number, string] => [1, ''])]);
    if (line.code === null) this.#drawSymbol('start', left, y, BOX);
    for (const [index, column] of DESCRIPTION_COLUMNS.entries()) {
      const value = symbols[column] ?? '';
      const x = left + (index + 2) * BOX;
      if (isDimension(column, value)) this.#drawText(value, x, y, BOX);
      else if (value !== '') this.#drawSymbol(value, x, y, BOX);
    }
  }

  /** Texts in cells that are some squares wide, with lines between them. */
  #drawCells(left: number, y: number, cells: readonly (readonly [squares: number, text: string])[]): void {
    let x = left;
    for (const [squares, text] of cells) {
      this.#drawText(text, x, y, squares * BOX);
      x += squares * BOX;
      this.#stroke([x, y], [x, y + BOX], THIN);
    }
  }

  /** A text in the middle of a cell, smaller if it does not fit. */
  #drawText(text: string, x: number, y: number, width: number): void {
    const printed = this.#font.printable(text);
    if (printed === '') return;
    const fitting = (width - 0.8) / this.#font.widthOf(printed, 1);
    const size = Math.max(MIN_FONT_SIZE, Math.min(FONT_SIZE, fitting));
    const textWidth = this.#font.widthOf(printed, size);
    this.#doc
      .save()
      .rect(x * POINTS, y * POINTS, width * POINTS, BOX * POINTS)
      .clip()
      .font('regular')
      .fontSize(size * POINTS)
      .fillColor(colorValue(BLACK))
      .text(
        printed,
        (x + Math.max(0.4, (width - textWidth) / 2)) * POINTS,
        (y + BOX / 2 + size * 0.36) * POINTS,
        {
          lineBreak: false,
          baseline: 'alphabetic',
        },
      )
      .restore();
  }

  /** A symbol in the middle of a cell; an unknown reference as text. */
  #drawSymbol(reference: string, x: number, y: number, width: number): void {
    const drawing = symbolDrawing(reference);
    if (drawing === null) {
      this.#drawText(reference, x, y, width);
      return;
    }
    const scale = (BOX / SYMBOL_UNITS) * POINTS;
    this.#doc
      .save()
      .translate((x + width / 2) * POINTS, (y + BOX / 2) * POINTS)
      .scale(scale);
    for (const shape of drawing.shapes) drawShape(this.#doc, shape);
    this.#doc.restore();
  }

  #rule(left: number, y: number, isThick: boolean): void {
    this.#stroke([left, y], [left + SHEET_WIDTH, y], isThick ? THICK : THIN);
  }

  #stroke(from: readonly [number, number], to: readonly [number, number], width: number): void {
    this.#doc
      .moveTo(from[0] * POINTS, from[1] * POINTS)
      .lineTo(to[0] * POINTS, to[1] * POINTS)
      .lineWidth(width * POINTS)
      .strokeColor(colorValue(BLACK))
      .stroke();
  }
}

/** Name, length in km and climb in m. */
function titleCells({ title, length, climb }: PrintedMap): readonly (readonly [number, string])[] {
  const lengthText = length === null ? '' : `${(length / 1000).toFixed(1)} km`;
  return [
    [3, title],
    [3, lengthText],
    [2, climb === null ? '' : `${Math.round(climb)} m`],
  ];
}

/** A shape in units of the symbol. */
function drawShape(doc: PDFKit.PDFDocument, { path, filled, width }: SymbolDrawing['shapes'][number]): void {
  const color = colorValue(BLACK);
  doc.path(path).lineJoin('miter');
  if (filled) doc.fill(color);
  else if (width > 0) doc.lineWidth(width).stroke(color);
}
