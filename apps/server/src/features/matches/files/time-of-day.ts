import type { SheetCell } from '@wakeline/formats/spreadsheets/sheet-cell';
import { createLocalToUtc, createUtcToLocal } from '@wakeline/formats/tracks/zone-time';

const DAY_MS = 86_400_000;
const SECOND_MS = 1_000;
const TIME = /^([01]?\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?$/;
/** Day 0 of the date systems of spreadsheets: times without a date are on it. */
const NO_DATES = [Date.UTC(1899, 11, 30), Date.UTC(1904, 0, 1)];

/** A time without a date, in milliseconds of the day; null: the cell has something else. */
export function readTimeOfDay(cell: SheetCell | undefined): number | null {
  if (typeof cell === 'string') {
    const [, hours, minutes, seconds = '0'] = TIME.exec(cell.trim()) ?? [];
    if (hours === undefined) return null;
    return (Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds)) * SECOND_MS;
  }
  if (typeof cell === 'number')
    return cell >= 0 && cell < 1 ? Math.round((cell * DAY_MS) / SECOND_MS) * SECOND_MS : null;
  if (typeof cell !== 'object' || cell === null || !('localMs' in cell)) return null;
  const ofDay = NO_DATES.map((day) => cell.localMs - day).find((ms) => ms >= 0 && ms < DAY_MS);
  return ofDay === undefined ? null : Math.round(ofDay / SECOND_MS) * SECOND_MS;
}

/** `hh:mm:ss`. */
export function formatTimeOfDay(ofDay: number): string {
  return new Date(ofDay).toISOString().slice(11, 19);
}

/**
 * When this time of day is, in the 12 hours before or after a match starts.
 *
 * @param matchStart epoch milliseconds
 * @param timeZone IANA
 */
export function timeNear(ofDay: number, matchStart: number, timeZone: string): number {
  const localStart = createUtcToLocal(timeZone)(matchStart);
  const onDay = localStart - (localStart % DAY_MS) + ofDay;
  const near = [onDay, onDay + DAY_MS, onDay - DAY_MS].find(
    (local) => local >= localStart - DAY_MS / 2 && local < localStart + DAY_MS / 2,
  );
  return createLocalToUtc(timeZone)(near ?? onDay);
}
