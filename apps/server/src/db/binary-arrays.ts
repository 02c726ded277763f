/**
 * Arrays as parameters in PostgreSQL's binary format (`array_recv`): PostgreSQL copies the elements, where it
 * would parse the text of an array literal, and no text is created here.
 *
 * | bytes | meaning                                                       |
 * | ----- | ------------------------------------------------------------- |
 * | 4     | number of dimensions: 1                                       |
 * | 4     | whether there are nulls                                       |
 * | 4     | type of the elements: OID of `pg_type`                        |
 * | 4     | number of elements                                            |
 * | 4     | subscript of the first one: 1                                 |
 * | 4 + n | of each element: its length and its bytes, numbers big-endian |
 *
 * A null has the length -1 and no bytes.
 */
const HEAD_BYTES = 20;
const NULLS_OFFSET = 4;
const LENGTH_BYTES = 4;
const TYPE = { bytea: 17, int8: 20, int2: 21, int4: 23, float4: 700, float8: 701 } as const;
const HIGH_WORD = 2 ** 32;

/** A parameter for `::int[]`: integers between -2^31 and 2^31 - 1. */
export function int4Array(values: readonly number[]): Buffer {
  const array = createArray(TYPE.int4, values.length, values.length * 4);
  let offset = HEAD_BYTES;
  for (const value of values) {
    offset = array.writeInt32BE(4, offset);
    offset = array.writeInt32BE(value, offset);
  }
  return array;
}

/** A parameter for `::bigint[]`: integers between -2^53 and 2^53. */
export function int8Array(values: readonly number[]): Buffer {
  const array = createArray(TYPE.int8, values.length, values.length * 8);
  let offset = HEAD_BYTES;
  for (const value of values) {
    offset = array.writeInt32BE(8, offset);
    offset = writeInt8(array, value, offset);
  }
  return array;
}

/** Bytes of a number, and how to write it. */
const NUMBERS = {
  int2: {
    bytes: 2,
    write: (array: Buffer, value: number, offset: number) => array.writeInt16BE(value, offset),
  },
  int4: {
    bytes: 4,
    write: (array: Buffer, value: number, offset: number) => array.writeInt32BE(value, offset),
  },
  int8: { bytes: 8, write: writeInt8 },
  float4: {
    bytes: 4,
    write: (array: Buffer, value: number, offset: number) => array.writeFloatBE(value, offset),
  },
  float8: {
    bytes: 8,
    write: (array: Buffer, value: number, offset: number) => array.writeDoubleBE(value, offset),
  },
} as const;

export type NumberType = keyof typeof NUMBERS;

/** A parameter for an array of this type: a number, or null, of each row. Integers are in the range of `int8Array`. */
export function numberArray<Row>(
  type: NumberType,
  rows: readonly Row[],
  read: (row: Row) => number | null,
): Buffer {
  const { bytes, write } = NUMBERS[type];
  const array = createArray(TYPE[type], rows.length, rows.length * bytes);
  let offset = HEAD_BYTES;
  let hasNulls = 0;
  for (const row of rows) {
    const value = read(row);
    offset = array.writeInt32BE(value === null ? -1 : bytes, offset);
    if (value === null) hasNulls = 1;
    // PostgreSQL keeps the sign of -0.
    else offset = write(array, value + 0, offset);
  }
  array.writeInt32BE(hasNulls, NULLS_OFFSET);
  return array.subarray(0, offset);
}

function writeInt8(array: Buffer, value: number, offset: number): number {
  array.writeInt32BE(Math.floor(value / HIGH_WORD), offset);
  return array.writeUInt32BE(value >>> 0, offset + 4);
}

/**
 * A parameter for `::bytea[]`.
 *
 * @param bytes of all elements, one after the other
 * @param ends where each element ends in `bytes`
 */
export function byteaArray(bytes: Buffer, ends: readonly number[]): Buffer {
  const array = createArray(TYPE.bytea, ends.length, ends.at(-1) ?? 0);
  let offset = HEAD_BYTES;
  let start = 0;
  for (const end of ends) {
    offset = array.writeInt32BE(end - start, offset);
    offset += bytes.copy(array, offset, start, end);
    start = end;
  }
  return array;
}

function createArray(type: number, length: number, elementBytes: number): Buffer {
  const array = Buffer.allocUnsafe(HEAD_BYTES + length * LENGTH_BYTES + elementBytes);
  [1, 0, type, length, 1].forEach((value, index) => {
    array.writeInt32BE(value, index * 4);
  });
  return array;
}
