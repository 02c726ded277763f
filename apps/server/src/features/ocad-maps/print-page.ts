import type { PaperSize } from '@wakeline/contract/ocad-maps/ocad-maps';
import type { Drawing, DrawnArea, DrawnLine, DrawnText, Points } from '@wakeline/formats/ocad/drawing';
import PDFDocument from 'pdfkit';
import { type FontWeight, PdfFont } from '../../report-files/pdf/pdf-font.ts';

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
const CAPS = { butt: 'butt', round: 'round' } as const;

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
  const fonts = { regular: new PdfFont('regular'), bold: new PdfFont('bold') };
  for (const [name, font] of Object.entries(fonts)) doc.registerFont(name, font.file);
  // From here on lengths are millimetres.
  doc.scale(POINTS_PER_MILLIMETRE);
  const frame = { x: MARGIN, y: MARGIN, width: width - 2 * MARGIN, height: height - 2 * MARGIN - FOOTER };
  drawMap(doc, fonts, drawing, page, frame);
  drawFooter(doc, fonts, page, frame);
  doc.end();
  for await (const chunk of doc) yield new Uint8Array(chunk as Buffer);
}

type Fonts = Readonly<Record<FontWeight, PdfFont>>;
interface Frame {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

function drawMap(
  doc: PDFKit.PDFDocument,
  fonts: Fonts,
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
  for (const element of drawing.elements) {
    const color = drawing.colors[element.color];
    if (color === undefined || page.hiddenColors.includes(element.color)) continue;
    doc.fillColor(color.rgb, color.opacity).strokeColor(color.rgb, color.opacity);
    if (element.kind === 'area') drawArea(doc, element, visible);
    else if (element.kind === 'line') drawLine(doc, element, visible);
    else drawText(doc, fonts, element);
  }
  doc.restore();
  doc.lineWidth(0.1).strokeColor('#1d1d1b', 1).rect(frame.x, frame.y, frame.width, frame.height).stroke();
}

type Visible = readonly [minX: number, minY: number, maxX: number, maxY: number];

/** Whether any point is on the page, or the bounds of the points surround a part of it. */
function isVisible(points: Points, margin: number, [minX, minY, maxX, maxY]: Visible): boolean {
  let [west, south, east, north] = [
    Number.POSITIVE_INFINITY,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
  ];
  for (let index = 0; index + 1 < points.length; index += 2) {
    const [x = 0, y = 0] = [points[index], points[index + 1]];
    [west, east] = [Math.min(west, x), Math.max(east, x)];
    [south, north] = [Math.min(south, y), Math.max(north, y)];
  }
  return west - margin <= maxX && east + margin >= minX && south - margin <= maxY && north + margin >= minY;
}

function addPath(doc: PDFKit.PDFDocument, points: Points, closed: boolean): void {
  doc.moveTo(points[0] ?? 0, points[1] ?? 0);
  for (let index = 2; index + 1 < points.length; index += 2)
    doc.lineTo(points[index] ?? 0, points[index + 1] ?? 0);
  if (closed) doc.closePath();
}

function drawArea(doc: PDFKit.PDFDocument, { polygons }: DrawnArea, visible: Visible): void {
  for (const rings of polygons) {
    if (!isVisible(rings[0] ?? [], 0, visible)) continue;
    for (const ring of rings) addPath(doc, ring, true);
    doc.fill('even-odd');
  }
}

function drawLine(doc: PDFKit.PDFDocument, { lines, width, cap, join }: DrawnLine, visible: Visible): void {
  doc.lineWidth(width).lineCap(CAPS[cap]).lineJoin(join);
  for (const { points, closed } of lines) {
    if (!isVisible(points, width, visible)) continue;
    addPath(doc, points, closed);
    doc.stroke();
  }
}

function drawText(doc: PDFKit.PDFDocument, fonts: Fonts, text: DrawnText): void {
  const weight = text.bold ? 'bold' : 'regular';
  const printed = fonts[weight].printable(text.text);
  const width = fonts[weight].widthOf(printed, text.size);
  const left = { left: 0, center: -width / 2, right: -width }[text.align];
  // Letters are upright where y is downwards.
  doc.save().translate(text.x, text.y).rotate(text.angle).scale(1, -1);
  doc.font(weight).fontSize(text.size);
  if (text.outline > 0) doc.lineWidth(2 * text.outline).lineJoin('round');
  const options = {
    lineBreak: false,
    baseline: 'alphabetic',
    oblique: text.italic,
    stroke: text.outline > 0,
    fill: true,
  } as const;
  doc.text(printed, left, 0, options).restore();
}

/** Title and scale, and a ruler whose length on the ground is a round number. */
function drawFooter(doc: PDFKit.PDFDocument, fonts: Fonts, page: PrintedPage, frame: Frame): void {
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
