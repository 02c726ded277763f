import { OcadError } from './ocad-error.ts';

/** Reads little-endian values at positions of a file. Every position outside of it is an error of the file. */
export class ByteReader {
  readonly length: number;
  readonly #view: DataView;
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.length = bytes.length;
  }

  /** @throws OcadError `malformed` unless the bytes from `at` on are in the file. */
  need(at: number, length: number): void {
    if (at < 0 || length < 0 || at + length > this.length) throw new OcadError('malformed');
  }

  u8(at: number): number {
    this.need(at, 1);
    return this.#view.getUint8(at);
  }

  u16(at: number): number {
    this.need(at, 2);
    return this.#view.getUint16(at, true);
  }

  i16(at: number): number {
    this.need(at, 2);
    return this.#view.getInt16(at, true);
  }

  i32(at: number): number {
    this.need(at, 4);
    return this.#view.getInt32(at, true);
  }

  u32(at: number): number {
    this.need(at, 4);
    return this.#view.getUint32(at, true);
  }

  bytes(at: number, length: number): Uint8Array {
    this.need(at, length);
    return this.#bytes.subarray(at, at + length);
  }
}
