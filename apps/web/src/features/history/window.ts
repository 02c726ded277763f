import { LIMITS } from '@wakeline/contract/limits';
import { startOfDay } from '../../format/zone.ts';

/** Epoch milliseconds, both included. */
export interface TimeWindow {
  readonly start: number;
  readonly end: number;
}

const DAY_MS = 86_400_000;

export const PRESETS = ['today', 'yesterday', 'day', 'week'] as const;
export type Preset = (typeof PRESETS)[number];

/** What a preset means at `now` for an account in `timeZone`. Days are the account's. */
export function presetWindow(preset: Preset, now: number, timeZone: string): TimeWindow {
  switch (preset) {
    case 'today':
      return { start: startOfDay(now, timeZone), end: now };
    case 'yesterday':
      return { start: startOfDay(now, timeZone, -1), end: startOfDay(now, timeZone) - 1 };
    case 'day':
      return { start: now - DAY_MS, end: now };
    case 'week':
      return { start: now - 7 * DAY_MS, end: now };
  }
}

/** What is wrong with what was chosen for a replay; the names are keys of the history area. */
export interface Mistakes {
  readonly device: 'deviceEmpty' | null;
  readonly window: 'windowEmpty' | 'order' | 'tooLong' | null;
}

/** The specification's rules: device and time required, start before end, at most 31 days. */
export function mistakesIn(trackerId: number | null, window: TimeWindow | null): Mistakes {
  const device = trackerId === null ? 'deviceEmpty' : null;
  if (window === null) return { device, window: 'windowEmpty' };
  if (window.start >= window.end) return { device, window: 'order' };
  const tooLong = window.end - window.start > LIMITS.replayDays * DAY_MS;
  return { device, window: tooLong ? 'tooLong' : null };
}
