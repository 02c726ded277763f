import { civilTimeToEpochMs } from './civil-time.ts';
import { readPair } from './decimal-digits.ts';

/** Order of the pairs of digits in a date. */
export type DateOrder = 'ddmmyy' | 'yymmdd';

const LENGTH = 6;

/**
 * Epoch milliseconds of a date and a time of six digits each, in UTC. Null if one is not six digits, or there is no
 * such time.
 *
 * @param time hhmmss
 */
export function readDigitTime(date: string, order: DateOrder, time: string): number | null {
  if (date.length !== LENGTH || time.length !== LENGTH) return null;
  const year = readPair(date, order === 'ddmmyy' ? 4 : 0);
  const day = readPair(date, order === 'ddmmyy' ? 0 : 4);
  return civilTimeToEpochMs(
    2000 + year,
    readPair(date, 2),
    day,
    readPair(time, 0),
    readPair(time, 2),
    readPair(time, 4),
    0,
  );
}

/** The parts of a time in UTC, each with two digits. */
export function writeDigitTime(time: number): {
  readonly date: Record<DateOrder, string>;
  readonly time: string;
} {
  const [day = '', clock = ''] = new Date(time).toISOString().split('T');
  const [year = '', month = '', date = ''] = day.split('-');
  const shortYear = year.slice(-2);
  return {
    date: { ddmmyy: `${date}${month}${shortYear}`, yymmdd: `${shortYear}${month}${date}` },
    time: clock.slice(0, 8).replaceAll(':', ''),
  };
}
