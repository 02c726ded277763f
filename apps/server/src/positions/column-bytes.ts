import type { TrackBlock } from '@wakeline/contract/replay/track-blocks';
import { eachColumn, STORED_COLUMNS } from '@wakeline/domain/positions/columns';
import { UNITS_PER_DEGREE } from '../db/degrees.ts';
import { ByteReader } from './byte-writer.ts';
import { BIT, createNumbers, readFlagsAfter, readNumbers } from './packing.ts';

/**
 * Positions as three byte strings, one per column group, rows concatenated: no object per row is created.
 */
export interface ColumnBytes {
  /** Eight bytes each, big-endian: milliseconds after `base` times 2^16, plus the length in `packed`. */
  readonly times: Buffer | null;
  /** Eight bytes each, big-endian: latitude and longitude, 1e-7 degrees. */
  readonly coordinates: Buffer | null;
  /** The part that `readNumbers` and `readFlagsAfter` read; the rest is cut off. */
  readonly packed: Buffer | null;
}

/** The number of positions. */
export function countOf({ times }: ColumnBytes): number {
  return (times?.length ?? 0) / 8;
}

/** The time of the last position, epoch ms; null when there is none. */
export function lastTimeOf({ times }: ColumnBytes, base: number): number | null {
  return times === null ? null : base + timeOffsetAt(times, times.length - 8);
}

function timeOffsetAt(times: Buffer, at: number): number {
  return times.readUInt32BE(at) * 0x1_0000 + times.readUInt16BE(at + 4);
}

/** The positions in parts of `rows`; the last one may have fewer. */
export function* splitColumns(bytes: ColumnBytes, rows: number): Generator<ColumnBytes> {
  const { times, coordinates, packed } = bytes;
  if (times === null || coordinates === null || packed === null || countOf(bytes) <= rows) {
    yield bytes;
    return;
  }
  let start = 0;
  for (let from = 0; from < times.length; from += rows * 8) {
    const to = Math.min(times.length, from + rows * 8);
    let end = start;
    for (let at = from; at < to; at += 8) end += times.readUInt16BE(at + 6);
    yield {
      times: times.subarray(from, to),
      coordinates: coordinates.subarray(from, to),
      packed: packed.subarray(start, end),
    };
    start = end;
  }
}

/**
 * Decodes the positions that the receiver reported as valid, with strictly increasing times after `after`; duplicates
 * are skipped. Null when there are none.
 *
 * @throws RangeError for bytes that `pack` cannot have written.
 */
export function decodeBlock(
  bytes: ColumnBytes,
  base: number,
  track: Pick<TrackBlock, 'trackerId' | 'coarse'>,
  after = Number.NEGATIVE_INFINITY,
): TrackBlock | null {
  const { times, coordinates, packed } = bytes;
  if (times === null || coordinates === null || packed === null) return null;
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
  for (let at = 0; at < times.length; at += 8) {
    reader.seek(start);
    start += times.readUInt16BE(at + 6);
    const bits = readNumbers(reader, numbers);
    const fixTime = base + timeOffsetAt(times, at);
    if ((bits & BIT.notValid) !== 0 || fixTime <= last) continue;
    last = fixTime;
    time[length] = fixTime;
    lat[length] = coordinates.readInt32BE(at) / UNITS_PER_DEGREE;
    lng[length] = coordinates.readInt32BE(at + 4) / UNITS_PER_DEGREE;
    for (let i = 0; i < values.length; i += 1) (values[i] as Float32Array)[length] = numbers[i] as number;
    const positionFlags = readFlagsAfter(reader, bits, start);
    flags[length] = positionFlags;
    allFlags |= positionFlags;
    knownBits |= bits;
    length += 1;
  }
  if (length === 0) return null;
  const columns = trimColumns(values, length, knownBits);
  const points = {
    time: time.subarray(0, length),
    lng: lng.subarray(0, length),
    lat: lat.subarray(0, length),
  };
  return { ...track, length, ...points, columns, flags: allFlags === 0 ? null : flags.subarray(0, length) };
}

/** The columns with at least one known value, cut to the number of positions. */
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
