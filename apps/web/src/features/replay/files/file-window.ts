import { LIMITS } from '@wakeline/contract/limits';
import type { FileWindow } from './window-fields.tsx';

const DAY_MS = 86_400_000;

/** The validation error of a range that is exported, shared or deleted; null: valid. */
export function validateWindow(
  devices: number,
  { start, end }: FileWindow,
): 'time-order' | 'span-too-long' | 'span-too-long-many' | null {
  if (start >= end) return 'time-order';
  const days = devices > 1 ? LIMITS.manyReplayDays : LIMITS.replayDays;
  if (end - start <= days * DAY_MS) return null;
  return devices > 1 ? 'span-too-long-many' : 'span-too-long';
}
