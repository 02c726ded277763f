import { LIMITS } from '@wakeline/contract/limits';
import { DAY_MS, type Preset } from '../core/time-window.ts';

export const PRESETS = ['today', 'yesterday', 'day', 'threeDays'] as const satisfies readonly Preset[];

/** Validation errors of a request; the names are text ids of the replayMulti area. */
export interface FormErrors {
  readonly devices: 'devicesEmpty' | 'devicesTooMany' | null;
  readonly start: 'timeEmpty' | 'order' | null;
  readonly end: 'timeEmpty' | 'span-too-long' | 'span-too-long-many' | null;
}

/**
 * The rules of the specification: devices and time required, start before end, at most 31 days of one device and 3 of
 * several.
 */
export function validateMultiRequest(
  deviceCount: number,
  start: number | null,
  end: number | null,
): FormErrors {
  const span = start === null || end === null ? null : end - start;
  return {
    devices:
      deviceCount === 0 ? 'devicesEmpty' : deviceCount > LIMITS.replayTrackers ? 'devicesTooMany' : null,
    start: start === null ? 'timeEmpty' : span !== null && span <= 0 ? 'order' : null,
    end: end === null ? 'timeEmpty' : spanError(deviceCount, span ?? 0),
  };
}

/** The server's error for a time span in milliseconds; null: not too long. */
function spanError(deviceCount: number, span: number): 'span-too-long' | 'span-too-long-many' | null {
  if (deviceCount > 1) return span > LIMITS.manyReplayDays * DAY_MS ? 'span-too-long-many' : null;
  return span > LIMITS.replayDays * DAY_MS ? 'span-too-long' : null;
}

export function isValid({ devices, start, end }: FormErrors): boolean {
  return devices === null && start === null && end === null;
}
