import type { PlanePoint } from '../layers/affine.ts';

/** Geometry on the printed paper: millimetres, x to the right, y up. */

export interface PaperCircle {
  readonly center: PlanePoint;
  readonly radius: number;
}

export interface PaperBox {
  readonly minX: number;
  readonly minY: number;
  readonly maxX: number;
  readonly maxY: number;
}

export function distanceBetween(from: PlanePoint, to: PlanePoint): number {
  return Math.hypot(to.x - from.x, to.y - from.y);
}

export function pointBetween(from: PlanePoint, to: PlanePoint, fraction: number): PlanePoint {
  return { x: from.x + (to.x - from.x) * fraction, y: from.y + (to.y - from.y) * fraction };
}

export function boxAround(center: PlanePoint, halfWidth: number, halfHeight: number): PaperBox {
  return {
    minX: center.x - halfWidth,
    minY: center.y - halfHeight,
    maxX: center.x + halfWidth,
    maxY: center.y + halfHeight,
  };
}

export function boxOf(points: readonly PlanePoint[], margin = 0): PaperBox {
  let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { x, y } of points) {
    minX = Math.min(minX, x);
    minY = Math.min(minY, y);
    maxX = Math.max(maxX, x);
    maxY = Math.max(maxY, y);
  }
  return { minX: minX - margin, minY: minY - margin, maxX: maxX + margin, maxY: maxY + margin };
}

export function boxesOverlap(one: PaperBox, other: PaperBox): boolean {
  return one.minX < other.maxX && other.minX < one.maxX && one.minY < other.maxY && other.minY < one.maxY;
}

export function circleOverlapsBox({ center, radius }: PaperCircle, box: PaperBox): boolean {
  const x = center.x - Math.min(box.maxX, Math.max(box.minX, center.x));
  const y = center.y - Math.min(box.maxY, Math.max(box.minY, center.y));
  return x * x + y * y < radius * radius;
}

/** Whether a line segment has a point inside a box (Liang and Barsky, A New Concept and Method for Line Clipping, 1984). */
export function segmentOverlapsBox(from: PlanePoint, to: PlanePoint, box: PaperBox): boolean {
  let [start, end] = [0, 1];
  const edges = [
    [from.x - to.x, from.x - box.minX],
    [to.x - from.x, box.maxX - from.x],
    [from.y - to.y, from.y - box.minY],
    [to.y - from.y, box.maxY - from.y],
  ] as const;
  for (const [rate, distance] of edges) {
    if (rate === 0) {
      if (distance <= 0) return false;
    } else if (rate < 0) {
      start = Math.max(start, distance / rate);
    } else {
      end = Math.min(end, distance / rate);
    }
  }
  return start < end;
}

/** The part of a segment inside a circle as fractions of its length; null if there is none. */
export function segmentInCircle(
  from: PlanePoint,
  to: PlanePoint,
  { center, radius }: PaperCircle,
): readonly [from: number, to: number] | null {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const [ox, oy] = [from.x - center.x, from.y - center.y];
  const a = dx * dx + dy * dy;
  if (a === 0) return null;
  const b = ox * dx + oy * dy;
  const c = ox * ox + oy * oy - radius * radius;
  const discriminant = b * b - a * c;
  if (discriminant <= 0) return null;
  const root = Math.sqrt(discriminant);
  const start = Math.max(0, (-b - root) / a);
  const end = Math.min(1, (-b + root) / a);
  return start < end ? [start, end] : null;
}

/** More than any drawing has, so that each cell has a number of its own. */
const CELLS_PER_COLUMN = 2 ** 24;

/** Objects by the cells of a square grid that their boxes touch. */
export class BoxGrid<Item> {
  readonly #cellSize: number;
  readonly #cells = new Map<number, { readonly box: PaperBox; readonly item: Item }[]>();

  constructor(cellSize: number) {
    this.#cellSize = cellSize;
  }

  add(box: PaperBox, item: Item): void {
    for (const key of this.#keysOf(box)) {
      const cell = this.#cells.get(key);
      if (cell === undefined) this.#cells.set(key, [{ box, item }]);
      else cell.push({ box, item });
    }
  }

  /** The items whose boxes overlap a box, each once. */
  search(box: PaperBox): ReadonlySet<Item> {
    const found = new Set<Item>();
    for (const key of this.#keysOf(box))
      for (const entry of this.#cells.get(key) ?? []) if (boxesOverlap(entry.box, box)) found.add(entry.item);
    return found;
  }

  /** Counts the items whose boxes overlap a box and that match, up to a limit. */
  count(box: PaperBox, matches: (item: Item) => boolean, limit: number): number {
    const size = this.#cellSize;
    let count = 0;
    for (const key of this.#keysOf(box))
      for (const { box: other, item } of this.#cells.get(key) ?? []) {
        // An item in several cells counts in the one with the lower left corner of the overlap.
        const x = Math.floor(Math.max(other.minX, box.minX) / size);
        const y = Math.floor(Math.max(other.minY, box.minY) / size);
        if (x * CELLS_PER_COLUMN + y !== key || !boxesOverlap(other, box) || !matches(item)) continue;
        count += 1;
        if (count >= limit) return count;
      }
    return count;
  }

  #keysOf({ minX, minY, maxX, maxY }: PaperBox): readonly number[] {
    const size = this.#cellSize;
    const keys: number[] = [];
    for (let x = Math.floor(minX / size); x <= Math.floor(maxX / size); x += 1)
      for (let y = Math.floor(minY / size); y <= Math.floor(maxY / size); y += 1)
        keys.push(x * CELLS_PER_COLUMN + y);
    return keys;
  }
}
