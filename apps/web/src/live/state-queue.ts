import { readStateFrame } from '@wakeline/contract/live/state-frame';
import { STATE_ROW_LENGTH, type StateDetails } from '@wakeline/contract/live/state-row';
import type { StateBatch } from './state-table.ts';

/** States of a batch: the page applies one in a few milliseconds. */
const MAX_BATCH_STATES = 4_000;

/**
 * The newest received states that the page has not taken yet. A page that is slower than the socket gets fewer batches
 * with the newest state of each tracker, never a growing backlog.
 */
export class StateQueue {
  /** The row of each tracker, in the order of arrival. */
  readonly #rowOf = new Map<number, number>();
  readonly #details = new Map<number, StateDetails>();
  #rows = new Float64Array(64 * STATE_ROW_LENGTH);
  readonly #free: number[] = [];
  #used = 0;

  get size(): number {
    return this.#rowOf.size;
  }

  /**
   * Returns the time at which it was sent, epoch milliseconds of the server.
   *
   * @throws RangeError if the frame is malformed
   */
  add(frame: Uint8Array): number {
    const { sentAt } = readStateFrame(frame, (trackerId, row, details) => {
      let at = this.#rowOf.get(trackerId);
      if (at === undefined) {
        at = this.#free.pop() ?? this.#used++;
        this.#rowOf.set(trackerId, at);
        if ((at + 1) * STATE_ROW_LENGTH > this.#rows.length) this.#grow();
      }
      this.#rows.set(row, at * STATE_ROW_LENGTH);
      if (details !== null) this.#details.set(trackerId, details);
      else this.#details.delete(trackerId);
    });
    return sentAt;
  }

  /** Takes the oldest states out of the queue; null if it is empty. */
  take(max = MAX_BATCH_STATES): StateBatch | null {
    const count = Math.min(max, this.#rowOf.size);
    if (count === 0) return null;
    const trackerIds = new Float64Array(count);
    const rows = new Float64Array(count * STATE_ROW_LENGTH);
    const details = new Map<number, StateDetails>();
    let row = 0;
    for (const [trackerId, at] of this.#rowOf) {
      if (row === count) break;
      trackerIds[row] = trackerId;
      const from = at * STATE_ROW_LENGTH;
      rows.set(this.#rows.subarray(from, from + STATE_ROW_LENGTH), row * STATE_ROW_LENGTH);
      const detail = this.#details.get(trackerId);
      if (detail !== undefined) details.set(trackerId, detail);
      this.#details.delete(trackerId);
      this.#rowOf.delete(trackerId);
      this.#free.push(at);
      row += 1;
    }
    return { trackerIds, rows, details };
  }

  #grow(): void {
    const larger = new Float64Array(this.#rows.length * 2);
    larger.set(this.#rows);
    this.#rows = larger;
  }
}
