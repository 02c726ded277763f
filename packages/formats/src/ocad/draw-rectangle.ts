import type { DrawingBuilder, LineStyle } from './drawing.ts';
import type { FlatPath } from './flatten.ts';
import type { RectangleSymbol } from './symbol-types.ts';

const MILLIMETRES = 0.01;
/** What OCAD draws inside: lines of 0.15 mm, numbers of 15 points. */
const GRID_WIDTH = 0.15;
const NUMBER_SIZE = (15 * 25.4) / 72;
const ARC_STEPS = 8;
const MAX_CELLS = 500;

/** Draws a rectangle of four corners, counterclockwise from the lower left one, with rounded corners and grid. */
export function drawRectangle(builder: DrawingBuilder, symbol: RectangleSymbol, { points }: FlatPath): void {
  if (points.length < 8) return;
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = points;
  const [x3 = 0, y3 = 0] = points.slice(6, 8);
  const [width, height] = [Math.hypot(x1 - x0, y1 - y0), Math.hypot(x3 - x0, y3 - y0)];
  if (width === 0 || height === 0) return;
  const at = (right: number, up: number): readonly [number, number] => [
    x0 + ((x1 - x0) * right) / width + ((x3 - x0) * up) / height,
    y0 + ((y1 - y0) * right) / width + ((y3 - y0) * up) / height,
  ];
  const style: LineStyle = { width: symbol.width * MILLIMETRES, cap: 'round', join: 'round' };
  const radius = Math.min(symbol.radius * MILLIMETRES, width / 2, height / 2);
  builder.line(symbol.color, style, outline(width, height, radius, at), true);
  if (symbol.grid === null) return;
  const { cellWidth, cellHeight } = symbol.grid;
  if (cellWidth <= 0 || cellHeight <= 0) return;
  const columns = Math.min(MAX_CELLS, Math.max(1, Math.round(width / (cellWidth * MILLIMETRES))));
  const rows = Math.min(MAX_CELLS, Math.max(1, Math.round(height / (cellHeight * MILLIMETRES))));
  const thin: LineStyle = { width: GRID_WIDTH, cap: 'butt', join: 'miter' };
  for (let column = 1; column < columns; column++) {
    const right = (column * width) / columns;
    builder.line(symbol.color, thin, [...at(right, 0), ...at(right, height)]);
  }
  for (let row = 1; row < rows; row++) {
    const up = (row * height) / rows;
    builder.line(symbol.color, thin, [...at(0, up), ...at(width, up)]);
  }
  if (!symbol.grid.numbered) return;
  const angle = (Math.atan2(y1 - y0, x1 - x0) * 180) / Math.PI;
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const number = (symbol.grid.fromBottom ? rows - 1 - row : row) * columns + column + 1;
      const isNumbered = number <= columns * rows - symbol.grid.unnumberedCells;
      const [x, y] = at(
        ((column + 0.07) * width) / columns,
        height - ((row + 0.04) * height) / rows - 0.75 * NUMBER_SIZE,
      );
      builder.text(symbol.color, {
        text: isNumbered ? String(number) : symbol.grid.unnumberedText,
        x,
        y,
        align: 'left',
        angle,
        size: NUMBER_SIZE,
        font: 'Arial',
        bold: true,
        italic: false,
        outline: 0,
      });
    }
}

function outline(
  width: number,
  height: number,
  radius: number,
  at: (right: number, up: number) => readonly [number, number],
): readonly number[] {
  const corners = [
    [width - radius, radius, -90],
    [width - radius, height - radius, 0],
    [radius, height - radius, 90],
    [radius, radius, 180],
  ] as const;
  return corners.flatMap(([right, up, from]) =>
    Array.from({ length: radius > 0 ? ARC_STEPS + 1 : 1 }, (_, step) => {
      const angle = ((from + (90 * step) / ARC_STEPS) * Math.PI) / 180;
      return at(right + radius * Math.cos(angle), up + radius * Math.sin(angle));
    }).flat(),
  );
}
