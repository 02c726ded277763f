import type { MapPalette } from '../style/palette.ts';
import { drawToImageData } from './canvas.ts';
import { POINT_GLYPHS, type PointIcon } from './point-glyphs.ts';

/** The specification's size of a labelled point, in pixels. */
export const POINT_SIZE = 30;
const CASING = 2;
const MIDDLE = POINT_SIZE / 2;
const GLYPH = 17;
const PICTURE = 24;

/** A round plate with an outline, for contrast on any background. */
function drawPlate(context: OffscreenCanvasRenderingContext2D, fill: string, palette: MapPalette): void {
  context.beginPath();
  context.arc(MIDDLE, MIDDLE, MIDDLE - 1, 0, 2 * Math.PI);
  context.fillStyle = palette.casing;
  context.fill();
  context.beginPath();
  context.arc(MIDDLE, MIDDLE, MIDDLE - 1 - CASING, 0, 2 * Math.PI);
  context.fillStyle = fill;
  context.fill();
}

/** A built-in icon on a plate in the point's colour. */
export function drawPoint(icon: PointIcon, color: string, palette: MapPalette): ImageData {
  return drawToImageData(POINT_SIZE, POINT_SIZE, (context) => {
    drawPlate(context, color, palette);
    const { fill, line } = POINT_GLYPHS[icon];
    const ink = contrastColor(color);
    context.translate(MIDDLE - GLYPH / 2, MIDDLE - GLYPH / 2);
    context.scale(GLYPH / 24, GLYPH / 24);
    context.fillStyle = ink;
    context.fill(new Path2D(fill), 'evenodd');
    if (line === undefined) return;
    context.strokeStyle = ink;
    context.lineCap = 'round';
    context.lineJoin = 'round';
    context.lineWidth = line.width;
    context.stroke(new Path2D(line.path));
  });
}

/**
 * An uploaded image cropped to a circle, in a ring of the point's colour.
 *
 * @throws Error if it cannot be loaded.
 */
export async function drawPointImage(url: string, color: string, palette: MapPalette): Promise<ImageData> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  const picture = await createImageBitmap(await response.blob());
  return drawToImageData(POINT_SIZE, POINT_SIZE, (context) => {
    drawPlate(context, color, palette);
    context.beginPath();
    context.arc(MIDDLE, MIDDLE, PICTURE / 2, 0, 2 * Math.PI);
    context.clip();
    context.fillStyle = '#ffffff';
    context.fillRect(0, 0, POINT_SIZE, POINT_SIZE);
    const scale = PICTURE / Math.max(picture.width, picture.height);
    const [width, height] = [picture.width * scale, picture.height * scale];
    context.drawImage(picture, MIDDLE - width / 2, MIDDLE - height / 2, width, height);
  });
}

/** White or near black, whichever has the better contrast on a colour, by its luma (ITU-R BT.601). */
export function contrastColor(color: string): string {
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  const luma = ((red ?? 0) * 299 + (green ?? 0) * 587 + (blue ?? 0) * 114) / 1000;
  return luma > 150 ? '#1b2733' : '#ffffff';
}
