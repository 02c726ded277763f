/**
 * The bits of an AIS message, from the characters of its sentences. Each character carries six bits: its code minus 48,
 * and minus 8 more above 40 (ITU-R M.1371-5, annex 8; IEC 61162-1, table of 6-bit binary fields).
 */
export class Payload {
  readonly #sixBits: Uint8Array;
  /** Number of bits without the fill bits at the end. */
  readonly length: number;

  private constructor(sixBits: Uint8Array, length: number) {
    this.#sixBits = sixBits;
    this.length = length;
  }

  /** Null if a character is not in the alphabet. */
  static read(characters: string, fillBits: number): Payload | null {
    const sixBits = new Uint8Array(characters.length);
    for (let index = 0; index < characters.length; index++) {
      const code = characters.charCodeAt(index);
      const value = code >= 48 && code <= 87 ? code - 48 : code >= 96 && code <= 119 ? code - 56 : -1;
      if (value < 0) return null;
      sixBits[index] = value;
    }
    return new Payload(sixBits, Math.max(0, characters.length * 6 - fillBits));
  }

  /** An unsigned number of up to 30 bits; bits after the end count as 0. */
  uint(start: number, length: number): number {
    let value = 0;
    for (let bit = start; bit < start + length; bit++) {
      value =
        value * 2 +
        (bit < this.length ? ((this.#sixBits[Math.floor(bit / 6)] ?? 0) >> (5 - (bit % 6))) & 1 : 0);
    }
    return value;
  }

  /** A number in two's complement. */
  int(start: number, length: number): number {
    const value = this.uint(start, length);
    return value >= 2 ** (length - 1) ? value - 2 ** length : value;
  }

  flag(bit: number): boolean {
    return this.uint(bit, 1) === 1;
  }

  /** Text of 6-bit characters without the padding at its end. Null if it is empty. */
  text(start: number, length: number): string | null {
    return this.rawText(start, length).trim() || null;
  }

  /** Text of 6-bit characters up to the first `@`. */
  rawText(start: number, length: number): string {
    let text = '';
    for (let bit = start; bit + 6 <= Math.min(start + length, this.length); bit += 6) {
      const value = this.uint(bit, 6);
      if (value === 0) break;
      text += String.fromCharCode(value < 32 ? value + 64 : value);
    }
    return text;
  }
}
