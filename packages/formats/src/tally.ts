import { FileFault } from './file-fault.ts';

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
export class Tally {
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
   * One position more, the `ofLine`th of its line.
   *
   * @throws FileFault `points` at the first beyond a limit
   */
  add(ofLine: number, line: number | null): void {
    this.#points += 1;
    if (this.#points > this.limits.points || ofLine > this.limits.linePoints) {
      throw new FileFault('points', line);
    }
  }
}
