import type { MapPalette } from '../style/palette.ts';
import { drawToImageData } from './canvas.ts';
import { EVENT_GLYPH_SIZE, EVENT_MARKER_SIZE, type EventMarkerShape } from './event-marker-shape.ts';

const CASING = 1.5;
const INK = '#ffffff';

/** An event marker with an outline, for contrast on any background. */
export function drawEventMarker({ body, colour, glyph }: EventMarkerShape, palette: MapPalette): ImageData {
  return drawToImageData(EVENT_MARKER_SIZE, EVENT_MARKER_SIZE, (context) => {
    const outline = new Path2D(body);
    context.lineJoin = 'round';
    context.lineCap = 'round';
    context.strokeStyle = palette.casing;
    context.lineWidth = CASING * 2;
    context.stroke(outline);
    context.fillStyle = colour;
    context.fill(outline);
    context.translate((EVENT_MARKER_SIZE - EVENT_GLYPH_SIZE) / 2, (EVENT_MARKER_SIZE - EVENT_GLYPH_SIZE) / 2);
    context.scale(EVENT_GLYPH_SIZE / 24, EVENT_GLYPH_SIZE / 24);
    context.fillStyle = INK;
    context.fill(new Path2D(glyph.fill), 'evenodd');
    if (glyph.line === undefined) return;
    context.strokeStyle = INK;
    context.lineWidth = glyph.line.width;
    context.stroke(new Path2D(glyph.line.path));
  });
}
