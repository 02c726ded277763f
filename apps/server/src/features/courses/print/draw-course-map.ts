import { visibleArcs } from '@wakeline/domain/courses/circle-arcs';
import type { OverprintElement } from '@wakeline/domain/courses/overprint';
import { numberWidth } from '@wakeline/domain/courses/place-numbers';
import type { PrintPage } from '@wakeline/domain/courses/print-pages';
import type { PlanePoint } from '@wakeline/domain/layers/affine';
import type { MapBelow } from './map-below.ts';
import type { PrintedMap } from './print-plan.ts';

/** Points per millimetre: 72 per inch of 25.4 mm (ISO 32000-1, 8.3.2.3). */
export const POINTS = 72 / 25.4;

/** Purple of the overprint: cyan, magenta, yellow and black in percent (ISOM 2017-2, 3.7, upper purple). */
export const PURPLE = [35, 85, 0, 0] as const;
const BLACK = [0, 0, 0, 100] as const;

/** Height of a digit by the size of the typeface. */
export const DIGIT_HEIGHT = 0.733;

/** Millimetres: arms of a mark, and its line. */
const MARK_LENGTH = 3;
const MARK_WIDTH = 0.15;

/** The area of a page that is printed, in millimetres from its top left corner. */
export interface PrintArea {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export type Color = readonly [cyan: number, magenta: number, yellow: number, black: number];

export function colorValue(color: Color): PDFKit.Mixins.ColorValue {
  return [...color] as unknown as PDFKit.Mixins.ColorValue;
}

interface PagePart {
  readonly page: PrintPage;
  readonly area: PrintArea;
  /** Null: only the overprint. */
  readonly below: MapBelow | null;
}

/** Draws the part of a course that belongs on a page, at its exact scale, above the map. */
export async function drawCourseMap(
  doc: PDFKit.PDFDocument,
  map: PrintedMap,
  { page, area, below }: PagePart,
): Promise<void> {
  const toPoints = ({ x, y }: PlanePoint): [number, number] => [
    (area.left + x - page.origin.x) * POINTS,
    (area.top + area.height - (y - page.origin.y)) * POINTS,
  ];
  doc.save();
  doc.rect(area.left * POINTS, area.top * POINTS, area.width * POINTS, area.height * POINTS).clip();
  if (below !== null) {
    doc.save();
    await below.draw(doc, page, area);
    doc.restore();
  }
  doc
    .lineWidth(map.overprint.dimensions.lineWidth * POINTS)
    .lineJoin('miter')
    .lineCap('butt');
  for (const element of map.overprint.elements) drawElement(doc, element, toPoints);
  doc.lineWidth(MARK_WIDTH * POINTS).strokeColor(colorValue(BLACK));
  for (const { x, y } of page.marks) {
    drawLine(
      doc,
      [
        { x: x - MARK_LENGTH, y },
        { x: x + MARK_LENGTH, y },
      ].map(toPoints),
      false,
    );
    drawLine(
      doc,
      [
        { x, y: y - MARK_LENGTH },
        { x, y: y + MARK_LENGTH },
      ].map(toPoints),
      false,
    );
  }
  doc.restore();
}

function drawElement(
  doc: PDFKit.PDFDocument,
  element: OverprintElement,
  toPoints: (point: PlanePoint) => [number, number],
): void {
  doc.strokeColor(colorValue(PURPLE)).fillColor(colorValue(PURPLE));
  switch (element.type) {
    case 'line':
    case 'mark':
      drawLine(doc, element.points.map(toPoints), false);
      break;
    case 'polygon':
      drawLine(doc, element.points.map(toPoints), true);
      break;
    case 'circle': {
      const [x, y] = toPoints(element.center);
      for (const { from, to } of visibleArcs(element.gaps))
        drawArc(doc, { x, y, radius: element.radius * POINTS }, from, to);
      break;
    }
    case 'text': {
      const [x, y] = toPoints(element.center);
      const width = numberWidth(element.text, element.height) * POINTS;
      doc
        .font('regular')
        .fontSize((element.height / DIGIT_HEIGHT) * POINTS)
        .text(element.text, x - width / 2, y + (element.height / 2) * POINTS, {
          lineBreak: false,
          baseline: 'alphabetic',
        });
    }
  }
}

function drawLine(doc: PDFKit.PDFDocument, points: readonly [number, number][], closed: boolean): void {
  for (const [index, [x, y]] of points.entries()) {
    if (index === 0) doc.moveTo(x, y);
    else doc.lineTo(x, y);
  }
  if (closed) doc.closePath();
  doc.stroke();
}

/** Angles in degrees counter-clockwise, as on paper; y of the page is down. */
function drawArc(
  doc: PDFKit.PDFDocument,
  { x, y, radius }: { readonly x: number; readonly y: number; readonly radius: number },
  from: number,
  to: number,
): void {
  if (to - from >= 360) {
    doc.circle(x, y, radius).stroke();
    return;
  }
  const point = (degrees: number) => {
    const radians = (degrees * Math.PI) / 180;
    return `${x + radius * Math.cos(radians)} ${y - radius * Math.sin(radians)}`;
  };
  const isLarge = to - from > 180 ? 1 : 0;
  doc.path(`M ${point(from)} A ${radius} ${radius} 0 ${isLarge} 0 ${point(to)}`).stroke();
}
