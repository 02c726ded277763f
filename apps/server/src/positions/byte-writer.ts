const MAX_VARINT_BYTES = 8;

const INITIAL_BYTES = 64;

/** Appends bytes to a buffer that grows. Numbers are LEB128: 7 bits per byte, low ones first. */
export class ByteWriter {
  #bytes = Buffer.allocUnsafe(INITIAL_BYTES);
  #length = 0;

  /** The number of bytes that were written. */
  get length(): number {
    return this.#length;
  }

  /** They stay valid until more is written. */
  get written(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }

  byte(value: number): void {
    this.#ensureCapacity(1);
    this.#bytes[this.#length++] = value;
  }

  /** An integer from 0 to 65,535 in two bytes, low byte first. */
  word(value: number): void {
    this.byte(value & 0xff);
    this.byte(value >> 8);
  }

  /** An integer from 0 to 2^53 - 1. */
  varint(value: number): void {
    this.#ensureCapacity(MAX_VARINT_BYTES);
    let rest = value;
    // Above 2^31 bit operators would truncate it.
    while (rest >= 0x80) {
      this.#bytes[this.#length++] = (rest % 0x80) | 0x80;
      rest = Math.floor(rest / 0x80);
    }
    this.#bytes[this.#length++] = rest;
  }

  /** An integer between -2^52 and 2^52: the sign is in the lowest bit. */
  signed(value: number): void {
    this.varint(value < 0 ? -2 * value - 1 : 2 * value);
  }

  double(value: number): void {
    this.#ensureCapacity(8);
    this.#length = this.#bytes.writeDoubleLE(value, this.#length);
  }

  text(value: string): void {
    const length = Buffer.byteLength(value);
    this.varint(length);
    this.#ensureCapacity(length);
    this.#length += this.#bytes.write(value, this.#length);
  }

  bytes(value: Uint8Array): void {
    this.#ensureCapacity(value.length);
    this.#bytes.set(value, this.#length);
    this.#length += value.length;
  }

  #ensureCapacity(more: number): void {
    if (this.#length + more <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, this.#length + more));
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }
}

/** Reads what `ByteWriter` wrote. Throws a RangeError when the bytes end too early. */
export class ByteReader {
  readonly #bytes: Buffer;
  #offset = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  /** The offset of the byte that is read next. */
  get offset(): number {
    return this.#offset;
  }

  get isAtEnd(): boolean {
    return this.#offset >= this.#bytes.length;
  }

  /** Continues at this offset. */
  seek(at: number): void {
    this.#offset = at;
  }

  byte(): number {
    return this.#bytes.readUInt8(this.#offset++);
  }

  word(): number {
    return this.byte() | (this.byte() << 8);
  }

  varint(): number {
    let value = 0;
    let factor = 1;
    for (;;) {
      const byte = this.byte();
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) return value;
      factor *= 0x80;
    }
  }

  signed(): number {
    const value = this.varint();
    return value % 2 === 1 ? -(value + 1) / 2 : value / 2;
  }

  double(): number {
    const value = this.#bytes.readDoubleLE(this.#offset);
    this.#offset += 8;
    return value;
  }

  text(): string {
    const length = this.varint();
    const end = this.#offset + length;
    if (end > this.#bytes.length) throw new RangeError(`text of ${length} bytes ends after the last byte`);
    const value = this.#bytes.toString('utf8', this.#offset, end);
    this.#offset = end;
    return value;
  }
}
