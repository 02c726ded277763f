import type { MapPalette } from '../style/palette.ts';
import { drawOn } from './canvas.ts';
import { MARK_GLYPH, MARK_SIZE, type MarkShape } from './mark-shape.ts';

const CASING = 1.5;
const INK = '#ffffff';

/** A mark with an edge that stands off any ground. */
export function drawMark({ body, colour, glyph }: MarkShape, palette: MapPalette): ImageData {
  return drawOn(MARK_SIZE, MARK_SIZE, (context) => {
    const outline = new Path2D(body);
    context.lineJoin = 'round';
    context.lineCap = 'round';
    context.strokeStyle = palette.casing;
    context.lineWidth = CASING * 2;
    context.stroke(outline);
    context.fillStyle = colour;
    context.fill(outline);
    context.translate((MARK_SIZE - MARK_GLYPH) / 2, (MARK_SIZE - MARK_GLYPH) / 2);
    context.scale(MARK_GLYPH / 24, MARK_GLYPH / 24);
    context.fillStyle = INK;
    context.fill(new Path2D(glyph.fill), 'evenodd');
    if (glyph.line === undefined) return;
    context.strokeStyle = INK;
    context.lineWidth = glyph.line.width;
    context.stroke(new Path2D(glyph.line.path));
  });
}
