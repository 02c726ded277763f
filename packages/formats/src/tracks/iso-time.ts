/** ISO 8601, full date and time, with or without a zone: `2026-06-01T12:00:00.250Z`, `2026/06/01 12:00`. */
const DATE_TIME =
  /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?:[T\s]+(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?)?\s*(Z|UTC|GMT|[+-]\d{2}:?\d{2}|[+-]\d{2})?$/i;
/** Day first, as in dates with dots. */
const DAY_FIRST = /^(\d{1,2})\.(\d{1,2})\.(\d{4})/;

/** Converts a local time, given as epoch milliseconds as if it were UTC, to epoch milliseconds. */
export type LocalToUtc = (localAsUtc: number) => number;

/**
 * Parses a time to epoch milliseconds; null if it is not valid. The order of month and day is never guessed: a date has to start
 * with the year, or have dots.
 *
 * @param localToUtc for a time without a zone; null: the zone is required
 */
export function parseTime(text: string, localToUtc: LocalToUtc | null): number | null {
  const trimmed = text.trim().replace(DAY_FIRST, '$3-$2-$1');
  const found = DATE_TIME.exec(trimmed);
  if (found === null) return null;
  const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '', zone] = found;
  const localAsUtc = toEpochMs(
    [year, month, day, hour, minute, second].map(Number),
    Number(`0.${fraction}0`) * 1_000,
  );
  if (localAsUtc === null) return null;
  if (zone === undefined) return localToUtc === null ? null : localToUtc(localAsUtc);
  const offset = parseOffset(zone);
  return offset === null ? null : localAsUtc - offset;
}

/**
 * Epoch milliseconds of a date and time in UTC; null if there is no such date. A leap second is the following second.
 *
 * @param components year, month from 1, day, hour, minute, second
 */
export function toEpochMs(components: readonly number[], milliseconds: number): number | null {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = components;
  if (month < 1 || month > 12 || hour > 24 || minute > 59 || second > 60) return null;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return null;
  if (hour === 24 && (minute > 0 || second > 0 || milliseconds > 0)) return null;
  return date.getTime() + ((hour * 60 + minute) * 60 + second) * 1_000 + Math.trunc(milliseconds);
}

/** Milliseconds east of UTC; null above 18 hours, which no zone exceeds. */
function parseOffset(zone: string): number | null {
  if (/^[a-z]/i.test(zone)) return 0;
  const digits = zone.replace(/\D/g, '').padEnd(4, '0');
  const [hours, minutes] = [Number(digits.slice(0, 2)), Number(digits.slice(2))];
  if (hours > 18 || minutes > 59) return null;
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * 60_000;
}
