import { LIMITS } from '@wakeline/contract/limits';
import { DAY_MS, type Preset } from '../replay/time-window.ts';

export const PRESETS = ['today', 'yesterday', 'day', 'threeDays'] as const satisfies readonly Preset[];

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
