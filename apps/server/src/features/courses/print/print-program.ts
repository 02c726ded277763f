import type { OverprintElement } from '@wakeline/domain/courses/overprint';
import { boxOf } from '@wakeline/domain/courses/paper';
import { layoutPages, PAPER_SIZES } from '@wakeline/domain/courses/print-pages';
import type { PlanePoint } from '@wakeline/domain/layers/affine';
import PDFDocument from 'pdfkit';
import { serveProcess } from '../../../child-processes/process-program.ts';
import { PdfFont } from '../../../report-files/pdf/pdf-font.ts';
import { colorValue, drawCourseMap, POINTS, type PrintArea } from './draw-course-map.ts';
import { BOX, DescriptionSheet, SHEET_WIDTH, sheetRows } from './draw-descriptions.ts';
import { type MapBelow, openMapBelow } from './map-below.ts';
import type { PrintContent } from './print-content.ts';
import { northUp, type PrintedMap, planPrint, printCenterOf, printScaleOf } from './print-plan.ts';

/** Millimetres: margins of the paper, the strip that neighbouring pages share, and between map and descriptions. */
const MARGIN = 10;
const OVERLAP = 10;
const SHEET_GAP = 4;
/** Below the map: the scale with a line of 100 mm. */
const FOOTER = 8;
const RULER_LENGTH = 100;

serveProcess<PrintContent, Uint8Array>(drawPrint);

/** Writes the PDF file of a course. */
async function* drawPrint(content: PrintContent): AsyncGenerator<Uint8Array> {
  const options = { printScale: printScaleOf(content), center: printCenterOf(content.event) };
  const below = content.map === null ? null : await openMapBelow(content.map, options);
  const maps = planPrint(content, below?.toPaper ?? northUp(content));
  const doc = new PDFDocument({
    margin: 0,
    autoFirstPage: false,
    info: { Title: maps[0]?.title ?? '', Author: 'Wakeline', CreationDate: new Date(content.now) },
  });
  const font = new PdfFont('regular');
  doc.registerFont('regular', font.file);
  const sheet = new DescriptionSheet(doc, { font, eventName: content.event.name });
  for (const map of maps) await drawMap(doc, map, { content, below, sheet, font });
  doc.end();
  for await (const chunk of doc) yield new Uint8Array(chunk as Buffer);
}

interface MapContext {
  readonly content: PrintContent;
  readonly below: MapBelow | null;
  readonly sheet: DescriptionSheet;
  readonly font: PdfFont;
}

async function drawMap(
  doc: PDFKit.PDFDocument,
  map: PrintedMap,
  { content, below, sheet, font }: MapContext,
): Promise<void> {
  const paper = paperOf(content);
  const height = paper.height - 2 * MARGIN - FOOTER;
  const rowsPerSheet = Math.floor(height / BOX);
  const sheets = content.descriptions ? Math.ceil(sheetRows(map) / rowsPerSheet) : 0;
  // One sheet beside the map; the others are on pages of their own.
  const sheetWidth = sheets === 0 ? 0 : SHEET_WIDTH + SHEET_GAP;
  const area: PrintArea = { left: MARGIN, top: MARGIN, width: paper.width - 2 * MARGIN - sheetWidth, height };
  const pages = layoutPages(boxOf(map.overprint.elements.flatMap(outlineOf), OVERLAP / 2), area, OVERLAP);
  for (const [index, page] of pages.entries()) {
    doc.addPage({ size: [paper.width * POINTS, paper.height * POINTS], margin: 0 });
    await drawCourseMap(doc, map, { page, area, below });
    drawFooter(doc, { map, font, text: pageText(map, index, pages.length) }, paper.height);
    if (index === 0 && sheets > 0) {
      const to = Math.min(sheetRows(map), rowsPerSheet);
      sheet.draw(map, { left: paper.width - MARGIN - SHEET_WIDTH, top: MARGIN, from: 0, to });
    }
  }
  drawRemainingSheets(doc, map, { sheet, paper, rowsPerSheet, sheets });
}

function drawRemainingSheets(
  doc: PDFKit.PDFDocument,
  map: PrintedMap,
  {
    sheet,
    paper,
    rowsPerSheet,
    sheets,
  }: {
    sheet: DescriptionSheet;
    paper: { width: number; height: number };
    rowsPerSheet: number;
    sheets: number;
  },
): void {
  const perPage = Math.floor((paper.width - 2 * MARGIN + SHEET_GAP) / (SHEET_WIDTH + SHEET_GAP));
  for (let number = 1; number < sheets; number += 1) {
    const column = (number - 1) % perPage;
    if (column === 0) doc.addPage({ size: [paper.width * POINTS, paper.height * POINTS], margin: 0 });
    const from = number * rowsPerSheet;
    const to = Math.min(sheetRows(map), from + rowsPerSheet);
    sheet.draw(map, { left: MARGIN + column * (SHEET_WIDTH + SHEET_GAP), top: MARGIN, from, to });
  }
}

function paperOf({ paper, orientation }: PrintContent): { readonly width: number; readonly height: number } {
  const { width, height } = PAPER_SIZES[paper];
  return orientation === 'portrait' ? { width, height } : { width: height, height: width };
}

/** Points around an element. */
function outlineOf(element: OverprintElement): readonly PlanePoint[] {
  switch (element.type) {
    case 'circle': {
      const { center, radius } = element;
      return [
        { x: center.x - radius, y: center.y - radius },
        { x: center.x + radius, y: center.y + radius },
      ];
    }
    case 'text':
      return [
        { x: element.center.x - element.height, y: element.center.y - element.height },
        { x: element.center.x + element.height, y: element.center.y + element.height },
      ];
    default:
      return element.points;
  }
}

function pageText({ title, printScale }: PrintedMap, index: number, count: number): string {
  const metres = (RULER_LENGTH * printScale) / 1000;
  const scale = `1:${printScale.toLocaleString('en')}  ${RULER_LENGTH} mm = ${metres.toLocaleString('en')} m`;
  return `${scale}  ${title}${count > 1 ? `  ${index + 1}/${count}` : ''}`;
}

/** A line of exactly 100 mm to measure the print, with the scale. */
function drawFooter(
  doc: PDFKit.PDFDocument,
  { font, text }: { readonly map: PrintedMap; readonly font: PdfFont; readonly text: string },
  paperHeight: number,
): void {
  const y = paperHeight - MARGIN - 2;
  const color = colorValue([0, 0, 0, 100]);
  doc.lineWidth(0.2 * POINTS).strokeColor(color);
  doc
    .moveTo(MARGIN * POINTS, (y - 1.5) * POINTS)
    .lineTo(MARGIN * POINTS, y * POINTS)
    .lineTo((MARGIN + RULER_LENGTH) * POINTS, y * POINTS)
    .lineTo((MARGIN + RULER_LENGTH) * POINTS, (y - 1.5) * POINTS)
    .stroke();
  doc
    .font('regular')
    .fontSize(2.6 * POINTS)
    .fillColor(color)
    .text(font.printable(text), (MARGIN + 1) * POINTS, (y - 0.8) * POINTS, {
      lineBreak: false,
      baseline: 'alphabetic',
    });
}
