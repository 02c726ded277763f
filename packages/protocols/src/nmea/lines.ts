import { asBuffer } from '../as-buffer.ts';
import { copyToKeep } from '../copy-to-keep.ts';

/** A sentence has up to 82 characters (NMEA 0183 section 5.3); with a TAG block and of some receivers more. */
export const MAX_LINE_LENGTH = 1024;

const LINE_FEED = 0x0a;
const EMPTY: Buffer = Buffer.alloc(0);

export interface Line {
  /** `oversize`: more bytes than the longest line without a line feed. */
  readonly kind: 'line' | 'oversize';
  /** With its line feed. A view of the bytes passed to `feed`, or of this splitter's own copy. */
  readonly raw: Buffer;
}

/** Splits a stream into lines. Call `feed`, then `next` until it returns null; only then are the remaining bytes copied. */
export class LineSplitter {
  #bytes: Buffer = EMPTY;
  #at = 0;

  get pendingBytes(): number {
    return this.#bytes.length;
  }

  feed(bytes: Uint8Array): void {
    const input = asBuffer(bytes);
    this.#bytes = this.#bytes.length === 0 ? input : Buffer.concat([this.#bytes, input]);
    this.#at = 0;
  }

  next(): Line | null {
    const start = this.#at;
    const found = this.#bytes.indexOf(LINE_FEED, start);
    const end = found < 0 ? this.#bytes.length : found + 1;
    if (end - start > MAX_LINE_LENGTH) {
      this.#at = end;
      return { kind: 'oversize', raw: this.#bytes.subarray(start, end) };
    }
    if (found < 0) {
      this.#bytes = start === end ? EMPTY : copyToKeep(this.#bytes.subarray(start));
      this.#at = 0;
      return null;
    }
    this.#at = end;
    return { kind: 'line', raw: this.#bytes.subarray(start, end) };
  }
}
