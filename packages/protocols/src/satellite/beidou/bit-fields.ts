/** Reads unsigned numbers from bits, high bit first. Bits after the end are 0. */
export class BitReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  read(count: number): number {
    let value = 0;
    for (let k = 0; k < count; k++, this.#at++) {
      const bit = ((this.#bytes[this.#at >> 3] ?? 0) >> (7 - (this.#at & 7))) & 1;
      value = value * 2 + bit;
    }
    return value;
  }
}

/** Packs unsigned numbers, each given with its number of bits, high bit first. */
export function packBits(fields: readonly (readonly [value: number, bits: number])[]): Uint8Array {
  const total = fields.reduce((sum, [, bits]) => sum + bits, 0);
  const bytes = new Uint8Array(Math.ceil(total / 8));
  let at = 0;
  for (const [value, bits] of fields) {
    for (let k = bits - 1; k >= 0; k--, at++) {
      if (Math.floor(value / 2 ** k) % 2 === 1) bytes[at >> 3] = (bytes[at >> 3] ?? 0) | (0x80 >> (at & 7));
    }
  }
  return bytes;
}
