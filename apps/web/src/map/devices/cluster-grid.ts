const INITIAL_CELLS = 1_024;
/** Occupied share of the hash table above which it grows. */
const MAX_LOAD = 0.5;

/**
 * Points summed up by the cells of a square grid, in typed arrays that are used again for each query. A cell is found
 * by its column and row in a hash table with linear probing.
 */
export class ClusterGrid {
  /** Number of cells with points. The arrays below have an entry for each of them. */
  size = 0;
  column = new Int32Array(INITIAL_CELLS);
  row = new Int32Array(INITIAL_CELLS);
  sumX = new Float64Array(INITIAL_CELLS);
  sumY = new Float64Array(INITIAL_CELLS);
  count = new Int32Array(INITIAL_CELLS);
  /** Lowest id of its points. */
  minId = new Int32Array(INITIAL_CELLS);
  /** Points by status, `STATUSES` for each cell. */
  statuses = new Int32Array(INITIAL_CELLS * STATUSES);
  /** The cell that it was merged into; itself if it was not merged. */
  root = new Int32Array(INITIAL_CELLS);
  #table = new Int32Array(INITIAL_CELLS * 2).fill(EMPTY);

  clear(): void {
    this.size = 0;
    this.#table.fill(EMPTY);
  }

  /** Adds a point to a cell and returns the cell. */
  add(column: number, row: number, x: number, y: number, id: number, status: number): number {
    let at = hash(column, row) & (this.#table.length - 1);
    let cell = this.#table[at] ?? EMPTY;
    while (cell !== EMPTY && (this.column[cell] !== column || this.row[cell] !== row)) {
      at = (at + 1) & (this.#table.length - 1);
      cell = this.#table[at] ?? EMPTY;
    }
    if (cell === EMPTY) {
      if (this.size + 1 > this.#table.length * MAX_LOAD) {
        this.#grow();
        return this.add(column, row, x, y, id, status);
      }
      cell = this.size++;
      this.#table[at] = cell;
      this.column[cell] = column;
      this.row[cell] = row;
      this.sumX[cell] = this.sumY[cell] = this.count[cell] = 0;
      this.minId[cell] = id;
      this.root[cell] = cell;
      this.statuses.fill(0, cell * STATUSES, (cell + 1) * STATUSES);
    }
    this.sumX[cell] = (this.sumX[cell] ?? 0) + x;
    this.sumY[cell] = (this.sumY[cell] ?? 0) + y;
    this.count[cell] = (this.count[cell] ?? 0) + 1;
    if (id < (this.minId[cell] ?? 0)) this.minId[cell] = id;
    const statusAt = cell * STATUSES + status;
    this.statuses[statusAt] = (this.statuses[statusAt] ?? 0) + 1;
    return cell;
  }

  /** Index of the cell; -1 if it has no points. */
  find(column: number, row: number): number {
    let at = hash(column, row) & (this.#table.length - 1);
    for (;;) {
      const cell = this.#table[at] ?? EMPTY;
      if (cell === EMPTY || (this.column[cell] === column && this.row[cell] === row)) return cell;
      at = (at + 1) & (this.#table.length - 1);
    }
  }

  /** Adds the points of a cell to those of another one. */
  merge(cell: number, into: number): void {
    this.root[cell] = into;
    this.sumX[into] = (this.sumX[into] ?? 0) + (this.sumX[cell] ?? 0);
    this.sumY[into] = (this.sumY[into] ?? 0) + (this.sumY[cell] ?? 0);
    this.count[into] = (this.count[into] ?? 0) + (this.count[cell] ?? 0);
    this.minId[into] = Math.min(this.minId[into] ?? 0, this.minId[cell] ?? 0);
    for (let status = 0; status < STATUSES; status += 1) {
      const to = into * STATUSES + status;
      this.statuses[to] = (this.statuses[to] ?? 0) + (this.statuses[cell * STATUSES + status] ?? 0);
    }
  }

  #grow(): void {
    const capacity = this.column.length * 2;
    const copy = <Values extends Int32Array | Float64Array>(values: Values, larger: Values): Values => {
      larger.set(values);
      return larger;
    };
    this.column = copy(this.column, new Int32Array(capacity));
    this.row = copy(this.row, new Int32Array(capacity));
    this.sumX = copy(this.sumX, new Float64Array(capacity));
    this.sumY = copy(this.sumY, new Float64Array(capacity));
    this.count = copy(this.count, new Int32Array(capacity));
    this.minId = copy(this.minId, new Int32Array(capacity));
    this.root = copy(this.root, new Int32Array(capacity));
    this.statuses = copy(this.statuses, new Int32Array(capacity * STATUSES));
    this.#table = new Int32Array(capacity * 2).fill(EMPTY);
    for (let cell = 0; cell < this.size; cell += 1) {
      let at = hash(this.column[cell] ?? 0, this.row[cell] ?? 0) & (this.#table.length - 1);
      while (this.#table[at] !== EMPTY) at = (at + 1) & (this.#table.length - 1);
      this.#table[at] = cell;
    }
  }
}

/** Number of statuses of a device. */
export const STATUSES = 4;
const EMPTY = -1;

/** Multiplicative hash of two integers; the factors are large primes. */
function hash(column: number, row: number): number {
  const mixed = Math.imul(column, 0x9e3779b1) ^ Math.imul(row, 0x85ebca77);
  return mixed ^ (mixed >>> 15);
}
