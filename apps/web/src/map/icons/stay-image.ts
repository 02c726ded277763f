import type { MapPalette } from '../palette.ts';
import { drawOn } from './canvas.ts';

const SIDE = 22;

/** A small disc with the two bars of a pause. */
export function drawStay(palette: MapPalette): ImageData {
  return drawOn(SIDE, SIDE, (context) => {
    context.beginPath();
    context.arc(SIDE / 2, SIDE / 2, 8.5, 0, 2 * Math.PI);
    context.lineWidth = 3;
    context.strokeStyle = palette.casing;
    context.stroke();
    context.fillStyle = palette.label.ground;
    context.fill();
    context.lineWidth = 1.5;
    context.strokeStyle = palette.label.text;
    context.stroke();
    context.fillStyle = palette.label.text;
    context.fillRect(SIDE / 2 - 3.5, SIDE / 2 - 4, 2.5, 8);
    context.fillRect(SIDE / 2 + 1, SIDE / 2 - 4, 2.5, 8);
  });
}
