import type { DrawingBuilder, DrawnText } from './drawing.ts';
import type { FlatPath } from './flatten.ts';
import { Polyline } from './polyline.ts';
import type { OcadObject } from './read-objects.ts';
import type { TextSymbol } from './symbol-types.ts';
import { ASCENT, CAP_HEIGHT, characterWidth, DESCENT, textWidth, wrapText } from './text-metrics.ts';

const MILLIMETRES = 0.01;
const MILLIMETRES_PER_POINT = 25.4 / 72;
const RADIANS_PER_UNIT = Math.PI / 1_800;
const SHADOW = 1;
const LINE_FRAME = 2;
const RECTANGLE = 3;
const ALIGNMENTS = ['left', 'center', 'right', 'left'] as const;
const MIDDLE = 1;
const TOP = 2;
const ALL_LINE = 3;

const sizeOf = ({ size }: TextSymbol) => (size / 10) * MILLIMETRES_PER_POINT;
const spacingOf = ({ characterSpacing }: TextSymbol) => characterSpacing / 100;

/** Draws a text object: at an anchor, or in a box of four points, whose lines are broken at its width. */
export function drawText(
  builder: DrawingBuilder,
  symbol: TextSymbol,
  { points }: FlatPath,
  object: OcadObject,
): void {
  const size = sizeOf(symbol);
  if (size <= 0 || points.length < 2) return;
  const angle = object.angle * RADIANS_PER_UNIT;
  const isBox = object.type === 'boxText' && points.length >= 8;
  const [x = 0, y = 0] = isBox ? points.slice(6, 8) : points;
  const boxWidth = isBox ? Math.hypot((points[4] ?? 0) - x, (points[5] ?? 0) - y) : Number.POSITIVE_INFINITY;
  const paragraphs = object.text.split(/\r\n|\r|\n/);
  const align = ALIGNMENTS[symbol.alignment & 3] ?? 'left';
  const vertical = (symbol.alignment >> 2) & 3;
  // From the anchor, along the text and down.
  const along = isBox ? { left: 0, center: boxWidth / 2, right: boxWidth }[align] : 0;
  const above = isBox ? ASCENT : vertical === TOP ? CAP_HEIGHT : vertical === MIDDLE ? CAP_HEIGHT / 2 : 0;
  let down = above * size;
  for (const paragraph of paragraphs) {
    const lines = isBox ? wrapText(paragraph, boxWidth / size, spacingOf(symbol)) : [paragraph];
    for (const text of lines) {
      const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
      drawTextLine(builder, symbol, {
        text,
        x: x + along * cos + down * sin,
        y: y + along * sin - down * cos,
        align,
        angle: object.angle / 10,
        size,
      });
      down += (size * symbol.lineSpacing) / 100;
    }
    down += symbol.paragraphSpacing * MILLIMETRES;
  }
}

type TextLine = Pick<DrawnText, 'text' | 'x' | 'y' | 'align' | 'angle' | 'size'>;

/** One line with its frame and the line below it. */
function drawTextLine(builder: DrawingBuilder, symbol: TextSymbol, line: TextLine): void {
  if (line.text.trim() === '') return;
  const style = { font: symbol.font, bold: symbol.bold, italic: symbol.italic, outline: 0 };
  const [cos, sin] = [Math.cos((line.angle * Math.PI) / 180), Math.sin((line.angle * Math.PI) / 180)];
  const move = (along: number, up: number) =>
    ({ x: line.x + along * cos - up * sin, y: line.y + along * sin + up * cos }) as const;
  const width = textWidth(line.text, spacingOf(symbol)) * line.size;
  const left = { left: 0, center: -width / 2, right: -width }[line.align];

  const corner = (along: number, up: number) => {
    const { x, y } = move(along, up);
    return [x, y];
  };
  if (symbol.framingMode === SHADOW) {
    const [x, y] = symbol.framingOffset;
    builder.text(symbol.framingColor, { ...line, ...style, ...move(x * MILLIMETRES, y * MILLIMETRES) });
  } else if (symbol.framingMode === LINE_FRAME) {
    builder.text(symbol.framingColor, { ...line, ...style, outline: symbol.framingWidth * MILLIMETRES });
  } else if (symbol.framingMode === RECTANGLE) {
    const [fromLeft, bottom, right, top] = symbol.framingBorders.map((value) => value * MILLIMETRES) as [
      number,
      number,
      number,
      number,
    ];
    const [x0, x1] = [left - fromLeft, left + width + right];
    const [y0, y1] = [-DESCENT * line.size - bottom, CAP_HEIGHT * line.size + top];
    builder.area(symbol.framingColor, [
      [...corner(x0, y0), ...corner(x1, y0), ...corner(x1, y1), ...corner(x0, y1)],
    ]);
  }
  builder.text(symbol.color, { ...line, ...style });
  if (symbol.lineBelow === null) return;
  const { color, width: lineWidth, distance } = symbol.lineBelow;
  const below = -distance * MILLIMETRES;
  builder.line(color, { width: lineWidth * MILLIMETRES, cap: 'butt', join: 'miter' }, [
    ...corner(left, below),
    ...corner(left + width, below),
  ]);
}

/** Draws text along a line, character by character. */
export function drawLineText(
  builder: DrawingBuilder,
  symbol: TextSymbol,
  path: FlatPath,
  text: string,
): void {
  const line = new Polyline(path.points);
  const size = sizeOf(symbol);
  const characters = [...text.replace(/[\r\n]+/g, ' ').trim()];
  if (line.length === 0 || size <= 0 || characters.length === 0) return;
  const isAllLine = (symbol.alignment & 3) === ALL_LINE;
  const width = textWidth(characters.join(''), spacingOf(symbol)) * size;
  const extra =
    isAllLine && characters.length > 1 ? Math.max(0, line.length - width) / (characters.length - 1) : 0;
  const align = ALIGNMENTS[symbol.alignment & 3] ?? 'left';
  let position = isAllLine
    ? 0
    : { left: 0, center: (line.length - width) / 2, right: line.length - width }[align];
  const vertical = (symbol.alignment >> 2) & 3;
  const lowered = vertical === TOP ? CAP_HEIGHT * size : vertical === MIDDLE ? (CAP_HEIGHT / 2) * size : 0;
  for (const character of characters) {
    const advance = (characterWidth(character) + spacingOf(symbol)) * size;
    const { x, y, direction } = line.at(position + advance / 2);
    drawTextLine(builder, symbol, {
      text: character,
      x: x + lowered * Math.sin(direction),
      y: y - lowered * Math.cos(direction),
      align: 'center',
      angle: (direction * 180) / Math.PI,
      size,
    });
    position += advance + extra;
  }
}
