import { clearSosMemory } from './alarms.ts';
import type { StateStep } from './connection.ts';
import type { TrackerState } from './tracker-state.ts';
import { withUpdatedStatus } from './with-status.ts';

/** Clears the SOS of a tracker for a user, `at` epoch milliseconds. Null if there is none, or if it started after that. */
export function clearSos(before: TrackerState, at: number): StateStep | null {
  const { sos } = before.memory;
  const cleared = clearSosMemory(before.memory, at);
  if (cleared === null || sos === null) return null;
  const state = withUpdatedStatus(before, { ...before.memory, ...cleared }, at);
  const { latitude = null, longitude = null } = before.position ?? {};
  return { state, events: [{ kind: 'sos-cleared', time: at, latitude, longitude, since: sos.since }] };
}
