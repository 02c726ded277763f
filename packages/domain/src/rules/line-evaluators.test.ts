import { describe, expect, test } from 'vitest';
import type { FlightMemory } from '../aviation/flight-memory.ts';
import { applyReport } from '../tracker-state/apply-report.ts';
import { NEVER_REPORTED, type TrackerState } from '../tracker-state/tracker-state.ts';
import type { CompiledRule } from './compile-rule.ts';
import { compileTask, taskKey } from './compile-task.ts';
import { taskRouteOf } from './line-evaluators.ts';
import { GEOMETRY, reportOf, run, START, type Step, taskOf } from './testing/watched-device.ts';
import { TASK_CONDITIONS, type TaskLine } from './watch-task.ts';

const LINE: TaskLine = { routeId: 9, limit: 100, lowest: null, highest: null };

const follow = (changes: Partial<TaskLine> = {}) =>
  compileTask(taskOf({ line: { ...LINE, ...changes } }), GEOMETRY);

/** Eastward along the line at 50 m/s from 5 km on, so many metres north of it every 10 s. */
const flown = (norths: readonly number[], altitudes: readonly number[] = []): Step[] =>
  norths.map((north, at) => [at * 10, { east: 5_000 + at * 500, north, altitude: altitudes[at] ?? null }]);

describe('a limit of deviation', () => {
  test('makes a notice with distance, side and limit, and one with the duration at the end', () => {
    // Off from 10 s on, noticed at the second fix; back at the second one within 80 m.
    const { hits, notices } = run(follow(), flown([0, 150, 180, 90, 79, 70]));
    expect(hits).toEqual([
      ['YAW', 20, 180],
      ['YAW', 50, 70],
    ]);
    const evidence = {
      taskId: 7,
      taskName: 'Survey',
      condition: TASK_CONDITIONS.line,
      type: 'line',
      limit: 100,
    };
    expect(notices[0]?.task).toMatchObject({
      ...evidence,
      fix: { time: START + 20_000 },
      deviation: { kind: 'off', isLeft: true, largest: 180, since: START + 10_000, notSeenSince: null },
    });
    expect(notices[1]?.task).toMatchObject({
      ...evidence,
      deviation: { kind: 'back', largest: 180, since: START + 10_000 },
    });
    // What began is an event, its end is not.
    expect(notices.map(({ event }) => event?.ref)).toEqual([7 * 32, undefined]);
  });

  test('is notified again after 10 minutes until somebody acknowledges it', () => {
    const steps = Array.from(
      { length: 71 },
      (_, at): Step => [at * 10, { east: 5_000 + at * 20, north: 150 }],
    );
    expect(run(follow(), steps).hits.map(([, second]) => second)).toEqual([10, 610]);
    const acknowledged = new Map([[taskKey(7, TASK_CONDITIONS.line), START + 10_000]]);
    expect(run(follow(), steps, { acknowledged }).hits).toHaveLength(1);
  });

  test('ignores fixes with an accuracy of 500 m', () => {
    const steps = [0, 10, 20].map((second): Step => [second, { east: 5_000, north: 900, accuracy: 500 }]);
    expect(run(follow(), steps).hits).toEqual([]);
  });

  test('of 0, a line that was deleted, and one of a single point are not watched', () => {
    // The condition on silence only.
    const keysOf = (rules: readonly CompiledRule[]) => rules.map(({ key }) => key);
    expect(keysOf(follow({ limit: 0 }))).toEqual(['t7.14']);
    expect(keysOf(follow({ routeId: 10 }))).toEqual(['t7.14']);
    expect(taskRouteOf([[1, 0]])).toBeUndefined();
  });

  test('makes no notice of reports that are older than 10 minutes when they arrive', () => {
    const steps = flown([0, 150, 180]);
    expect(run(follow(), steps, { delay: 600_000 }).hits).toHaveLength(1);
    expect(run(follow(), steps, { delay: 600_001 }).hits).toEqual([]);
  });
});

describe('of a plane', () => {
  const inState = (state: FlightMemory['state']): TrackerState => {
    const { state: moved } = applyReport(NEVER_REPORTED, reportOf([-60]), START - 60_000, 0);
    const flight = { state } as FlightMemory;
    return { ...moved, memory: { ...moved.memory, plane: { planeId: 3, flight, reports: null } } };
  };

  test.each(['unknown', 'airborne'] as const)('deviations count while its state is %s', (state) => {
    expect(run(follow(), flown([0, 150, 180]), { state: inState(state) }).hits).toHaveLength(1);
  });

  test('deviations on the ground do not count, and a landing ends them', () => {
    expect(run(follow(), flown([0, 150, 180]), { state: inState('ground') }).hits).toEqual([]);
    const { state } = run(follow(), flown([0, 150, 180]), { state: inState('airborne') });
    expect(state.memory.rules).toBeDefined();
    const landed = {
      ...state,
      memory: { ...state.memory, plane: inState('ground').memory.plane },
    } as TrackerState;
    const after = run(follow(), [[30, { east: 6_500, north: 180 }]], { state: landed });
    expect(after.hits).toEqual([]);
    expect(after.state.memory.rules).toBeUndefined();
  });
});

describe('heights of a line', () => {
  const heights = follow({ limit: 0, lowest: 500, highest: 1_000 });
  const climb = (altitudes: readonly number[]) =>
    run(
      heights,
      flown(
        altitudes.map(() => 0),
        altitudes,
      ),
    ).hits;

  test('are noticed at the second fix beyond them, and again after two fixes 20 m within', () => {
    expect(climb([800, 1_001, 1_002, 985, 1_003, 980, 979, 1_004, 1_005])).toEqual([
      ['RISE', 20, 1_002],
      ['RISE', 80, 1_005],
    ]);
    expect(climb([800, 499, 498])).toEqual([['RISE', 20, 498]]);
    expect(climb([500, 500, 1_000, 1_000])).toEqual([]);
  });

  test('do not count within 1 km of the ends of the line', () => {
    const at = (east: number): Step[] => [0, 10].map((second) => [second, { east, altitude: 2_000 }]);
    expect(run(heights, at(999)).hits).toEqual([]);
    expect(run(heights, at(19_001)).hits).toEqual([]);
    expect(run(heights, at(1_001)).hits).toHaveLength(1);
  });

  test('are not compared with pressure altitudes', () => {
    const steps = [0, 10].map((second): Step => [second, { east: 5_000, altitude: 2_000, altitudeKind: 3 }]);
    expect(run(heights, steps).hits).toEqual([]);
  });
});
