import { inflateSync } from 'node:zlib';

type Matrix = readonly [number, number, number, number, number, number];
/** Millimetres from the upper left corner of the page. */
export type PagePoint = readonly [x: number, y: number];

/** What a page draws, with all transformations applied. */
export interface PageShapes {
  /** End points of all lines and curves. */
  readonly vertices: readonly PagePoint[];
  /** Centres of circles: paths of four curves. */
  readonly circles: readonly PagePoint[];
  /** Paths of one line. */
  readonly lines: readonly (readonly [PagePoint, PagePoint])[];
  /** From the unit square of pictures, y up, to the page. */
  readonly images: readonly ((point: PagePoint) => PagePoint)[];
}

/** The drawing commands of each page that pdfkit has written. */
export function contentsOf(pdf: Buffer): readonly string[] {
  const text = pdf.toString('latin1');
  return [...text.matchAll(/\/Filter \/FlateDecode\n>>\nstream\n/g)]
    .map((match) => {
      const start = match.index + match[0].length;
      return inflateSync(pdf.subarray(start, text.indexOf('\nendstream', start))).toString('latin1');
    })
    .filter((content) => content.startsWith('1 0 0 -1 0 '));
}

/** The JPEG pictures of a file. */
export function jpegsOf(pdf: Buffer): readonly Buffer[] {
  const text = pdf.toString('latin1');
  return [
    ...text.matchAll(
      /\/Length (\d+)\n\/Filter \/DCTDecode\n>>\nstream\n|\/Filter \/DCTDecode[^>]*?\/Length (\d+)\n>>\nstream\n/g,
    ),
  ].map((match) => {
    const start = match.index + match[0].length;
    return pdf.subarray(start, start + Number(match[1] ?? match[2]));
  });
}

/** Operators of ISO 32000-1, 8.2: q, Q, cm, m, l, c, Do. */
export function shapesOf(content: string, heightMillimetres: number): PageShapes {
  const shapes = {
    vertices: [] as PagePoint[],
    circles: [] as PagePoint[],
    lines: [] as [PagePoint, PagePoint][],
    images: [] as ((point: PagePoint) => PagePoint)[],
  };
  let matrix: Matrix = [1, 0, 0, 1, 0, 0];
  const stack: Matrix[] = [];
  let path: PagePoint[] = [];
  let curves: PagePoint[] = [];
  const apply = ([a, b, c, d, e, f]: Matrix, x: number, y: number): PagePoint => [
    ((a * x + c * y + e) * 25.4) / 72,
    heightMillimetres - ((b * x + d * y + f) * 25.4) / 72,
  ];
  for (const line of content.split('\n')) {
    const parts = line.trim().split(/\s+/);
    const operator = parts.pop();
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = parts.map(Number);
    if (operator === 'q') stack.push(matrix);
    else if (operator === 'Q') matrix = stack.pop() ?? matrix;
    else if (operator === 'cm') matrix = multiply([a, b, c, d, e, f], matrix);
    else if (operator === 'm') [path, curves] = [[apply(matrix, a, b)], []];
    else if (operator === 'l') path.push(apply(matrix, a, b));
    else if (operator === 'c') curves.push(apply(matrix, e, f));
    else if (operator === 'Do') {
      const current = matrix;
      shapes.images.push(([x, y]) => apply(current, x, y));
    } else if (operator === 'S' || operator === 'f*' || operator === 'f') {
      shapes.vertices.push(...path, ...curves);
      const [start, end] = path;
      if (curves.length === 4) shapes.circles.push(meanOf(curves));
      else if (path.length === 2 && start !== undefined && end !== undefined) shapes.lines.push([start, end]);
      [path, curves] = [[], []];
    }
  }
  return shapes;
}

function multiply([a, b, c, d, e, f]: Matrix, [A, B, C, D, E, F]: Matrix): Matrix {
  return [a * A + b * C, a * B + b * D, c * A + d * C, c * B + d * D, e * A + f * C + E, e * B + f * D + F];
}

function meanOf(points: readonly PagePoint[]): PagePoint {
  const sum = (axis: 0 | 1) => points.reduce((total, point) => total + point[axis], 0) / points.length;
  return [sum(0), sum(1)];
}
