import { describe, expect, test } from 'vitest';
import type { AltitudeKind } from '../aviation/altitude-kind.ts';
import { applyReport } from '../tracker-state/apply-report.ts';
import { NEVER_REPORTED } from '../tracker-state/tracker-state.ts';
import { applyRulesToReport, trackerRulesOf } from './apply-to-tracker.ts';
import { compileTask, taskKey } from './compile-task.ts';
import {
  BASE,
  GEOMETRY,
  type RunOptions,
  reportOf,
  run,
  START,
  type Step,
  taskOf,
} from './testing/watched-device.ts';
import { DEFAULT_HOLD, TASK_CONDITIONS, type TaskAlert } from './watch-task.ts';

function alertOf(type: TaskAlert['type'], limit: number, changes: Partial<TaskAlert> = {}): TaskAlert {
  return { type, limit, hysteresis: null, hold: DEFAULT_HOLD, repeatMinutes: 0, point: null, ...changes };
}

const watch = (alert: TaskAlert, steps: readonly Step[], options?: RunOptions) =>
  run(compileTask(taskOf({ alerts: [alert] }), GEOMETRY), steps, options).hits;

describe('a limit', () => {
  test('makes a notice at the second fix beyond it, and again after two fixes clearly within it', () => {
    const steps: Step[] = [
      [0, { altitude: 1_001 }],
      [2, { altitude: 1_002 }],
      [4, { altitude: 1_003 }],
      // Within the hysteresis of 10 m: the alarm lasts.
      [6, { altitude: 995 }],
      [8, { altitude: 991 }],
      [10, { altitude: 1_010 }],
      [12, { altitude: 1_010 }],
      // One low fix between high ones ends nothing.
      [14, { altitude: 990 }],
      [16, { altitude: 1_010 }],
      [17, { altitude: 1_010 }],
      [18, { altitude: 990 }],
      [20, { altitude: 990 }],
      [22, { altitude: 1_004 }],
      [24, { altitude: 1_005 }],
    ];
    expect(watch(alertOf('heightAbove', 1_000), steps)).toEqual([
      ['RISE', 2, 1_002],
      ['RISE', 24, 1_005],
    ]);
  });

  test('is not exceeded at exactly the limit, nor by every other fix', () => {
    const steps = Array.from(
      { length: 20 },
      (_, at): Step => [at, { altitude: at % 2 === 0 ? 1_000 : 1_001 }],
    );
    expect(watch(alertOf('heightAbove', 1_000), steps)).toEqual([]);
    expect(watch(alertOf('heightAbove', 1_000), [...steps, [20, { altitude: 1_001 }]])).toEqual([
      ['RISE', 20, 1_001],
    ]);
  });

  test('counts after its number of fixes, or after its seconds', () => {
    const alert = alertOf('speedAbove', 100, { hold: { fixes: 5, seconds: 30 } });
    const at = (seconds: readonly number[]) => seconds.map((second): Step => [second, { speed: 101 }]);
    expect(watch(alert, at([0, 1, 2, 3, 4, 5]))).toEqual([['OVERSPEED', 4, 101]]);
    expect(watch(alert, at([0, 15, 29, 30]))).toEqual([['OVERSPEED', 30, 101]]);
  });

  test('repeats while it lasts, until somebody acknowledges a notice of the episode', () => {
    const alert = alertOf('speedAbove', 100, { repeatMinutes: 10 });
    const steps = [0, 10, 600, 610, 1_200, 1_210].map((second): Step => [second, { speed: 120 }]);
    expect(watch(alert, steps).map(([, second]) => second)).toEqual([10, 610, 1_210]);
    const key = taskKey(7, TASK_CONDITIONS.alerts);
    const acknowledged = new Map([[key, START + 10_000]]);
    expect(watch(alert, steps, { acknowledged }).map(([, second]) => second)).toEqual([10]);
    // An acknowledgement of an episode before.
    const older = new Map([[key, START - 1]]);
    expect(watch(alert, steps, { acknowledged: older }).map(([, second]) => second)).toEqual([
      10, 610, 1_210,
    ]);
  });
});

describe('an alert', () => {
  test('for a height below', () => {
    const steps: Step[] = [
      [0, { altitude: 300 }],
      [1, { altitude: 299 }],
      [2, { altitude: 298 }],
    ];
    expect(watch(alertOf('heightBelow', 300), steps)).toEqual([['RISE', 2, 298]]);
  });

  test('for heights above mean sea level ignores altitudes of other kinds, and climb compares none with another', () => {
    const at = (kinds: readonly AltitudeKind[]) =>
      kinds.map(
        (altitudeKind, index): Step => [index * 10, { altitude: 900 + 200 * (index + 1), altitudeKind }],
      );
    expect(watch(alertOf('heightAbove', 1_000), at([2, 3, 2]))).toEqual([]);
    expect(watch(alertOf('heightAbove', 1_000), at([1, 1]))).toEqual([['RISE', 10, 1_300]]);
    expect(watch(alertOf('climb', 5), at([1, 2, 3, 1]))).toEqual([]);
    expect(watch(alertOf('climb', 5), at([3, 3, 3]))).toEqual([['RISE', 20, 20]]);
  });

  test('for a speed below takes the speed of the distance where the device reports 0', () => {
    // 250 m in 10 s are 90 km/h.
    const moving: Step[] = [0, 10, 20, 30].map((second) => [second, { speed: 0, east: second * 25 }]);
    expect(watch(alertOf('speedBelow', 60), moving)).toEqual([]);
    expect(watch(alertOf('speedAbove', 80), moving)).toEqual([['OVERSPEED', 20, 90]]);
    const still: Step[] = [0, 10].map((second) => [second, { speed: 0 }]);
    expect(watch(alertOf('speedBelow', 60), still)).toEqual([['OVERSPEED', 10, 0]]);
  });

  test('for the rate of climb and descent measures over 10 s at least', () => {
    // 60 m in 10 s, reported each second.
    const climb = Array.from({ length: 31 }, (_, at): Step => [at, { altitude: 500 + at * 6 }]);
    expect(watch(alertOf('climb', 5), climb)).toEqual([['RISE', 20, 6]]);
    expect(watch(alertOf('climb', 6), climb)).toEqual([]);
    expect(watch(alertOf('descent', 5), climb)).toEqual([]);
    const down = climb.map(([at]): Step => [at, { altitude: 500 - at * 6 }]);
    expect(watch(alertOf('descent', 5), down)).toEqual([['RISE', 20, 6]]);
    // Noise of 8 m from second to second is no climb of 5 m/s.
    const noise = climb.map(([at]): Step => [at, { altitude: 500 + (at % 2) * 8 }]);
    expect(watch(alertOf('climb', 5), noise)).toEqual([]);
  });

  test('for the distance from a point subtracts the accuracy of the fix', () => {
    const alert = alertOf('distance', 2_000, { point: { latitude: 0, longitude: BASE } });
    const at = (east: number, accuracy: number | null) =>
      [0, 5].map((second): Step => [second, { east, accuracy }]);
    expect(watch(alert, at(2_009, null))).toEqual([]);
    expect(watch(alert, at(2_012, null))).toEqual([['SHIFT', 5, 2_012]]);
    expect(watch(alert, at(2_400, 500))).toEqual([]);
    expect(watch(alert, at(2_600, 500))).toEqual([['SHIFT', 5, 2_600]]);
  });

  test('for the battery counts at the limit', () => {
    const steps: Step[] = [
      [0, { battery: 21 }],
      [1, { battery: 20 }],
      [2, { battery: 20 }],
      [3, { battery: 24 }],
      [4, { battery: 19 }],
    ];
    expect(watch(alertOf('battery', 20), steps)).toEqual([['LOWPOWER', 2, 20]]);
  });

  test('for silence starts with the task and ends with a report', () => {
    const ticks = (seconds: readonly number[]) => seconds.map((second): Step => [second, { tick: true }]);
    const alert = alertOf('inactivity', 15, { repeatMinutes: 10 });
    const steps: Step[] = [...ticks([0, 899, 900, 1_499, 1_500]), [1_600], ...ticks([2_499, 2_500])];
    expect(watch(alert, steps)).toEqual([
      ['NODATA', 900, 15],
      ['NODATA', 1_500, 25],
      ['NODATA', 2_500, 15],
    ]);
  });

  test('ignores heights and speeds of a fix with an accuracy of 500 m', () => {
    const steps = [0, 5, 10].map((second): Step => [second, { altitude: 2_000, speed: 200, accuracy: 500 }]);
    expect(watch(alertOf('heightAbove', 1_000), steps)).toEqual([]);
    expect(watch(alertOf('speedAbove', 100), steps)).toEqual([]);
  });
});

describe('an area', () => {
  const areas = (mode: 'inside' | 'outside') =>
    compileTask(taskOf({ areas: [{ fenceId: 5, mode }] }), GEOMETRY);

  test('to stay in makes a notice at the second fix more than 20 m outside', () => {
    const steps: Step[] = [
      [0, { east: 5_000 }],
      [5, { east: 5_519 }],
      [10, { east: 5_519 }],
      [15, { east: 5_522 }],
      [20, { east: 5_523 }],
    ];
    const { hits, notices } = run(areas('inside'), steps);
    expect(hits).toEqual([['OUT', 20, null]]);
    expect(notices[0]).toMatchObject({
      fence: { fenceId: 5, fenceName: 'Valley' },
      task: {
        taskId: 7,
        taskName: 'Survey',
        condition: TASK_CONDITIONS.areas,
        type: 'stayInside',
        limit: null,
      },
    });
  });

  test('to stay out of makes a notice more than 20 m inside, and none of a fix that may be outside', () => {
    const at = (east: number, accuracy: number | null) =>
      [0, 5].map((second): Step => [second, { east, accuracy }]);
    expect(run(areas('outside'), at(4_519, null)).hits).toEqual([]);
    expect(run(areas('outside'), at(4_522, null)).hits).toEqual([['IN', 5, null]]);
    expect(run(areas('outside'), at(5_000, 501)).hits).toEqual([]);
    expect(run(areas('outside'), at(5_000, 499)).hits).toEqual([['IN', 5, null]]);
  });

  test('to stay in makes no notice of a fix with an accuracy of 500 m that may be inside', () => {
    const at = (east: number) => [0, 5].map((second): Step => [second, { east, accuracy: 500 }]);
    // The edge is at 5,500 m.
    expect(run(areas('inside'), at(5_998)).hits).toEqual([]);
    expect(run(areas('inside'), at(6_002)).hits).toEqual([['OUT', 5, null]]);
  });

  test('that no longer exists is not watched', () => {
    const task = taskOf({ areas: [{ fenceId: 6, mode: 'inside' }], shiftRange: 100 });
    expect(compileTask(task, GEOMETRY).map(({ key }) => key)).toEqual(['t7.3', 't7.14']);
  });
});

test('the shift alarm is armed where the device was when the task started', () => {
  const { state } = run([], [[0, { east: 50 }]]);
  const rules = compileTask(taskOf({ shiftRange: 100 }), GEOMETRY);
  const at = (east: number) => [10, 20].map((second): Step => [second, { east }]);
  // 100 m and the accuracy of 10 m from 50 m.
  expect(run(rules, at(159), { state }).hits).toEqual([]);
  expect(run(rules, at(161), { state }).hits).toEqual([['SHIFT', 20, 111]]);
});

test('the shift alarm makes no notice of a fix with an accuracy of 500 m that may be within its range', () => {
  const { state } = run([], [[0, { east: 0 }]]);
  const rules = compileTask(taskOf({ shiftRange: 100 }), GEOMETRY);
  const at = (east: number) => [10, 20].map((second): Step => [second, { east, accuracy: 500 }]);
  expect(run(rules, at(599), { state }).hits).toEqual([]);
  expect(run(rules, at(601), { state }).hits).toEqual([['SHIFT', 20, 601]]);
});

test('the shift alarm is armed at the mean of the first five still fixes', () => {
  const { state } = run([], [[0, { east: 20 }]]);
  const rules = compileTask(taskOf({ shiftRange: 100 }), GEOMETRY);
  const still = [10, 20, 30, 40].map((second): Step => [second, { east: 0, speed: 0 }]);
  const leaves = (east: number) => [50, 60].map((second): Step => [second, { east }]);
  // (20 + 0 + 0 + 0 + 0) / 5 = 4 m; 100 m and the accuracy of 10 m from there.
  expect(run(rules, [...still, ...leaves(113)], { state }).hits).toEqual([]);
  expect(run(rules, [...still, ...leaves(115)], { state }).hits).toEqual([['SHIFT', 60, 111]]);
  // A device that moves is not averaged: 100 m and 10 m from 20 m.
  const moves = [10, 20, 30, 40].map((second): Step => [second, { east: 0, speed: 20 }]);
  expect(run(rules, [...moves, ...leaves(129)], { state }).hits).toEqual([]);
  expect(run(rules, [...moves, ...leaves(131)], { state }).hits).toEqual([['SHIFT', 60, 111]]);
});

describe('the execution time', () => {
  const alert = alertOf('speedAbove', 100, { hold: { fixes: 1, seconds: 0 } });

  // Berlin, from 22:00 to 04:00 of the next day. The clocks go back at 03:00, which makes seven hours, and forward at 02:00: five.
  test.each([
    ['end', Date.UTC(2026, 9, 24, 20), Date.UTC(2026, 9, 25, 3), Date.UTC(2026, 9, 25, 1), 2, 1],
    ['start', Date.UTC(2026, 2, 28, 21), Date.UTC(2026, 2, 29, 2), Date.UTC(2026, 2, 29, 1), 1, 2],
  ])(
    'continues over midnight and over the %s of summer time',
    (_, from, to, change, offsetBefore, offsetAfter) => {
      const HOUR = 3_600_000;
      const toBerlin = (instant: number) => instant + (instant < change ? offsetBefore : offsetAfter) * HOUR;
      const rules = compileTask(taskOf({ execution: { from, to }, alerts: [alert] }), GEOMETRY);
      const applied = trackerRulesOf(rules, toBerlin);
      const isWatched = (time: number) => {
        const report = { ...reportOf([0, { speed: 120 }]), time };
        const outcome = applyReport(NEVER_REPORTED, report, time, 0);
        return applyRulesToReport(NEVER_REPORTED, outcome, report, time, applied).notices.length === 1;
      };
      expect([from - 1, from, from + 2 * HOUR, change - 1, change, to - 1, to].map(isWatched)).toEqual([
        ...[false, true, true, true, true, true, false],
      ]);
    },
  );

  test('ends an episode', () => {
    const rules = compileTask(
      taskOf({ execution: { from: null, to: START + 5_000 }, alerts: [alert] }),
      GEOMETRY,
    );
    const { state } = run(rules, [[0, { speed: 120 }]]);
    expect(state.memory.rules).toBeDefined();
    expect(run(rules, [[5, { speed: 120 }]], { state }).state.memory.rules).toBeUndefined();
  });
});

test('two tasks on one device make a notice each, with their own events and memory', () => {
  const alerts = [alertOf('speedAbove', 100)];
  const rules = [1, 2].flatMap((taskId) => compileTask(taskOf({ taskId, alerts }), GEOMETRY));
  const { notices, state } = run(rules, [
    [0, { speed: 120 }],
    [5, { speed: 121 }],
  ]);
  expect(notices.map(({ task }) => task?.taskId)).toEqual([1, 2]);
  expect(notices.map(({ event }) => event?.ref)).toEqual([1 * 32 + 16, 2 * 32 + 16]);
  expect(notices[0]?.task).toMatchObject({
    condition: 16,
    type: 'speedAbove',
    limit: 100,
    value: 121,
    fix: { speed: 121, time: START + 5_000 },
  });
  expect(Object.keys(state.memory.rules ?? {})).toEqual(['t1.16', 't2.16']);
});
