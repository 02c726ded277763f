/** Collects the bits of an AIS message and writes them as characters of 6 bits: the opposite of `Payload`. */
export class BitWriter {
  readonly #bits: number[] = [];

  /** A number of up to 30 bits; a negative one in two's complement. */
  number(value: number, length: number): this {
    const unsigned = value < 0 ? value + 2 ** length : value;
    for (let bit = length - 1; bit >= 0; bit--) this.#bits.push(Math.floor(unsigned / 2 ** bit) % 2);
    return this;
  }

  /** Text in capitals, cut or filled up with `@` to this number of characters. */
  text(text: string, characters: number): this {
    for (const character of text.toUpperCase().padEnd(characters, '@').slice(0, characters)) {
      const code = character.charCodeAt(0);
      const value = code >= 64 && code <= 95 ? code - 64 : code >= 32 && code <= 63 ? code : QUESTION_MARK;
      this.number(value, 6);
    }
    return this;
  }

  /** The characters, and the number of bits that were added to fill the last one. */
  finish(): { readonly payload: string; readonly fillBits: number } {
    const fillBits = (6 - (this.#bits.length % 6)) % 6;
    const bits = [...this.#bits, ...new Array<number>(fillBits).fill(0)];
    let payload = '';
    for (let start = 0; start < bits.length; start += 6) {
      const value = bits.slice(start, start + 6).reduce((sum, bit) => sum * 2 + bit, 0);
      payload += String.fromCharCode(value < 40 ? value + 48 : value + 56);
    }
    return { payload, fillBits };
  }
}

const QUESTION_MARK = 63;
