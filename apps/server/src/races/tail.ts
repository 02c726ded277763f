/** A position of a trail. */
export interface TailPoint {
  /** Epoch milliseconds. */
  readonly time: number;
  /** WGS-84 degrees. */
  readonly lng: number;
  readonly lat: number;
  /** km/h and degrees; null if unknown. */
  readonly speed: number | null;
  readonly course: number | null;
}

/** Points are removed in bulk, when this many are too old. */
const SPARE = 64;

/** The positions of the last seconds, the newest at the end. */
export class Tail {
  readonly #length: number;
  #points: TailPoint[] = [];
  #start = 0;

  /** @param length milliseconds */
  constructor(length: number) {
    this.#length = length;
  }

  get last(): TailPoint | null {
    return this.#points.at(-1) ?? null;
  }

  /** Points are added in the order of their times. */
  add({ time, lng, lat, speed, course }: TailPoint): void {
    this.#points.push({ time, lng, lat, speed, course });
    while (
      this.#start < this.#points.length - 1 &&
      (this.#points[this.#start]?.time ?? time) < time - this.#length
    )
      this.#start += 1;
    if (this.#start < SPARE) return;
    this.#points = this.#points.slice(this.#start);
    this.#start = 0;
  }

  /** The points of the last seconds before the newest one. */
  points(): readonly TailPoint[] {
    return this.#points.slice(this.#start);
  }
}
