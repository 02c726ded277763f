import { toInstant, toWallTime } from '../../../../format/zone.ts';

const TIMESTAMP_PATTERN = /^(?:(?:(\d{4})-)?(\d{1,2})-(\d{1,2})\s+)?(\d{1,2}):(\d{2})(?::(\d{2}))?$/;
const ELAPSED_PATTERN = /^(?:(\d{1,4}):)?(\d{1,2}):(\d{2})$/;

/**
 * Parses a typed time: `yyyy-MM-dd HH:mm:ss`; omitted year, day or seconds are those of `reference`. Null: not a
 * time.
 */
export function parseTimestamp(text: string, reference: number, timeZone: string): number | null {
  const found = TIMESTAMP_PATTERN.exec(text.trim());
  if (found === null) return null;
  const wall = toWallTime(reference, timeZone);
  const [year, month, day] = [found[1] ?? wall.year(), found[2] ?? wall.month() + 1, found[3] ?? wall.date()];
  const [hour, minute, second] = [found[4], found[5], found[6] ?? 0].map(Number);
  const digits = wall
    .year(Number(year))
    .month(0)
    .date(1)
    .month(Number(month) - 1)
    .date(Number(day))
    .hour(hour ?? 0)
    .minute(minute ?? 0)
    .second(second ?? 0)
    .millisecond(0);
  // Rejects dates that roll over: 31 June would be 1 July.
  const isReal =
    digits.year() === Number(year) &&
    digits.month() + 1 === Number(month) &&
    digits.date() === Number(day) &&
    digits.hour() === hour &&
    digits.minute() === minute &&
    digits.second() === second;
  return isReal ? toInstant(digits, timeZone) : null;
}

/** Parses milliseconds since the start: `h:mm:ss` or `m:ss`. Null: invalid. */
export function parseElapsed(text: string): number | null {
  const found = ELAPSED_PATTERN.exec(text.trim());
  if (found === null) return null;
  const [hours, minutes, seconds] = [found[1] ?? 0, found[2], found[3]].map(Number);
  if ((seconds ?? 0) > 59 || (found[1] !== undefined && (minutes ?? 0) > 59)) return null;
  return (((hours ?? 0) * 60 + (minutes ?? 0)) * 60 + (seconds ?? 0)) * 1000;
}

/** Formats milliseconds since the start as `h:mm:ss`. */
export function formatElapsed(milliseconds: number): string {
  const seconds = Math.floor(Math.max(0, milliseconds) / 1000);
  const twoDigits = (value: number) => String(value).padStart(2, '0');
  return `${Math.floor(seconds / 3600)}:${twoDigits(Math.floor(seconds / 60) % 60)}:${twoDigits(seconds % 60)}`;
}
