/** Splits bytes into lines, without the line end. Longer lines are dropped and counted. */
export class LineReader {
  readonly #maxLength: number;
  #partial = '';
  #isSkipping = false;
  /** Number of dropped lines since the last call of `take`. */
  #oversized = 0;

  constructor(maxLength: number) {
    this.#maxLength = maxLength;
  }

  /** Complete lines; an incomplete one is buffered until its end arrives. */
  receive(bytes: Uint8Array): readonly string[] {
    const text =
      this.#partial + Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
    const lines = text.split(/\r?\n/);
    this.#partial = lines.pop() ?? '';
    const first = lines[0];
    if (this.#isSkipping && first !== undefined) {
      lines.shift();
      this.#isSkipping = false;
    }
    if (this.#partial.length > this.#maxLength) {
      if (!this.#isSkipping) this.#oversized++;
      this.#isSkipping = true;
      this.#partial = '';
    } else if (this.#isSkipping) {
      this.#partial = '';
    }
    return lines.filter((line) => this.#fits(line));
  }

  /** Number of lines that were too long, since the last call. */
  takeOversized(): number {
    const count = this.#oversized;
    this.#oversized = 0;
    return count;
  }

  #fits(line: string): boolean {
    if (line.length <= this.#maxLength) return line !== '';
    this.#oversized++;
    return false;
  }
}
