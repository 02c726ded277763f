import { expect, test } from 'vitest';
import type { Report } from '../reports/report.ts';
import { applyReport, clearSos } from './apply-report.ts';
import { NEVER_REPORTED, type TrackerState } from './tracker-state.ts';

const START = Date.UTC(2026, 10, 20, 12);
const MINUTE = 60_000;

/** A report `at` minutes after START, with SOS or without; heard at once, or `heard` minutes after START. */
function applySos(before: TrackerState, at: number, sos: boolean, receivedAfter = at) {
  const report: Report = {
    time: START + at * MINUTE,
    fix: null,
    battery: null,
    gsm: null,
    satellites: null,
    alarms: sos ? ['SOS'] : [],
    attributes: {},
  };
  const { state, notices } = applyReport(before, report, START + receivedAfter * MINUTE, 0);
  return { state, notices: notices.map(({ noticeType }) => noticeType) };
}

function clearOrThrow(before: TrackerState, at: number): TrackerState {
  const after = clearSos(before, START + at * MINUTE);
  if (after === null) throw new Error('there was no SOS');
  return after;
}

test('a lifted SOS gives way to the status that was behind it, from then on', () => {
  const { state } = applySos(NEVER_REPORTED, 0, true);
  expect(state.status).toBe('SOS');
  expect(clearOrThrow(state, 2)).toMatchObject({ status: 'STOP', statusSince: START + 2 * MINUTE });
});

test('where there is none, there is nothing to lift', () => {
  expect(clearSos(applySos(NEVER_REPORTED, 0, false).state, START)).toBeNull();
});

test('reports that go on saying SOS open no new one; after one without, the next opens one and tells it', () => {
  let state = clearOrThrow(applySos(NEVER_REPORTED, 0, true).state, 1);
  for (const at of [2, 3, 4, 60]) {
    const step = applySos(state, at, true);
    expect([step.state.status, step.notices]).toEqual(['STOP', []]);
    state = step.state;
  }
  state = applySos(state, 61, false).state;
  // Within the gap of an episode: somebody calls for help again.
  const again = applySos(state, 62, true);
  expect([again.state.status, again.notices]).toEqual(['SOS', ['SOS']]);
});

test('a late report of the time before opens none; one of a time after it, which came late, does', () => {
  const state = clearOrThrow(applySos(NEVER_REPORTED, 10, true).state, 12);
  expect(applySos(state, 8, true, 13).state.status).toBe('STOP');
  const withoutSos = applySos(state, 30, false).state;
  const late = applySos(withoutSos, 20, true, 31);
  expect([late.state.status, late.notices]).toEqual(['SOS', ['SOS']]);
});

test('a lift that is worked in late, or twice, does not end an SOS that became known after it', () => {
  let state = clearOrThrow(applySos(NEVER_REPORTED, 0, true).state, 1);
  state = applySos(state, 2, false).state;
  const again = applySos(state, 3, true).state;
  expect(clearSos(again, START + MINUTE)).toBeNull();
  expect(clearOrThrow(again, 3).status).toBe('STOP');
  // By our clock: the device says that it called at 3, which we heard at 9. Who lifted at 8 meant another.
  const receivedLate = applySos(state, 3, true, 9).state;
  expect(clearSos(receivedLate, START + 8 * MINUTE)).toBeNull();
  // The same of one in a report that is older than others; and it stays the same one while the device repeats it.
  const late = applySos(applySos(state, 30, false).state, 20, true, 31).state;
  expect(clearSos(late, START + 30 * MINUTE)).toBeNull();
  const repeated = applySos(late, 32, true).state;
  expect(clearOrThrow(repeated, 31).status).toBe('STOP');
});

test('an SOS of which nobody kept when it became known is lifted whenever', () => {
  const { state } = applySos(NEVER_REPORTED, 5, true);
  const { since, last } = state.memory.sos ?? { since: 0, last: 0 };
  const old: TrackerState = { ...state, memory: { ...state.memory, sos: { since, last } } };
  expect(clearOrThrow(old, 1).status).toBe('STOP');
});

test('what was lifted is remembered over a restart, as plain data', () => {
  const state = clearOrThrow(applySos(NEVER_REPORTED, 0, true).state, 1);
  const read: TrackerState = { ...state, memory: JSON.parse(JSON.stringify(state.memory)) };
  expect(applySos(read, 2, true).state.status).toBe('STOP');
});
