import { civilTimeToEpochMs } from '../civil-time.ts';

/** Terminals send times in GMT+8, regardless of their location (2013 table 23, 2019 table 23: "GMT+8"). */
const OFFSET_MINUTES = 8 * 60;

/** Reads BCD[6] YY MM DD hh mm ss at `offset` as epoch milliseconds; null if the time is invalid. */
export function readTime(data: Buffer, offset: number): number | null {
  return civilTimeToEpochMs(
    2000 + readBcd(data, offset),
    readBcd(data, offset + 1),
    readBcd(data, offset + 2),
    readBcd(data, offset + 3),
    readBcd(data, offset + 4),
    readBcd(data, offset + 5),
    OFFSET_MINUTES,
  );
}

/** NaN if a nibble is not a decimal digit; `civilTimeToEpochMs` then returns null. */
function readBcd(data: Buffer, offset: number): number {
  const byte = data[offset] ?? 0xff;
  const tens = byte >> 4;
  const ones = byte & 0x0f;
  return tens > 9 || ones > 9 ? Number.NaN : tens * 10 + ones;
}

/** Writes a time as BCD[6]. Only years 2000-2099 can be encoded. `offsetMinutes` is 0 for the platform's own clock. */
export function writeTime(
  time: number,
  data: Buffer,
  offset: number,
  offsetMinutes: number = OFFSET_MINUTES,
): void {
  const local = new Date(time + offsetMinutes * 60_000);
  const fields = [
    local.getUTCFullYear() % 100,
    local.getUTCMonth() + 1,
    local.getUTCDate(),
    local.getUTCHours(),
    local.getUTCMinutes(),
    local.getUTCSeconds(),
  ];
  for (const [i, field] of fields.entries()) data[offset + i] = (Math.floor(field / 10) << 4) | (field % 10);
}
