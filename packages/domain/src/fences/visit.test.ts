import { expect, test } from 'vitest';
import { createDayOf } from '../activity/calendar-days.ts';
import type { Report } from '../reports/report.ts';
import { applyReport } from '../tracker-state/apply-report.ts';
import { fromStoredMemory, toStoredMemory } from '../tracker-state/stored-memory.ts';
import { NEVER_REPORTED, type TrackerState } from '../tracker-state/tracker-state.ts';
import { applyVisitDays } from './apply-visit-days.ts';
import { areaOf } from './area.ts';
import { FenceIndex, type WatchedFence } from './fence-index.ts';
import { seeded } from './testing/random.ts';
import type { FenceVisit } from './visit.ts';

/** 23:00 in UTC. */
const START = Date.UTC(2026, 10, 20, 23);
const DAY = Date.UTC(2026, 10, 20) / 86_400_000;
const METRE = 1 / 111_195.08;

/** From 1,000 to 2,000 m east. Crossings count at once, unless a test changes it. */
function fence(changes: Partial<WatchedFence> = {}): WatchedFence {
  const area = areaOf({
    type: 'RECTANGLE',
    west: 1 + 1_000 * METRE,
    south: -500 * METRE,
    east: 1 + 2_000 * METRE,
    north: 500 * METRE,
  });
  const groups = { groupId: null, groupIds: null };
  const hold = { holdSeconds: 0, holdMetres: 0 };
  return { fenceId: 5, fenceName: 'Quay', ...groups, area, shapedAt: 1, notice: 'NONE', ...hold, ...changes };
}

/** Seconds after the start and metres east. */
type Step = readonly [second: number, east: number];

function reportOf([second, east]: Step): Report {
  const moment = { latitude: 0, longitude: 1 + east * METRE, altitude: null, speed: 36, course: 90 };
  const others = { battery: null, gsm: null, satellites: null, alarms: [], attributes: {} };
  return { time: START + second * 1_000, fix: { ...moment, accuracy: null, valid: true }, ...others };
}

/** Moves a tracker as the pipeline does; the fences of each step are those of `fencesAt`. */
function run(steps: readonly Step[], fencesAt: (second: number) => readonly WatchedFence[]) {
  const dayOf = createDayOf((instant) => instant);
  let state: TrackerState = NEVER_REPORTED;
  const visits: FenceVisit[] = [];
  for (const step of steps) {
    const fences = fencesAt(step[0]);
    const watch = fences.length === 0 ? null : { index: new FenceIndex(fences), groupId: null };
    const report = reportOf(step);
    const outcome = applyVisitDays(state, applyReport(state, report, report.time, 0, watch), dayOf);
    // As after a restart.
    state = { ...outcome.state, memory: fromStoredMemory(toStoredMemory(outcome.state.memory)) };
    visits.push(...(outcome.visits ?? []));
  }
  return { state, visits };
}

function brief({ from, to, metres, hasEntry, hasExit, isPassed }: FenceVisit) {
  const times = [from, to].map(({ time }) => (time - START) / 1_000);
  return [...times, metres === null ? null : Math.round(metres), hasEntry, hasExit, isPassed];
}

test('a visit is from edge to edge, with the metres between', () => {
  const { visits } = run(
    [
      [0, 500],
      [100, 1_500],
      [200, 1_500],
      [300, 2_500],
    ],
    () => [fence()],
  );
  expect(visits.map(brief)).toEqual([[50, 250, 1_000, true, true, false]]);
  expect(visits).toMatchObject([
    {
      fence: { fenceId: 5, fenceName: 'Quay', groupId: null },
      from: { longitude: expect.closeTo(1 + 1_000 * METRE, 7) },
      to: { longitude: expect.closeTo(1 + 2_000 * METRE, 7) },
      ...{ entryDelay: 50_000, exitDelay: 50_000, days: [] },
    },
  ]);
});

test('a fence that lies between two fixes is passed', () => {
  const { visits } = run(
    [
      [0, 500],
      [200, 2_500],
    ],
    () => [fence()],
  );
  expect(visits.map(brief)).toEqual([[50, 150, 1_000, true, true, true]]);
  expect(visits).toMatchObject([{ entryDelay: 150_000, exitDelay: 50_000 }]);
});

test('a dwell time delays when a crossing counts, not when it was', () => {
  const { visits } = run(
    [
      [0, 500],
      [100, 1_500],
      [160, 1_600],
      [200, 2_500],
      [230, 2_800],
      [260, 3_100],
    ],
    () => [fence({ holdSeconds: 60 })],
  );
  // The exit is at 400 of 900 m in 40 s after 160 s; it counts 60 s after the first fix outside.
  expect(visits.map(brief)).toEqual([[50, 177.778, 1_000, true, true, false]]);
  expect(visits).toMatchObject([{ entryDelay: 110_000, exitDelay: 82_222 }]);
});

test('a visit that began before the fence applied has no entry', () => {
  const { visits } = run(
    [
      [0, 1_500],
      [100, 1_700],
      [200, 2_700],
    ],
    (second) => (second < 100 ? [] : [fence()]),
  );
  expect(visits.map(brief)).toEqual([[0, 130, 500, false, true, false]]);
  expect(visits).toMatchObject([{ entryDelay: null, exitDelay: 70_000 }]);
});

test.each([
  ['was removed', [], { fenceId: 5 }],
  ['has a new shape', [fence({ shapedAt: 2 })], { fenceId: 5, fenceName: 'Quay', groupId: null }],
  [
    'no longer watches the device',
    [fence({ groupIds: new Set([9]) })],
    { fenceId: 5, fenceName: 'Quay', groupId: null },
  ],
])('a visit of a fence that %s ends without an exit', (_, after, named) => {
  const { visits } = run(
    [
      [0, 500],
      [100, 1_500],
      [120, 1_700],
      [200, 2_500],
    ],
    (second) => (second < 200 ? [fence()] : after),
  );
  expect(visits.slice(0, 1).map(brief)).toEqual([[50, 120, 700, true, false, false]]);
  expect(visits[0]?.fence).toEqual(named);
});

test('the metres of a visit across midnight are divided by day', () => {
  const hour = 3_600;
  const { visits, state } = run(
    [
      [hour - 300, 900],
      [hour - 200, 1_100],
      [hour - 100, 1_400],
      // After midnight, and a day later, on which it does not move.
      [hour + 100, 1_700],
      [25 * hour + 100, 1_700],
      [25 * hour + 200, 2_100],
    ],
    () => [fence()],
  );
  expect(visits).toMatchObject([
    {
      metres: expect.closeTo(1_000, 0),
      days: [
        [DAY, expect.closeTo(400, 0)],
        [DAY + 1, expect.closeTo(300, 0)],
        [null, expect.closeTo(300, 0)],
      ],
    },
  ]);
  expect(state.memory.fences).toBeUndefined();
});

/** Visits of 1,000 to 2,000 m, from the positions alone: seconds of both edges, metres, and whether no fix was inside. */
function visitsOf(steps: readonly Step[]) {
  const isInside = (east: number) => east > 1_000 && east < 2_000;
  const moments: { second: number; east: number; isFix: boolean }[] = [];
  for (const [index, [second, east]] of steps.entries()) {
    const [before, from] = steps[index - 1] ?? [second, east];
    const edges = [1_000, 2_000].filter((edge) => (from - edge) * (east - edge) < 0);
    for (const edge of edges.sort((a, b) => Math.abs(a - from) - Math.abs(b - from)))
      moments.push({
        second: before + ((edge - from) / (east - from)) * (second - before),
        east: edge,
        isFix: false,
      });
    moments.push({ second, east, isFix: true });
  }
  const edges = moments.flatMap(({ isFix }, index) => (isFix ? [] : [index]));
  const found: (number | boolean)[][] = [];
  for (let pair = 0; pair + 1 < edges.length; pair += 2) {
    const inside = moments.slice(edges[pair], (edges[pair + 1] ?? 0) + 1);
    const metres = inside.reduce(
      (sum, { east }, at) => sum + Math.abs(east - (inside[at - 1]?.east ?? east)),
      0,
    );
    const [entry, exit] = [inside[0], inside.at(-1)];
    found.push([entry?.second ?? 0, exit?.second ?? 0, metres, !inside.some(({ isFix }) => isFix)]);
  }
  expect(isInside(steps[0]?.[1] ?? 0)).toBe(false);
  return found;
}

test('the visits of random walks are those that their positions alone give', () => {
  const random = seeded(1_126);
  let compared = 0;
  for (let walk = 0; walk < 200; walk += 1) {
    const steps: Step[] = [[0, 500]];
    for (let index = 1; index <= 40; index += 1) {
      const [second, east] = steps.at(-1) ?? [0, 0];
      // At least 100 m, so that each fix moves the mileage; never exactly on an edge.
      const length = (100 + Math.floor(random() * 1_500)) * (random() < 0.5 ? -1 : 1) + 0.3;
      steps.push([second + 60, Math.max(-2_000, Math.min(5_000, east + length))]);
    }
    const { visits } = run(steps, () => [fence()]);
    const expected = visitsOf(steps);
    expect(visits).toHaveLength(expected.length);
    for (const [index, { from, to, metres, isPassed }] of visits.entries()) {
      const [entry, exit, length, passed] = expected[index] ?? [];
      expect((from.time - START) / 1_000).toBeCloseTo(Number(entry), 1);
      expect((to.time - START) / 1_000).toBeCloseTo(Number(exit), 1);
      expect(Math.abs((metres ?? 0) - Number(length))).toBeLessThan(0.5);
      expect(isPassed).toBe(passed);
    }
    compared += expected.length;
  }
  expect(compared).toBeGreaterThan(300);
});
