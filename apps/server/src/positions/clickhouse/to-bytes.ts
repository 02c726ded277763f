import type { NativeBlock } from '../../clickhouse/native.ts';
import type { ColumnBytes } from '../column-bytes.ts';
import { PACKED_HEAD_BYTES, type PackedPosition } from '../packing.ts';
import type { RowBytes } from '../row-bytes.ts';

const NO_COLUMNS: ColumnBytes = { times: null, coordinates: null, packed: null };

/** The rows of a query of `ROW`, complete. */
export function toRowBytes(blocks: readonly NativeBlock[]): RowBytes {
  const count = countRows(blocks);
  if (count === 0) return { ...NO_COLUMNS, lengths: null };
  const times = Buffer.allocUnsafe(count * 8);
  const coordinates = Buffer.allocUnsafe(count * 8);
  const lengths = Buffer.allocUnsafe(count * 4);
  const chunks: Buffer[] = [];
  let at = 0;
  for (const block of blocks) {
    const packed = block.strings(4);
    const time = block.numbers(1);
    writeCoordinates(block, coordinates, at);
    for (let row = 0; row < block.rows; row += 1) {
      const [start, end] = [packed.starts[row] as number, packed.ends[row] as number];
      writeInteger(times, (at + row) * 8, time[row] as number);
      lengths.writeInt32BE(end - start, (at + row) * 4);
      chunks.push(packed.bytes.subarray(start, end));
    }
    at += block.rows;
  }
  return { times, coordinates, lengths, packed: Buffer.concat(chunks) };
}

/** The rows of a query of `ROW` with what a track block needs. @param base at or before the first time */
export function toColumnBytes(blocks: readonly NativeBlock[], base: number): ColumnBytes {
  const count = countRows(blocks);
  if (count === 0) return NO_COLUMNS;
  const times = Buffer.allocUnsafe(count * 8);
  const coordinates = Buffer.allocUnsafe(count * 8);
  const heads = Buffer.allocUnsafe(count * PACKED_HEAD_BYTES);
  let length = 0;
  let at = 0;
  for (const block of blocks) {
    const packed = block.strings(4);
    const time = block.numbers(1);
    writeCoordinates(block, coordinates, at);
    for (let row = 0; row < block.rows; row += 1) {
      const start = packed.starts[row] as number;
      const head = Math.min((packed.ends[row] as number) - start, PACKED_HEAD_BYTES);
      writeOffset(times, (at + row) * 8, (time[row] as number) - base, head);
      packed.bytes.copy(heads, length, start, start + head);
      length += head;
    }
    at += block.rows;
  }
  return { times, coordinates, packed: heads.subarray(0, length) };
}

/** The same for some rows. */
export function packColumns(rows: readonly PackedPosition[], base: number): ColumnBytes {
  const times = Buffer.allocUnsafe(rows.length * 8);
  const coordinates = Buffer.allocUnsafe(rows.length * 8);
  const heads = rows.map(({ packed }) => packed.subarray(0, PACKED_HEAD_BYTES));
  for (const [at, { time, latitude, longitude }] of rows.entries()) {
    writeOffset(times, at * 8, time - base, heads[at]?.length ?? 0);
    coordinates.writeInt32BE(latitude, at * 8);
    coordinates.writeInt32BE(longitude, at * 8 + 4);
  }
  return { times, coordinates, packed: Buffer.concat(heads) };
}

function writeOffset(times: Buffer, at: number, offset: number, head: number): void {
  times.writeUInt32BE(Math.floor(offset / 0x1_0000), at);
  times.writeUInt16BE(offset % 0x1_0000, at + 4);
  times.writeUInt16BE(head, at + 6);
}

function countRows(blocks: readonly NativeBlock[]): number {
  return blocks.reduce((sum, { rows }) => sum + rows, 0);
}

function writeCoordinates(block: NativeBlock, coordinates: Buffer, at: number): void {
  const [latitude, longitude] = [block.numbers(2), block.numbers(3)];
  for (let row = 0; row < block.rows; row += 1) {
    coordinates.writeInt32BE(latitude[row] as number, (at + row) * 8);
    coordinates.writeInt32BE(longitude[row] as number, (at + row) * 8 + 4);
  }
}

function writeInteger(target: Buffer, at: number, value: number): void {
  target.writeInt32BE(Math.floor(value / 2 ** 32), at);
  target.writeUInt32BE(value % 2 ** 32, at + 4);
}
