import { MapFileError } from './map-file-error.ts';

/** How much of a file is read. */
export interface FileLimits {
  /** Positions in all. */
  readonly points: number;
  /** Positions of one line. */
  readonly linePoints: number;
  /** Bytes of what is packed in it. */
  readonly unpackedBytes: number;
}

/** Counts positions while they are read. */
export class PointCounter {
  readonly limits: FileLimits;
  #points = 0;

  constructor(limits: FileLimits) {
    this.limits = limits;
  }

  /** Positions so far. */
  get points(): number {
    return this.#points;
  }

  /**
   * One position more, the `indexInLine`th of its line.
   *
   * @throws MapFileError `points` at the first beyond a limit
   */
  add(indexInLine: number, line: number | null): void {
    this.#points += 1;
    if (this.#points > this.limits.points || indexInLine > this.limits.linePoints) {
      throw new MapFileError('points', line);
    }
  }
}
