import { drawArea } from './draw-area.ts';
import { drawElements, lineStyle } from './draw-elements.ts';
import { drawLine } from './draw-line.ts';
import { drawRectangle } from './draw-rectangle.ts';
import { drawLineText, drawText } from './draw-text.ts';
import { boundsOf, type Drawing, DrawingBuilder } from './drawing.ts';
import { flatten, splitRings } from './flatten.ts';
import { OcadError } from './ocad-error.ts';
import type { OcadObject } from './read-objects.ts';
import type { OcadFile } from './read-ocad.ts';
import type { LineSymbol, OcadSymbol } from './symbol-types.ts';

const MILLIMETRES = 0.01;
const RADIANS_PER_UNIT = Math.PI / 1_800;
/** Symbol number of OCAD objects that were converted to graphics. */
const GRAPHIC = -2;

/**
 * Draws a file in the order of its color table, with all symbols resolved into areas, lines and texts. Hidden objects and
 * objects of hidden symbols are left out.
 *
 * @throws OcadError `expands` or `empty`.
 */
export function drawOcad(file: OcadFile): Drawing {
  const colors = file.colors.toReversed();
  // The topmost color counts if a number occurs twice.
  const builder = new DrawingBuilder(new Map(colors.map(({ number }, index) => [number, index])));
  let [objects, ignoredObjects] = [0, 0];
  for (const object of file.objects) {
    const symbol = file.symbols.get(object.symbol);
    if (object.hidden || symbol?.hidden === true) continue;
    drawObject(builder, object, symbol, file.symbols);
    if (builder.endObject()) objects++;
    else ignoredObjects++;
  }
  const elements = builder.finish();
  const bounds = boundsOf(elements);
  if (bounds === null) throw new OcadError('empty');
  return {
    colors: colors.map(({ name, rgb, opacity }) => ({ name, rgb, opacity })),
    elements,
    bounds,
    objects,
    ignoredObjects,
  };
}

function drawObject(
  builder: DrawingBuilder,
  object: OcadObject,
  symbol: OcadSymbol | undefined,
  symbols: ReadonlyMap<number, OcadSymbol>,
): void {
  const path = flatten(object.path);
  if (object.symbol === GRAPHIC) drawGraphic(builder, object);
  else if (symbol === undefined || path.points.length === 0) return;
  else if (symbol.type === 'point') {
    const [x = 0, y = 0] = path.points;
    drawElements(builder, symbol.elements, { x, y, angle: object.angle * RADIANS_PER_UNIT, scale: 1 });
  } else if (symbol.type === 'line') drawLine(builder, symbol, path);
  else if (symbol.type === 'area') {
    const border = symbol.borderSymbol === null ? undefined : symbols.get(symbol.borderSymbol);
    drawArea(builder, symbol, path, object.angle, isVisibleLine(border) ? border : null);
  } else if (symbol.type === 'rectangle') drawRectangle(builder, symbol, path);
  else if (symbol.type === 'lineText' || object.type === 'lineText')
    drawLineText(builder, symbol, path, object.text);
  else drawText(builder, symbol, path, object);
}

const isVisibleLine = (symbol: OcadSymbol | undefined): symbol is LineSymbol =>
  symbol?.type === 'line' && !symbol.hidden;

/** Graphics have a color and a line width of their own. */
function drawGraphic(builder: DrawingBuilder, { type, path, color, lineWidth }: OcadObject): void {
  const flat = flatten(path);
  if (type === 'area')
    builder.area(
      color,
      splitRings(flat).map(({ points }) => points),
    );
  else if (type === 'line') builder.line(color, lineStyle(0, lineWidth * MILLIMETRES), flat.points);
}
