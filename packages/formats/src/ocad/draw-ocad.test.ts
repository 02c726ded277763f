import { expect, test } from 'vitest';
import { drawOcad } from './draw-ocad.ts';
import type { DrawnArea, DrawnElement, DrawnLine, DrawnText } from './drawing.ts';
import { OcadError } from './ocad-error.ts';
import { readOcad } from './read-ocad.ts';
import { dot, sampleFile, stroke } from './testing/sample-file.ts';
import { type TestFile, type TestObject, type TestVertex, writeOcad } from './testing/write-ocad.ts';
import type { TestSymbol } from './testing/write-symbol.ts';

const COLORS: TestFile['colors'] = [
  { number: 9, name: 'top', cmyk: [0, 0, 0, 100] },
  { number: 1, name: 'middle', cmyk: [100, 0, 0, 0] },
  { number: 5, name: 'bottom', cmyk: [0, 0, 100, 0] },
];
const [BOTTOM, MIDDLE, TOP] = [0, 1, 2];

function draw(symbols: readonly TestSymbol[], objects: readonly TestObject[]) {
  return drawOcad(readOcad(writeOcad({ version: 12, colors: COLORS, symbols, objects })));
}

/** Draws one object of a symbol along vertices. */
function drawOne(symbol: TestSymbol, vertices: readonly TestVertex[], fields: Partial<TestObject> = {}) {
  const type = { point: 1, line: 2, area: 3, text: 4, lineText: 6, rectangle: 7 }[symbol.type];
  return draw([symbol], [{ symbol: symbol.number, type, vertices, ...fields }]).elements;
}

const rounded = (points: readonly number[]) => points.map((value) => Math.round(value * 1e4) / 1e4 + 0);

/** The points of all lines of a color. */
const linesOf = (elements: readonly DrawnElement[], color: number) =>
  elements
    .filter((element): element is DrawnLine => element.kind === 'line' && element.color === color)
    .flatMap(({ lines }) => lines.map(({ points }) => rounded(points)));

const areasOf = (elements: readonly DrawnElement[], color: number) =>
  elements
    .filter((element): element is DrawnArea => element.kind === 'area' && element.color === color)
    .flatMap(({ polygons }) => polygons);

/** Centre and half width of polygons. */
const centresOf = (polygons: readonly (readonly (readonly number[])[])[]) =>
  polygons.map(([ring = []]) => {
    const xs = ring.filter((_, index) => index % 2 === 0);
    const ys = ring.filter((_, index) => index % 2 === 1);
    const [x, y] = [xs, ys].map((values) => (Math.min(...values) + Math.max(...values)) / 2) as [
      number,
      number,
    ];
    return [...rounded([x, y]), Math.round((Math.max(...xs) - x) * 1e4) / 1e4];
  });

const STRAIGHT: readonly TestVertex[] = [
  [0, 0],
  [1_000, 0],
];
const SQUARE: readonly TestVertex[] = [
  [0, 0],
  [1_000, 0],
  [1_000, 1_000],
  [0, 1_000],
];

test('orders elements by the color table, bottom to top', () => {
  const symbols: TestSymbol[] = [
    { type: 'line', number: 1, color: 9, width: 10 },
    { type: 'area', number: 2, fillColor: 5 },
    { type: 'line', number: 3, color: 1, width: 30 },
  ];
  const objects = [1, 2, 3].map((symbol) => ({ symbol, type: symbol === 2 ? 3 : 2, vertices: SQUARE }));
  const drawing = draw(symbols, objects);
  expect(drawing.colors.map(({ name }) => name)).toEqual(['bottom', 'middle', 'top']);
  expect(drawing.elements.map(({ kind, color }) => [kind, color])).toEqual([
    ['area', BOTTOM],
    ['line', MIDDLE],
    ['line', TOP],
  ]);
  expect(drawing).toMatchObject({ objects: 3, ignoredObjects: 0, bounds: [-0.15, -0.15, 10.15, 10.15] });
});

test('leaves out hidden and deleted objects, hidden symbols, and what has no symbol', () => {
  const symbols: TestSymbol[] = [
    { type: 'area', number: 1, fillColor: 5 },
    { type: 'area', number: 2, fillColor: 5, hidden: true },
  ];
  const at = (x: number): readonly TestVertex[] => SQUARE.map(([vx, vy]) => [vx + x, vy]);
  const drawing = draw(symbols, [
    { symbol: 1, type: 3, vertices: at(0) },
    { symbol: 1, type: 3, vertices: at(5_000), status: 2 },
    { symbol: 1, type: 3, vertices: at(6_000), status: 0 },
    { symbol: 2, type: 3, vertices: at(7_000) },
    { symbol: 77, type: 3, vertices: at(8_000) },
    { symbol: -3, type: 3, vertices: at(9_000) },
  ]);
  expect(drawing).toMatchObject({ objects: 1, ignoredObjects: 2, bounds: [0, 0, 10, 10] });
});

test('draws graphics in their own color and width', () => {
  const elements = draw(
    [],
    [
      { symbol: -2, type: 2, vertices: STRAIGHT, color: 1, lineWidth: 36 },
      { symbol: -2, type: 3, vertices: SQUARE, color: 5 },
    ],
  ).elements;
  expect(elements).toMatchObject([
    { kind: 'area', color: BOTTOM },
    { kind: 'line', color: MIDDLE, width: 0.36 },
  ]);
});

test('draws holes of areas', () => {
  const hole: TestVertex[] = [
    [200, 200, 32],
    [400, 200],
    [400, 400],
  ];
  const [element] = drawOne({ type: 'area', number: 1, fillColor: 5 }, [...SQUARE, ...hole]);
  expect((element as DrawnArea).polygons.map((rings) => rings.map(rounded))).toEqual([
    [
      [0, 0, 10, 0, 10, 10, 0, 10],
      [2, 2, 4, 2, 4, 4],
    ],
  ]);
});

test('flattens curves to two hundredths of a millimetre', () => {
  // A quarter of a circle with radius 10 mm, as Bézier curves approximate it.
  const handle = 552;
  const vertices: TestVertex[] = [
    [1_000, 0],
    [1_000, handle, 1],
    [handle, 1_000, 2],
    [0, 1_000],
  ];
  const [points = []] = linesOf(drawOne({ type: 'line', number: 1, color: 9, width: 10 }, vertices), TOP);
  expect(points.length / 2).toBeGreaterThan(10);
  expect(points.length / 2).toBeLessThan(40);
  for (let index = 0; index + 3 < points.length; index += 2) {
    const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = points.slice(index, index + 4);
    expect(Math.abs(Math.hypot((x0 + x1) / 2, (y0 + y1) / 2) - 10)).toBeLessThan(0.025);
  }
});

test('draws control points without a partner as vertices', () => {
  const vertices: TestVertex[] = [
    [0, 0],
    [100, 100, 1],
    [200, 0],
    [300, 0, 1],
  ];
  expect(linesOf(drawOne({ type: 'line', number: 1, color: 9, width: 10 }, vertices), TOP)).toEqual([
    [0, 0, 1, 1, 2, 0, 3, 0],
  ]);
});

test('stretches dashes so that the pattern ends with the line', () => {
  // 10 mm, a = b = 2, C = 0.5: four gaps (10 - 4 + 2) / 2.5 = 3.2, so 3; four dashes of (10 - 1.5) / 4 = 2.125 mm.
  const path: TestSymbol = {
    type: 'line',
    number: 1,
    color: 9,
    width: 10,
    mainLength: 200,
    endLength: 200,
    mainGap: 50,
  };
  expect(linesOf(drawOne(path, STRAIGHT), TOP)).toEqual([
    [0, 0, 2.125, 0],
    [2.625, 0, 4.75, 0],
    [5.25, 0, 7.375, 0],
    [7.875, 0, 10, 0],
  ]);
  // b = 1: (10 - 2 + 2) / 2.5 = 4 gaps; lengths 2 + 3 x 2 = 8 fill 10 - 2 = 8 exactly.
  expect(linesOf(drawOne({ ...path, endLength: 100 }, STRAIGHT), TOP)).toEqual([
    [0, 0, 1, 0],
    [1.5, 0, 3.5, 0],
    [4, 0, 6, 0],
    [6.5, 0, 8.5, 0],
    [9, 0, 10, 0],
  ]);
});

test('leaves secondary gaps in the middle of the main lengths and end gaps in the end lengths', () => {
  const path: TestSymbol = {
    type: 'line',
    number: 1,
    color: 9,
    width: 10,
    mainLength: 200,
    endLength: 100,
    mainGap: 50,
    secondaryGap: 20,
    endGap: 10,
  };
  const lines = linesOf(drawOne(path, STRAIGHT), TOP);
  expect(lines.slice(0, 4)).toEqual([
    [0, 0, 0.45, 0],
    [0.55, 0, 1, 0],
    [1.5, 0, 2.4, 0],
    [2.6, 0, 3.5, 0],
  ]);
  expect(lines).toHaveLength(10);
});

test('keeps a minimum of gaps, and draws lines that are too short for one without gaps', () => {
  const path: TestSymbol = {
    type: 'line',
    number: 1,
    color: 9,
    width: 10,
    mainLength: 2_000,
    endLength: 2_000,
    mainGap: 50,
  };
  expect(linesOf(drawOne(path, STRAIGHT), TOP)).toEqual([
    [0, 0, 4.75, 0],
    [5.25, 0, 10, 0],
  ]);
  expect(linesOf(drawOne({ ...path, minSymbols: -1 }, STRAIGHT), TOP)).toEqual([[0, 0, 10, 0]]);
  const short: TestVertex[] = [
    [0, 0],
    [90, 0],
  ];
  expect(linesOf(drawOne(path, short), TOP)).toEqual([[0, 0, 0.9, 0]]);
});

test('puts the centre of a dash on a marked vertex', () => {
  const path: TestSymbol = {
    type: 'line',
    number: 1,
    color: 9,
    width: 10,
    mainLength: 200,
    endLength: 100,
    mainGap: 50,
  };
  // Dash point at 10 mm: two sections of the pattern 1 . 2 . 2 . 2 . 1, joined by a dash of 1 + 1 mm.
  const lines = linesOf(
    drawOne(path, [
      [0, 0],
      [1_000, 0, 128],
      [2_000, 0],
    ]),
    TOP,
  );
  expect(lines[4]).toEqual([9, 0, 10, 0, 11, 0]);
  expect(lines).toHaveLength(9);
});

test('places main symbols in gaps, secondary ones on dashes, and start, end and corner symbols', () => {
  const line: TestSymbol = {
    type: 'line',
    number: 1,
    color: 9,
    width: 10,
    mainLength: 400,
    endLength: 200,
    mainGap: 100,
    mainSymbol: [dot(1, 40)],
    secondarySymbol: [dot(1, 20)],
    startSymbol: [dot(5, 60)],
    endSymbol: [dot(5, 80)],
    cornerSymbol: [dot(5, 100)],
  };
  // 10 mm: (10 - 4 + 4) / 5 = 2 gaps; 2 + 4 + 2 fill the other 8 mm.
  const elements = drawOne(line, STRAIGHT);
  expect(centresOf(areasOf(elements, MIDDLE))).toEqual([
    [2.5, 0, 0.2],
    [7.5, 0, 0.2],
    [5, 0, 0.1],
  ]);
  expect(centresOf(areasOf(elements, BOTTOM))).toEqual([
    [0, 0, 0.3],
    [10, 0, 0.4],
  ]);
  const cornered = drawOne(line, [
    [0, 0],
    [1_000, 0, 16],
    [1_000, 1_000],
  ]);
  expect(centresOf(areasOf(cornered, BOTTOM))).toContainEqual([10, 0, 0.5]);
});

test('turns symbols along the line, repeats them, and decreases them', () => {
  const fence: TestSymbol = {
    type: 'line',
    number: 1,
    color: 9,
    width: 10,
    mainLength: 500,
    endLength: 250,
    mainSymbol: [
      stroke(1, 10, [
        [0, 0],
        [0, 100],
      ]),
    ],
  };
  const up: TestVertex[] = [
    [0, 0],
    [0, 1_000],
  ];
  // Upwards, the tags point to the left.
  expect(linesOf(drawOne(fence, up), MIDDLE)).toEqual([
    [0, 2.5, -1, 2.5],
    [0, 7.5, -1, 7.5],
  ]);
  expect(
    linesOf(drawOne({ ...fence, mainSymbolCount: 2, mainSymbolDistance: 100 }, STRAIGHT), MIDDLE),
  ).toEqual([
    [2, 0, 2, 1],
    [3, 0, 3, 1],
    [7, 0, 7, 1],
    [8, 0, 8, 1],
  ]);
  // To 50 % at the end: 1 - 0.25 x 0.5 and 1 - 0.75 x 0.5.
  expect(linesOf(drawOne({ ...fence, decreaseMode: 1, decreaseLast: 50 }, STRAIGHT), MIDDLE)).toEqual([
    [2.5, 0, 2.5, 0.875],
    [7.5, 0, 7.5, 0.625],
  ]);
});

const ROAD = {
  mode: 1,
  fillColor: 5,
  backgroundColor: null,
  leftColor: 9,
  rightColor: 1,
  width: 100,
  leftWidth: 20,
  rightWidth: 40,
  dash: 200,
  gap: 50,
};

test('draws double lines at the sides of their fill', () => {
  const elements = drawOne({ type: 'line', number: 1, double: ROAD }, [
    [0, 0],
    [1_000, 0],
    [1_000, -1_000],
  ]);
  expect(elements.find(({ color }) => color === BOTTOM)).toMatchObject({ width: 1 });
  // Left: 0.5 + 0.1 above; right: 0.5 + 0.2 below; the corner is mitred.
  expect(linesOf(elements, TOP)).toEqual([[0, 0.6, 10.6, 0.6, 10.6, -10]]);
  expect(linesOf(elements, MIDDLE)).toEqual([[0, -0.7, 9.3, -0.7, 9.3, -10]]);
});

test('leaves out a side between marked vertices, and dashes sides by the mode', () => {
  const gaps = drawOne({ type: 'line', number: 1, double: ROAD }, [
    [0, 0],
    [400, 0, 4],
    [700, 0],
    [1_000, 0],
  ]);
  expect(linesOf(gaps, TOP)).toEqual([
    [0, 0.6, 4, 0.6],
    [7, 0.6, 10, 0.6],
  ]);
  expect(linesOf(gaps, MIDDLE)).toHaveLength(1);
  const dashed = (mode: number) => drawOne({ type: 'line', number: 1, double: { ...ROAD, mode } }, STRAIGHT);
  // (10 + 0.5) / 2.5 = 4.2: four dashes of (10 - 1.5) / 4.
  expect(linesOf(dashed(2), TOP)[1]).toEqual([2.625, 0.6, 4.75, 0.6]);
  expect(linesOf(dashed(2), MIDDLE)).toHaveLength(1);
  expect(linesOf(dashed(3), MIDDLE)).toHaveLength(4);
  expect(linesOf(dashed(3), BOTTOM)).toHaveLength(1);
  expect(linesOf(dashed(4), BOTTOM)).toHaveLength(4);
});

test('draws frames below a line, shortens it, leaves gaps and points its ends', () => {
  const framed = drawOne(
    {
      type: 'line',
      number: 1,
      color: 9,
      width: 30,
      framingColor: 5,
      framingWidth: 60,
      startDistance: 100,
      endDistance: 50,
    },
    [
      [0, 0],
      [400, 0, 8],
      [600, 0],
      [1_000, 0],
    ],
  );
  expect(linesOf(framed, TOP)).toEqual([
    [1, 0, 4, 0],
    [6, 0, 9.5, 0],
  ]);
  expect(framed[0]).toMatchObject({ color: BOTTOM, width: 0.6 });
  const pointed = drawOne(
    { type: 'line', number: 1, color: 9, width: 40, style: 2, startDistance: 100 },
    STRAIGHT,
  );
  expect(areasOf(pointed, TOP).map((rings) => rings.map(rounded))).toEqual([[[0, 0, 1, 0.2, 1, -0.2, 0, 0]]]);
});

test('draws closed lines as closed', () => {
  const [line] = drawOne({ type: 'line', number: 1, color: 9, width: 10 }, [...SQUARE, [0, 0]]);
  expect(line).toMatchObject({ lines: [{ closed: true, points: [0, 0, 10, 0, 10, 10, 0, 10] }] });
});

test('hatches areas in one or two directions, turned with the object', () => {
  const hatch: TestSymbol = {
    type: 'area',
    number: 1,
    hatchAngles: [0],
    hatchColor: 9,
    hatchWidth: 25,
    hatchDistance: 400,
  };
  // At multiples of 4 mm from the origin of the paper; the upper edge at 10 mm has none.
  expect(linesOf(drawOne(hatch, SQUARE), TOP)).toEqual([
    [0, 0, 10, 0],
    [0, 4, 10, 4],
    [0, 8, 10, 8],
  ]);
  const hole: TestVertex[] = [
    [300, 300, 32],
    [600, 300],
    [600, 600],
    [300, 600],
  ];
  expect(linesOf(drawOne(hatch, [...SQUARE, ...hole]), TOP)).toContainEqual([6, 4, 10, 4]);
  expect(linesOf(drawOne({ ...hatch, hatchAngles: [0, 900] }, SQUARE), TOP)).toHaveLength(6);
  // 90 degrees: vertical lines.
  expect(linesOf(drawOne(hatch, SQUARE, { angle: 900 }), TOP).map(([x0, , x1]) => x0 === x1)).toEqual([
    true,
    true,
    true,
  ]);
});

test('fills areas with patterns in aligned and shifted rows', () => {
  const pattern: TestSymbol = {
    type: 'area',
    number: 1,
    structureMode: 1,
    structureWidth: 400,
    structureHeight: 400,
    structure: [dot(9, 100)],
  };
  const inner: readonly TestVertex[] = SQUARE.map(([x, y]) => [x + 200, y + 200]);
  // From 2 to 12 mm: centres at 4, 8 and, half of it outside, 12.
  const centres = centresOf(areasOf(drawOne(pattern, inner), TOP));
  expect(centres.filter(([x = 0, y = 0]) => x < 11 && y < 11)).toEqual([
    [4, 4, 0.5],
    [8, 4, 0.5],
    [4, 8, 0.5],
    [8, 8, 0.5],
  ]);
  expect(centres).toContainEqual([11.75, 4, 0.25]);
  const shifted = centresOf(areasOf(drawOne({ ...pattern, structureMode: 2 }, inner), TOP));
  expect(shifted).toContainEqual([8, 8, 0.5]);
  expect(shifted).toContainEqual([6, 4, 0.5]);
  const complete = centresOf(areasOf(drawOne({ ...pattern, structureClip: 1 }, inner), TOP));
  expect(complete).toHaveLength(4);
  const centre = centresOf(areasOf(drawOne({ ...pattern, structureClip: 2 }, inner), TOP));
  expect(centre.every(([, , radius]) => radius === 0.5)).toBe(true);
});

test('cuts lines of patterns at the outline', () => {
  const marsh: TestSymbol = {
    type: 'area',
    number: 1,
    structureMode: 1,
    structureWidth: 1_000,
    structureHeight: 400,
    structure: [
      stroke(9, 10, [
        [-450, 0],
        [450, 0],
      ]),
    ],
  };
  const area: TestVertex[] = [
    [-200, 300],
    [600, 300],
    [600, 500],
    [-200, 500],
  ];
  // Strokes from -4.5 to 4.5 and from 5.5 to 14.5, within -2 and 6.
  expect(linesOf(drawOne(marsh, area), TOP)).toEqual([
    [-2, 4, 4.5, 4],
    [5.5, 4, 6, 4],
  ]);
});

test('draws the border of an area with its line symbol', () => {
  const symbols: TestSymbol[] = [
    { type: 'line', number: 1, color: 9, width: 14 },
    { type: 'area', number: 2, fillColor: 5, borderSymbol: 1 },
  ];
  const { elements } = draw(symbols, [{ symbol: 2, type: 3, vertices: SQUARE }]);
  expect(elements).toMatchObject([
    { kind: 'area', color: BOTTOM },
    { kind: 'line', color: TOP, width: 0.14, lines: [{ closed: true }] },
  ]);
});

test('draws point symbols turned with the object', () => {
  const symbol: TestSymbol = {
    type: 'point',
    number: 1,
    elements: [
      stroke(9, 10, [
        [0, 0],
        [100, 0],
      ]),
      { kind: 'circle', lineStyle: 0, color: 1, lineWidth: 20, diameter: 100, vertices: [[0, 0]] },
      {
        kind: 'area',
        lineStyle: 0,
        color: 5,
        lineWidth: 0,
        diameter: 0,
        vertices: [
          [0, 0],
          [100, 0],
          [0, 100],
        ],
      },
    ],
  };
  const elements = drawOne(symbol, [[1_000, 1_000]], { angle: 900 });
  expect(linesOf(elements, TOP)).toEqual([[10, 10, 10, 11]]);
  // The outer diameter is 1 mm, so the centre line has a radius of 0.4 mm.
  const [circle = []] = linesOf(elements, MIDDLE);
  expect(Math.hypot((circle[0] ?? 0) - 10, (circle[1] ?? 0) - 10)).toBeCloseTo(0.4, 6);
  expect(areasOf(elements, BOTTOM).map((rings) => rings.map(rounded))).toEqual([[[10, 10, 10, 11, 9, 10]]]);
});

const TEXT: TestSymbol = { type: 'text', number: 1, font: 'Arial', color: 9, size: 100, lineSpacing: 120 };
const textsOf = (elements: readonly DrawnElement[]) =>
  elements.filter((element): element is DrawnText => element.kind === 'text');

test('draws lines of text below each other, turned with the object', () => {
  const texts = textsOf(drawOne(TEXT, [[1_000, 1_000]], { text: 'one\r\ntwo' }));
  // 10 points are 3.5278 mm; the line spacing is 120 % of it.
  expect(texts).toMatchObject([
    { text: 'one', x: 10, y: 10, align: 'left', angle: 0, font: 'Arial', bold: false, outline: 0 },
    { text: 'two', x: 10 },
  ]);
  expect(texts[0]?.size).toBeCloseTo(3.5278, 4);
  expect(texts[1]?.y).toBeCloseTo(10 - 1.2 * 3.5278, 3);
  const [, turned] = textsOf(drawOne(TEXT, [[1_000, 1_000]], { text: 'one\r\ntwo', angle: 900 }));
  expect(turned).toMatchObject({ angle: 90 });
  expect(turned?.x).toBeCloseTo(10 + 1.2 * 3.5278, 3);
});

test('aligns text, and breaks lines of a box at its width', () => {
  const top = textsOf(drawOne({ ...TEXT, alignment: 9 }, [[1_000, 1_000]], { text: 'top' }));
  expect(top).toMatchObject([{ align: 'center', x: 10 }]);
  // The top of capital letters is at the anchor.
  expect(top[0]?.y).toBeCloseTo(10 - 0.716 * 3.5278, 3);
  const box: TestVertex[] = [
    [0, 0],
    [1_500, 0],
    [1_500, 2_000],
    [0, 2_000],
  ];
  const wrapped = textsOf(drawOne({ ...TEXT, alignment: 2 }, box, { text: 'a long line of text', type: 5 }));
  expect(wrapped.map(({ text }) => text)).toEqual(['a long', 'line of', 'text']);
  expect(wrapped[0]).toMatchObject({ align: 'right', x: 15 });
});

test('frames text, and draws a line below it', () => {
  const framed = textsOf(
    drawOne({ ...TEXT, framingMode: 2, framingColor: 5, framingWidth: 30 }, [[0, 0]], { text: 'A' }),
  );
  expect(framed).toMatchObject([
    { color: BOTTOM, outline: 0.3 },
    { color: TOP, outline: 0 },
  ]);
  const shadow = textsOf(
    drawOne({ ...TEXT, framingMode: 1, framingColor: 5, framingOffset: [20, -20] }, [[0, 0]], { text: 'A' }),
  );
  expect(shadow[0]).toMatchObject({ color: BOTTOM, x: 0.2, y: -0.2 });
  const below = drawOne({ ...TEXT, lineBelow: { color: 1, width: 20, distance: 50 } }, [[0, 0]], {
    text: 'A',
  });
  // The letter A of Helvetica is 0.667 em wide.
  expect(linesOf(below, MIDDLE)).toEqual([[0, -0.5, 2.353, -0.5]]);
});

test('draws text along a line, character by character', () => {
  const symbol: TestSymbol = { ...TEXT, type: 'lineText' };
  const texts = textsOf(
    drawOne(
      symbol,
      [
        [0, 0],
        [0, 2_000],
      ],
      { text: 'iW', type: 6 },
    ),
  );
  expect(texts).toMatchObject([
    { text: 'i', align: 'center', angle: 90 },
    { text: 'W', align: 'center', angle: 90 },
  ]);
  // Widths of 0.222 and 0.944 em: centres at 0.111 and 0.222 + 0.472 em.
  expect(texts[0]?.y).toBeCloseTo(0.111 * 3.5278, 3);
  expect(texts[1]?.y).toBeCloseTo(0.694 * 3.5278, 3);
});

test('draws rectangles with their grid and numbers', () => {
  const grid = {
    cellWidth: 500,
    cellHeight: 1_000,
    numbered: true,
    fromBottom: false,
    unnumberedCells: 1,
    unnumberedText: '',
  };
  const elements = drawOne({ type: 'rectangle', number: 1, color: 9, width: 20, grid }, SQUARE);
  expect(linesOf(elements, TOP)).toEqual([
    [10, 0, 10, 10, 0, 10, 0, 0],
    [5, 0, 5, 10],
  ]);
  expect(textsOf(elements).map(({ text }) => text)).toEqual(['1']);
});

test('refuses patterns that would become too much geometry', () => {
  const pattern: TestSymbol = {
    type: 'area',
    number: 1,
    structureMode: 1,
    structureWidth: 1,
    structureHeight: 1,
    structure: [dot(9, 100)],
  };
  const large: readonly TestVertex[] = SQUARE.map(([x, y]) => [x * 1_000, y * 1_000]);
  expect(() => drawOne(pattern, large)).toThrow(new OcadError('expands'));
  const hatch: TestSymbol = {
    type: 'area',
    number: 1,
    hatchAngles: [0],
    hatchColor: 9,
    hatchWidth: 1,
    hatchDistance: 1,
  };
  expect(() => drawOne(hatch, large)).toThrow(new OcadError('expands'));
});

test('draws every symbol type of every version', () => {
  for (const version of [9, 10, 11, 12, 2018]) {
    const drawing = drawOcad(readOcad(writeOcad(sampleFile(version))));
    expect(drawing).toMatchObject({ objects: 9, ignoredObjects: 0 });
    expect(new Set(drawing.elements.map(({ kind }) => kind))).toEqual(new Set(['area', 'line', 'text']));
  }
});
