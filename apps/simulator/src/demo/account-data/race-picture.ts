import { encodePng } from './png.ts';

type Color = readonly [red: number, green: number, blue: number];

/** Sky from top to bottom, and hills from the farthest to the nearest. */
interface Scenery {
  readonly sky: readonly [Color, Color];
  readonly hills: readonly Color[];
}

const SCENERIES: readonly Scenery[] = [
  {
    sky: [
      [92, 160, 214],
      [232, 240, 240],
    ],
    hills: [
      [148, 176, 190],
      [92, 138, 128],
      [38, 96, 78],
    ],
  },
  {
    sky: [
      [66, 64, 120],
      [248, 190, 128],
    ],
    hills: [
      [176, 128, 140],
      [110, 82, 112],
      [44, 40, 66],
    ],
  },
];

/** A drawn picture of karst hills, of which the number chooses the light. */
export function drawHills(width: number, height: number, number: number): Buffer {
  const scenery = SCENERIES[number % SCENERIES.length] ?? SCENERIES[0];
  if (scenery === undefined) throw new RangeError('there is no scenery');
  const { sky, hills } = scenery;
  const ridges = hills.map((_, layer) => ridgeOf(width, height, layer + number * 3));
  const rgba = new Uint8Array(width * height * 4);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const layer = ridges.findLastIndex((ridge) => y >= (ridge[x] ?? height));
      const color = hills[layer] ?? mix(sky[0], sky[1], y / height);
      rgba.set([...color, 255], (y * width + x) * 4);
    }
  return encodePng(width, height, rgba);
}

/** The upper edge of a row of hills in pixels: steep cones, as around Guilin. */
function ridgeOf(width: number, height: number, seed: number): Float64Array {
  const ridge = new Float64Array(width);
  const base = height * (0.5 + 0.14 * (seed % 3));
  for (let x = 0; x < width; x++) {
    const at = (x / width) * 9 + seed * 1.7;
    const cone = Math.abs(Math.sin(at)) ** 0.6 * Math.abs(Math.sin(at * 0.37 + seed));
    ridge[x] = base + height * 0.16 - cone * height * 0.34;
  }
  return ridge;
}

function mix(one: Color, other: Color, share: number): Color {
  const at = (index: 0 | 1 | 2) => Math.round(one[index] + (other[index] - one[index]) * share);
  return [at(0), at(1), at(2)];
}
