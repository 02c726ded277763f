/**
 * A small real JPEG for the simulated camera: ITU-T T.81, baseline, three components without subsampling. Each block of
 * 8 x 8 pixels has one colour, so only its DC coefficient is coded.
 *
 * With a quantization of 8, a DC coefficient is the value of the block minus 128. Its Huffman table has a code of four
 * bits for each size 0 to 8; that of the AC coefficients has one bit, for the end of the block.
 */
const COLUMNS = 40;
const ROWS = 30;
const BLOCK = 8;
const SIZES = 9;
const COMPONENTS = [1, 2, 3];

type Colour = readonly [red: number, green: number, blue: number];

/** A sea under a sky, 320 x 240 pixels. The sun stands further to the right with each number. */
export function createSamplePhoto(number: number): Buffer {
  const bits = new BitWriter();
  const previous = [0, 0, 0];
  for (let row = 0; row < ROWS; row++) {
    for (let column = 0; column < COLUMNS; column++) {
      for (const [component, value] of toYCbCr(colourAt(column, row, number)).entries()) {
        const coefficient = Math.round(value) - 128;
        bits.writeDifference(coefficient - (previous[component] ?? 0));
        previous[component] = coefficient;
      }
    }
  }
  return Buffer.concat([HEADERS, bits.finish(), Buffer.of(0xff, 0xd9)]);
}

function colourAt(column: number, row: number, number: number): Colour {
  const horizon = 18;
  const sunColumn = 6 + ((number * 7) % 28);
  if ((column - sunColumn) ** 2 + (row - 8) ** 2 <= 12) return [255, 214, 90];
  if (row < horizon) return [120 + row * 5, 175 + row * 3, 230];
  const isWave = (column * 3 + row * 5) % 11 < 3;
  return isWave ? [70, 130, 160] : [20, 80 - (row - horizon) * 3, 120 - (row - horizon) * 3];
}

/** JFIF 1.02, section 7. */
function toYCbCr([red, green, blue]: Colour): readonly number[] {
  return [
    0.299 * red + 0.587 * green + 0.114 * blue,
    -0.1687 * red - 0.3313 * green + 0.5 * blue + 128,
    0.5 * red - 0.4187 * green - 0.0813 * blue + 128,
  ].map((value) => Math.min(255, Math.max(0, value)));
}

/** Entropy-coded bits (T.81, F.1.2): 0xff is followed by 0, and the last byte is filled with ones. */
class BitWriter {
  readonly #bytes: number[] = [];
  #current = 0;
  #count = 0;

  /** Writes a block: the difference of its DC coefficient to the previous one, and the end of the block. */
  writeDifference(difference: number): void {
    const size = difference === 0 ? 0 : 32 - Math.clz32(Math.abs(difference));
    this.#write(size, 4);
    this.#write(difference < 0 ? difference + 2 ** size - 1 : difference, size);
    this.#write(0, 1);
  }

  finish(): Buffer {
    while (this.#count > 0) this.#write(1, 1);
    return Buffer.from(this.#bytes);
  }

  #write(value: number, length: number): void {
    for (let bit = length - 1; bit >= 0; bit--) {
      this.#current = (this.#current << 1) | ((value >> bit) & 1);
      if (++this.#count < 8) continue;
      this.#bytes.push(this.#current);
      if (this.#current === 0xff) this.#bytes.push(0);
      this.#current = 0;
      this.#count = 0;
    }
  }
}

function segment(marker: number, ...content: readonly number[]): Buffer {
  const length = content.length + 2;
  return Buffer.of(0xff, marker, length >> 8, length & 0xff, ...content);
}

function word(value: number): readonly number[] {
  return [value >> 8, value & 0xff];
}

/** A Huffman table (T.81, B.2.4.2): the number of codes of 1 to 16 bits, then the coded values. */
function huffmanTable(id: number, codeLength: number, values: readonly number[]): Buffer {
  const counts = Array.from({ length: 16 }, (_, index) => (index + 1 === codeLength ? values.length : 0));
  return segment(0xc4, id, ...counts, ...values);
}

const HEADERS = Buffer.concat([
  Buffer.of(0xff, 0xd8),
  segment(0xe0, ...Buffer.from('JFIF\0'), 1, 2, 0, ...word(1), ...word(1), 0, 0),
  segment(0xdb, 0, ...Array.from({ length: 64 }, () => 8)),
  segment(
    0xc0,
    8,
    ...word(ROWS * BLOCK),
    ...word(COLUMNS * BLOCK),
    COMPONENTS.length,
    ...COMPONENTS.flatMap((id) => [id, 0x11, 0]),
  ),
  huffmanTable(
    0x00,
    4,
    Array.from({ length: SIZES }, (_, size) => size),
  ),
  huffmanTable(0x10, 1, [0]),
  segment(0xda, COMPONENTS.length, ...COMPONENTS.flatMap((id) => [id, 0]), 0, 63, 0),
]);
