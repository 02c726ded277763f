import { startOfDay } from '../../../format/zone.ts';

/** Epoch milliseconds, both inclusive. */
export interface TimeWindow {
  readonly start: number;
  readonly end: number;
}

export const DAY_MS = 86_400_000;

/** Time presets: a day of the account, or a number of days up to now. */
const PRESET_DAYS = { day: 1, threeDays: 3, week: 7 } as const;
export type Preset = 'today' | 'yesterday' | keyof typeof PRESET_DAYS;

/** The time of a preset at `now`, with days in `timeZone`. */
export function presetWindow(preset: Preset, now: number, timeZone: string): TimeWindow {
  switch (preset) {
    case 'today':
      return { start: startOfDay(now, timeZone), end: now };
    case 'yesterday':
      return { start: startOfDay(now, timeZone, -1), end: startOfDay(now, timeZone) - 1 };
    default:
      return { start: now - PRESET_DAYS[preset] * DAY_MS, end: now };
  }
}
