import { LIMITS } from '@wakeline/contract/limits';
import { startOfDay } from '../../format/zone.ts';

/** Epoch milliseconds, both included. */
export interface TimeWindow {
  readonly start: number;
  readonly end: number;
}

const DAY_MS = 86_400_000;

export const PRESETS = ['today', 'yesterday', 'day', 'threeDays'] as const;
export type Preset = (typeof PRESETS)[number];

/** What a quick choice means at `now` for an account in `timeZone`. Days are the account's. */
export function presetWindow(preset: Preset, now: number, timeZone: string): TimeWindow {
  switch (preset) {
    case 'today':
      return { start: startOfDay(now, timeZone), end: now };
    case 'yesterday':
      return { start: startOfDay(now, timeZone, -1), end: startOfDay(now, timeZone) - 1 };
    case 'day':
      return { start: now - DAY_MS, end: now };
    case 'threeDays':
      return { start: now - LIMITS.manyReplayDays * DAY_MS, end: now };
  }
}

/** What of a choice is not there yet, or wrong; the names of mistakes are keys of the replayMany area. */
export interface Mistakes {
  readonly devices: 'devicesEmpty' | 'devicesTooMany' | null;
  readonly start: 'timeEmpty' | 'order' | null;
  readonly end: 'timeEmpty' | 'tooLong' | null;
}

/** The specification's rules: devices and time required, start before end, at most 3 days. */
export function mistakesIn(chosen: number, start: number | null, end: number | null): Mistakes {
  const span = start === null || end === null ? null : end - start;
  return {
    devices: chosen === 0 ? 'devicesEmpty' : chosen > LIMITS.replayTrackers ? 'devicesTooMany' : null,
    start: start === null ? 'timeEmpty' : span !== null && span <= 0 ? 'order' : null,
    end:
      end === null ? 'timeEmpty' : span !== null && span > LIMITS.manyReplayDays * DAY_MS ? 'tooLong' : null,
  };
}

export function isRight({ devices, start, end }: Mistakes): boolean {
  return devices === null && start === null && end === null;
}
