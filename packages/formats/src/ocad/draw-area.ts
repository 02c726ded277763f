import { lineStyle } from './draw-elements.ts';
import { drawLine } from './draw-line.ts';
import { drawPattern } from './draw-pattern.ts';
import type { DrawingBuilder } from './drawing.ts';
import { type FlatPath, splitRings } from './flatten.ts';
import { scanLines, spansOf, turn } from './scan-lines.ts';
import type { AreaSymbol, LineSymbol } from './symbol-types.ts';

const MILLIMETRES = 0.01;
const RADIANS_PER_UNIT = Math.PI / 1_800;

/**
 * Draws an area symbol: fill, hatches, pattern, and the border if its symbol is known.
 *
 * @param angle of the object, which turns hatches and pattern, in tenths of a degree.
 */
export function drawArea(
  builder: DrawingBuilder,
  symbol: AreaSymbol,
  path: FlatPath,
  angle: number,
  border: LineSymbol | null,
): void {
  const parts = splitRings(path);
  const rings = parts.map(({ points }) => points);
  if (symbol.fillColor !== null) builder.area(symbol.fillColor, rings);
  for (const hatch of symbol.hatchAngles)
    drawHatch(builder, symbol, rings, (hatch + angle) * RADIANS_PER_UNIT);
  if (symbol.structureMode !== 0)
    drawPattern(builder, symbol, rings, (symbol.structureAngle + angle) * RADIANS_PER_UNIT);
  if (border === null) return;
  for (const part of parts) drawLine(builder, border, closePath(part));
}

/** The outline as a line: the last vertex is the first one again. */
function closePath({ points, marks }: FlatPath): FlatPath {
  const [x = 0, y = 0] = points;
  const isClosed = points.at(-2) === x && points.at(-1) === y;
  return isClosed ? { points, marks } : { points: [...points, x, y], marks: [...marks, 0] };
}

function drawHatch(
  builder: DrawingBuilder,
  symbol: AreaSymbol,
  rings: readonly (readonly number[])[],
  angle: number,
): void {
  const [width, distance] = [symbol.hatchWidth * MILLIMETRES, symbol.hatchDistance * MILLIMETRES];
  if (width <= 0 || distance <= 0) return;
  const style = lineStyle(0, width);
  for (const line of scanLines(rings, angle, distance))
    for (const [from, to] of spansOf(line))
      builder.line(symbol.hatchColor, style, [
        ...turn(from, line.row * distance, angle),
        ...turn(to, line.row * distance, angle),
      ]);
}
