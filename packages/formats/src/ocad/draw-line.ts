import { layDashes } from './dash-pattern.ts';
import { drawElements, lineStyle } from './draw-elements.ts';
import type { DrawingBuilder, LineStyle } from './drawing.ts';
import type { FlatPath } from './flatten.ts';
import { CORNER, DASH, GAP, NO_LEFT, NO_RIGHT } from './marks.ts';
import { parallel } from './parallel.ts';
import { intersectRanges, Polyline, type Range } from './polyline.ts';
import type { DoubleLine, LineSymbol, SymbolElement } from './symbol-types.ts';

const MILLIMETRES = 0.01;
const POINTED = 2;

interface MeasuredLine {
  readonly line: Polyline;
  /** Distance of each vertex of the path from the start, and its marks. */
  readonly vertices: readonly { readonly distance: number; readonly marks: number }[];
}

/** Draws a line symbol along a path: line, frame, double line and symbols. */
export function drawLine(builder: DrawingBuilder, symbol: LineSymbol, path: FlatPath): void {
  const measured = measure(path);
  const { line } = measured;
  if (line.length === 0) return;
  drawMainLine(builder, symbol, measured);
  if (symbol.double !== null) drawDoubleLine(builder, symbol.double, measured);
  drawSymbols(builder, symbol, measured);
}

function measure({ points, marks }: FlatPath): MeasuredLine {
  let distance = 0;
  const vertices = marks.map((mark, index) => {
    if (index > 0) {
      const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = points.slice(2 * index - 2, 2 * index + 2);
      distance += Math.hypot(x1 - x0, y1 - y0);
    }
    return { distance, marks: mark };
  });
  return { line: new Polyline(points), vertices };
}

function drawMainLine(builder: DrawingBuilder, symbol: LineSymbol, measured: MeasuredLine): void {
  const { line } = measured;
  const style = lineStyle(symbol.style, symbol.width * MILLIMETRES);
  const [start, end] = [symbol.startDistance, symbol.endDistance].map(
    (value) => Math.max(0, value) * MILLIMETRES,
  ) as [number, number];
  if (start + end >= line.length) return;
  const visible = intersectRanges(visibleRanges(measured, GAP), [[start, line.length - end]]);
  const ranges = intersectRanges(layout(symbol, measured).dashes, visible);
  if (symbol.framingWidth > 0) {
    const framing = lineStyle(symbol.framingStyle, symbol.framingWidth * MILLIMETRES);
    drawRanges(builder, symbol.framingColor, framing, line, ranges);
  }
  drawRanges(builder, symbol.color, style, line, ranges);
  if ((symbol.style & POINTED) === 0) return;
  drawPoint(builder, symbol.color, style.width, line.slice([0, start]));
  drawPoint(builder, symbol.color, style.width, new Polyline(reversed(line.points)).slice([0, end]));
}

function drawRanges(
  builder: DrawingBuilder,
  color: number,
  style: LineStyle,
  line: Polyline,
  ranges: readonly Range[],
): void {
  for (const range of ranges) {
    const isComplete = range[0] <= 0 && range[1] >= line.length;
    const closed = isComplete && line.isClosed;
    const points = line.slice(range);
    builder.line(color, style, closed ? points.slice(0, -2) : points, closed);
  }
}

/** A pointed end: an area from the tip to the width of the line. */
function drawPoint(builder: DrawingBuilder, color: number, width: number, points: readonly number[]): void {
  if (points.length < 4 || width <= 0) return;
  const line = new Polyline(points);
  if (line.length === 0) return;
  const sides = [1, -1].map((side) => {
    const edge = parallel(line.points, (side * width) / 2, false);
    return taper(line.points, edge);
  });
  builder.area(color, [[...(sides[0] ?? []), ...reversed(sides[1] ?? [])]]);
}

/** Moves the points of an edge towards the middle line, from 0 at the tip to its distance at the end. */
function taper(middle: readonly number[], edge: readonly number[]): readonly number[] {
  const count = Math.min(middle.length, edge.length) / 2;
  return Array.from({ length: count }, (_, index) => index).flatMap((index) => {
    const share = count > 1 ? index / (count - 1) : 1;
    return [0, 1].map((axis) => {
      const from = middle[2 * index + axis] ?? 0;
      return from + share * ((edge[2 * index + axis] ?? 0) - from);
    });
  });
}

function reversed(points: readonly number[]): readonly number[] {
  const result: number[] = [];
  for (let index = points.length - 2; index >= 0; index -= 2)
    result.push(points[index] ?? 0, points[index + 1] ?? 0);
  return result;
}

/** The parts of a line without a mark that holds up to the next vertex. */
function visibleRanges({ line, vertices }: MeasuredLine, mark: number): readonly Range[] {
  const ranges: Range[] = [];
  let from = 0;
  let isVisible = true;
  for (const { distance, marks } of vertices) {
    const hidden = (marks & mark) !== 0;
    if (hidden && isVisible && distance > from) ranges.push([from, distance]);
    if (!hidden && !isVisible) from = distance;
    isVisible = !hidden;
  }
  if (isVisible && line.length > from) ranges.push([from, line.length]);
  return ranges;
}

/** The dash pattern on the sections between marked vertices. */
function layout(symbol: LineSymbol, { line, vertices }: MeasuredLine) {
  const pattern = {
    mainLength: Math.max(0, symbol.mainLength) * MILLIMETRES,
    endLength: Math.max(0, symbol.endLength) * MILLIMETRES,
    mainGap: Math.max(0, symbol.mainGap) * MILLIMETRES,
    secondaryGap: Math.max(0, symbol.secondaryGap) * MILLIMETRES,
    endGap: Math.max(0, symbol.endGap) * MILLIMETRES,
    minCount: symbol.minSymbols + 1,
  };
  const isMarked = (marks: number) => (marks & (DASH | CORNER)) !== 0;
  const inner = vertices
    .slice(1, -1)
    .filter(({ distance, marks }) => isMarked(marks) && distance > 0 && distance < line.length);
  const ends = [0, ...new Set(inner.map(({ distance }) => distance)), line.length];
  const layouts = ends
    .slice(1)
    .map((to, index) =>
      layDashes(pattern, [ends[index] ?? 0, to], { start: index > 0, end: index < ends.length - 2 }),
    );
  return {
    dashes: mergeRanges(layouts.flatMap(({ dashes }) => dashes)),
    mainSpots: layouts.flatMap(({ mainSpots }) => mainSpots),
    secondarySpots: layouts.flatMap(({ secondarySpots }) => secondarySpots),
  };
}

/** Joins ranges that touch, so that no line ends at a marked vertex. */
function mergeRanges(ranges: readonly Range[]): readonly Range[] {
  const merged: [number, number][] = [];
  for (const [from, to] of ranges) {
    const last = merged.at(-1);
    if (last !== undefined && from - last[1] < 1e-9) last[1] = to;
    else merged.push([from, to]);
  }
  return merged;
}

function drawDoubleLine(builder: DrawingBuilder, double: DoubleLine, measured: MeasuredLine): void {
  const { line } = measured;
  const all: readonly Range[] = [[0, line.length]];
  const [dash, gap] = [double.dash * MILLIMETRES, double.gap * MILLIMETRES];
  const isDashed = double.mode >= 2 && dash > 0 && gap > 0;
  const dashes = isDashed ? evenDashes(line.length, dash, gap) : all;
  const width = double.width * MILLIMETRES;
  const fill: LineStyle = { width, cap: 'butt', join: 'miter' };
  if (double.backgroundColor !== null) drawRanges(builder, double.backgroundColor, fill, line, all);
  if (double.fillColor !== null)
    drawRanges(builder, double.fillColor, fill, line, double.mode === 4 ? dashes : all);
  const sides = [
    { side: 1, mark: NO_LEFT, color: double.leftColor, width: double.leftWidth, dashed: double.mode >= 2 },
    {
      side: -1,
      mark: NO_RIGHT,
      color: double.rightColor,
      width: double.rightWidth,
      dashed: double.mode >= 3,
    },
  ];
  for (const { side, mark, color, width: sideWidth, dashed } of sides) {
    const style: LineStyle = { width: sideWidth * MILLIMETRES, cap: 'butt', join: 'miter' };
    if (style.width <= 0) continue;
    const distance = side * ((width + style.width) / 2);
    for (const range of intersectRanges(dashed ? dashes : all, visibleRanges(measured, mark))) {
      const closed = range[0] <= 0 && range[1] >= line.length && line.isClosed;
      const points = parallel(line.slice(range), distance, closed);
      builder.line(color, style, closed ? points.slice(0, -2) : points, closed);
    }
  }
}

/** Dashes of equal length with gaps between them, from one end to the other. */
function evenDashes(length: number, dash: number, gap: number): readonly Range[] {
  const count = Math.min(20_000, Math.max(1, Math.round((length + gap) / (dash + gap))));
  const stretched = (length - (count - 1) * gap) / count;
  if (stretched <= 0) return [[0, length]];
  return Array.from({ length: count }, (_, index): Range => {
    const from = index * (stretched + gap);
    return [from, from + stretched];
  });
}

function drawSymbols(builder: DrawingBuilder, symbol: LineSymbol, measured: MeasuredLine): void {
  const { line, vertices } = measured;
  const { mainSpots, secondarySpots } = layout(symbol, measured);
  const drawAt = (elements: readonly SymbolElement[], distance: number, scale = 1) => {
    if (elements.length === 0) return;
    const { x, y, direction } = line.at(distance);
    drawElements(builder, elements, { x, y, angle: direction, scale });
  };
  const count = Math.max(1, symbol.mainSymbolCount);
  const step = symbol.mainSymbolDistance * MILLIMETRES;
  for (const spot of mainSpots)
    for (let index = 0; index < count; index++) {
      const distance = spot + (index - (count - 1) / 2) * step;
      if (distance < 0 || distance > line.length) continue;
      drawAt(symbol.mainSymbol, distance, decrease(symbol, distance / line.length));
    }
  for (const spot of secondarySpots)
    drawAt(symbol.secondarySymbol, spot, decrease(symbol, spot / line.length));
  for (const { distance, marks } of vertices.slice(1, -1))
    if ((marks & CORNER) !== 0 && symbol.cornerSymbol.length > 0)
      drawElements(builder, symbol.cornerSymbol, { ...atCorner(line, distance), scale: 1 });
  drawAt(symbol.startSymbol, 0);
  drawAt(symbol.endSymbol, line.length);
}

/** A vertex with the direction between those of its two segments. */
function atCorner(line: Polyline, distance: number): { x: number; y: number; angle: number } {
  const { x, y, direction } = line.at(distance);
  const before = line.at(Math.max(0, distance - 1e-6)).direction;
  const [cos, sin] = [Math.cos(before) + Math.cos(direction), Math.sin(before) + Math.sin(direction)];
  return { x, y, angle: Math.atan2(sin, cos) };
}

/** Scale of a symbol at a share of the line. */
function decrease({ decreaseMode, decreaseLast }: LineSymbol, share: number): number {
  if (decreaseMode !== 1 && decreaseMode !== 2) return 1;
  const progress = decreaseMode === 1 ? share : Math.abs(2 * share - 1);
  return 1 - progress * (1 - decreaseLast / 100);
}
