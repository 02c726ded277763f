import { copyToKeep } from '../../copy-to-keep.ts';

/** What a reader found in the stream. */
export interface Found {
  readonly kind: 'frame' | 'garbage' | 'incomplete' | 'checksum' | 'oversize' | 'malformed';
  /** A copy of the bytes, with start and end marks. */
  readonly raw: Buffer;
}

/** What the bytes at the begin of the buffer are: so many bytes of a kind, or 'wait' for more of them. */
export type Scan = { readonly kind: Found['kind'] | 'skip'; readonly length: number } | 'wait';

const EMPTY: Buffer = Buffer.alloc(0);

/**
 * Splits a stream with a scan function. Call `feed`, then `next` until it returns null. The scan bounds what it waits
 * for, and with it the buffer.
 */
export class StreamReader {
  readonly #scan: (bytes: Buffer) => Scan;
  readonly #nextStart: (bytes: Buffer, from: number) => number;
  #bytes: Buffer = EMPTY;

  /**
   * @param scan is called with at least one byte
   * @param nextStart offset of the next possible start at or after an offset; the number of bytes if there is none
   */
  constructor(scan: (bytes: Buffer) => Scan, nextStart: (bytes: Buffer, from: number) => number) {
    this.#scan = scan;
    this.#nextStart = nextStart;
  }

  get pendingBytes(): number {
    return this.#bytes.length;
  }

  feed(bytes: Uint8Array): void {
    this.#bytes = copyToKeep(Buffer.concat([this.#bytes, bytes]));
  }

  next(): Found | null {
    while (this.#bytes.length > 0) {
      const result = this.#scan(this.#bytes);
      if (result === 'wait') return null;
      const raw = this.#take(result.length);
      if (result.kind !== 'skip') return { kind: result.kind, raw };
    }
    return null;
  }

  /** Drops the start of a frame whose rest does not arrive; continue with `next`. Null: nothing is pending. */
  dropStart(): Found | null {
    if (this.#bytes.length === 0) return null;
    return { kind: 'incomplete', raw: this.#take(this.#nextStart(this.#bytes, 1)) };
  }

  #take(length: number): Buffer {
    const raw = this.#bytes.subarray(0, length);
    this.#bytes = length === this.#bytes.length ? EMPTY : this.#bytes.subarray(length);
    return raw;
  }
}
