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
 * Tracks on the wire: consecutive blocks, little-endian. Blocks of one tracker are sorted by time and do not overlap;
 * blocks of several trackers come in any order. Each block starts at a multiple of 8 bytes.
 *
 * | bytes     | what                                                                                      |
 * | --------- | ----------------------------------------------------------------------------------------- |
 * | 4         | size of the block in bytes, including this field and the padding                          |
 * | 4         | trackerId                                                                                 |
 * | 4         | number of fixes, n                                                                        |
 * | 2         | `wireBit`s of the columns present; a column without any known value is omitted.           |
 * |           | Bit 7: flags present                                                                      |
 * | 2         | bit 0: coarse, fixes in between may be omitted                                            |
 * | 8         | time of the first fix, epoch ms, a double                                                 |
 * | 4 n       | time of each fix, ms after the first, unsigned                                            |
 * | 4 n       | longitude, 1e-7 degrees, signed                                                           |
 * | 4 n       | latitude, 1e-7 degrees, signed                                                            |
 * | 4 n each  | the columns present, in order of their bits: single precision, NaN if unknown             |
 * | n         | the flags, if present: domain's `DEVICE_FLAGS`                                            |
 *
 * This interface: fixes of one tracker, oldest first. Units as in domain's `Track`; a column without any known value is
 * null or missing.
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
  /** Domain's `DEVICE_FLAGS`; null: no fix has flags. */
  readonly flags: Uint8Array | null;
}

/** The result of an operation that returns blocks: bytes instead of JSON. */
export const trackBlocks = z
  .instanceof(Uint8Array)
  .describe('blocks of fixes in binary form, see docs/development/replay.md; failures are JSON');

/** Encodes a block. Its fixes must lie within 49 days (2^32 ms). */
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

/** Size in bytes of the block at this offset; null: its first four bytes are incomplete. */
export function readBlockSize(bytes: Uint8Array, offset: number): number | null {
  if (bytes.length - offset < 4) return null;
  return new DataView(bytes.buffer, bytes.byteOffset + offset, 4).getUint32(0, true);
}

/**
 * Decodes one complete block.
 *
 * @throws RangeError if the bytes are not a valid block.
 */
export function decodeBlock(bytes: Uint8Array): TrackBlock {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const length = view.getUint32(8, true);
  const bits = view.getUint16(12, true);
  const presentColumns = COLUMNS.filter(({ bit }) => (bits & bit) !== 0);
  const hasFlags = (bits & FLAGS_BIT) !== 0;
  if (view.getUint32(0, true) !== bytes.length)
    throw new RangeError('the size field of the block does not match its length');
  if (computeBlockSize(length, presentColumns.length, hasFlags) !== bytes.length)
    throw new RangeError('the length of the block does not match its columns');
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

/** Size of a block in bytes, including padding. */
function computeBlockSize(length: number, columns: number, hasFlags: boolean): number {
  return Math.ceil((BLOCK_HEADER_LENGTH + 4 * length * (3 + columns) + (hasFlags ? length : 0)) / 8) * 8;
}
