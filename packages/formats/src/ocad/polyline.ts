/** A section of a polyline, by distances from its start. */
export type Range = readonly [from: number, to: number];

/** A point of a polyline with its direction, radians. */
export interface Spot {
  readonly x: number;
  readonly y: number;
  readonly direction: number;
}

/** A line of points `x0 y0 x1 y1 ...` that is measured along its length. Repeated points are removed. */
export class Polyline {
  readonly points: readonly number[];
  readonly length: number;
  readonly #distances: readonly number[];

  constructor(points: readonly number[]) {
    const distinct: number[] = [];
    const distances: number[] = [];
    let length = 0;
    for (let index = 0; index + 1 < points.length; index += 2) {
      const [x = 0, y = 0] = [points[index], points[index + 1]];
      if (distinct.length > 0) {
        const step = Math.hypot(x - (distinct.at(-2) ?? 0), y - (distinct.at(-1) ?? 0));
        if (step === 0) continue;
        length += step;
      }
      distinct.push(x, y);
      distances.push(length);
    }
    this.points = distinct;
    this.length = length;
    this.#distances = distances;
  }

  get isClosed(): boolean {
    const { points } = this;
    return points.length >= 6 && points[0] === points.at(-2) && points[1] === points.at(-1);
  }

  at(distance: number): Spot {
    const segment = this.#segmentAt(distance);
    const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = this.points.slice(2 * segment, 2 * segment + 4);
    const [from = 0, to = 0] = [this.#distances[segment], this.#distances[segment + 1]];
    const share = to > from ? (distance - from) / (to - from) : 0;
    return {
      x: x0 + share * (x1 - x0),
      y: y0 + share * (y1 - y0),
      direction: Math.atan2(y1 - y0, x1 - x0),
    };
  }

  slice([from, to]: Range): readonly number[] {
    if (from <= 0 && to >= this.length) return this.points;
    const start = this.at(from);
    const end = this.at(to);
    const points = [start.x, start.y];
    for (let index = this.#segmentAt(from) + 1; index < this.#distances.length; index++) {
      const distance = this.#distances[index] ?? 0;
      if (distance <= from) continue;
      if (distance >= to) break;
      points.push(this.points[2 * index] ?? 0, this.points[2 * index + 1] ?? 0);
    }
    points.push(end.x, end.y);
    return points;
  }

  /** Index of the segment that has a distance: of the first or last one outside of the line. */
  #segmentAt(distance: number): number {
    let low = 0;
    let high = Math.max(0, this.#distances.length - 2);
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#distances[middle] ?? 0) <= distance) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

/** The parts of ranges that are in one of the others. Both are in ascending order and do not overlap. */
export function intersectRanges(ranges: readonly Range[], others: readonly Range[]): readonly Range[] {
  const result: Range[] = [];
  let first = 0;
  for (const [from, to] of ranges) {
    while (first < others.length && (others[first]?.[1] ?? 0) <= from) first++;
    for (let index = first; index < others.length; index++) {
      const [otherFrom, otherTo] = others[index] ?? [0, 0];
      if (otherFrom >= to) break;
      const range: Range = [Math.max(from, otherFrom), Math.min(to, otherTo)];
      if (range[1] > range[0]) result.push(range);
    }
  }
  return result;
}
