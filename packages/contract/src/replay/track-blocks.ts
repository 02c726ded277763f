import {
  eachColumn,
  type TrackColumn,
  WIRE_COLUMNS,
  WIRE_FLAGS_BIT,
} from '@wakeline/domain/positions/columns';
import { z } from 'zod';

const COLUMNS = WIRE_COLUMNS.map(({ name, wireBit }) => ({ name, bit: 1 << wireBit }));
const FLAGS_BIT = 1 << WIRE_FLAGS_BIT;

export const BLOCK_HEADER_LENGTH = 24;
export const COARSE_BIT = 1;
export const UNITS_PER_DEGREE = 1e7;

/**
 * Tracks on the wire: blocks one after the other, numbers with the low byte first. Those of one tracker come oldest first and do
 * not overlap; those of several trackers come in any order. A block begins at a multiple of 8 bytes after the one before.
 *
 * | bytes     | what                                                                                      |
 * | --------- | ----------------------------------------------------------------------------------------- |
 * | 4         | bytes of the block, these and its padding included                                        |
 * | 4         | trackerId                                                                                 |
 * | 4         | fixes, n                                                                                  |
 * | 2         | `wireBit`s of the columns there are; what is known of no fix has none. Bit 7: there are   |
 * |           | flags                                                                                     |
 * | 2         | bit 0: coarse, there may be fixes between these                                           |
 * | 8         | time of the first fix, epoch ms, a double                                                 |
 * | 4 n       | time of each fix, ms after the first, unsigned                                            |
 * | 4 n       | longitude, 1e-7 degrees, signed                                                           |
 * | 4 n       | latitude, 1e-7 degrees, signed                                                            |
 * | 4 n each  | the columns there are, by rising bit: single precision, NaN where not known               |
 * | n         | the flags, if there are any: domain's `DEVICE_FLAGS`                                      |
 *
 * Here: fixes of one tracker, oldest first. Units as in domain's `Track`; a column that is null or left out is known of no fix.
 */
export interface TrackBlock {
  readonly trackerId: number;
  readonly coarse: boolean;
  readonly length: number;
  /** Epoch milliseconds. */
  readonly time: Float64Array;
  /** WGS-84 degrees. */
  readonly lng: Float64Array;
  readonly lat: Float64Array;
  readonly columns: Readonly<Partial<Record<TrackColumn, Float32Array | null>>>;
  /** Domain's `DEVICE_FLAGS`; null: no fix says anything of them. */
  readonly flags: Uint8Array | null;
}

/** The result of an operation that answers blocks: it is not JSON. */
export const trackBlocks = z
  .instanceof(Uint8Array)
  .describe('blocks of fixes as bytes, as docs/development/replay.md says; failures are JSON as always');

/** A block as bytes. Fixes of one block lie within 49 days: 2^32 ms. */
export function encodeBlock(block: TrackBlock): Uint8Array<ArrayBuffer> {
  const { length, time, lng, lat, columns, flags } = block;
  const presentColumns = COLUMNS.filter(({ name }) => columns[name] != null);
  const size = computeBlockSize(length, presentColumns.length, flags !== null);
  const view = new DataView(new ArrayBuffer(size));
  const first = time[0] ?? 0;
  view.setUint32(0, size, true);
  view.setUint32(4, block.trackerId, true);
  view.setUint32(8, length, true);
  view.setUint16(
    12,
    presentColumns.reduce((bits, { bit }) => bits | bit, flags === null ? 0 : FLAGS_BIT),
    true,
  );
  view.setUint16(14, block.coarse ? COARSE_BIT : 0, true);
  view.setFloat64(16, first, true);
  let offset = BLOCK_HEADER_LENGTH;
  for (let i = 0; i < length; i += 1, offset += 4) view.setUint32(offset, (time[i] ?? 0) - first, true);
  for (let i = 0; i < length; i += 1, offset += 4)
    view.setInt32(offset, Math.round((lng[i] ?? 0) * UNITS_PER_DEGREE), true);
  for (let i = 0; i < length; i += 1, offset += 4)
    view.setInt32(offset, Math.round((lat[i] ?? 0) * UNITS_PER_DEGREE), true);
  for (const { name } of presentColumns) {
    const column = columns[name];
    for (let i = 0; i < length; i += 1, offset += 4) view.setFloat32(offset, column?.[i] ?? Number.NaN, true);
  }
  const bytes = new Uint8Array(view.buffer);
  if (flags !== null) bytes.set(flags, offset);
  return bytes;
}

/** How many bytes the block has that begins here; null: its first four bytes have not all come. */
export function readBlockSize(bytes: Uint8Array, offset: number): number | null {
  if (bytes.length - offset < 4) return null;
  return new DataView(bytes.buffer, bytes.byteOffset + offset, 4).getUint32(0, true);
}

/**
 * Reads one whole block.
 *
 * @throws RangeError if these are not the bytes of a block.
 */
export function decodeBlock(bytes: Uint8Array): TrackBlock {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const length = view.getUint32(8, true);
  const bits = view.getUint16(12, true);
  const presentColumns = COLUMNS.filter(({ bit }) => (bits & bit) !== 0);
  const hasFlags = (bits & FLAGS_BIT) !== 0;
  if (view.getUint32(0, true) !== bytes.length) throw new RangeError('a block has another length');
  if (computeBlockSize(length, presentColumns.length, hasFlags) !== bytes.length)
    throw new RangeError('a block has other columns than it says');
  const first = view.getFloat64(16, true);
  const time = new Float64Array(length);
  const lng = new Float64Array(length);
  const lat = new Float64Array(length);
  let offset = BLOCK_HEADER_LENGTH;
  for (let i = 0; i < length; i += 1, offset += 4) time[i] = first + view.getUint32(offset, true);
  for (let i = 0; i < length; i += 1, offset += 4) lng[i] = view.getInt32(offset, true) / UNITS_PER_DEGREE;
  for (let i = 0; i < length; i += 1, offset += 4) lat[i] = view.getInt32(offset, true) / UNITS_PER_DEGREE;
  const columns = eachColumn<Float32Array | null>(() => null);
  for (const { name } of presentColumns) {
    const column = new Float32Array(length);
    for (let i = 0; i < length; i += 1, offset += 4) column[i] = view.getFloat32(offset, true);
    columns[name] = column;
  }
  return {
    trackerId: view.getUint32(4, true),
    coarse: (view.getUint16(14, true) & COARSE_BIT) !== 0,
    length,
    time,
    lng,
    lat,
    columns,
    flags: hasFlags ? bytes.slice(offset, offset + length) : null,
  };
}

/** Bytes of a block, its padding included. */
function computeBlockSize(length: number, columns: number, hasFlags: boolean): number {
  return Math.ceil((BLOCK_HEADER_LENGTH + 4 * length * (3 + columns) + (hasFlags ? length : 0)) / 8) * 8;
}
