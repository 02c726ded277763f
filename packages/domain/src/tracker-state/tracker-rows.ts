/** Rows of one array: a small table needs one, and a large one grows without copies. */
const ROWS_PER_CHUNK = 256;

/**
 * A row of numbers for each of many trackers. An object for each would take several times the memory, and where they are
 * replaced often, as much again until the next garbage collection. Replacing numbers allocates nothing.
 *
 * A row is at `offsetOf(slot)` of `chunkOf(slot)`, where `slot` is the tracker's as long as it has a row.
 */
export class TrackerRows {
  readonly #rowLength: number;
  readonly #slots = new Map<number, number>();
  readonly #freeSlots: number[] = [];
  readonly #chunks: Float64Array[] = [];

  /** @param rowLength numbers of a row */
  constructor(rowLength: number) {
    this.#rowLength = rowLength;
  }

  get size(): number {
    return this.#slots.size;
  }

  /** The number of slots in use or free: a slot is below it. */
  get capacity(): number {
    return this.#slots.size + this.#freeSlots.length;
  }

  trackerIds(): Iterable<number> {
    return this.#slots.keys();
  }

  /** Undefined: it has no row. */
  slotOf(trackerId: number): number | undefined {
    return this.#slots.get(trackerId);
  }

  /** The slot of its row; a new row consists of NaN. */
  reserve(trackerId: number): number {
    const known = this.#slots.get(trackerId);
    if (known !== undefined) return known;
    const slot = this.#freeSlots.pop() ?? this.#slots.size;
    this.#slots.set(trackerId, slot);
    const length = this.#rowLength;
    this.#chunks[Math.floor(slot / ROWS_PER_CHUNK)] ??= new Float64Array(ROWS_PER_CHUNK * length);
    const offset = this.offsetOf(slot);
    this.chunkOf(slot).fill(Number.NaN, offset, offset + length);
    return slot;
  }

  /** Returns the slot that it had. */
  remove(trackerId: number): number | undefined {
    const slot = this.#slots.get(trackerId);
    if (slot === undefined) return undefined;
    this.#slots.delete(trackerId);
    this.#freeSlots.push(slot);
    return slot;
  }

  chunkOf(slot: number): Float64Array {
    const chunk = this.#chunks[Math.floor(slot / ROWS_PER_CHUNK)];
    if (chunk === undefined) throw new Error(`no rows for slot ${slot}`);
    return chunk;
  }

  offsetOf(slot: number): number {
    return (slot % ROWS_PER_CHUNK) * this.#rowLength;
  }
}
