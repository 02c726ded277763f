import { dot } from './sample-file.ts';
import { type TestObject, type TestVertex, writeOcad } from './write-ocad.ts';

const HALF_WIDTH = 25_000;

/**
 * An OCAD file like a large orienteering map of 50 x 50 cm at 1:10,000: contours as curves, dashed paths, roads, vegetation
 * areas, patterns, boulders and heights, 20 vertices per object on average. The same arguments give the same file.
 */
export function writeLargeOcad(objects: number): Uint8Array {
  let seed = 1;
  const random = () => {
    seed = (seed * 16_807) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  const kinds = [contour, contour, contour, path, meadow, road, thicket, boulder, marsh, height];
  const list = Array.from({ length: objects }, (_, index) => {
    const [x, y] = [random(), random()].map((value) => Math.round((2 * value - 1) * HALF_WIDTH)) as [
      number,
      number,
    ];
    return (kinds[index % kinds.length] ?? contour)(x, y, random);
  });
  return writeOcad({
    version: 12,
    colors: [
      { number: 1, name: 'Black', cmyk: [0, 0, 0, 100] },
      { number: 2, name: 'Brown', cmyk: [0, 56, 100, 18] },
      { number: 3, name: 'Blue', cmyk: [87, 18, 0, 0] },
      { number: 4, name: 'Green', cmyk: [76, 0, 91, 0] },
      { number: 5, name: 'Yellow', cmyk: [0, 27, 79, 0] },
    ],
    scale: { m: 10_000, x: 500_000, y: 6_400_000, a: 3.5, i: 2_033 },
    symbols: [
      { type: 'line', number: 101_000, color: 2, width: 14 },
      { type: 'line', number: 505_000, color: 1, width: 25, mainLength: 200, endLength: 200, mainGap: 25 },
      { type: 'area', number: 401_000, fillColor: 5 },
      {
        type: 'line',
        number: 502_000,
        double: {
          mode: 1,
          fillColor: 2,
          backgroundColor: null,
          leftColor: 1,
          rightColor: 1,
          width: 40,
          leftWidth: 14,
          rightWidth: 14,
          dash: 0,
          gap: 0,
        },
      },
      { type: 'area', number: 407_000, hatchAngles: [900], hatchColor: 4, hatchWidth: 12, hatchDistance: 84 },
      { type: 'point', number: 204_000, elements: [dot(1, 40)] },
      {
        type: 'area',
        number: 308_000,
        structureMode: 2,
        structureWidth: 115,
        structureHeight: 50,
        structure: [dot(3, 20, -20), dot(3, 20, 20)],
      },
      { type: 'text', number: 603_000, font: 'Arial', color: 1, size: 60, alignment: 1, lineSpacing: 100 },
    ],
    objects: list,
  });
}

type MakeObject = (x: number, y: number, random: () => number) => TestObject;

/** A wavy line: every third vertex is on it, the two between are control points. */
function curve(x: number, y: number, random: () => number, segments: number): TestVertex[] {
  const vertices: TestVertex[] = [[x, y]];
  let [direction, atX, atY] = [random() * 6.28, x, y];
  for (let segment = 0; segment < segments; segment++) {
    direction += random() - 0.5;
    const step = (length: number): [number, number] => [
      Math.round(atX + length * Math.cos(direction)),
      Math.round(atY + length * Math.sin(direction)),
    ];
    const [first, second, end] = [step(40), step(80), step(120)];
    vertices.push([...first, 1], [...second, 2], end);
    [atX, atY] = end;
  }
  return vertices;
}

function ring(x: number, y: number, random: () => number, vertices: number, radius: number): TestVertex[] {
  return Array.from({ length: vertices }, (_, index) => {
    const [angle, distance] = [(2 * Math.PI * index) / vertices, radius * (0.7 + 0.3 * random())];
    return [Math.round(x + distance * Math.cos(angle)), Math.round(y + distance * Math.sin(angle))];
  });
}

const contour: MakeObject = (x, y, random) => ({
  symbol: 101_000,
  type: 2,
  vertices: curve(x, y, random, 10),
});
const path: MakeObject = (x, y, random) => ({ symbol: 505_000, type: 2, vertices: curve(x, y, random, 7) });
const road: MakeObject = (x, y, random) => ({ symbol: 502_000, type: 2, vertices: curve(x, y, random, 7) });
const meadow: MakeObject = (x, y, random) => ({
  symbol: 401_000,
  type: 3,
  vertices: ring(x, y, random, 40, 400),
});
const thicket: MakeObject = (x, y, random) => ({
  symbol: 407_000,
  type: 3,
  vertices: ring(x, y, random, 20, 250),
});
const marsh: MakeObject = (x, y, random) => ({
  symbol: 308_000,
  type: 3,
  vertices: ring(x, y, random, 12, 150),
});
const boulder: MakeObject = (x, y) => ({ symbol: 204_000, type: 1, vertices: [[x, y]] });
const height: MakeObject = (x, y) => ({
  symbol: 603_000,
  type: 4,
  vertices: [[x, y]],
  text: String(Math.abs(x)),
});
