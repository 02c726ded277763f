import type { PlaybackPosition } from '@wakeline/domain/replay/playback';
import { partitionPoint } from '@wakeline/domain/sorted/partition-point';
import { stopSpeedOf } from '@wakeline/domain/tracker-state/movement';
import type { Stay } from '@wakeline/domain/tracks/stays';

/** The status that the marker of a replay shows. Past alarms are not part of a track. */
export type ReplayStatus = 'RUNNING' | 'STOP' | 'OFFLINE';

/**
 * The status of a device at a time of its track: offline in a gap, stopped in a stay or below the account's
 * speed for stopping, else moving, also if its speed is unknown.
 *
 * @param time epoch milliseconds
 * @param stays of the same track, oldest first
 * @param movingSpeed km/h from which a stationary device of the account counts as moving
 */
export function replayStatus(
  { isGap, speed }: PlaybackPosition,
  time: number,
  stays: readonly Stay[],
  movingSpeed: number,
): ReplayStatus {
  if (isGap) return 'OFFLINE';
  return (speed !== null && speed < stopSpeedOf(movingSpeed)) || isInStay(time, stays) ? 'STOP' : 'RUNNING';
}

/** O(log n), because it runs at every frame. */
function isInStay(time: number, stays: readonly Stay[]): boolean {
  const after = partitionPoint(stays.length, (at) => (stays[at]?.startTime ?? 0) <= time);
  const last = stays[after - 1];
  return last !== undefined && time <= last.endTime;
}
