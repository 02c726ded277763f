import type { TrackingDevice, TrackingMode } from '@wakeline/contract/aviation/tracking-mode';
import { intervalOf, type TrackingMember, trackingStateOf } from '@wakeline/domain/aviation/tracking-mode';
import type { ChangedIntervalRow } from '../../../aviation/changed-intervals.ts';
import type { TrackingModeRow } from '../../../aviation/tracking-modes.ts';
import type { InstructionOutline } from '../../../instructions/interval-instructions.ts';
import { sentCallOf } from './settle-intervals.ts';

/** The tracking mode of a task, with the states of its devices. */
export function presentTrackingMode(
  mode: TrackingModeRow,
  intervals: ReadonlyMap<number, ChangedIntervalRow>,
  outlines: ReadonlyMap<number, InstructionOutline>,
): TrackingMode {
  return {
    taskId: mode.task_id,
    interval: mode.interval,
    login: mode.login,
    startTime: mode.started_at.getTime(),
    endTime: mode.latest_end.getTime(),
    endedTime: mode.ended_at?.getTime() ?? null,
    devices: mode.devices.map(({ id, state }) => presentDevice(id, state, intervals.get(id), outlines)),
  };
}

function presentDevice(
  trackerId: number,
  member: TrackingMember,
  row: ChangedIntervalRow | undefined,
  outlines: ReadonlyMap<number, InstructionOutline>,
): TrackingDevice {
  const unchanged = { trackerId, reason: null, time: null, interval: null, restoreInterval: null };
  if (member !== 'on') return { ...unchanged, state: member };
  if (row === undefined) return { ...unchanged, state: 'restored' };
  const last = sentCallOf(row, row.instruction_id === null ? undefined : outlines.get(row.instruction_id));
  return {
    trackerId,
    state: trackingStateOf(last, row.failed_at !== null),
    reason: last?.reason ?? null,
    time: last?.finishedAt ?? null,
    interval: row.purpose === 'raise' ? row.interval : null,
    restoreInterval: intervalOf(row.restore_to),
  };
}
