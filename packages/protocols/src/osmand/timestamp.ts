import { civilTimeToEpochMs } from '../civil-time.ts';

/** Numbers from here on are milliseconds; as seconds they would be in 2038. */
const MIN_MILLISECONDS = 2 ** 31 - 1;

const CALENDAR_TIME =
  /^(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d)(?::(\d\d)(\.\d+)?)?(Z|([+\- ])(\d\d):?(\d\d))?$/;

/**
 * Parses a time as sent by clients into epoch milliseconds: seconds, milliseconds, ISO 8601, or `yyyy-MM-dd HH:mm:ss`.
 * A time without a zone is UTC. A space before the zone is an unescaped plus sign. Null if the format is different.
 */
export function readTimestamp(text: string): number | null {
  if (/^\d{1,15}(\.\d+)?$/.test(text)) {
    const value = Number(text);
    return Math.round(value < MIN_MILLISECONDS ? value * 1000 : value);
  }
  const match = CALENDAR_TIME.exec(text);
  if (match === null) return null;
  const [, year, month, day, hour, minute, second = '0', fraction = '', , sign, zoneHours, zoneMinutes] =
    match;
  const offset = sign === undefined ? 0 : Number(zoneHours) * 60 + Number(zoneMinutes);
  const time = civilTimeToEpochMs(
    Number(year),
    Number(month),
    Number(day),
    Number(hour),
    Number(minute),
    Number(second),
    sign === '-' ? -offset : offset,
  );
  return time === null ? null : time + Math.round(Number(`0${fraction}`) * 1000);
}
