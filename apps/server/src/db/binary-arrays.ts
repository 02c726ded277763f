/**
 * Arrays without nulls as parameters in PostgreSQL's binary format (`array_recv`): PostgreSQL copies the elements, where it
 * would parse the text of an array literal, and no text is created here.
 *
 * | bytes | meaning                                                       |
 * | ----- | ------------------------------------------------------------- |
 * | 4     | number of dimensions: 1                                       |
 * | 4     | whether there are nulls: 0                                    |
 * | 4     | type of the elements: OID of `pg_type`                        |
 * | 4     | number of elements                                            |
 * | 4     | subscript of the first one: 1                                 |
 * | 4 + n | of each element: its length and its bytes, numbers big-endian |
 */
const HEAD_BYTES = 20;
const LENGTH_BYTES = 4;
const TYPE = { bytea: 17, int8: 20, int4: 23 } as const;
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
    offset = array.writeInt32BE(Math.floor(value / HIGH_WORD), offset);
    offset = array.writeUInt32BE(value >>> 0, offset);
  }
  return array;
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
