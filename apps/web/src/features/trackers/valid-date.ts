import { toWallTime } from '../../format/zone.ts';

/** The last day of a validity in the account's time zone, `yyyy-MM-dd`: it ends at the next midnight. */
export function toValidDate(validUntil: number, timeZone: string): string {
  return toWallTime(validUntil - 1, timeZone).format('YYYY-MM-DD');
}
