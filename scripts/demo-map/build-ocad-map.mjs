// Writes apps/simulator/src/demo/fixtures/yaoshan.ocd, the orienteering map of the demo's training at 1:10,000: an OCAD 12 file in
// EPSG:32649 of terrain that does not exist.
//
//   npm install --no-save d3-contour@4.0.3
//   node scripts/demo-map/build-ocad-map.mjs
import { writeFileSync } from 'node:fs';
import { contours } from 'd3-contour';
import { noise } from '../../apps/simulator/src/demo/account-data/race-map.ts';
import { CONTROL_POSITIONS, START_POSITION } from '../../apps/simulator/src/demo/account-data/training.ts';
import { projectionOf } from '../../packages/formats/src/coordinate-systems/projection.ts';
import { writeOcad } from '../../packages/formats/src/ocad/testing/write-ocad.ts';

const TARGET = new URL('../../apps/simulator/src/demo/fixtures/yaoshan.ocd', import.meta.url);
/** UTM zone 49 north, its number in OCAD, the origin of the paper, and the angle by which magnetic north is west of grid north. */
const EPSG = 32_649;
const OCAD_GRID = 2_049;
const ORIGIN = { east: 435_400, north: 2_797_950 };
const GRIVATION = -3;
/** Metres on the ground: half of the width and height, a cell of the terrain, between contours and between north lines. */
const HALF = { width: 920, height: 960 };
const CELL = 10;
const CONTOUR = 5;
const INDEX_CONTOUR = 25;
const NORTH_LINE = 300;
/** Hundredths of a millimetre on paper for a metre at 1:10,000. */
const UNITS = 10;

const [BLACK, BLUE, BROWN, GREEN, LIGHT_GREEN, WATER, YELLOW] = [1, 2, 3, 4, 5, 6, 7];
const COLORS = [
  { number: BLACK, name: 'Black', cmyk: [0, 0, 0, 100] },
  { number: BLUE, name: 'Blue', cmyk: [100, 0, 0, 0] },
  { number: BROWN, name: 'Brown', cmyk: [0, 56, 100, 18] },
  { number: WATER, name: 'Blue 50%', cmyk: [50, 0, 0, 0] },
  { number: GREEN, name: 'Green', cmyk: [76, 0, 91, 0] },
  { number: LIGHT_GREEN, name: 'Green 30%', cmyk: [23, 0, 27, 0] },
  { number: YELLOW, name: 'Yellow', cmyk: [0, 27, 79, 0] },
];

const dot = (color, diameter) => ({
  kind: 'dot',
  lineStyle: 0,
  lineWidth: 0,
  color,
  diameter,
  vertices: [[0, 0]],
});
const stroke = (color, lineWidth, vertices) => ({
  kind: 'line',
  lineStyle: 0,
  diameter: 0,
  color,
  lineWidth,
  vertices,
});
/** Widths in hundredths of a millimetre (ISOM 2017-2). */
const SYMBOLS = [
  { type: 'line', number: 101_000, description: 'Contour', color: BROWN, width: 14 },
  { type: 'line', number: 102_000, description: 'Index contour', color: BROWN, width: 25 },
  { type: 'point', number: 109_000, description: 'Small knoll', elements: [dot(BROWN, 50)] },
  {
    type: 'point',
    number: 115_000,
    description: 'Pit',
    elements: [
      stroke(BROWN, 18, [
        [-35, 40],
        [0, -40],
        [35, 40],
      ]),
    ],
  },
  { type: 'line', number: 201_000, description: 'Cliff', color: BLACK, width: 35 },
  { type: 'point', number: 204_000, description: 'Boulder', elements: [dot(BLACK, 40)] },
  { type: 'area', number: 301_000, description: 'Lake', fillColor: WATER },
  { type: 'line', number: 301_001, description: 'Bank line', color: BLUE, width: 18 },
  { type: 'line', number: 304_000, description: 'Stream', color: BLUE, width: 18 },
  { type: 'area', number: 401_000, description: 'Open land', fillColor: YELLOW },
  { type: 'area', number: 406_000, description: 'Slow running', fillColor: LIGHT_GREEN },
  { type: 'area', number: 410_000, description: 'Fight', fillColor: GREEN },
  { type: 'line', number: 503_000, description: 'Road', color: BLACK, width: 35 },
  {
    type: 'line',
    number: 505_000,
    description: 'Footpath',
    ...{ color: BLACK, width: 25, mainLength: 200, endLength: 200, mainGap: 25 },
  },
  { type: 'area', number: 521_000, description: 'Building', fillColor: BLACK },
  { type: 'line', number: 601_000, description: 'Magnetic north line', color: BLUE, width: 12 },
  {
    type: 'text',
    number: 900_000,
    description: 'Title',
    ...{ font: 'Arial', color: BLACK, size: 180, alignment: 0, lineSpacing: 120 },
  },
];
const objects = [];

const columns = Math.round((2 * HALF.width) / CELL) + 1;
const rows = Math.round((2 * HALF.height) / CELL) + 1;

/** Metres to the right and up from the middle of the paper. */
function heightAt(x, y) {
  const hills = 130 * noise(x + 5_000, y + 5_000, 560, 21) + 42 * noise(x + 5_000, y + 5_000, 230, 22);
  return 150 + 0.03 * x + hills + 7 * noise(x + 5_000, y + 5_000, 90, 23);
}

const vegetationAt = (x, y) =>
  0.65 * noise(x + 5_000, y + 5_000, 310, 31) + 0.35 * noise(x + 5_000, y + 5_000, 120, 32);

function sample(field) {
  return Array.from({ length: rows * columns }, (_, at) =>
    field((at % columns) * CELL - HALF.width, Math.floor(at / columns) * CELL - HALF.height),
  );
}

/** A vertex of d3-contour, whose cells have their values in their middle, in metres within the map. */
function toMetres([column, row]) {
  const limit = (value, half) => Math.min(half, Math.max(-half, value));
  return [
    limit((column - 0.5) * CELL - HALF.width, HALF.width),
    limit((row - 0.5) * CELL - HALF.height, HALF.height),
  ];
}

const toUnits = ([x, y], mark = 0) => [Math.round(x * UNITS), Math.round(y * UNITS), mark];
const isOnEdge = ([x, y]) => Math.abs(x) >= HALF.width || Math.abs(y) >= HALF.height;

function addLine(symbol, points) {
  if (points.length > 1) objects.push({ symbol, type: 2, vertices: points.map((point) => toUnits(point)) });
}

/** Rings after the first one are holes: their first vertex is marked with 32. */
function addArea(symbol, rings) {
  const vertices = rings.flatMap((ring, at) =>
    ring.map((point, index) => toUnits(point, at > 0 && index === 0 ? 32 : 0)),
  );
  objects.push({ symbol, type: 3, vertices });
}

const addPoint = (symbol, point) => objects.push({ symbol, type: 1, vertices: [toUnits(point)] });

/** Divides a ring at the edge of the map, along which there is no line. */
function addRing(symbol, ring) {
  const lines = [[]];
  for (const [at, point] of ring.entries()) {
    const before = ring[at - 1];
    if (before !== undefined && isOnEdge(before) && isOnEdge(point)) lines.push([]);
    lines.at(-1).push(point);
  }
  for (const line of lines) addLine(symbol, line);
}

function addContours() {
  const heights = sample(heightAt);
  const from = Math.ceil(Math.min(...heights) / CONTOUR) * CONTOUR;
  const levels = [];
  for (let level = from; level < Math.max(...heights); level += CONTOUR) levels.push(level);
  for (const { value, coordinates } of contours().size([columns, rows]).thresholds(levels)(heights))
    for (const ring of coordinates.flat())
      addRing(value % INDEX_CONTOUR === 0 ? 102_000 : 101_000, ring.map(toMetres));
}

/** Land on which a value is at least this. */
function addAreas(symbol, field, threshold) {
  const [area] = contours().size([columns, rows]).thresholds([threshold])(sample(field));
  for (const polygon of area.coordinates)
    addArea(
      symbol,
      polygon.map((ring) => ring.map(toMetres)),
    );
}

function ellipse([x, y], width, height) {
  return Array.from({ length: 24 }, (_, at) => {
    const angle = (at / 24) * 2 * Math.PI;
    const wobble = 1 + 0.18 * Math.sin(3 * angle + 1);
    return [x + width * wobble * Math.cos(angle), y + height * wobble * Math.sin(angle)];
  });
}

function addPond(at, width, height) {
  const ring = ellipse(at, width, height);
  addArea(301_000, [ring]);
  addLine(301_001, [...ring, ring[0]]);
}

/** The way of water from a position: always down, until it reaches the edge or a hollow. */
function addStream([x, y]) {
  const line = [[x, y]];
  for (let step = 0; step < 400; step += 1) {
    const [east, north] = line.at(-1);
    if (isOnEdge([east, north])) break;
    const slope = [
      heightAt(east + 5, north) - heightAt(east - 5, north),
      heightAt(east, north + 5) - heightAt(east, north - 5),
    ];
    const length = Math.hypot(...slope);
    if (length < 0.15) break;
    line.push([east - (slope[0] / length) * 8, north - (slope[1] / length) * 8]);
  }
  addLine(304_000, line);
  return line.at(-1);
}

/** A winding way through positions. */
function wayThrough(points, seed) {
  return points.flatMap((point, at) => {
    const next = points[at + 1];
    if (next === undefined) return [point];
    return Array.from({ length: 12 }, (_, step) => {
      const share = step / 12;
      const bend = Math.sin(share * Math.PI) * (noise(at * 90, seed * 70, 50, seed) - 0.5) * 110;
      const [dx, dy] = [next[0] - point[0], next[1] - point[1]];
      const length = Math.hypot(dx, dy);
      return [point[0] + dx * share - (dy / length) * bend, point[1] + dy * share + (dx / length) * bend];
    });
  });
}

function addHouse([x, y], width, height) {
  addArea(521_000, [
    [
      [x, y],
      [x + width, y],
      [x + width, y + height],
      [x, y + height],
    ],
  ]);
}

/** Where a position lies on the paper, in metres. */
function onPaper(position) {
  const [east, north] = projectionOf(EPSG).forward(position);
  const [cos, sin] = [Math.cos((GRIVATION * Math.PI) / 180), Math.sin((GRIVATION * Math.PI) / 180)];
  const [dx, dy] = [east - ORIGIN.east, north - ORIGIN.north];
  return [dx * cos - dy * sin, dx * sin + dy * cos];
}

const control = (code) => onPaper(CONTROL_POSITIONS.get(code));
const start = onPaper(START_POSITION);

addAreas(401_000, (x, y) => -vegetationAt(x, y), -0.36);
addAreas(406_000, vegetationAt, 0.6);
addAreas(410_000, vegetationAt, 0.72);
addContours();
addPond(control('39'), 34, 22);
addPond([430, -610], 60, 38);
for (const spring of [
  [-150, 420],
  [330, 250],
  [520, -240],
]) {
  const end = addStream(spring);
  if (!isOnEdge(end)) addPond(end, 26, 18);
}
addLine(
  503_000,
  wayThrough(
    [
      [-HALF.width, -700],
      [start[0] - 30, start[1] - 60],
      control('40').map((value) => value - 40),
      control('39').map((value) => value - 60),
      control('38'),
      [260, HALF.height],
    ],
    41,
  ),
);
addLine(
  505_000,
  wayThrough(
    [
      [start[0] - 30, start[1] - 60],
      control('31').map((value) => value + 35),
      [60, -120],
      control('35').map((value) => value + 30),
      control('37').map((value) => value - 35),
      [HALF.width, 640],
    ],
    42,
  ),
);
addLine(
  505_000,
  wayThrough([[60, -120], control('33').map((value) => value - 45), [560, -380], [HALF.width, -420]], 43),
);
addLine(
  505_000,
  wayThrough(
    [
      control('40').map((value) => value - 40),
      control('36').map((value) => value - 30),
      control('35').map((value) => value + 30),
    ],
    44,
  ),
);
for (const [dx, dy, width, height] of [
  [-95, -20, 22, 12],
  [-60, -38, 14, 14],
  [-120, 18, 16, 10],
])
  addHouse([start[0] + dx, start[1] + dy], width, height);
addPoint(204_000, control('32'));
addPoint(115_000, control('36'));
addPoint(109_000, control('31'));
addPoint(109_000, control('40'));
const [cliffX, cliffY] = control('34');
addLine(201_000, [
  [cliffX - 5, cliffY + 14],
  [cliffX - 2, cliffY],
  [cliffX - 6, cliffY - 13],
]);
// Boulders lie on steep ground, knolls on flat ground.
for (let at = 0; at < 420; at += 1) {
  const x = (noise(at * 37, 11, 1, 51) * 2 - 1) * HALF.width * 0.97;
  const y = (noise(at * 53, 17, 1, 52) * 2 - 1) * HALF.height * 0.97;
  const steepness = Math.hypot(
    heightAt(x + 10, y) - heightAt(x - 10, y),
    heightAt(x, y + 10) - heightAt(x, y - 10),
  );
  if (steepness > 7) addPoint(204_000, [x, y]);
  else if (steepness < 1.6) addPoint(109_000, [x, y]);
}
for (let x = -HALF.width + NORTH_LINE / 2; x < HALF.width; x += NORTH_LINE)
  addLine(601_000, [
    [x, -HALF.height],
    [x, HALF.height],
  ]);
objects.push({
  symbol: 900_000,
  type: 4,
  vertices: [toUnits([-HALF.width + 10, -HALF.height - 45])],
  text: '尧山 Yaoshan  1:10,000  5 m',
});

const scale = { m: 10_000, x: ORIGIN.east, y: ORIGIN.north, a: GRIVATION, i: OCAD_GRID };
const file = writeOcad({ version: 12, colors: COLORS, scale, symbols: SYMBOLS, objects });
writeFileSync(TARGET, file);
console.log(`${objects.length} objects, ${file.length} bytes`);
