import { maxNoticeAge } from '../tracker-state/alarms.ts';
import type { ReportOutcome } from '../tracker-state/apply-report.ts';
import type { TrackerState } from '../tracker-state/tracker-state.ts';
import {
  continueOverspeed,
  endOverspeed,
  type OverspeedMemory,
  type OverspeedOutcome,
  startOverspeed,
} from './overspeed.ts';

/** An overspeed alarm of the device that goes on. */
export interface DeviceOverspeed extends OverspeedMemory {
  /** The last position with the alarm. */
  readonly last: { readonly time: number; readonly latitude: number; readonly longitude: number };
  /** Metres of the device there. */
  readonly lastMileage: number;
}

/**
 * Follows the overspeed alarm that a device reports itself: an episode without limit, from the first to the last report with the
 * alarm. It begins with the event of the alarm.
 *
 * @param before the state before the report.
 * @param outcome after the rules: its notices are the ones that are sent.
 * @param receivedAt epoch milliseconds by the server clock.
 */
export function applyDeviceOverspeed(
  before: TrackerState,
  outcome: ReportOutcome,
  receivedAt: number,
): ReportOutcome {
  const open = before.memory.overspeed;
  const { state, events } = outcome;
  const activeAt = state.memory.alarms.OVERSPEED;
  if (open === undefined && (activeAt === undefined || events.length === 0)) return outcome;

  const started = events.find((event) => event.kind === 'alarm' && event.noticeType === 'OVERSPEED');
  const steps = [...(outcome.overspeeds ?? [])];
  let current = open;
  if (current !== undefined && (activeAt === undefined || started !== undefined)) {
    const overspeed = endOverspeed(current, current.last, current.lastMileage);
    if (overspeed !== null) steps.push({ kind: 'ended', overspeed, source: null });
    current = undefined;
  }
  const { position, mileage } = state;
  const isMoved = position !== null && position !== before.position;
  if (started !== undefined && position !== null) {
    const { time } = started;
    const { latitude, longitude, speed } = position;
    const fix = { time, latitude, longitude, speed: isMoved ? speed : null };
    const wasSent = outcome.notices.some(({ noticeType }) => noticeType === 'OVERSPEED');
    const result: OverspeedOutcome = wasSent
      ? 'sent'
      : receivedAt - time > maxNoticeAge('OVERSPEED')
        ? 'late'
        : 'none';
    const notice = { time, receivedAt, outcome: result };
    const last = { time, latitude, longitude };
    current = { ...startOverspeed(fix, mileage, null), notice, last, lastMileage: mileage };
    steps.push({ kind: 'kept', from: time });
  } else if (current !== undefined && isMoved && activeAt === position.time) {
    const { time, latitude, longitude } = position;
    const last = { time, latitude, longitude };
    current = { ...current, ...continueOverspeed(current, position), last, lastMileage: mileage };
  }
  if (current === open) return outcome;
  const { overspeed: _, ...memory } = state.memory;
  return {
    ...outcome,
    overspeeds: steps,
    state: { ...state, memory: current === undefined ? memory : { ...memory, overspeed: current } },
  };
}
