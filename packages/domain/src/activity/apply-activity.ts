import type { ReportOutcome } from '../tracker-state/apply-report.ts';
import { ignitionStateOf } from '../tracker-state/ignition.ts';
import type { TrackerState } from '../tracker-state/tracker-state.ts';
import type { Activity, ActivityDay, ActivityRule } from './activity.ts';
import { followActivity } from './follow-activity.ts';

export interface AppliedActivity {
  readonly outcome: ReportOutcome;
  readonly ended: readonly Activity[];
  readonly days: readonly ActivityDay[];
}

const NOTHING: readonly never[] = [];

/**
 * Follows what a tracker does after a report that was applied to its state. Only new valid positions change anything.
 *
 * @param before the state before that report.
 */
export function applyActivity(
  before: TrackerState,
  outcome: ReportOutcome,
  rule: ActivityRule,
): AppliedActivity {
  const { position, motion, state } = outcome;
  if (position === null || motion === null) return { outcome, ended: NOTHING, days: NOTHING };
  const { time, fix, attributes } = position;
  const { latitude, longitude, speed } = fix;
  const { memory, ended, days } = followActivity(
    before.memory.activity ?? null,
    before.position,
    { time, latitude, longitude, speed, ignition: ignitionStateOf(attributes.ignition) },
    motion,
    rule,
  );
  return {
    outcome: { ...outcome, state: { ...state, memory: { ...state.memory, activity: memory } } },
    ended,
    days,
  };
}
