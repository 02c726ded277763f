import { expect, test } from 'vitest';
import type { NoticeType } from '../notices/notice-type.ts';
import type { Report } from '../reports/report.ts';
import { applyReport } from './apply-report.ts';
import { markInactive } from './connection.ts';
import { STATUS_NOTICES, type StatusNotice } from './status-notices.ts';
import { NEVER_REPORTED, type TrackerState } from './tracker-state.ts';

const START = Date.UTC(2026, 10, 20, 12);
const SECOND = 1_000;
/** Degrees of latitude that are about 200 m: 200 / 111,195 m per degree. */
const BLOCK = 0.0018;

interface Step {
  /** Seconds after START by the device clock. */
  readonly at: number;
  /** Seconds after START at which it arrives; by default immediately. */
  readonly receivedAfter?: number;
  /** Distance from the first position in blocks of 200 m. */
  readonly blocks: number;
  readonly speed: number;
  readonly alarms?: readonly NoticeType[];
}

function reportOf({ at, blocks, speed, alarms = [] }: Step): Report {
  return {
    time: START + at * SECOND,
    fix: {
      latitude: 53.5 + blocks * BLOCK,
      longitude: 9.9,
      altitude: null,
      speed,
      course: null,
      accuracy: null,
      valid: true,
    },
    battery: null,
    gsm: null,
    satellites: null,
    alarms,
    attributes: {},
  };
}

/** Returns the notices with the second of the report that caused them, and the last state. */
function run(
  steps: readonly Step[],
  wantedNotices: readonly StatusNotice[] = STATUS_NOTICES,
  before: TrackerState = NEVER_REPORTED,
) {
  let state = before;
  const notices: [number, NoticeType][] = [];
  for (const step of steps) {
    const receivedAt = START + (step.receivedAfter ?? step.at) * SECOND;
    const after = applyReport(state, reportOf(step), receivedAt, 0, null, wantedNotices);
    state = after.state;
    for (const { noticeType } of after.notices) notices.push([step.at, noticeType]);
  }
  return { notices, state };
}

const stationaryStep = (at: number, blocks = 0): Step => ({ at, blocks, speed: 0 });
const movingStep = (at: number, blocks: number): Step => ({ at, blocks, speed: 36 });

test('creates no notice for the first position', () => {
  expect(run([stationaryStep(0), stationaryStep(600)]).notices).toEqual([]);
  expect(run([movingStep(0, 0), movingStep(60, 3), movingStep(600, 30)]).notices).toEqual([]);
});

test('creates RUNNING after 30 s of movement and STOP after three minutes of standstill', () => {
  const steps = [
    stationaryStep(0),
    movingStep(60, 1),
    movingStep(80, 2),
    movingStep(90, 3),
    movingStep(120, 5),
    stationaryStep(130, 5),
    stationaryStep(200, 5),
    stationaryStep(309, 5),
    stationaryStep(310, 5),
    stationaryStep(900, 5),
  ];
  expect(run(steps).notices).toEqual([
    [90, 'RUNNING'],
    [310, 'STOP'],
  ]);
});

test('creates no notice for a red light or a single wrong position', () => {
  const light = [
    stationaryStep(0),
    movingStep(60, 1),
    movingStep(90, 3),
    stationaryStep(100, 3),
    stationaryStep(170, 3),
    movingStep(220, 4),
    movingStep(300, 8),
  ];
  expect(run(light).notices).toEqual([[90, 'RUNNING']]);
  // A position 400 m off, and back: the movement rule counts it as movement for ten seconds.
  const jump = [
    stationaryStep(0),
    movingStep(60, 2),
    stationaryStep(70),
    stationaryStep(140),
    stationaryStep(400),
  ];
  expect(run(jump).notices).toEqual([]);
});

test('ignores late reports and creates no notice more than half an hour late', () => {
  const { state } = run([stationaryStep(0), stationaryStep(600)]);
  expect(run([movingStep(300, 5), movingStep(400, 9)], STATUS_NOTICES, state).notices).toEqual([]);
  const hour = 3_600;
  const afterCoverage = [movingStep(700, 1), movingStep(740, 3), movingStep(3_000, 9)].map((step) => ({
    ...step,
    receivedAfter: hour,
  }));
  expect(run(afterCoverage, STATUS_NOTICES, state).notices).toEqual([]);
  const late = run([...afterCoverage, movingStep(3_700, 12)], STATUS_NOTICES, state);
  // It counts as notified: the next notice is the stop.
  expect(
    run([stationaryStep(3_710, 12), stationaryStep(3_900, 12)], STATUS_NOTICES, late.state).notices,
  ).toEqual([[3_900, 'STOP']]);
});

test('creates a notice exactly half an hour after the report', () => {
  const { state } = run([stationaryStep(0), movingStep(60, 1)]);
  expect(run([{ ...movingStep(90, 3), receivedAfter: 90 + 1_800 }], STATUS_NOTICES, state).notices).toEqual([
    [90, 'RUNNING'],
  ]);
  expect(run([{ ...movingStep(90, 3), receivedAfter: 91 + 1_800 }], STATUS_NOTICES, state).notices).toEqual(
    [],
  );
});

test('keeps the last notified status through inactivity', () => {
  const moving = run([stationaryStep(0), movingStep(60, 1), movingStep(90, 3)]).state;
  const inactive = markInactive(moving, START + 1_000 * SECOND, 600 * SECOND, 0);
  expect(inactive?.notices.map(({ noticeType }) => noticeType)).toEqual(['OFFLINE']);
  const state = inactive?.state ?? NEVER_REPORTED;
  expect(run([movingStep(2_000, 9), movingStep(2_060, 12)], STATUS_NOTICES, state).notices).toEqual([]);
  expect(run([stationaryStep(2_000, 3), stationaryStep(2_180, 3)], STATUS_NOTICES, state).notices).toEqual([
    [2_180, 'STOP'],
  ]);
});

test('creates status notices during an SOS', () => {
  const steps = [stationaryStep(0), { ...movingStep(60, 1), alarms: ['SOS' as const] }, movingStep(90, 3)];
  const { notices, state } = run(steps);
  expect(notices).toEqual([
    [60, 'SOS'],
    [90, 'RUNNING'],
  ]);
  expect(state.status).toBe('SOS');
});

test('creates one notice if the device reports the same as an alarm', () => {
  const steps = [
    stationaryStep(0),
    movingStep(60, 1),
    { ...movingStep(90, 3), alarms: ['RUNNING' as const] },
  ];
  expect(run(steps).notices).toEqual([[90, 'RUNNING']]);
});

test('creates only enabled notices', () => {
  const steps = [
    stationaryStep(0),
    movingStep(60, 1),
    movingStep(90, 3),
    stationaryStep(100, 3),
    stationaryStep(280, 3),
  ];
  expect(run(steps, ['STOP']).notices).toEqual([[280, 'STOP']]);
  const { notices, state } = run(steps, []);
  expect(notices).toEqual([]);
  // A user enables them: the current status creates no notice.
  expect(run([stationaryStep(600, 3), stationaryStep(900, 3)], STATUS_NOTICES, state).notices).toEqual([]);
});
