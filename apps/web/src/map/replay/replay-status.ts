import type { PlaybackPosition } from '@wakeline/domain/replay/playback';
import { partitionPoint } from '@wakeline/domain/sorted/partition-point';
import { STOP_SPEED } from '@wakeline/domain/tracker-state/movement';
import type { Stay } from '@wakeline/domain/tracks/stays';

/** The status that the marker of a replay shows. Past alarms are not part of a track. */
export type ReplayStatus = 'RUNNING' | 'STOP' | 'OFFLINE';

/**
 * The status of a device at a time of its track: offline in a gap, stopped in a stay or below `STOP_SPEED`, else
 * moving, also if its speed is unknown.
 *
 * @param time epoch milliseconds
 * @param stays of the same track, oldest first
 */
export function replayStatus(
  { isGap, speed }: PlaybackPosition,
  time: number,
  stays: readonly Stay[],
): ReplayStatus {
  if (isGap) return 'OFFLINE';
  return (speed !== null && speed < STOP_SPEED) || isInStay(time, stays) ? 'STOP' : 'RUNNING';
}

/** O(log n), because it runs at every frame. */
function isInStay(time: number, stays: readonly Stay[]): boolean {
  const after = partitionPoint(stays.length, (at) => (stays[at]?.startTime ?? 0) <= time);
  const last = stays[after - 1];
  return last !== undefined && time <= last.endTime;
}
