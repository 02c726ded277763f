import type { TrackerStatusDto } from '@wakeline/contract/entities/tracker';
import {
  detailsOf,
  readStateRow,
  STATE_COLUMNS,
  STATE_ROW_LENGTH,
  type StateDetails,
  writeStateRow,
} from '@wakeline/contract/live/state-row';
import { TRACKER_STATUSES, type TrackerStatus } from '@wakeline/domain/tracker-state/tracker-status';

const INITIAL_CAPACITY = 256;

/** States of many trackers as packed rows, as they come from the socket worker. */
export interface StateBatch {
  readonly trackerIds: Float64Array;
  /** `STATE_ROW_LENGTH` numbers for each of them. */
  readonly rows: Float64Array;
  /** What few of them have besides, by tracker. */
  readonly details: ReadonlyMap<number, StateDetails>;
}

/**
 * The latest states of trackers in one block of memory: a state costs 120 bytes, and replacing it allocates nothing.
 * Each tracker has a slot as long as it is in the table.
 */
export class StateTable {
  readonly #slots = new Map<number, number>();
  readonly #free: number[] = [];
  readonly #details = new Map<number, StateDetails>();
  #rows = new Float64Array(INITIAL_CAPACITY * STATE_ROW_LENGTH);
  #used = 0;

  /** The slot of a tracker; undefined if it has no state. */
  slotOf(trackerId: number): number | undefined {
    return this.#slots.get(trackerId);
  }

  trackerIds(): Iterable<number> {
    return this.#slots.keys();
  }

  set(trackerId: number, status: TrackerStatusDto): void {
    const slot = this.#reserve(trackerId);
    writeStateRow(status, this.#rows, slot * STATE_ROW_LENGTH);
    this.#setDetails(slot, detailsOf(status));
  }

  /** Copies the row that starts at `offset`. */
  setRow(trackerId: number, rows: Float64Array, offset: number, details: StateDetails | null): void {
    const slot = this.#reserve(trackerId);
    const to = slot * STATE_ROW_LENGTH;
    for (let column = 0; column < STATE_ROW_LENGTH; column += 1)
      this.#rows[to + column] = rows[offset + column] ?? Number.NaN;
    this.#setDetails(slot, details);
  }

  remove(trackerId: number): void {
    const slot = this.#slots.get(trackerId);
    if (slot === undefined) return;
    this.#slots.delete(trackerId);
    this.#details.delete(slot);
    this.#free.push(slot);
  }

  get(slot: number): TrackerStatusDto {
    return readStateRow(this.#rows, slot * STATE_ROW_LENGTH, this.#details.get(slot) ?? null);
  }

  /** One number of a state; NaN: null. */
  valueAt(slot: number, column: keyof typeof STATE_COLUMNS): number {
    return this.#rows[slot * STATE_ROW_LENGTH + STATE_COLUMNS[column]] ?? Number.NaN;
  }

  statusAt(slot: number): TrackerStatus {
    return TRACKER_STATUSES[this.valueAt(slot, 'status')] ?? 'OFFLINE';
  }

  #reserve(trackerId: number): number {
    const known = this.#slots.get(trackerId);
    if (known !== undefined) return known;
    const slot = this.#free.pop() ?? this.#used++;
    if ((slot + 1) * STATE_ROW_LENGTH > this.#rows.length) {
      const larger = new Float64Array(this.#rows.length * 2);
      larger.set(this.#rows);
      this.#rows = larger;
    }
    this.#slots.set(trackerId, slot);
    return slot;
  }

  #setDetails(slot: number, details: StateDetails | null): void {
    if (details !== null) this.#details.set(slot, details);
    else if (this.#details.size > 0) this.#details.delete(slot);
  }
}
