import { densify, type Waypoint } from '../../movement/waypoint.ts';
import { LONG, SHORT } from '../scenes/race.ts';
import { encodePng } from './png.ts';

/** Extent in degrees. Width and height in pixels give the same scale in both directions at 25.3 degrees north. */
const BOX = { west: 110.343, south: 25.284, east: 110.396, north: 25.329 };
const WIDTH = 640;
const HEIGHT = 601;
/** Metres between two contours. */
const CONTOUR = 25;
/** Colours of orienteering maps (ISOM 2017): brown contours on yellow and white, courses on top. */
const FOREST = [247, 252, 240];
const OPEN = [255, 236, 179];
const BROWN = [190, 120, 60];

type Color = readonly number[];

/** Draws a map of the race: contours, the two courses, start and finish. */
export function createCourseMap() {
  const rgba = new Uint8Array(WIDTH * HEIGHT * 4);
  const heights = interpolateHeights([...densify(LONG, 150), ...densify(SHORT, 150)]);
  const band = (x: number, y: number) => Math.floor((heights[y * WIDTH + x] ?? 0) / CONTOUR);
  const setPixel = (x: number, y: number, color: Color) => {
    if (x >= 0 && y >= 0 && x < WIDTH && y < HEIGHT) rgba.set([...color, 255], (y * WIDTH + x) * 4);
  };
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++) {
      const bandHere = band(x, y);
      const edge =
        bandHere !== band(Math.min(x + 1, WIDTH - 1), y) || bandHere !== band(x, Math.min(y + 1, HEIGHT - 1));
      setPixel(x, y, edge ? BROWN : bandHere * CONTOUR < 300 ? OPEN : FOREST);
    }
  }
  for (const [course, color] of [
    [SHORT, [28, 126, 214]],
    [LONG, [224, 49, 124]],
  ] as const) {
    for (const point of densify(course, 4)) drawDot(pixelOf(point), 2.4, color, setPixel);
  }
  const start = pixelOf(LONG[0] ?? { longitude: BOX.west, latitude: BOX.north });
  drawDot(start, 9, [224, 49, 124], setPixel);
  drawDot(start, 6, [255, 255, 255], setPixel);
  return {
    file: new File([new Uint8Array(encodePng(WIDTH, HEIGHT, rgba))], 'course-map.png', { type: 'image/png' }),
    layerPoints: [
      { x: 0, y: 0 },
      { x: WIDTH, y: 0 },
      { x: WIDTH, y: HEIGHT },
      { x: 0, y: HEIGHT },
    ],
    mapPoints: [
      [BOX.west, BOX.north],
      [BOX.east, BOX.north],
      [BOX.east, BOX.south],
      [BOX.west, BOX.south],
    ] satisfies [number, number][],
  };
}

function pixelOf({ longitude, latitude }: { longitude: number; latitude: number }) {
  return {
    x: ((longitude - BOX.west) / (BOX.east - BOX.west)) * WIDTH,
    y: ((BOX.north - latitude) / (BOX.north - BOX.south)) * HEIGHT,
  };
}

/** Interpolates the height of each pixel by inverse distance weighting (Shepard 1968). */
function interpolateHeights(points: readonly Waypoint[]): Float32Array {
  const samples = points.map((point) => ({ ...pixelOf(point), height: point.altitude ?? 0 }));
  const heights = new Float32Array(WIDTH * HEIGHT);
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++) {
      let sum = 0;
      let weights = 0;
      for (const point of samples) {
        const square = (point.x - x) ** 2 + (point.y - y) ** 2 + 60;
        const weight = 1 / (square * Math.sqrt(square));
        sum += weight * point.height;
        weights += weight;
      }
      heights[y * WIDTH + x] = sum / weights;
    }
  }
  return heights;
}

function drawDot(
  { x, y }: { x: number; y: number },
  radius: number,
  color: Color,
  setPixel: (x: number, y: number, color: Color) => void,
): void {
  for (let dy = Math.ceil(-radius); dy <= radius; dy++) {
    for (let dx = Math.ceil(-radius); dx <= radius; dx++) {
      if (dx * dx + dy * dy <= radius * radius) setPixel(Math.round(x) + dx, Math.round(y) + dy, color);
    }
  }
}
