import type { AltitudeKind } from '../../aviation/altitude-kind.ts';
import { areaOf } from '../../fences/area.ts';
import type { NoticeType } from '../../notices/notice-type.ts';
import type { Report } from '../../reports/report.ts';
import { applyReport } from '../../tracker-state/apply-report.ts';
import { NEVER_REPORTED, type TrackerNotice, type TrackerState } from '../../tracker-state/tracker-state.ts';
import { applyRulesToReport, applyRulesToTime, trackerRulesOf } from '../apply-to-tracker.ts';
import type { CompiledRule, TaskGeometry } from '../compile-rule.ts';
import { taskRouteOf } from '../line-evaluators.ts';
import { formatRulesMemory, parseRulesMemory } from '../rule-memory-text.ts';
import type { WatchTask } from '../watch-task.ts';

/** One metre along the equator or a meridian, degrees: the Earth is a sphere of 6,371,008.8 m. */
export const METRE = 1 / 111_195.08;
export const START = Date.UTC(2026, 10, 23, 8);
/** Degrees east on the equator: 0, 0 is what receivers send without a fix. */
export const BASE = 1;

/** A square of 1,000 m around the point 5,000 m east. */
export const FENCE = {
  fenceId: 5,
  fenceName: 'Valley',
  groupId: null,
  area: areaOf({
    type: 'RECTANGLE',
    west: BASE + 4_500 * METRE,
    south: -500 * METRE,
    east: BASE + 5_500 * METRE,
    north: 500 * METRE,
  }),
};
/** 20 km east along the equator, from the origin. */
export const ROUTE = taskRouteOf([
  [BASE, 0],
  [BASE + 20_000 * METRE, 0],
]);

export const GEOMETRY: TaskGeometry = {
  fenceOf: (fenceId) => (fenceId === FENCE.fenceId ? FENCE : undefined),
  taskRouteOf: (routeId) => (routeId === 9 ? ROUTE : undefined),
};

interface Values {
  readonly east?: number;
  readonly north?: number;
  readonly speed?: number | null;
  readonly altitude?: number | null;
  readonly altitudeKind?: AltitudeKind;
  readonly battery?: number;
  readonly accuracy?: number | null;
  /** No report: only time passes. */
  readonly tick?: true;
}
/** Seconds after the start, and what differs from a stationary report at the origin. */
export type Step = readonly [seconds: number, values?: Values];

export function taskOf(changes: Partial<WatchTask>): WatchTask {
  return {
    taskId: 7,
    taskName: 'Survey',
    changedAt: 1,
    execution: { from: null, to: null },
    line: null,
    areas: [],
    shiftRange: null,
    alerts: [],
    ...changes,
  };
}

export function reportOf([seconds, values = {}]: Step): Report {
  const {
    east = 0,
    north = 0,
    speed = 0,
    altitude = null,
    battery = null,
    accuracy = null,
    altitudeKind,
  } = values;
  const fix = {
    latitude: north * METRE,
    longitude: BASE + east * METRE,
    altitude,
    ...(altitudeKind !== undefined && { altitudeKind }),
    speed,
    course: 0,
    accuracy,
    valid: true,
  };
  return {
    time: START + seconds * 1_000,
    fix,
    battery,
    gsm: null,
    satellites: null,
    alarms: [],
    attributes: {},
  };
}

export interface RunOptions {
  readonly state?: TrackerState;
  readonly acknowledged?: ReadonlyMap<string, number>;
  /** Milliseconds from the time of a report to its arrival. */
  readonly delay?: number;
}

/** Moves a device from step to step; returns its notices as type, second and value. */
export function run(
  rules: readonly CompiledRule[],
  steps: readonly Step[],
  { state: start = NEVER_REPORTED, acknowledged, delay = 0 }: RunOptions = {},
) {
  let state = start;
  const notices: TrackerNotice[] = [];
  const applied = trackerRulesOf(rules, (instant) => instant, acknowledged);
  for (const step of steps) {
    const now = START + step[0] * 1_000;
    if (step[1]?.tick === true) {
      const ticked = applyRulesToTime(state, now, START, applied);
      state = ticked?.state ?? state;
      notices.push(...(ticked?.notices ?? []));
    } else {
      const report = reportOf(step);
      const outcome = applyReport(state, report, now + delay, 0);
      const made = applyRulesToReport(state, outcome, report, now + delay, applied);
      state = made.state;
      notices.push(...made.notices.filter(({ task }) => task !== undefined));
    }
    // What a restart keeps.
    const { rules: memory } = state.memory;
    if (memory !== undefined) {
      state = { ...state, memory: { ...state.memory, rules: parseRulesMemory(formatRulesMemory(memory)) } };
    }
  }
  const hits = notices.map(({ noticeType, time, task }): [NoticeType, number, number | null] => {
    return [noticeType, (time - START) / 1_000, task?.value ?? null];
  });
  return { hits, notices, state };
}
