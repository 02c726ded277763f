import { contrast } from '@wakeline/domain/colors/contrast';
import { DEVICE_SHAPE_PATHS, type DeviceMarkerStyle } from '../replay/device-marker-style.ts';
import type { MapPalette } from '../style/palette.ts';
import { drawToImageData } from './canvas.ts';

/** Sides in pixels: of the marker, and of the image in which its nose rotates around the centre. */
const MARKER_SIDE = 26;
const NOSE_SIDE = 46;
const CASING = 1.75;
/** Side of the image of a marker, pixels. */
export const NUMBERED_MARKER_SIDE = MARKER_SIDE + CASING * 2;

/** The number of a device in its colour and shape; hollow where its position is unknown. */
export function drawNumberedMarker(
  marker: DeviceMarkerStyle,
  hollow: boolean,
  palette: MapPalette,
): ImageData {
  const { number, colour, shape } = marker;
  return drawToImageData(NUMBERED_MARKER_SIDE, NUMBERED_MARKER_SIDE, (context) => {
    context.translate(CASING, CASING);
    context.scale(MARKER_SIDE / 24, MARKER_SIDE / 24);
    const outline = new Path2D(DEVICE_SHAPE_PATHS[shape]);
    context.lineJoin = 'round';
    context.lineWidth = CASING * 2;
    context.strokeStyle = palette.casing;
    context.stroke(outline);
    context.fillStyle = hollow ? palette.hollow : colour;
    context.fill(outline);
    if (hollow) {
      context.save();
      context.clip(outline);
      context.lineWidth = 5;
      context.strokeStyle = colour;
      context.stroke(outline);
      context.restore();
    }
    context.font = `700 ${number > 99 ? 9 : 11.5}px system-ui, sans-serif`;
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    context.fillStyle = hollow ? palette.label.text : numberColour(colour);
    context.fillText(String(number), 12, shape === 'triangle' ? 15.5 : 12.6);
  });
}

/** The nose of a marker, pointing north; the image is rotated around its centre. */
export function drawMarkerNose(colour: string, palette: MapPalette): ImageData {
  return drawToImageData(NOSE_SIDE, NOSE_SIDE, (context) => {
    const nose = new Path2D(`M${NOSE_SIDE / 2} 2l7 12h-14z`);
    context.lineJoin = 'round';
    context.lineWidth = CASING * 2;
    context.strokeStyle = palette.casing;
    context.stroke(nose);
    context.fillStyle = colour;
    context.fill(nose);
  });
}

/** Black or white, whichever has the better contrast on a colour: at least 4.5. */
export function numberColour(colour: string): string {
  return contrast('#ffffff', colour) >= 4.5 ? '#ffffff' : '#000000';
}
