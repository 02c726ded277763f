import type { NoticeType } from '../notices/notice-type.ts';
import { START_SPEED } from '../tracker-state/movement.ts';
import type { TrackerStatus } from '../tracker-state/tracker-status.ts';

/**
 * The status of a single fix of a track: SOS while it is active, moving from `START_SPEED` on, as for a stationary tracker.
 * Without a speed it is STOP, the default of the product.
 *
 * @param speed km/h
 */
export function statusOfFix(speed: number | null, alarms: readonly NoticeType[]): TrackerStatus {
  if (alarms.includes('SOS')) return 'SOS';
  return speed !== null && speed >= START_SPEED ? 'RUNNING' : 'STOP';
}
