import type { DrawingBuilder, LineStyle } from './drawing.ts';
import { flatten, splitRings } from './flatten.ts';
import type { SymbolElement } from './symbol-types.ts';

const MILLIMETRES = 0.01;
/** Largest distance between a circle and its polygon. */
const TOLERANCE = 0.01;

/** Where and how a point symbol is drawn. */
export interface Placement {
  readonly x: number;
  readonly y: number;
  /** Radians, counterclockwise. */
  readonly angle: number;
  readonly scale: number;
}

export function drawElements(
  builder: DrawingBuilder,
  elements: readonly SymbolElement[],
  at: Placement,
): void {
  for (const element of elements) drawElement(builder, element, at);
}

function drawElement(builder: DrawingBuilder, element: SymbolElement, at: Placement): void {
  const { kind, color, path } = element;
  const width = element.lineWidth * MILLIMETRES * at.scale;
  if (kind === 'line') {
    builder.line(color, lineStyle(element.lineStyle, width), place(flatten(path).points, at));
  } else if (kind === 'area') {
    builder.area(
      color,
      splitRings(flatten(path)).map((ring) => place(ring.points, at)),
    );
  } else {
    const { ring, isFilled } = circleOf(element, at);
    if (isFilled) builder.area(color, [ring]);
    else builder.line(color, { width, cap: 'butt', join: 'round' }, ring, true);
  }
}

/** The ring of a dot, or the centre line of a circle. */
export function circleOf(
  element: SymbolElement,
  at: Placement,
): { ring: readonly number[]; isFilled: boolean } {
  const isFilled = element.kind === 'dot';
  const diameter = isFilled ? element.diameter : element.diameter - element.lineWidth;
  const [x = 0, y = 0] = element.path.coordinates;
  const [centreX = 0, centreY = 0] = place([x * MILLIMETRES, y * MILLIMETRES], at);
  return { ring: circle(centreX, centreY, (Math.max(0, diameter) / 2) * MILLIMETRES * at.scale), isFilled };
}

/** Corners of polygons around 0, 0 with a radius of 1, by their number. */
const unitCircles = new Map<number, readonly number[]>();

function unitCircle(count: number): readonly number[] {
  let corners = unitCircles.get(count);
  if (corners === undefined) {
    const angles = Array.from({ length: count }, (_, index) => (2 * Math.PI * index) / count);
    corners = angles.flatMap((angle) => [Math.cos(angle), Math.sin(angle)]);
    unitCircles.set(count, corners);
  }
  return corners;
}

function circle(x: number, y: number, radius: number): readonly number[] {
  if (radius <= 0) return [];
  const step = Math.acos(Math.max(0, 1 - TOLERANCE / radius));
  // A multiple of four, so that the polygon is as wide as the circle.
  const count = Math.min(64, Math.max(8, 4 * Math.ceil(Math.PI / step / 4)));
  return place(unitCircle(count), { x, y, angle: 0, scale: radius });
}

/** Points of a symbol on the map. */
export function place(points: readonly number[], { x, y, angle, scale }: Placement): readonly number[] {
  const [cos, sin] = [Math.cos(angle) * scale, Math.sin(angle) * scale];
  const placed = new Array<number>(points.length);
  for (let index = 0; index + 1 < points.length; index += 2) {
    const px = points[index] as number;
    const py = points[index + 1] as number;
    placed[index] = x + px * cos - py * sin;
    placed[index + 1] = y + px * sin + py * cos;
  }
  return placed;
}

/** Line styles of OCAD: 0 bevel and flat, 1 round, 4 miter and flat; 2, 3 and 6 have pointed ends, which are drawn as areas. */
export function lineStyle(style: number, width: number): LineStyle {
  if (style === 1) return { width, cap: 'round', join: 'round' };
  if ((style & 2) !== 0) return { width, cap: 'butt', join: 'round' };
  return { width, cap: 'butt', join: style === 4 ? 'miter' : 'bevel' };
}
