import type { TestVertex } from './write-ocad.ts';

/** Bytes that grow, with little-endian values. */
export class BinaryWriter {
  #buffer = Buffer.alloc(1_024);
  #length = 0;

  skip(length: number): void {
    this.append(new Uint8Array(length));
  }

  /** Returns the position of the bytes. */
  append(bytes: Uint8Array): number {
    const at = this.#length;
    while (this.#buffer.length < at + bytes.length)
      this.#buffer = Buffer.concat([this.#buffer, Buffer.alloc(this.#buffer.length)]);
    this.#buffer.set(bytes, at);
    this.#length = at + bytes.length;
    return at;
  }

  /** The upper 24 bits are the coordinate; marks of y are those from 16 on. */
  vertex([x, y, marks = 0]: TestVertex): void {
    const at = this.append(new Uint8Array(8));
    this.i32(at, x * 256 + (marks & 0x0f));
    this.i32(at + 4, y * 256 + (marks >> 4));
  }

  u8(at: number, value: number): void {
    this.#buffer.writeUInt8(value, at);
  }

  u16(at: number, value: number): void {
    this.#buffer.writeUInt16LE(value, at);
  }

  i16(at: number, value: number): void {
    this.#buffer.writeInt16LE(value, at);
  }

  u32(at: number, value: number): void {
    this.#buffer.writeUInt32LE(value, at);
  }

  i32(at: number, value: number): void {
    this.#buffer.writeInt32LE(value, at);
  }

  set(at: number, bytes: Uint8Array): void {
    this.#buffer.set(bytes, at);
  }

  bytes(): Uint8Array {
    return new Uint8Array(this.#buffer.subarray(0, this.#length));
  }
}
