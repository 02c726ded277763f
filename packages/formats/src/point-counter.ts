import { MapFileError } from './map-file-error.ts';

/** Limits for reading a file. */
export interface FileLimits {
  /** Positions in total. */
  readonly points: number;
  /** Positions per line. */
  readonly linePoints: number;
  /** Unpacked size of a compressed file, in bytes. */
  readonly unpackedBytes: number;
}

/** Counts positions while a file is read. */
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
   * Counts a position, the `indexInLine`th of its line.
   *
   * @throws MapFileError `points` at the first position beyond a limit
   */
  add(indexInLine: number, line: number | null): void {
    this.#points += 1;
    if (this.#points > this.limits.points || indexInLine > this.limits.linePoints) {
      throw new MapFileError('points', line);
    }
  }
}
