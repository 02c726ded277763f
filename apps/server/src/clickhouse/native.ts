/** Strings of a column, one after the other in `bytes`. */
export interface StringColumn {
  readonly bytes: Buffer;
  /** Where each string starts and ends. */
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
}

/** Rows of a response, by column. Integers of 64 bits are numbers: all values in use are below 2^53. */
export interface NativeBlock {
  readonly rows: number;
  numbers(column: number): Int32Array | Uint8Array | Float64Array;
  strings(column: number): StringColumn;
}

type Column = Int32Array | Uint8Array | Float64Array | StringColumn;

/**
 * Decodes a response in the format Native of ClickHouse: https://clickhouse.com/docs/interfaces/formats/Native. Of its types those that
 * the queries of the history select: Int32, UInt8, Int64, UInt64 and String.
 *
 * @throws RangeError for anything else
 */
export function decodeNative(bytes: Buffer): readonly NativeBlock[] {
  const blocks: NativeBlock[] = [];
  const reader = new NativeReader(bytes);
  while (!reader.isAtEnd) {
    const columnCount = reader.varint();
    const rows = reader.varint();
    const columns: Column[] = [];
    for (let column = 0; column < columnCount; column += 1) {
      reader.text();
      columns.push(reader.column(reader.text(), rows));
    }
    if (rows > 0) blocks.push(toBlock(rows, columns));
  }
  return blocks;
}

function toBlock(rows: number, columns: readonly Column[]): NativeBlock {
  return {
    rows,
    numbers(index) {
      const column = columns[index];
      if (column === undefined || 'starts' in column) throw new RangeError(`column ${index} has no numbers`);
      return column;
    },
    strings(index) {
      const column = columns[index];
      if (column === undefined || !('starts' in column)) throw new RangeError(`column ${index} has no text`);
      return column;
    },
  };
}

class NativeReader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length;
  }

  varint(): number {
    let value = 0;
    let factor = 1;
    for (;;) {
      const byte = this.#bytes.readUInt8(this.#at++);
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) return value;
      factor *= 0x80;
    }
  }

  text(): string {
    const length = this.varint();
    const text = this.#bytes.toString('utf8', this.#at, this.#at + length);
    this.#at += length;
    return text;
  }

  column(type: string, rows: number): Column {
    switch (type) {
      case 'Int32':
        return this.#int32(rows);
      case 'UInt8':
        return this.#uint8(rows);
      case 'Int64':
      case 'UInt64':
        return this.#int64(rows);
      case 'String':
        return this.#strings(rows);
      default:
        throw new RangeError(`the type ${type} of a column is unknown`);
    }
  }

  #int32(rows: number): Int32Array {
    const values = new Int32Array(rows);
    this.#copy(Buffer.from(values.buffer));
    return values;
  }

  #uint8(rows: number): Uint8Array {
    const values = new Uint8Array(rows);
    this.#copy(Buffer.from(values.buffer));
    return values;
  }

  #int64(rows: number): Float64Array {
    const words = new Uint32Array(rows * 2);
    this.#copy(Buffer.from(words.buffer));
    const values = new Float64Array(rows);
    for (let row = 0; row < rows; row += 1)
      values[row] = ((words[row * 2 + 1] as number) | 0) * 2 ** 32 + (words[row * 2] as number);
    return values;
  }

  /** All machines that the server runs on have the byte order of the format. */
  #copy(target: Buffer): void {
    const end = this.#at + target.length;
    if (end > this.#bytes.length) throw new RangeError('the response ends within a column');
    this.#bytes.copy(target, 0, this.#at, end);
    this.#at = end;
  }

  #strings(rows: number): StringColumn {
    const starts = new Uint32Array(rows);
    const ends = new Uint32Array(rows);
    for (let row = 0; row < rows; row += 1) {
      const length = this.varint();
      starts[row] = this.#at;
      this.#at += length;
      ends[row] = this.#at;
    }
    if (this.#at > this.#bytes.length) throw new RangeError('the response ends within a column');
    return { bytes: this.#bytes, starts, ends };
  }
}
