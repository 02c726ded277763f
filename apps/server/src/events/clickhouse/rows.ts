import type { NativeBlock } from '../../clickhouse/native.ts';
import { writeString } from '../../clickhouse/row-binary.ts';
import { MAX_STAMP } from '../../clickhouse/tables.ts';
import type { StoredEvent } from '../event-archive.ts';
import { NO_ACCOUNT, NO_DEGREES, NO_TIME } from './table.ts';

/** What `toEvents` decodes. */
export const SELECTED = 'tracker_id, time, toInt32(kind), ref, since, latitude, longitude, data';
/** What `encodeEvents` writes. */
export const INSERTED = 'tracker_id, time, kind, ref, since, latitude, longitude, account, data, precedence';

/** Bytes of a row without `data`, and most that its length has. */
const ROW_BYTES = 4 + 8 + 2 + 4 + 8 + 4 + 4 + 4 + 8;
const MAX_LENGTH_BYTES = 5;

/** The rows of a query of `SELECTED`. */
export function toEvents(blocks: readonly NativeBlock[]): StoredEvent[] {
  return blocks.flatMap((block) => {
    const [trackers, times, kinds, refs] = [0, 1, 2, 3].map((column) => block.numbers(column));
    const [sinces, latitudes, longitudes] = [4, 5, 6].map((column) => block.numbers(column));
    const data = block.strings(7);
    return Array.from({ length: block.rows }, (_, row): StoredEvent => {
      const text = data.bytes.toString('utf8', data.starts[row], data.ends[row]);
      return {
        tracker_id: trackers?.[row] as number,
        time: times?.[row] as number,
        kind: kinds?.[row] as number,
        ref: refs?.[row] as number,
        since: unless(NO_TIME, sinces?.[row] as number),
        latitude: unless(NO_DEGREES, latitudes?.[row] as number),
        longitude: unless(NO_DEGREES, longitudes?.[row] as number),
        data: text === '' ? null : text,
      };
    });
  });
}

function unless(missing: number, value: number): number | null {
  return value === missing ? null : value;
}

/** Format RowBinary: integers with the low byte first, strings after their length as varint. */
export function encodeEvents(events: readonly StoredEvent[], stamp: number): Buffer {
  const precedence = BigInt(MAX_STAMP - stamp);
  return Buffer.concat(events.map((event) => encodeEvent(event, precedence)));
}

function encodeEvent(event: StoredEvent, precedence: bigint): Buffer {
  const data = Buffer.from(event.data ?? '');
  const bytes = Buffer.allocUnsafe(ROW_BYTES + MAX_LENGTH_BYTES + data.length);
  let at = bytes.writeInt32LE(event.tracker_id, 0);
  at = bytes.writeBigInt64LE(BigInt(event.time), at);
  at = bytes.writeInt16LE(event.kind, at);
  at = bytes.writeInt32LE(event.ref, at);
  at = bytes.writeBigInt64LE(BigInt(event.since ?? NO_TIME), at);
  at = bytes.writeInt32LE(event.latitude ?? NO_DEGREES, at);
  at = bytes.writeInt32LE(event.longitude ?? NO_DEGREES, at);
  at = bytes.writeInt32LE(accountOf(event.data), at);
  at = writeString(bytes, at, data);
  at = bytes.writeBigUInt64LE(precedence, at);
  return bytes.subarray(0, at);
}

/** The account that alone may read the event. */
function accountOf(data: string | null): number {
  if (data === null) return NO_ACCOUNT;
  const { account }: { readonly account?: number } = JSON.parse(data);
  return account ?? NO_ACCOUNT;
}
