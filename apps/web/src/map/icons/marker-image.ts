import type { IconName } from '@wakeline/domain/device-icon';
import type { TrackerStatus } from '@wakeline/domain/tracker-status';
import type { MapPalette } from '../palette.ts';
import { drawOn } from './canvas.ts';
import { GLYPHS } from './glyphs.ts';
import { MARKER_SIZE, markerShape } from './marker-shape.ts';

const CASING = 1.75;
/** Uploaded pictures lie in the middle of the body, which stays seen round them. */
const PICTURE_SIZE = 24;

/** The body of a marker, without its icon. */
export function drawBody(status: TrackerStatus, nose: boolean, palette: MapPalette): ImageData {
  const shape = markerShape(status, nose, palette);
  return drawOn(MARKER_SIZE, MARKER_SIZE, (context) => {
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

/** The icon that lies on a body. */
export function drawGlyph(icon: IconName, status: TrackerStatus, palette: MapPalette): ImageData {
  const shape = markerShape(status, false, palette);
  const { fill, line } = GLYPHS[icon];
  // Two pixels more on each side than the grid, for the edge.
  const size = shape.glyphSize + 4;
  return drawOn(size, size, (context) => {
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

/** An uploaded picture, cut round. Throws when it cannot be loaded. */
export async function drawPicture(url: string): Promise<ImageData> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  const picture = await createImageBitmap(await response.blob());
  return drawOn(PICTURE_SIZE, PICTURE_SIZE, (context) => {
    context.beginPath();
    context.arc(PICTURE_SIZE / 2, PICTURE_SIZE / 2, PICTURE_SIZE / 2, 0, 2 * Math.PI);
    context.clip();
    // The whole of it is shown, in the middle; what is over is the ground of the body.
    const scale = PICTURE_SIZE / Math.max(picture.width, picture.height);
    const [width, height] = [picture.width * scale, picture.height * scale];
    context.fillStyle = '#ffffff';
    context.fillRect(0, 0, PICTURE_SIZE, PICTURE_SIZE);
    context.drawImage(picture, (PICTURE_SIZE - width) / 2, (PICTURE_SIZE - height) / 2, width, height);
  });
}
