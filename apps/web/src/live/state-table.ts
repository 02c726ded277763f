import type { TrackerStatusDto } from '@wakeline/contract/entities/tracker';
import {
  detailsOf,
  readStateRow,
  STATE_COLUMNS,
  STATE_ROW_LENGTH,
  type StateDetails,
  writeStateRow,
} from '@wakeline/contract/live/state-row';
import { TrackerRows } from '@wakeline/domain/tracker-state/tracker-rows';
import { TRACKER_STATUSES, type TrackerStatus } from '@wakeline/domain/tracker-state/tracker-status';

/** States of many trackers as packed rows, as they come from the socket worker. */
export interface StateBatch {
  readonly trackerIds: Float64Array;
  /** `STATE_ROW_LENGTH` numbers for each of them. */
  readonly rows: Float64Array;
  /** What few of them have besides, by tracker. */
  readonly details: ReadonlyMap<number, StateDetails>;
}

/** The latest states of trackers, 120 bytes each. A tracker has a slot as long as it is in the table. */
export class StateTable {
  readonly #rows = new TrackerRows(STATE_ROW_LENGTH);
  readonly #details = new Map<number, StateDetails>();

  /** The slot of a tracker; undefined if it has no state. */
  slotOf(trackerId: number): number | undefined {
    return this.#rows.slotOf(trackerId);
  }

  trackerIds(): Iterable<number> {
    return this.#rows.trackerIds();
  }

  set(trackerId: number, status: TrackerStatusDto): void {
    const slot = this.#rows.reserve(trackerId);
    writeStateRow(status, this.#rows.chunkOf(slot), this.#rows.offsetOf(slot));
    this.#setDetails(slot, detailsOf(status));
  }

  /** Copies the row that starts at `offset`. */
  setRow(trackerId: number, rows: Float64Array, offset: number, details: StateDetails | null): void {
    const slot = this.#rows.reserve(trackerId);
    const chunk = this.#rows.chunkOf(slot);
    const to = this.#rows.offsetOf(slot);
    for (let column = 0; column < STATE_ROW_LENGTH; column += 1)
      chunk[to + column] = rows[offset + column] ?? Number.NaN;
    this.#setDetails(slot, details);
  }

  remove(trackerId: number): void {
    const slot = this.#rows.remove(trackerId);
    if (slot !== undefined) this.#details.delete(slot);
  }

  get(slot: number): TrackerStatusDto {
    const details = this.#details.get(slot) ?? null;
    return readStateRow(this.#rows.chunkOf(slot), this.#rows.offsetOf(slot), details);
  }

  /** One number of a state; NaN: null. */
  valueAt(slot: number, column: keyof typeof STATE_COLUMNS): number {
    return this.#rows.chunkOf(slot)[this.#rows.offsetOf(slot) + STATE_COLUMNS[column]] ?? Number.NaN;
  }

  statusAt(slot: number): TrackerStatus {
    return TRACKER_STATUSES[this.valueAt(slot, 'status')] ?? 'OFFLINE';
  }

  #setDetails(slot: number, details: StateDetails | null): void {
    if (details !== null) this.#details.set(slot, details);
    else if (this.#details.size > 0) this.#details.delete(slot);
  }
}
