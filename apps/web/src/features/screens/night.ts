import type { ScreenSettings } from '@wakeline/contract/screens/screens';
import { formatTimeOfDay } from '../../format/time.ts';

/** Minute of the day in a time zone. */
function minuteOfDay(time: number, timeZone: string): number {
  const [hours = 0, minutes = 0] = formatTimeOfDay(time, timeZone).split(':').map(Number);
  return hours * 60 + minutes;
}

/** Whether a screen is dimmed at a time, epoch milliseconds; the hours may cross midnight. */
export function isNight(
  { nightFrom, nightTo }: Pick<ScreenSettings, 'nightFrom' | 'nightTo'>,
  time: number,
  timeZone: string,
): boolean {
  if (nightFrom === null || nightTo === null || nightFrom === nightTo) return false;
  const minute = minuteOfDay(time, timeZone);
  return nightFrom < nightTo
    ? minute >= nightFrom && minute < nightTo
    : minute >= nightFrom || minute < nightTo;
}
