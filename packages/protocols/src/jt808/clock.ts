import { civilTimeToEpochMs } from '../civil-time.ts';

/** Times of terminals are in GMT+8, wherever they are (2013 table 23, 2019 table 23: "GMT+8"). */
const OFFSET_MINUTES = 8 * 60;

/** BCD[6] YY MM DD hh mm ss at `at`, as epoch milliseconds; null when there is no such moment. */
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

/** NaN when a half-byte is not a decimal digit: `civilTimeToEpochMs` then finds no such moment. */
function readBcd(data: Buffer, offset: number): number {
  const byte = data[offset] ?? 0xff;
  const tens = byte >> 4;
  const ones = byte & 0x0f;
  return tens > 9 || ones > 9 ? Number.NaN : tens * 10 + ones;
}

/** BCD[6] of a time; years outside 2000-2099 cannot be said. `offsetMinutes` is 0 for the platform's own clock. */
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
