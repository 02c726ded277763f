import { LIMITS } from '@wakeline/contract/limits';
import { DAY_MS, type Preset, type TimeWindow } from '../core/time-window.ts';

export const PRESETS = ['today', 'yesterday', 'day', 'week'] as const satisfies readonly Preset[];

/** Validation errors of a request; the names are text ids of the replaySingle area. */
export interface FormErrors {
  readonly device: 'deviceEmpty' | null;
  readonly window: 'windowEmpty' | 'order' | 'tooLong' | null;
}

/** The rules of the specification: device and time required, start before end, at most 31 days. */
export function validateTrackRequest(trackerId: number | null, window: TimeWindow | null): FormErrors {
  const device = trackerId === null ? 'deviceEmpty' : null;
  if (window === null) return { device, window: 'windowEmpty' };
  if (window.start >= window.end) return { device, window: 'order' };
  const tooLong = window.end - window.start > LIMITS.replayDays * DAY_MS;
  return { device, window: tooLong ? 'tooLong' : null };
}
