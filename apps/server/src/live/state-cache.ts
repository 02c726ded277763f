import type { TrackerStatusDto } from '@wakeline/contract/entities/tracker';
import type { LiveState } from '@wakeline/contract/live/messages';
import { StateFrameWriter } from '@wakeline/contract/live/state-frame';
import {
  detailsOf,
  readStateRow,
  STATE_COLUMNS,
  STATE_ROW_LENGTH,
  type StateDetails,
  writeStateRow,
} from '@wakeline/contract/live/state-row';
import { TrackerRows } from '@wakeline/domain/tracker-state/tracker-rows';
import { hideExpired } from '../trackers/status-dto.ts';

/**
 * After the columns of the state: its version (NaN: none), and the end of the tracker's validity in epoch milliseconds
 * (NaN: unlimited).
 */
const VERSION = STATE_ROW_LENGTH;
const VALID_UNTIL = STATE_ROW_LENGTH + 1;
const ROW_LENGTH = STATE_ROW_LENGTH + 2;

export interface EncodeOptions {
  readonly full: boolean;
  /** Epoch milliseconds. The states of trackers that are expired then are hidden. */
  readonly sentAt: number;
  /** A frame of `contract/live/state-frame.ts`; otherwise JSON. */
  readonly binary: boolean;
}

type ReceiveRow = (
  trackerId: number,
  rows: Float64Array,
  offset: number,
  details: StateDetails | null,
) => void;

/** The latest states of an account's trackers as rows of numbers. */
export class StateCache {
  /** A row without status (NaN): a state of its version is known to exist, and was not read yet. */
  readonly #rows = new TrackerRows(ROW_LENGTH);
  readonly #details = new Map<number, StateDetails>();
  /** Ids are never reused: late updates of a removed tracker are dropped. */
  readonly #removed = new Set<number>();

  /** Stores a state unless a newer one is cached. Returns whether it was stored. */
  put(trackerId: number, version: number, status: TrackerStatusDto): boolean {
    if (this.#removed.has(trackerId)) return false;
    const slot = this.#rows.reserve(trackerId);
    const rows = this.#rows.chunkOf(slot);
    const offset = this.#rows.offsetOf(slot);
    const known = rows[offset + VERSION] ?? Number.NaN;
    if (known > version || (known === version && isRead(rows, offset))) return false;
    writeStateRow(status, rows, offset);
    rows[offset + VERSION] = version;
    const details = detailsOf(status);
    if (details !== null) this.#details.set(trackerId, details);
    else this.#details.delete(trackerId);
    return true;
  }

  /** Records that a tracker has a state of this version, which has not been read yet. */
  putVersion(trackerId: number, version: number): void {
    if (this.#removed.has(trackerId) || this.version(trackerId) >= version) return;
    const slot = this.#rows.reserve(trackerId);
    const rows = this.#rows.chunkOf(slot);
    rows[this.#rows.offsetOf(slot) + VERSION] = version;
    rows[this.#rows.offsetOf(slot) + STATE_COLUMNS.status] = Number.NaN;
  }

  remove(trackerId: number): void {
    this.#removed.add(trackerId);
    this.#details.delete(trackerId);
    this.#rows.remove(trackerId);
  }

  /** Stores until when a tracker is valid; null: unlimited. */
  setValidUntil(trackerId: number, validUntil: number | null): void {
    if (this.#removed.has(trackerId)) return;
    const slot = this.#rows.reserve(trackerId);
    this.#rows.chunkOf(slot)[this.#rows.offsetOf(slot) + VALID_UNTIL] = validUntil ?? Number.NaN;
  }

  ids(): Iterable<number> {
    return this.#rows.trackerIds();
  }

  isRemoved(trackerId: number): boolean {
    return this.#removed.has(trackerId);
  }

  version(trackerId: number): number {
    const slot = this.#rows.slotOf(trackerId);
    const version =
      slot === undefined ? undefined : this.#rows.chunkOf(slot)[this.#rows.offsetOf(slot) + VERSION];
    return version === undefined || Number.isNaN(version) ? -1 : version;
  }

  /**
   * Encodes a `states` message without trackers that were removed, or whose states have not been read. A frame is
   * smallest if the ids ascend.
   */
  encode(trackerIds: readonly number[], { full, sentAt, binary }: EncodeOptions): Uint8Array {
    if (binary) {
      const frame = new StateFrameWriter(full, sentAt, trackerIds.length);
      this.#read(trackerIds, sentAt, (id, rows, offset, details) => frame.add(id, rows, offset, details));
      return frame.finish();
    }
    const states: string[] = [];
    this.#read(trackerIds, sentAt, (trackerId, rows, offset, details) => {
      const state: LiveState = { trackerId, status: readStateRow(rows, offset, details) };
      states.push(JSON.stringify(state));
    });
    return Buffer.from(`{"type":"states","full":${full},"states":[${states.join(',')}],"sentAt":${sentAt}}`);
  }

  #read(trackerIds: Iterable<number>, now: number, receive: ReceiveRow): void {
    for (const id of trackerIds) {
      const slot = this.#rows.slotOf(id);
      if (slot === undefined) continue;
      const rows = this.#rows.chunkOf(slot);
      const offset = this.#rows.offsetOf(slot);
      if (!isRead(rows, offset)) continue;
      const validUntil = rows[offset + VALID_UNTIL] ?? Number.NaN;
      if (validUntil <= now) receive(id, hideRow(rows, offset), 0, null);
      else receive(id, rows, offset, this.#details.get(id) ?? null);
    }
  }
}

function isRead(rows: Float64Array, offset: number): boolean {
  return !Number.isNaN(rows[offset + STATE_COLUMNS.status]);
}

/** The row as it is sent of an expired tracker. */
function hideRow(rows: Float64Array, offset: number): Float64Array {
  const hidden = new Float64Array(STATE_ROW_LENGTH);
  writeStateRow(hideExpired(readStateRow(rows, offset, null)), hidden, 0);
  return hidden;
}
