import { civilTime } from '../civil-time.ts';

/** Times of terminals are in GMT+8, wherever they are (2013 table 23, 2019 table 23: "GMT+8"). */
const OFFSET_MINUTES = 8 * 60;

/** BCD[6] YY MM DD hh mm ss at `at`, as epoch milliseconds; null when there is no such moment. */
export function readTime(data: Buffer, at: number): number | null {
  return civilTime(
    2000 + bcd(data, at),
    bcd(data, at + 1),
    bcd(data, at + 2),
    bcd(data, at + 3),
    bcd(data, at + 4),
    bcd(data, at + 5),
    OFFSET_MINUTES,
  );
}

/** NaN when a half-byte is not a decimal digit: `civilTime` then finds no such moment. */
function bcd(data: Buffer, at: number): number {
  const byte = data[at] ?? 0xff;
  const tens = byte >> 4;
  const ones = byte & 0x0f;
  return tens > 9 || ones > 9 ? Number.NaN : tens * 10 + ones;
}

/** BCD[6] of a time; years outside 2000-2099 cannot be said. `offsetMinutes` is 0 for the platform's own clock. */
export function writeTime(
  time: number,
  data: Buffer,
  at: number,
  offsetMinutes: number = OFFSET_MINUTES,
): void {
  const local = new Date(time + offsetMinutes * 60_000);
  const parts = [
    local.getUTCFullYear() % 100,
    local.getUTCMonth() + 1,
    local.getUTCDate(),
    local.getUTCHours(),
    local.getUTCMinutes(),
    local.getUTCSeconds(),
  ];
  for (const [i, part] of parts.entries()) data[at + i] = (Math.floor(part / 10) << 4) | (part % 10);
}
