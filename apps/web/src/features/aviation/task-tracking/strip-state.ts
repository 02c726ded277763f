import type { TrackerStatusDto } from '@wakeline/contract/entities/tracker';

/** What matters most about a device of a task. */
export type StripState = 'alarm' | 'waiting' | 'ended' | 'silent' | 'noPosition' | 'offline' | 'watched';

interface StripSubject {
  /** Unresolved alarms of the device in this task. */
  readonly alarms: number;
  /** Execution time, epoch milliseconds. */
  readonly executeFrom: number | null;
  readonly executeTo: number | null;
  readonly status: Pick<TrackerStatusDto, 'status' | 'latitude' | 'flight'>;
}

/** @param now epoch milliseconds */
export function stripStateOf(
  { alarms, executeFrom, executeTo, status }: StripSubject,
  now: number,
): StripState {
  if (alarms > 0) return 'alarm';
  if (executeFrom !== null && now < executeFrom) return 'waiting';
  if (executeTo !== null && now >= executeTo) return 'ended';
  if (isSilent(status, now)) return 'silent';
  if (status.latitude === null) return 'noPosition';
  return status.status === 'OFFLINE' ? 'offline' : 'watched';
}

/** Whether a plane in flight has sent no position for so long that it is uncertain where it is. @param now epoch milliseconds */
export function isSilent({ flight }: Pick<TrackerStatusDto, 'flight'>, now: number): boolean {
  const silentAt = flight?.silentAt ?? null;
  return silentAt !== null && now > silentAt;
}

/** km/h: a slower device is not under way. */
const MIN_SPEED = 5;

/**
 * Milliseconds to a point ahead at the present speed.
 *
 * @param speed km/h; null: not known
 * @returns null: it is not under way
 */
export function timeToGo(metres: number, speed: number | null): number | null {
  return speed === null || speed < MIN_SPEED ? null : (metres / (speed / 3.6)) * 1_000;
}
