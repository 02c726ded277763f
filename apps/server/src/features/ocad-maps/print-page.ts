import type { PaperSize } from '@wakeline/contract/ocad-maps/ocad-maps';
import type { Drawing } from '@wakeline/formats/ocad/drawing';
import PDFDocument from 'pdfkit';
import { drawDrawing, type MapFonts, registerFonts } from '../../ocad/draw-drawing.ts';

/** Millimetres, portrait: ISO 216. */
const PAPER: Readonly<Record<PaperSize, readonly [width: number, height: number]>> = {
  A4: [210, 297],
  A3: [297, 420],
};
const POINTS_PER_MILLIMETRE = 72 / 25.4;
/** Printers leave about 5 mm at the edges blank. */
const MARGIN = 8;
/** Below the map: title, scale and ruler. */
const FOOTER = 10;
const TEXT_SIZE = 3;
const RULER_HEIGHT = 1.2;

export interface PrintedPage {
  readonly title: string;
  readonly paper: PaperSize;
  readonly landscape: boolean;
  /** Denominator of the scale of the print, and of the map on paper. */
  readonly scale: number;
  readonly mapScale: number;
  /** Point of the drawing in the middle of the page; null: its own middle. */
  readonly centre: readonly [x: number, y: number] | null;
  readonly hiddenColors: readonly number[];
}

/** Draws a page with a map at an exact scale, and yields the bytes of the PDF file. */
export async function* printPage(drawing: Drawing, page: PrintedPage): AsyncGenerator<Uint8Array> {
  const [short, long] = PAPER[page.paper];
  const [width, height] = page.landscape ? [long, short] : [short, long];
  const doc = new PDFDocument({
    size: [width * POINTS_PER_MILLIMETRE, height * POINTS_PER_MILLIMETRE],
    margin: 0,
    info: { Title: page.title },
  });
  const fonts = registerFonts(doc);
  // From here on lengths are millimetres.
  doc.scale(POINTS_PER_MILLIMETRE);
  const frame = { x: MARGIN, y: MARGIN, width: width - 2 * MARGIN, height: height - 2 * MARGIN - FOOTER };
  drawMap(doc, fonts, drawing, page, frame);
  drawFooter(doc, fonts, page, frame);
  doc.end();
  for await (const chunk of doc) yield new Uint8Array(chunk as Buffer);
}

interface Frame {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

function drawMap(
  doc: PDFKit.PDFDocument,
  fonts: MapFonts,
  drawing: Drawing,
  page: PrintedPage,
  frame: Frame,
): void {
  const [minX, minY, maxX, maxY] = drawing.bounds;
  const [centreX, centreY] = page.centre ?? [(minX + maxX) / 2, (minY + maxY) / 2];
  const enlargement = page.mapScale / page.scale;
  doc.save().rect(frame.x, frame.y, frame.width, frame.height).clip();
  // The drawing has y to the top.
  doc
    .translate(frame.x + frame.width / 2, frame.y + frame.height / 2)
    .scale(enlargement, -enlargement)
    .translate(-centreX, -centreY);
  const [halfWidth, halfHeight] = [frame.width / 2 / enlargement, frame.height / 2 / enlargement];
  const visible = [
    centreX - halfWidth,
    centreY - halfHeight,
    centreX + halfWidth,
    centreY + halfHeight,
  ] as const;
  drawDrawing(doc, drawing, { fonts, visible, hiddenColors: page.hiddenColors });
  doc.restore();
  doc.lineWidth(0.1).strokeColor('#1d1d1b', 1).rect(frame.x, frame.y, frame.width, frame.height).stroke();
}

/** Title and scale, and a ruler whose length on the ground is a round number. */
function drawFooter(doc: PDFKit.PDFDocument, fonts: MapFonts, page: PrintedPage, frame: Frame): void {
  const baseline = frame.y + frame.height + 5;
  const print = (text: string, x: number) =>
    doc.text(fonts.regular.printable(text), x, baseline, { lineBreak: false, baseline: 'alphabetic' });
  doc.font('regular').fontSize(TEXT_SIZE).fillColor('#1d1d1b', 1);
  print(`${page.title}   1:${page.scale.toLocaleString('en-US')}`, frame.x);
  const metres = rulerMetres(page.scale);
  const length = (metres / page.scale) * 1_000;
  const label = metres >= 1_000 ? `${metres / 1_000} km` : `${metres} m`;
  const right = frame.x + frame.width;
  const labelWidth = fonts.regular.widthOf(label, TEXT_SIZE);
  print(label, right - labelWidth);
  const from = right - labelWidth - 2 - length;
  doc.rect(from, baseline - RULER_HEIGHT, length / 2, RULER_HEIGHT).fill('#1d1d1b');
  doc
    .lineWidth(0.1)
    .strokeColor('#1d1d1b', 1)
    .rect(from, baseline - RULER_HEIGHT, length, RULER_HEIGHT)
    .stroke();
}

/** 1, 2 or 5 times a power of ten: at most 50 mm on paper. */
export function rulerMetres(scale: number): number {
  const longest = (50 * scale) / 1_000;
  const power = 10 ** Math.floor(Math.log10(longest));
  return power * ([5, 2, 1].find((step) => step * power <= longest) ?? 1);
}
