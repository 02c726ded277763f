import { expect, test } from 'vitest';
import type { NoticeType } from '../notices/notice-type.ts';
import type { Report } from '../reports/report.ts';
import { advance, fallSilent } from './advance.ts';
import { STATUS_NOTICES, type StatusNotice } from './status-notices.ts';
import { type TrackerState, UNHEARD } from './tracker-state.ts';

const START = Date.UTC(2026, 10, 20, 12);
const SECOND = 1_000;
/** Degrees north of the first place that are about 200 m: 200 / 111,195 m to a degree. */
const BLOCK = 0.0018;

interface Step {
  /** Seconds after START, by the device. */
  readonly at: number;
  /** Seconds after START when it arrives; by default at once. */
  readonly heard?: number;
  /** Places of 200 m away from the first. */
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

/** The notices by the second of the report that made them, and the last state. */
function run(
  steps: readonly Step[],
  wanted: readonly StatusNotice[] = STATUS_NOTICES,
  before: TrackerState = UNHEARD,
) {
  let state = before;
  const notices: [number, NoticeType][] = [];
  for (const step of steps) {
    const arrived = START + (step.heard ?? step.at) * SECOND;
    const after = advance(state, reportOf(step), arrived, 0, null, wanted);
    state = after.state;
    for (const { noticeType } of after.notices) notices.push([step.at, noticeType]);
  }
  return { notices, state };
}

const stand = (at: number, blocks = 0): Step => ({ at, blocks, speed: 0 });
const drive = (at: number, blocks: number): Step => ({ at, blocks, speed: 36 });

test('the first place makes no notice, whether it moves or stands', () => {
  expect(run([stand(0), stand(600)]).notices).toEqual([]);
  expect(run([drive(0, 0), drive(60, 3), drive(600, 30)]).notices).toEqual([]);
});

test('a start is told once, after 30 s of it, a stop after three minutes of standing', () => {
  const steps = [
    stand(0),
    drive(60, 1),
    drive(80, 2),
    drive(90, 3),
    drive(120, 5),
    stand(130, 5),
    stand(200, 5),
    stand(309, 5),
    stand(310, 5),
    stand(900, 5),
  ];
  expect(run(steps).notices).toEqual([
    [90, 'RUNNING'],
    [310, 'STOP'],
  ]);
});

test('a red light and a single wrong place make none', () => {
  const light = [
    stand(0),
    drive(60, 1),
    drive(90, 3),
    stand(100, 3),
    stand(170, 3),
    drive(220, 4),
    drive(300, 8),
  ];
  expect(run(light).notices).toEqual([[90, 'RUNNING']]);
  // A place 400 m off, and back: it moved for the rule of movement, for ten seconds.
  const jump = [stand(0), drive(60, 2), stand(70), stand(140), stand(400)];
  expect(run(jump).notices).toEqual([]);
});

test('a late report changes nothing, and a report that arrives after half an hour is history', () => {
  const { state } = run([stand(0), stand(600)]);
  expect(run([drive(300, 5), drive(400, 9)], STATUS_NOTICES, state).notices).toEqual([]);
  const hour = 3_600;
  const afterCoverage = [drive(700, 1), drive(740, 3), drive(3_000, 9)].map((step) => ({
    ...step,
    heard: hour,
  }));
  expect(run(afterCoverage, STATUS_NOTICES, state).notices).toEqual([]);
  const late = run([...afterCoverage, drive(3_700, 12)], STATUS_NOTICES, state);
  // It counts as told: the next is the stop.
  expect(run([stand(3_710, 12), stand(3_900, 12)], STATUS_NOTICES, late.state).notices).toEqual([
    [3_900, 'STOP'],
  ]);
});

test('an arrival exactly half an hour after the report is news still', () => {
  const { state } = run([stand(0), drive(60, 1)]);
  expect(run([{ ...drive(90, 3), heard: 90 + 1_800 }], STATUS_NOTICES, state).notices).toEqual([
    [90, 'RUNNING'],
  ]);
  expect(run([{ ...drive(90, 3), heard: 91 + 1_800 }], STATUS_NOTICES, state).notices).toEqual([]);
});

test('silence ends no episode: who comes back moving is not told again, who comes back standing has stopped', () => {
  const moving = run([stand(0), drive(60, 1), drive(90, 3)]).state;
  const silent = fallSilent(moving, START + 1_000 * SECOND, 600 * SECOND, 0);
  expect(silent?.notices.map(({ noticeType }) => noticeType)).toEqual(['OFFLINE']);
  const state = silent?.state ?? UNHEARD;
  expect(run([drive(2_000, 9), drive(2_060, 12)], STATUS_NOTICES, state).notices).toEqual([]);
  expect(run([stand(2_000, 3), stand(2_180, 3)], STATUS_NOTICES, state).notices).toEqual([[2_180, 'STOP']]);
});

test('SOS hides the status and not its notices', () => {
  const steps = [stand(0), { ...drive(60, 1), alarms: ['SOS' as const] }, drive(90, 3)];
  const { notices, state } = run(steps);
  expect(notices).toEqual([
    [60, 'SOS'],
    [90, 'RUNNING'],
  ]);
  expect(state.status).toBe('SOS');
});

test('a device that says it itself, by an alarm, makes one notice', () => {
  const steps = [stand(0), drive(60, 1), { ...drive(90, 3), alarms: ['RUNNING' as const] }];
  expect(run(steps).notices).toEqual([[90, 'RUNNING']]);
});

test('only what is wanted is told; nothing is remembered where nobody wants any', () => {
  const steps = [stand(0), drive(60, 1), drive(90, 3), stand(100, 3), stand(280, 3)];
  expect(run(steps, ['STOP']).notices).toEqual([[280, 'STOP']]);
  const { notices, state } = run(steps, []);
  expect(notices).toEqual([]);
  expect(state.memory).not.toHaveProperty('statusNotified');
  // Somebody begins to want them: what is so at that moment is not news.
  expect(run([stand(600, 3), stand(900, 3)], STATUS_NOTICES, state).notices).toEqual([]);
});
