import type { MapPalette } from '../style/palette.ts';
import { drawToImageData } from './canvas.ts';

/** The specification's size of the target icon, in pixels. */
export const TARGET_WIDTH = 32;
export const TARGET_HEIGHT = 44;

const MIDDLE = TARGET_WIDTH / 2;
/** Radius of the round head, without its outline. */
const RADIUS = 14;

/** A pin whose tip, at the centre of the lower edge, is at the target position. */
export function drawTarget(palette: MapPalette): ImageData {
  return drawToImageData(TARGET_WIDTH, TARGET_HEIGHT, (context) => {
    const head = RADIUS + 2;
    // Round above; straight lines from slightly below the centre of the head to the tip.
    const pin = new Path2D();
    pin.arc(MIDDLE, head, RADIUS, Math.PI - 0.45, 2 * Math.PI + 0.45);
    pin.lineTo(MIDDLE, TARGET_HEIGHT - 2);
    pin.closePath();
    context.lineJoin = 'round';
    context.strokeStyle = palette.casing;
    context.lineWidth = 3;
    context.stroke(pin);
    context.fillStyle = palette.accent;
    context.fill(pin);
    context.beginPath();
    context.arc(MIDDLE, head, 5, 0, 2 * Math.PI);
    context.fillStyle = palette.casing;
    context.fill();
  });
}
