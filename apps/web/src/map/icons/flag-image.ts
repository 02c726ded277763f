import type { MapPalette } from '../style/palette.ts';
import { drawToImageData } from './canvas.ts';

export type FlagEnd = 'start' | 'end';

/** A flag whose pole stands at the lower left corner: plain for the start, chequered for the end. */
export function drawFlag(end: FlagEnd, palette: MapPalette): ImageData {
  return drawToImageData(28, 32, (context) => {
    context.translate(4, 2);
    context.lineCap = 'round';
    context.lineJoin = 'round';
    const cloth = new Path2D('M1 1h18v12h-18z');
    const pole = new Path2D('M0 1v27');
    context.strokeStyle = palette.casing;
    context.lineWidth = 5;
    context.stroke(cloth);
    context.stroke(pole);
    context.fillStyle = end === 'start' ? palette.accent : '#ffffff';
    context.fill(cloth);
    if (end === 'end') {
      context.fillStyle = '#1b2733';
      for (let row = 0; row < 3; row += 1)
        for (let column = row % 2; column < 4; column += 2)
          context.fillRect(1 + column * 4.5, 1 + row * 4, 4.5, 4);
    }
    context.strokeStyle = end === 'start' ? palette.accent : palette.label.text;
    context.lineWidth = 1;
    context.stroke(cloth);
    context.lineWidth = 2;
    context.stroke(pole);
  });
}
