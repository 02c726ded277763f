import type { TrackBlock } from '@wakeline/contract/replay/track-blocks';
import { eachColumn, STORED_COLUMNS } from '@wakeline/domain/positions/columns';
import { type RawBuilder, sql } from 'kysely';
import { ByteReader } from './byte-writer.ts';
import {
  BIT,
  createNumbers,
  PACKED_HEAD_BYTES,
  readFlagsAfter,
  readNumbers,
  UNITS_PER_DEGREE,
} from './packing.ts';

/**
 * Positions as three strings of bytes: those of each number one after the other. The database has put a row's numbers
 * together in a third of the time that it takes to send the row, and here no object is made of it.
 */
export interface ColumnBytes {
  /** Eight bytes each, high one first: milliseconds after `base` times 2^16, and how many bytes of `packed` follow. */
  readonly moments: Buffer | null;
  /** Eight bytes each, high one first: latitude and longitude, 1e-7 degrees. */
  readonly places: Buffer | null;
  /** What `readNumbers` and `readFlagsAfter` read, with what follows cut off. */
  readonly packed: Buffer | null;
}

/** The columns of a query that makes `ColumnBytes` of rows in their order; `base` is at or before the first time. */
export function columnBytes(base: number): RawBuilder<ColumnBytes> {
  const headBytes = sql.lit(PACKED_HEAD_BYTES);
  return sql<ColumnBytes>`
    string_agg(int8send((time - ${base}::bigint) << 16 | least(length(packed), ${headBytes})), ''::bytea) as moments,
    string_agg(int8send(latitude::bigint << 32 | (longitude::bigint & 4294967295)), ''::bytea) as places,
    string_agg(case when length(packed) > ${headBytes} then substr(packed, 1, ${headBytes}) else packed end, ''::bytea) as packed`;
}

/** How many positions these are. */
export function countOf({ moments }: ColumnBytes): number {
  return (moments?.length ?? 0) / 8;
}

/** The time of the last one, epoch ms; null: there is none. */
export function lastTimeOf({ moments }: ColumnBytes, base: number): number | null {
  return moments === null ? null : base + timeOffsetAt(moments, moments.length - 8);
}

function timeOffsetAt(moments: Buffer, at: number): number {
  return moments.readUInt32BE(at) * 0x1_0000 + moments.readUInt16BE(at + 4);
}

/**
 * The positions that the receiver called valid, each later than the one before and the first later than `after`: what comes
 * twice is left out. Null: there are none.
 *
 * @throws RangeError for bytes that `pack` cannot have written.
 */
export function decodeBlock(
  bytes: ColumnBytes,
  base: number,
  of: Pick<TrackBlock, 'trackerId' | 'coarse'>,
  after = Number.NEGATIVE_INFINITY,
): TrackBlock | null {
  const { moments, places, packed } = bytes;
  if (moments === null || places === null || packed === null) return null;
  const capacity = countOf(bytes);
  const time = new Float64Array(capacity);
  const lng = new Float64Array(capacity);
  const lat = new Float64Array(capacity);
  const values = STORED_COLUMNS.map(() => new Float32Array(capacity));
  const flags = new Uint8Array(capacity);
  const reader = new ByteReader(packed);
  const numbers = createNumbers();
  let last = after;
  let knownBits = 0;
  let allFlags = 0;
  let length = 0;
  let start = 0;
  for (let at = 0; at < moments.length; at += 8) {
    reader.seek(start);
    start += moments.readUInt16BE(at + 6);
    const bits = readNumbers(reader, numbers);
    const fixTime = base + timeOffsetAt(moments, at);
    if ((bits & BIT.notValid) !== 0 || fixTime <= last) continue;
    last = fixTime;
    time[length] = fixTime;
    lat[length] = places.readInt32BE(at) / UNITS_PER_DEGREE;
    lng[length] = places.readInt32BE(at + 4) / UNITS_PER_DEGREE;
    for (let i = 0; i < values.length; i += 1) (values[i] as Float32Array)[length] = numbers[i] as number;
    const positionFlags = readFlagsAfter(reader, bits, start);
    flags[length] = positionFlags;
    allFlags |= positionFlags;
    knownBits |= bits;
    length += 1;
  }
  if (length === 0) return null;
  const columns = trimColumns(values, length, knownBits);
  const coordinates = {
    time: time.subarray(0, length),
    lng: lng.subarray(0, length),
    lat: lat.subarray(0, length),
  };
  return { ...of, length, ...coordinates, columns, flags: allFlags === 0 ? null : flags.subarray(0, length) };
}

/** The columns of which something is known, as long as there are positions. */
function trimColumns(
  values: readonly Float32Array[],
  length: number,
  knownBits: number,
): TrackBlock['columns'] {
  const columns = eachColumn<Float32Array | null>(() => null);
  for (const [i, { name, storedBit }] of STORED_COLUMNS.entries()) {
    if ((knownBits & (1 << storedBit)) !== 0) columns[name] = values[i]?.subarray(0, length) ?? null;
  }
  return columns;
}
