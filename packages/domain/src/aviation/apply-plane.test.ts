import { expect, test } from 'vitest';
import type { TrackerEvent } from '../events/tracker-event.ts';
import type { Report } from '../reports/report.ts';
import { applyReport } from '../tracker-state/apply-report.ts';
import { NEVER_REPORTED, type TrackerState } from '../tracker-state/tracker-state.ts';
import { applyPlane, expirePlane, type Plane, type PlaneLeg } from './apply-plane.ts';
import { FLIGHT_PROFILES } from './flight-profile.ts';
import type { FlightFix } from './flight-step.ts';
import { flownTrack } from './testing/flown-track.ts';

const START = Date.UTC(2026, 10, 23, 8);
const HOUR = 3_600_000;
const PLANE: Plane = { planeId: 7, profile: FLIGHT_PROFILES.light };

/** Parked until 120 s, a run from 120 to 150 s, then a climb of five minutes; a fix each second. */
const DEPARTURE = flownTrack({ time: START, latitude: 53.5, longitude: 9.9 }, [
  { seconds: 120 },
  { seconds: 30, speed: 150 },
  { seconds: 300, speed: 180, climb: 3 },
]);

function reportOf({ time, onGround, altitudeKind: _, ...fix }: FlightFix): Report {
  return {
    time,
    fix: { ...fix, valid: true },
    battery: null,
    gsm: null,
    satellites: null,
    alarms: [],
    attributes: typeof onGround === 'boolean' ? { onGround } : {},
  };
}

function run(reports: readonly Report[], plane: Plane | null, from: TrackerState = NEVER_REPORTED) {
  let state = from;
  const events: TrackerEvent[] = [];
  const legs: PlaneLeg[] = [];
  for (const report of reports) {
    const applied = applyReport(state, report, report.time, 0);
    const step = applyPlane(state, applied, plane);
    state = step.outcome.state;
    events.push(...step.outcome.events);
    legs.push(...step.legs);
  }
  return { state, events, legs };
}

const reports = DEPARTURE.map(reportOf);

test('a take-off is an event, and opens the leg of the plane', () => {
  const { events, legs, state } = run(reports, PLANE);
  // 5 km/h more each second from 120 s on: 90 km/h at 138 s.
  expect(events.map(({ kind, time }) => [kind, (time - START) / 1_000])).toContainEqual(['take-off', 138]);
  expect(legs).toMatchObject([{ planeId: 7, endedAt: null, leg: { startedAt: START + 138_000 } }]);
  expect(state.memory.plane).toMatchObject({ planeId: 7, flight: { state: 'airborne' } });
});

test('a tracker that no plane carries keeps nothing', () => {
  const { events, legs, state } = run(reports, null);
  expect(state.position?.time).toBe(reports.at(-1)?.time);
  expect(events.some(({ kind }) => kind === 'take-off')).toBe(false);
  expect(legs).toEqual([]);
  expect(state.memory).not.toHaveProperty('plane');
});

test('late reports, and those without a valid fix, change nothing', () => {
  const { state } = run(reports.slice(0, 200), PLANE);
  const last = reports[199];
  if (last === undefined || last.fix === null) throw new Error('the report has a fix');
  const others = [
    reports[50],
    { ...last, time: last.time + 1_000, fix: null },
    { ...last, time: last.time + 2_000, fix: { ...last.fix, valid: false } },
  ].filter((report) => report !== undefined);
  const after = run(others, PLANE, state);
  expect(after.state.memory.reportedAt).toBe(last.time + 2_000);
  expect(after.state.memory.plane).toBe(state.memory.plane);
  expect(after.legs).toEqual([]);
});

test('the transponder decides between ground and flight', () => {
  const flagged = DEPARTURE.map((fix) => ({ ...fix, onGround: fix.time < START + 146_000 }));
  const { events } = run(flagged.map(reportOf), PLANE);
  expect(events.map(({ kind, time }) => [kind, (time - START) / 1_000])).toContainEqual(['take-off', 146]);
});

test('a leg is lost when the tracker leaves the plane in flight, or reports nothing for a day', () => {
  const { state, legs } = run(reports, PLANE);
  const lastTime = reports.at(-1)?.time ?? 0;
  const lost = { planeId: 7, endedAt: lastTime, leg: { startedAt: legs[0]?.leg.startedAt, lost: true } };

  const next = { ...(reports.at(-1) as Report), time: lastTime + 1_000 };
  for (const plane of [null, { ...PLANE, planeId: 8 }]) {
    const left = run([next], plane, state);
    expect(left.legs).toMatchObject([lost]);
    expect(left.state.memory.plane?.planeId).toBe(plane?.planeId);
  }

  expect(expirePlane(state, lastTime + 23 * HOUR)).toBeNull();
  const expired = expirePlane(state, lastTime + 24 * HOUR);
  expect(expired?.legs).toMatchObject([lost]);
  expect(expirePlane(expired?.state ?? state, lastTime + 48 * HOUR)).toBeNull();
  expect(expirePlane(NEVER_REPORTED, lastTime)).toBeNull();
});
