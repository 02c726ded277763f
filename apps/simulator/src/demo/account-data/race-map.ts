import { encodePng } from './png.ts';

/** A forest east of the trail race, at 1:15,000: 4 by 3 km. */
const CENTRE = { lng: 110.421, lat: 25.304 };
const WIDTH = 1_200;
const HEIGHT = 900;
/** Metres on the ground. */
const PIXEL = 10 / 3;
export const RACE_MAP_SCALE = 15_000;
/** Race maps point to magnetic north: here three degrees west of true north. */
const DECLINATION = (-3 * Math.PI) / 180;
/** Metres between two contours, and between north lines (ISOM 2017-2: 300 m). */
const CONTOUR = 5;
const NORTH_LINE = 300;

type Color = readonly [number, number, number];

/** Colours of ISOM 2017-2: open land, forest by runnability, water, contours, paths, north lines. */
const COLORS = {
  open: [255, 186, 53],
  runnable: [255, 255, 255],
  slow: [197, 255, 185],
  dense: [59, 200, 75],
  water: [0, 200, 255],
  contour: [209, 92, 0],
  path: [0, 0, 0],
  north: [80, 160, 220],
} as const satisfies Readonly<Record<string, Color>>;

/** A pseudo-random value from 0 to 1 of a grid point, always the same. */
function randomAt(x: number, y: number, seed: number): number {
  const value = Math.sin(x * 127.1 + y * 311.7 + seed * 74.7) * 43_758.545_3;
  return value - Math.floor(value);
}

/** Smooth noise from 0 to 1 with features of about `size` metres (value noise). */
export function noise(x: number, y: number, size: number, seed: number): number {
  const [column, row] = [x / size, y / size];
  const [left, top] = [Math.floor(column), Math.floor(row)];
  const smooth = (t: number) => t * t * (3 - 2 * t);
  const [fx, fy] = [smooth(column - left), smooth(row - top)];
  const above = randomAt(left, top, seed) * (1 - fx) + randomAt(left + 1, top, seed) * fx;
  const below = randomAt(left, top + 1, seed) * (1 - fx) + randomAt(left + 1, top + 1, seed) * fx;
  return above * (1 - fy) + below * fy;
}

/** Height of the terrain, in metres like all coordinates of it. */
function heightAt(x: number, y: number): number {
  return 140 * noise(x, y, 1_040, 1) + 45 * noise(x, y, 360, 2) + 12 * noise(x, y, 120, 3);
}

/** Distance to the nearest path: some winding lines across the map. */
function pathDistance(x: number, y: number): number {
  const winding = (at: number, seed: number) => (noise(at, seed * 97, 520, seed) - 0.5) * 840;
  return Math.min(
    Math.abs(y - 840 - winding(x, 5)),
    Math.abs(y - 2_240 - winding(x, 6)),
    Math.abs(x - 1_280 - winding(y, 7)),
    Math.abs(x - 2_860 - winding(y, 8)),
  );
}

function groundColor(x: number, y: number, height: number): Color {
  if (height < 52) return COLORS.water;
  const vegetation = noise(x, y, 300, 11) * 0.7 + noise(x, y, 110, 12) * 0.3;
  if (vegetation < 0.3) return COLORS.open;
  if (vegetation > 0.72) return COLORS.dense;
  return vegetation > 0.6 ? COLORS.slow : COLORS.runnable;
}

/** Draws an orienteering map with the pixels of its corners and their positions. */
export function createRaceMap() {
  const rgba = new Uint8Array(WIDTH * HEIGHT * 4);
  let heightsBelow = Float32Array.from({ length: WIDTH + 1 }, (_, x) => heightAt(x * PIXEL, 0));
  for (let y = 0; y < HEIGHT; y++) {
    const heights = heightsBelow;
    heightsBelow = Float32Array.from({ length: WIDTH + 1 }, (_, x) => heightAt(x * PIXEL, (y + 1) * PIXEL));
    for (let x = 0; x < WIDTH; x++) {
      const height = heights[x] ?? 0;
      const band = Math.floor(height / CONTOUR);
      const isContour =
        band !== Math.floor((heights[x + 1] ?? 0) / CONTOUR) ||
        band !== Math.floor((heightsBelow[x] ?? 0) / CONTOUR);
      const isPath = pathDistance(x * PIXEL, y * PIXEL) < 4;
      const isNorthLine = x % (NORTH_LINE / PIXEL) === 45;
      let color: Color = groundColor(x * PIXEL, y * PIXEL, height);
      if (isNorthLine) color = COLORS.north;
      if (isContour && color !== COLORS.water) color = COLORS.contour;
      if (isPath && height >= 52) color = COLORS.path;
      rgba.set([...color, 255], (y * WIDTH + x) * 4);
    }
  }
  const corners = [
    { x: 0, y: 0 },
    { x: WIDTH, y: 0 },
    { x: WIDTH, y: HEIGHT },
    { x: 0, y: HEIGHT },
  ];
  return {
    file: new File([new Uint8Array(encodePng(WIDTH, HEIGHT, rgba))], 'race-map.png', { type: 'image/png' }),
    layerPoints: corners,
    mapPoints: corners.map(positionOf),
  };
}

/** The position of a point of the map, turned by the declination. */
function positionOf({ x, y }: { readonly x: number; readonly y: number }): [number, number] {
  const [right, up] = [(x - WIDTH / 2) * PIXEL, (HEIGHT / 2 - y) * PIXEL];
  const east = right * Math.cos(DECLINATION) - up * Math.sin(DECLINATION);
  const north = right * Math.sin(DECLINATION) + up * Math.cos(DECLINATION);
  // Metres per degree on the sphere, which is exact enough for a forest of our own.
  const degree = 111_195;
  return [CENTRE.lng + east / (degree * Math.cos((CENTRE.lat * Math.PI) / 180)), CENTRE.lat + north / degree];
}
