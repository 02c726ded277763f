import type { Drawing, DrawnArea, DrawnLine, DrawnText, Points } from '@wakeline/formats/ocad/drawing';
import { type FontWeight, PdfFont } from '../report-files/pdf/pdf-font.ts';

const CAPS = { butt: 'butt', round: 'round' } as const;

export type MapFonts = Readonly<Record<FontWeight, PdfFont>>;

/** Registers the fonts of texts of a map by their weights. */
export function registerFonts(doc: PDFKit.PDFDocument): MapFonts {
  const fonts = { regular: new PdfFont('regular'), bold: new PdfFont('bold') };
  for (const [name, font] of Object.entries(fonts)) doc.registerFont(name, font.file);
  return fonts;
}

type Visible = readonly [minX: number, minY: number, maxX: number, maxY: number];

export interface DrawOptions {
  readonly fonts: MapFonts;
  /** The part that is drawn at least, in millimetres of the drawing. */
  readonly visible: Visible;
  /** Indexes of colors that are left out. */
  readonly hiddenColors: readonly number[];
}

/**
 * Draws a map as vectors, in the coordinates of the drawing: millimetres, y to the top. The caller has set the
 * transformation and the clip, and restores the state afterwards.
 */
export function drawDrawing(
  doc: PDFKit.PDFDocument,
  { colors, elements }: Drawing,
  { fonts, visible, hiddenColors }: DrawOptions,
): void {
  for (const element of elements) {
    const color = colors[element.color];
    if (color === undefined || hiddenColors.includes(element.color)) continue;
    doc.fillColor(color.rgb, color.opacity).strokeColor(color.rgb, color.opacity);
    if (element.kind === 'area') drawArea(doc, element, visible);
    else if (element.kind === 'line') drawLine(doc, element, visible);
    else drawText(doc, fonts, element);
  }
}

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

function drawText(doc: PDFKit.PDFDocument, fonts: MapFonts, text: DrawnText): void {
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
