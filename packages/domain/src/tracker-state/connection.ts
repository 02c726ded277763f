import type { TrackerEvent } from '../events/tracker-event.ts';
import { noticeOf } from './notices.ts';
import type { TrackerNotice, TrackerState } from './tracker-state.ts';
import { withUpdatedStatus } from './with-status.ts';

const NO_EVENTS: readonly TrackerEvent[] = [];

/** A state that changed without a report, and the events of that change in time order. */
export interface StateStep {
  readonly state: TrackerState;
  readonly events: readonly TrackerEvent[];
}

/**
 * Any message ends the time offline, also a late or rejected report.
 *
 * @param at epoch milliseconds by the server clock.
 */
export function onlineEvents(before: TrackerState, after: TrackerState, at: number): readonly TrackerEvent[] {
  if (!before.memory.silent) return NO_EVENTS;
  return [{ kind: 'online', time: at, since: before.lastSeenAt, ...placeOf(after) }];
}

/**
 * Sets a tracker offline after `offlineAfter` milliseconds without a message. Time before `onlineSince` does not count, because
 * the server was not running. Null if nothing changes.
 */
export function markInactive(
  before: TrackerState,
  now: number,
  offlineAfter: number,
  onlineSince: number,
): (StateStep & { readonly notices: readonly TrackerNotice[] }) | null {
  if (before.memory.silent || before.lastSeenAt === null) return null;
  if (now - Math.max(before.lastSeenAt, onlineSince) < offlineAfter) return null;
  const state = withUpdatedStatus(
    before,
    { ...before.memory, silent: true, ...(before.memory.moving && { unconfirmed: true }) },
    before.lastSeenAt,
  );
  const event: TrackerEvent = { kind: 'offline', time: now, since: before.lastSeenAt, ...placeOf(before) };
  return { state, events: [event], notices: [noticeOf('OFFLINE', event, now, state.position)] };
}

/**
 * Sets a tracker online that was offline only by a former, shorter `offlineAfter`. Null if nothing changes. It counts as
 * stationary until its next report.
 */
export function markActive(before: TrackerState, now: number, offlineAfter: number): StateStep | null {
  if (!before.memory.silent || before.lastSeenAt === null) return null;
  if (now - before.lastSeenAt >= offlineAfter) return null;
  const state = withUpdatedStatus(before, { ...before.memory, silent: false }, before.lastSeenAt);
  return { state, events: onlineEvents(before, state, now) };
}

/** Applies a message without a report (a heartbeat). Null if nothing changes. */
export function markSeen(before: TrackerState, receivedAt: number): StateStep | null {
  if (before.lastSeenAt !== null && receivedAt <= before.lastSeenAt) return null;
  const state = withUpdatedStatus(
    { ...before, lastSeenAt: receivedAt },
    { ...before.memory, silent: false },
    receivedAt,
  );
  return { state, events: onlineEvents(before, state, receivedAt) };
}

function placeOf({ position }: TrackerState): Pick<TrackerEvent, 'latitude' | 'longitude'> {
  return { latitude: position?.latitude ?? null, longitude: position?.longitude ?? null };
}
