import { OcadError } from './ocad-error.ts';

/** x and y in turn. */
export type Points = readonly number[];

export interface DrawnColor {
  readonly name: string;
  /** `#rrggbb`. */
  readonly rgb: string;
  /** 0 to 1. */
  readonly opacity: number;
}

export type Cap = 'butt' | 'round';
export type Join = 'miter' | 'round' | 'bevel';

/** Filled polygons: rings of which the first one is the outline and the others are holes (even-odd rule). */
export interface DrawnArea {
  readonly kind: 'area';
  readonly color: number;
  readonly polygons: readonly (readonly Points[])[];
}

export interface DrawnLine {
  readonly kind: 'line';
  readonly color: number;
  readonly width: number;
  readonly cap: Cap;
  readonly join: Join;
  readonly lines: readonly { readonly points: Points; readonly closed: boolean }[];
}

/** One line of text. */
export interface DrawnText {
  readonly kind: 'text';
  readonly color: number;
  readonly text: string;
  /** On the baseline. */
  readonly x: number;
  readonly y: number;
  readonly align: 'left' | 'center' | 'right';
  /** Degrees, counterclockwise. */
  readonly angle: number;
  /** Height of the em square. */
  readonly size: number;
  readonly font: string;
  readonly bold: boolean;
  readonly italic: boolean;
  /** Additional width around the letters, for a frame of text above it; 0: none. */
  readonly outline: number;
}

export type DrawnElement = DrawnArea | DrawnLine | DrawnText;

/** A map on paper: millimetres, x to the right, y to the top. `color` of an element is an index of `colors`. */
export interface Drawing {
  /** Bottom to top. */
  readonly colors: readonly DrawnColor[];
  /** Bottom to top. */
  readonly elements: readonly DrawnElement[];
  /** Of all elements with their widths. */
  readonly bounds: readonly [minX: number, minY: number, maxX: number, maxY: number];
  /** Number of objects that are drawn. */
  readonly objects: number;
  /** Objects that are neither hidden nor drawn: without a symbol, images, without points, of unknown colors. */
  readonly ignoredObjects: number;
}

export interface LineStyle {
  readonly width: number;
  readonly cap: Cap;
  readonly join: Join;
}

/** More would not fit into the memory of a child process. */
const MAX_DRAWN_VERTICES = 12_000_000;

/** Collects elements, by the color numbers of the file. Chunks of one object with the same color and width become one element. */
export class DrawingBuilder {
  readonly #indexes: ReadonlyMap<number, number>;
  readonly #elements: DrawnElement[] = [];
  #areas = new Map<number, Points[][]>();
  #lines = new Map<
    string,
    { style: LineStyle; color: number; lines: { points: Points; closed: boolean }[] }
  >();
  #vertices = 0;
  /** Elements of the objects before the current one. */
  #drawn = 0;

  /** `indexes`: from color numbers to indexes of the drawing. */
  constructor(indexes: ReadonlyMap<number, number>) {
    this.#indexes = indexes;
  }

  area(colorNumber: number, rings: readonly Points[]): void {
    const color = this.#indexes.get(colorNumber);
    const used = rings.filter((ring) => ring.length >= 6);
    if (color === undefined || used.length === 0) return;
    for (const ring of used) this.#count(ring);
    const polygons = this.#areas.get(color);
    if (polygons === undefined) this.#areas.set(color, [used]);
    else polygons.push(used);
  }

  line(colorNumber: number, style: LineStyle, points: Points, closed = false): void {
    const color = this.#indexes.get(colorNumber);
    if (color === undefined || style.width <= 0 || points.length < 4) return;
    this.#count(points);
    const key = `${color} ${style.width} ${style.cap} ${style.join}`;
    const group = this.#lines.get(key);
    if (group === undefined) this.#lines.set(key, { style, color, lines: [{ points, closed }] });
    else group.lines.push({ points, closed });
  }

  text(colorNumber: number, text: Omit<DrawnText, 'kind' | 'color'>): void {
    const color = this.#indexes.get(colorNumber);
    if (color === undefined || text.text.trim() === '' || text.size <= 0) return;
    this.#count([text.x, text.y]);
    this.#elements.push({ kind: 'text', color, ...text });
  }

  /** Completes the elements of an object. Returns whether it has any. */
  endObject(): boolean {
    const before = this.#drawn;
    for (const [color, polygons] of this.#areas) this.#elements.push({ kind: 'area', color, polygons });
    for (const { style, color, lines } of this.#lines.values())
      this.#elements.push({ kind: 'line', color, ...style, lines });
    this.#areas = new Map();
    this.#lines = new Map();
    this.#drawn = this.#elements.length;
    return this.#drawn > before;
  }

  /** All elements, bottom to top; those of a color in the order of the objects. */
  finish(): readonly DrawnElement[] {
    return this.#elements.sort((a, b) => a.color - b.color);
  }

  #count(points: Points): void {
    this.#vertices += points.length / 2;
    if (this.#vertices > MAX_DRAWN_VERTICES) throw new OcadError('expands');
  }
}

/** Bounds of elements with their widths; null: no element. */
export function boundsOf(elements: readonly DrawnElement[]): Drawing['bounds'] | null {
  let [minX, minY] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  let [maxX, maxY] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  const add = (points: Points, margin: number) => {
    for (let index = 0; index + 1 < points.length; index += 2) {
      const [x = 0, y = 0] = [points[index], points[index + 1]];
      minX = Math.min(minX, x - margin);
      minY = Math.min(minY, y - margin);
      maxX = Math.max(maxX, x + margin);
      maxY = Math.max(maxY, y + margin);
    }
  };
  for (const element of elements) {
    if (element.kind === 'area') for (const rings of element.polygons) for (const ring of rings) add(ring, 0);
    else if (element.kind === 'line') for (const { points } of element.lines) add(points, element.width / 2);
    else add([element.x, element.y], element.size);
  }
  return minX <= maxX ? [minX, minY, maxX, maxY] : null;
}
