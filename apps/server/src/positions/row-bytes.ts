import type { LocatedReport } from '@wakeline/domain/tracker-state/apply-report';
import { unpack } from './packing.ts';

/** Complete positions as byte strings, rows concatenated. */
export interface RowBytes {
  /** Eight bytes each, big-endian: epoch milliseconds. Null: no row. */
  readonly times: Buffer | null;
  /** Eight bytes each, big-endian: latitude and longitude, 1e-7 degrees. */
  readonly coordinates: Buffer | null;
  /** Four bytes each, big-endian: the length in `packed`. */
  readonly lengths: Buffer | null;
  readonly packed: Buffer | null;
}

/** The number of positions. */
export function countRows({ times }: RowBytes): number {
  return (times?.length ?? 0) / 8;
}

/** The time of the last position, epoch ms; null when there is none. */
export function lastRowTime({ times }: RowBytes): number | null {
  return times === null ? null : Number(times.readBigInt64BE(times.length - 8));
}

/** The positions in parts of `rows`; the last one may have fewer. */
export function* splitRows(bytes: RowBytes, rows: number): Generator<RowBytes> {
  const { times, coordinates, lengths, packed } = bytes;
  if (times === null || coordinates === null || lengths === null || packed === null) return;
  let start = 0;
  for (let from = 0; from < countRows(bytes); from += rows) {
    const to = Math.min(countRows(bytes), from + rows);
    let end = start;
    for (let row = from; row < to; row += 1) end += lengths.readInt32BE(row * 4);
    yield {
      times: times.subarray(from * 8, to * 8),
      coordinates: coordinates.subarray(from * 8, to * 8),
      lengths: lengths.subarray(from * 4, to * 4),
      packed: packed.subarray(start, end),
    };
    start = end;
  }
}

/** Lazily, so that each position is short-lived: half of the garbage collection. */
export function* unpackRows({ times, coordinates, lengths, packed }: RowBytes): Generator<LocatedReport> {
  if (times === null || coordinates === null || lengths === null || packed === null) return;
  let start = 0;
  for (let row = 0; row < times.length / 8; row += 1) {
    const end = start + lengths.readInt32BE(row * 4);
    yield unpack({
      time: times.readInt32BE(row * 8) * 2 ** 32 + times.readUInt32BE(row * 8 + 4),
      latitude: coordinates.readInt32BE(row * 8),
      longitude: coordinates.readInt32BE(row * 8 + 4),
      packed: packed.subarray(start, end),
    });
    start = end;
  }
}
