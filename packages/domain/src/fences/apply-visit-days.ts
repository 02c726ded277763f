import type { DayOf } from '../activity/calendar-days.ts';
import type { ReportOutcome } from '../tracker-state/apply-report.ts';
import type { FenceMemory, TrackerState } from '../tracker-state/tracker-state.ts';
import { passDay } from './visit.ts';

/**
 * Divides the metres of visits that go on by day. Those between the last fix of a day and the next fix belong to the later day.
 *
 * @param before the state before the report.
 * @param dayOf the days of the account's time zone.
 */
export function applyVisitDays(before: TrackerState, outcome: ReportOutcome, dayOf: DayOf): ReportOutcome {
  const { state, motion } = outcome;
  const { fences } = state.memory;
  const last = before.position;
  if (fences === undefined || motion === null || last === null || state.position === null) return outcome;
  const { day, end } = dayOf(last.time);
  if (state.position.time < end) return outcome;
  const passed = fences.map((fence): FenceMemory => {
    if (fence.visit === undefined || fence.visit.time > last.time) return fence;
    return { ...fence, visit: passDay(fence.visit, day, before.mileage) };
  });
  return { ...outcome, state: { ...state, memory: { ...state.memory, fences: passed } } };
}
