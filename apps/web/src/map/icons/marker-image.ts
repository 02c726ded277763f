import type { IconName } from '@wakeline/domain/devices/device-icon';
import type { TrackerStatus } from '@wakeline/domain/tracker-state/tracker-status';
import type { MapPalette } from '../style/palette.ts';
import { drawToImageData } from './canvas.ts';
import { GLYPHS } from './glyphs.ts';
import { MARKER_SIZE, markerShape } from './marker-shape.ts';
import { STATUS_GRID, STATUS_SHAPES } from './status-shapes.ts';

const CASING = 1.75;
/** The status badge on an uploaded image: its side and its offset from the left and the top, pixels. */
const PICTURE_BADGE_SIZE = 12;
const PICTURE_BADGE_OFFSET = MARKER_SIZE - PICTURE_BADGE_SIZE - 2;

/** The body of a marker, without its icon. */
export function drawBody(status: TrackerStatus, hasNose: boolean, palette: MapPalette): ImageData {
  const shape = markerShape(status, hasNose, palette);
  return drawToImageData(MARKER_SIZE, MARKER_SIZE, (context) => {
    const body = new Path2D(shape.body);
    context.save();
    context.shadowColor = 'rgb(0 0 0 / 35%)';
    context.shadowBlur = 4;
    context.strokeStyle = palette.casing;
    context.lineWidth = CASING * 2;
    context.lineJoin = 'round';
    context.stroke(body);
    context.restore();
    context.fillStyle = shape.fill;
    context.fill(body);
    if (shape.ring === null) return;
    context.lineWidth = shape.ring.width;
    context.strokeStyle = shape.colour;
    context.stroke(new Path2D(shape.ring.path));
  });
}

/** The icon on a marker body. */
export function drawGlyph(icon: IconName, status: TrackerStatus, palette: MapPalette): ImageData {
  const shape = markerShape(status, false, palette);
  const { fill, line } = GLYPHS[icon];
  // Two pixels of margin on each side for the outline.
  const size = shape.glyphSize + 4;
  return drawToImageData(size, size, (context) => {
    context.translate(2, 2);
    context.scale(shape.glyphSize / 24, shape.glyphSize / 24);
    context.lineCap = 'round';
    context.lineJoin = 'round';
    const filled = new Path2D(fill);
    const lined = line === undefined ? null : new Path2D(line.path);
    if (shape.glyphEdge !== null) {
      context.strokeStyle = shape.glyphEdge;
      context.lineWidth = 2;
      context.stroke(filled);
      if (line !== undefined && lined !== null) {
        context.lineWidth = line.width + 2;
        context.stroke(lined);
      }
    }
    context.fillStyle = shape.glyph;
    context.strokeStyle = shape.glyph;
    context.fill(filled, 'evenodd');
    if (line === undefined || lined === null) return;
    context.lineWidth = line.width;
    context.stroke(lined);
  });
}

/**
 * An uploaded image in the size of a marker, with a status badge at its corner.
 *
 * @throws Error if it cannot be loaded.
 */
export async function drawPicture(
  url: string,
  status: TrackerStatus,
  palette: MapPalette,
): Promise<ImageData> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  const picture = await createImageBitmap(await response.blob());
  return drawToImageData(MARKER_SIZE, MARKER_SIZE, (context) => {
    // Scaled to fit and centred; the rest stays transparent.
    const scale = MARKER_SIZE / Math.max(picture.width, picture.height);
    const [width, height] = [picture.width * scale, picture.height * scale];
    context.imageSmoothingQuality = 'high';
    context.drawImage(picture, (MARKER_SIZE - width) / 2, (MARKER_SIZE - height) / 2, width, height);
    context.translate(PICTURE_BADGE_OFFSET, PICTURE_BADGE_OFFSET);
    context.scale(PICTURE_BADGE_SIZE / STATUS_GRID, PICTURE_BADGE_SIZE / STATUS_GRID);
    const badge = new Path2D(STATUS_SHAPES[status]);
    context.lineJoin = 'round';
    context.lineWidth = (CASING * 2 * STATUS_GRID) / PICTURE_BADGE_SIZE;
    context.strokeStyle = palette.casing;
    context.stroke(badge);
    context.fillStyle = palette.status[status];
    context.fill(badge, 'evenodd');
  });
}

/** Replaces an image that cannot be loaded: the marker with the generic icon. */
export function drawFallback(status: TrackerStatus, palette: MapPalette): ImageData {
  const body = drawBody(status, false, palette);
  const glyph = drawGlyph('generic', status, palette);
  const canvas = new OffscreenCanvas(body.width, body.height);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  const layer = new OffscreenCanvas(glyph.width, glyph.height);
  layer.getContext('2d')?.putImageData(glyph, 0, 0);
  context?.putImageData(body, 0, 0);
  context?.drawImage(layer, (body.width - glyph.width) / 2, (body.height - glyph.height) / 2);
  return context?.getImageData(0, 0, body.width, body.height) ?? body;
}

/** A transparent image in the size of a marker: an uploaded image needs no body, but the pointer must hit it. */
export function drawBlank(): ImageData {
  return drawToImageData(MARKER_SIZE, MARKER_SIZE, () => undefined);
}
