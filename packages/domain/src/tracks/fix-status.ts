import type { NoticeType } from '../notices/notice-type.ts';
import { START_SPEED } from '../tracker-state/movement.ts';
import type { TrackerStatus } from '../tracker-state/tracker-status.ts';

/**
 * The status that one fix of a track tells by itself: SOS while it is raised, moving from the speed on at which a standing tracker
 * counts as moving. Without a speed it is the product's default, that of standing.
 *
 * @param speed km/h
 */
export function statusOfFix(speed: number | null, alarms: readonly NoticeType[]): TrackerStatus {
  if (alarms.includes('SOS')) return 'SOS';
  return speed !== null && speed >= START_SPEED ? 'RUNNING' : 'STOP';
}
