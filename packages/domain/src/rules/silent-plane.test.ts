import { describe, expect, test } from 'vitest';
import { applyPlane, type Plane } from '../aviation/apply-plane.ts';
import { FLIGHT_PROFILES } from '../aviation/flight-profile.ts';
import type { FlightFix } from '../aviation/flight-step.ts';
import { flownTrack } from '../aviation/testing/flown-track.ts';
import type { Report } from '../reports/report.ts';
import { applyReport } from '../tracker-state/apply-report.ts';
import { fromStoredMemory, toStoredMemory } from '../tracker-state/stored-memory.ts';
import { NEVER_REPORTED, type TrackerNotice, type TrackerState } from '../tracker-state/tracker-state.ts';
import { applyRulesToReport, applyRulesToTime, trackerRulesOf } from './apply-to-tracker.ts';
import { compileTask } from './compile-task.ts';
import { GEOMETRY, START, taskOf } from './testing/watched-device.ts';
import type { WatchTask } from './watch-task.ts';

const PLANE: Plane = { planeId: 7, profile: FLIGHT_PROFILES.light };
const MINUTE = 60;

/** Parked until 120 s; a run until 150 s; 20 minutes of flight from there on, until 1,350 s. */
const flight = (every: number) =>
  flownTrack({ time: START, every, latitude: 53.5, longitude: 9.9 }, [
    { seconds: 120 },
    { seconds: 30, speed: 150 },
    { seconds: 300, speed: 180, climb: 3 },
    { seconds: 900 },
  ]);

function reportOf(fix: FlightFix): Report {
  const { time, altitudeKind: _, onGround: __, ...place } = fix;
  const others = { battery: null, gsm: null, satellites: null, alarms: [], attributes: {} };
  return { time, fix: { ...place, valid: true }, ...others };
}

interface Options {
  readonly plane?: Plane | null;
  readonly task?: Partial<WatchTask>;
  /** Seconds after the start; silence before does not count. */
  readonly listeningSince?: number;
}

/** A device that is checked every 10 s for its silence, also after a restart each time. */
function watchedPlane({ plane = PLANE, task = {}, listeningSince = 0 }: Options = {}) {
  const rules = trackerRulesOf(compileTask(taskOf(task), GEOMETRY), (instant) => instant);
  let state: TrackerState = NEVER_REPORTED;
  let now = 0;
  const notices: TrackerNotice[] = [];
  const keep = (next: TrackerState) => {
    state = { ...next, memory: fromStoredMemory(toStoredMemory(next.memory)) };
  };
  return {
    notices,
    get state() {
      return state;
    },
    report(fix: FlightFix, delay = 0) {
      const report = reportOf(fix);
      const receivedAt = report.time + delay * 1_000;
      now = (receivedAt - START) / 1_000;
      const flown = applyPlane(state, applyReport(state, report, receivedAt, 0), plane);
      const made = applyRulesToReport(state, flown.outcome, report, receivedAt, rules);
      notices.push(...made.notices);
      keep(made.state);
    },
    waitUntil(seconds: number) {
      while (now + 10 <= seconds) {
        now += 10;
        const at = START + now * 1_000;
        const ticked = applyRulesToTime(state, at, START + listeningSince * 1_000, rules);
        if (ticked === null) continue;
        notices.push(...ticked.notices);
        keep(ticked.state);
      }
    },
  };
}

/** When the notices were made: seconds after the start. */
const times = (notices: readonly TrackerNotice[]) =>
  notices.map(({ noticeType, time, task }) => [noticeType, (time - START) / 1_000, task?.reporting?.kind]);

const until = (seconds: number, every = 10) =>
  flight(every).filter(({ time }) => time <= START + seconds * 1_000);

describe('a plane in flight', () => {
  test('with reports every 10 s is silent after 3 minutes, once', () => {
    const watched = watchedPlane();
    for (const fix of until(600)) watched.report(fix);
    watched.waitUntil(600 + 3 * MINUTE);
    expect(watched.notices).toEqual([]);
    watched.waitUntil(600 + 60 * MINUTE);
    expect(times(watched.notices)).toEqual([['OVERDUE', 790, 'silent']]);
    expect(watched.notices[0]?.task).toMatchObject({
      ...{ taskId: 7, condition: 14, type: 'silence', value: 3, limit: 3 },
      reporting: { since: START + 600_000 },
      fix: { time: START + 600_000 },
    });
  });

  test('with reports every 2 minutes is silent after 6 minutes', () => {
    const watched = watchedPlane();
    for (const fix of until(960, 120)) watched.report(fix);
    watched.waitUntil(960 + 30 * MINUTE);
    expect(times(watched.notices)).toEqual([['OVERDUE', 960 + 6 * MINUTE + 10, 'silent']]);
  });

  test('ends the alarm with its next position, and can be silent again', () => {
    const watched = watchedPlane();
    for (const fix of until(600)) watched.report(fix);
    watched.waitUntil(600 + 10 * MINUTE);
    const fixes = flight(10).filter(({ time }) => time > START + 1_200_000);
    for (const fix of fixes.slice(0, 3)) watched.report(fix);
    watched.waitUntil(1_230 + 4 * MINUTE);
    expect(times(watched.notices)).toEqual([
      ['OVERDUE', 790, 'silent'],
      ['OVERDUE', 1_210, 'back'],
      ['OVERDUE', 1_420, 'silent'],
    ]);
    expect(watched.notices[1]?.event).toBeUndefined();
    expect(watched.notices[1]?.task).toMatchObject({ value: 10, limit: null });
  });

  test('ends the alarm with a position that was buffered for 15 minutes', () => {
    const watched = watchedPlane();
    for (const fix of until(600)) watched.report(fix);
    watched.waitUntil(600 + 15 * MINUTE);
    const [next] = flight(10).filter(({ time }) => time > START + 600_000);
    if (next === undefined) throw new Error('the flight goes on');
    watched.report(next, 15 * MINUTE);
    expect(times(watched.notices).at(-1)).toEqual(['OVERDUE', 610 + 15 * MINUTE, 'back']);
  });

  test('is not judged by the time in which the server was down, or before the task', () => {
    for (const options of [
      { listeningSince: 1_000 },
      { task: { changedAt: START + 1_000_000 } },
      { task: { execution: { from: START + 1_000_000, to: null } } },
    ]) {
      const watched = watchedPlane(options);
      for (const fix of until(600)) watched.report(fix);
      watched.waitUntil(1_180);
      expect(watched.notices).toEqual([]);
      watched.waitUntil(1_190);
      expect(times(watched.notices)).toEqual([['OVERDUE', 1_190, 'silent']]);
    }
  });

  test('is not judged outside of the execution time', () => {
    const watched = watchedPlane({ task: { execution: { from: null, to: START + 700_000 } } });
    for (const fix of until(600)) watched.report(fix);
    watched.waitUntil(600 + 60 * MINUTE);
    expect(watched.notices).toEqual([]);
  });
});

test('planes on the ground, and devices that no plane carries, may be silent', () => {
  const parked = watchedPlane();
  for (const fix of until(120)) parked.report(fix);
  parked.waitUntil(120 * MINUTE);
  expect(parked.notices).toEqual([]);
  expect(parked.state.memory.plane?.reports).toBeNull();

  const other = watchedPlane({ plane: null });
  for (const fix of until(600)) other.report(fix);
  other.waitUntil(120 * MINUTE);
  expect(other.notices).toEqual([]);
});

test('the interval of a parked plane does not count', () => {
  const watched = watchedPlane();
  const [first] = flight(10);
  if (first === undefined) throw new Error('there is a first fix');
  // Every 10 minutes for two hours before.
  for (let at = -12; at < 0; at += 1) watched.report({ ...first, time: START + at * 600_000 });
  for (const fix of until(210)) watched.report(fix);
  watched.waitUntil(30 * MINUTE);
  expect(times(watched.notices)).toEqual([['OVERDUE', 400, 'silent']]);
});
