import type { StyleImageMetadata } from 'maplibre-gl';
import type { MapPalette } from '../style/palette.ts';
import { drawToImageData, PIXEL_RATIO } from './canvas.ts';

const SIDE = 24;
const CORNER = 5;

/** The box behind a label; the engine stretches it to the size of the text. */
export function drawLabelBox(palette: MapPalette): ImageData {
  return drawToImageData(SIDE, SIDE, (context) => {
    context.beginPath();
    context.roundRect(0.5, 0.5, SIDE - 1, SIDE - 1, CORNER);
    context.fillStyle = palette.label.ground;
    context.fill();
    context.lineWidth = 1;
    context.strokeStyle = palette.label.edge;
    context.stroke();
  });
}

const inner: [number, number] = [(CORNER + 1) * PIXEL_RATIO, (SIDE - CORNER - 1) * PIXEL_RATIO];

/** The stretchable area. */
export const LABEL_STRETCH: Partial<StyleImageMetadata> = { stretchX: [inner], stretchY: [inner] };
