const EMPTY: Buffer = Buffer.alloc(0);

/** Reads big-endian values one after the other. Beyond the end it returns 0 and sets `truncated`. */
export class Cursor {
  readonly #bytes: Buffer;
  #at = 0;
  truncated = false;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  /** Number of bytes that have not been read. */
  get rest(): number {
    return this.#bytes.length - this.#at;
  }

  /** An unsigned integer of 0 to 4 bytes. */
  unsigned(length: number): number {
    return length > 0 && this.#canRead(length) ? this.#bytes.readUIntBE(this.#advance(length), length) : 0;
  }

  /** A signed integer of 1 to 4 bytes. */
  signed(length: number): number {
    return this.#canRead(length) ? this.#bytes.readIntBE(this.#advance(length), length) : 0;
  }

  /** A view of the next bytes. */
  bytes(length: number): Buffer {
    if (!this.#canRead(length)) return EMPTY;
    const start = this.#advance(length);
    return this.#bytes.subarray(start, start + length);
  }

  #canRead(length: number): boolean {
    if (length > this.rest) this.truncated = true;
    return !this.truncated;
  }

  #advance(length: number): number {
    const start = this.#at;
    this.#at += length;
    return start;
  }
}
