import { statusOf, type TrackerMemory, type TrackerState } from './tracker-state.ts';

/** Stores the memory in the state, and updates the status accordingly. */
export function withUpdatedStatus(state: TrackerState, memory: TrackerMemory, since: number): TrackerState {
  const status = statusOf(memory);
  if (status === state.status) return memory === state.memory ? state : { ...state, memory };
  // It has been stationary since it became slow, not since that was confirmed.
  const stationarySince =
    status === 'STOP' && state.status === 'RUNNING' ? (memory.slowSince ?? since) : since;
  return { ...state, memory, status, statusSince: stationarySince };
}
