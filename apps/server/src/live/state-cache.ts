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
import { hideExpired } from '../trackers/status-dto.ts';

/** After the columns of the state: its version, and the end of the tracker's validity in epoch milliseconds. */
const VERSION = STATE_ROW_LENGTH;
const VALID_UNTIL = STATE_ROW_LENGTH + 1;
const ROW_LENGTH = STATE_ROW_LENGTH + 2;
/** Rows of one array: a small account needs one, and a large one grows without copies. */
const ROWS_PER_CHUNK = 256;

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
  readonly #slots = new Map<number, number>();
  readonly #freeSlots: number[] = [];
  /** A row without status (NaN): a state of its version is known to exist, and was not read yet. */
  readonly #chunks: Float64Array[] = [];
  readonly #details = new Map<number, StateDetails>();
  /** Ids are never reused: late updates of a removed tracker are dropped. */
  readonly #removed = new Set<number>();

  /** Stores a state unless a newer one is cached. Returns whether it was stored. */
  put(trackerId: number, version: number, status: TrackerStatusDto): boolean {
    if (this.#removed.has(trackerId)) return false;
    const slot = this.#slotFor(trackerId);
    const rows = this.#chunkOf(slot);
    const offset = offsetOf(slot);
    const known = rows[offset + VERSION] ?? -1;
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
    const slot = this.#slotFor(trackerId);
    const rows = this.#chunkOf(slot);
    rows[offsetOf(slot) + VERSION] = version;
    rows[offsetOf(slot) + STATE_COLUMNS.status] = Number.NaN;
  }

  remove(trackerId: number): void {
    this.#removed.add(trackerId);
    this.#details.delete(trackerId);
    const slot = this.#slots.get(trackerId);
    if (slot === undefined) return;
    this.#slots.delete(trackerId);
    this.#freeSlots.push(slot);
  }

  /** Stores until when a tracker is valid; null: unlimited. */
  setValidUntil(trackerId: number, validUntil: number | null): void {
    if (this.#removed.has(trackerId)) return;
    const slot = this.#slotFor(trackerId);
    this.#chunkOf(slot)[offsetOf(slot) + VALID_UNTIL] = validUntil ?? Number.POSITIVE_INFINITY;
  }

  ids(): Iterable<number> {
    return this.#slots.keys();
  }

  isRemoved(trackerId: number): boolean {
    return this.#removed.has(trackerId);
  }

  version(trackerId: number): number {
    const slot = this.#slots.get(trackerId);
    return slot === undefined ? -1 : (this.#chunkOf(slot)[offsetOf(slot) + VERSION] ?? -1);
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
      const slot = this.#slots.get(id);
      if (slot === undefined) continue;
      const rows = this.#chunkOf(slot);
      const offset = offsetOf(slot);
      if (!isRead(rows, offset)) continue;
      const validUntil = rows[offset + VALID_UNTIL] ?? Number.POSITIVE_INFINITY;
      if (validUntil <= now) receive(id, hideRow(rows, offset), 0, null);
      else receive(id, rows, offset, this.#details.get(id) ?? null);
    }
  }

  #slotFor(trackerId: number): number {
    const known = this.#slots.get(trackerId);
    if (known !== undefined) return known;
    const slot = this.#freeSlots.pop() ?? this.#slots.size;
    const chunk = Math.floor(slot / ROWS_PER_CHUNK);
    this.#chunks[chunk] ??= new Float64Array(ROWS_PER_CHUNK * ROW_LENGTH);
    this.#slots.set(trackerId, slot);
    const rows = this.#chunkOf(slot);
    const offset = offsetOf(slot);
    rows.fill(Number.NaN, offset, offset + STATE_ROW_LENGTH);
    rows[offset + VERSION] = -1;
    rows[offset + VALID_UNTIL] = Number.POSITIVE_INFINITY;
    return slot;
  }

  #chunkOf(slot: number): Float64Array {
    const chunk = this.#chunks[Math.floor(slot / ROWS_PER_CHUNK)];
    if (chunk === undefined) throw new Error(`no rows for slot ${slot}`);
    return chunk;
  }
}

function offsetOf(slot: number): number {
  return (slot % ROWS_PER_CHUNK) * ROW_LENGTH;
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
