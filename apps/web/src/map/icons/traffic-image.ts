import type { MapPalette } from '../style/palette.ts';
import { drawToImageData } from './canvas.ts';

/** What an object of a feed is. `vessel-still`, `aircraft-still`: without a course. */
export type TrafficIcon =
  | 'vessel'
  | 'vessel-still'
  | 'aircraft'
  | 'aircraft-still'
  | 'aid'
  | 'station'
  | 'distress';

/** Side in pixels: half of a device, so that devices stand out. */
const SIDE = 18;

/** Outlines on a square of 18, pointing north. */
const PATHS: Readonly<Record<TrafficIcon, string>> = {
  vessel: 'M9 1.5l4 6v8.5h-8v-8.5z',
  'vessel-still': 'M9 4a5 5 0 1 0 .01 0z',
  aircraft: 'M9 1.5l7 14.5-7-3.5-7 3.5z',
  'aircraft-still': 'M9 4a5 5 0 1 0 .01 0z',
  aid: 'M9 2.5l6.5 6.5-6.5 6.5-6.5-6.5z',
  station: 'M4 4h10v10h-10z',
  distress: 'M9 2a7 7 0 1 0 .01 0z',
};

/** Hollow and in a neutral colour: devices are filled with the colour of their status. */
export function drawTraffic(icon: TrafficIcon, palette: MapPalette): ImageData {
  return drawToImageData(SIDE, SIDE, (context) => {
    const outline = new Path2D(PATHS[icon]);
    context.lineJoin = 'round';
    context.lineWidth = 3.5;
    context.strokeStyle = palette.casing;
    context.stroke(outline);
    context.fillStyle = palette.hollow;
    context.fill(outline);
    context.lineWidth = icon === 'distress' ? 3 : 1.5;
    context.strokeStyle = icon === 'distress' ? palette.status.SOS : palette.trackRest;
    context.stroke(outline);
  });
}
