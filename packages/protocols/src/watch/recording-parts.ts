import type { MediaRefusal } from '@wakeline/domain/media/media';
import type { MediaRefusedEvent } from '../protocol.ts';
import type { Message } from './message.ts';

/** Bytes of one recording: 80 s of AMR at its highest rate. */
export const MAX_RECORDING_BYTES = 128 * 1024;
/** Devices of one connection that can send a recording at the same time; the oldest one is dropped. */
const MAX_RECORDINGS = 4;
/** A watch sends a part when the one before is acknowledged. */
const TIMEOUT_MS = 5 * 60_000;

interface Part {
  /** What the parts of a recording have in common. */
  readonly key: string;
  /** From 1. */
  readonly part: number;
  readonly total: number;
  readonly data: Buffer;
}

interface PartialRecording {
  readonly key: string;
  readonly total: number;
  readonly parts: Buffer[];
  bytes: number;
  changedAt: number;
}

/** `dropped`: an earlier recording of the device that did not become complete. */
export type AddedPart = { readonly dropped: readonly MediaRefusedEvent[] } & (
  | { readonly type: 'partial' }
  | { readonly type: 'complete'; readonly content: Buffer }
  | { readonly type: 'refused'; readonly reason: MediaRefusal; readonly detail: string }
);

/** Joins the parts of recordings, which arrive in order. A part that is sent twice counts once. */
export class RecordingParts {
  readonly #recordings = new Map<string, PartialRecording>();

  get pendingBytes(): number {
    let bytes = 0;
    for (const recording of this.#recordings.values()) bytes += recording.bytes;
    return bytes;
  }

  /** Null: those of all devices. */
  discard(deviceId: string | null): void {
    if (deviceId === null) this.#recordings.clear();
    else this.#recordings.delete(deviceId);
  }

  /** Drops what has not been continued. */
  expire(now: number): readonly MediaRefusedEvent[] {
    const expired: MediaRefusedEvent[] = [];
    for (const [deviceId, { changedAt }] of this.#recordings) {
      if (now - changedAt >= TIMEOUT_MS) expired.push(...this.#drop(deviceId));
    }
    return expired;
  }

  add({ deviceId, now }: Message, { key, part, total, data }: Part): AddedPart {
    const known = this.#recordings.get(deviceId);
    const isNew = known === undefined || known.key !== key || known.total !== total;
    const dropped = isNew ? this.#drop(deviceId) : [];
    const recording = isNew ? { key, total, parts: [], bytes: 0, changedAt: now } : known;
    const expected = recording.parts.length + 1;
    if (part === 0 || part > total || part > expected) {
      this.discard(deviceId);
      const detail = `part ${part} of ${total} instead of part ${expected}`;
      return { type: 'refused', reason: 'incomplete', detail, dropped };
    }
    recording.changedAt = now;
    if (part < expected) return { type: 'partial', dropped };
    if (recording.bytes + data.length > MAX_RECORDING_BYTES) {
      this.discard(deviceId);
      const detail = `more than ${MAX_RECORDING_BYTES} bytes`;
      return { type: 'refused', reason: 'too-large', detail, dropped };
    }
    // Copied: the received bytes are a view of the input.
    recording.parts.push(Buffer.from(data));
    recording.bytes += data.length;
    if (part === total) {
      this.discard(deviceId);
      return { type: 'complete', content: Buffer.concat(recording.parts), dropped };
    }
    this.#recordings.set(deviceId, recording);
    return { type: 'partial', dropped: [...dropped, ...this.#makeRoom()] };
  }

  #makeRoom(): readonly MediaRefusedEvent[] {
    const [oldest] = this.#recordings.keys();
    if (this.#recordings.size <= MAX_RECORDINGS || oldest === undefined) return [];
    return this.#drop(oldest);
  }

  #drop(deviceId: string): readonly MediaRefusedEvent[] {
    const recording = this.#recordings.get(deviceId);
    if (recording === undefined) return [];
    this.#recordings.delete(deviceId);
    const detail = `${recording.parts.length} of ${recording.total} parts: the others did not arrive`;
    return [
      {
        type: 'media-refused',
        deviceId,
        kind: 'recording',
        reason: 'incomplete',
        mediaId: null,
        channel: null,
        detail,
        reply: null,
      },
    ];
  }
}
