import type { NoticeType } from '../notices/notice-type.ts';
import type { TrackerStatus } from '../tracker-state/tracker-status.ts';

/**
 * The status of a single fix of a track: SOS while it is active, moving from the account's speed on, as for a stationary
 * tracker. Without a speed it is STOP, the default of the product.
 *
 * @param speed km/h
 * @param movingSpeed km/h from which a stationary tracker of the account counts as moving
 */
export function statusOfFix(
  speed: number | null,
  alarms: readonly NoticeType[],
  movingSpeed: number,
): TrackerStatus {
  if (alarms.includes('SOS')) return 'SOS';
  return speed !== null && speed >= movingSpeed ? 'RUNNING' : 'STOP';
}
