import { expect, test } from 'vitest';
import type { Report } from '../reports/report.ts';
import { applyReport } from './apply-report.ts';
import { clearSos } from './clear-sos.ts';
import { NEVER_REPORTED, type TrackerState } from './tracker-state.ts';

const START = Date.UTC(2026, 10, 20, 12);
const MINUTE = 60_000;

/** Applies a report `at` minutes after START, with or without SOS, received then or `receivedAfter` minutes after START. */
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
  return after.state;
}

test('shows the status of the movement after an SOS was cleared', () => {
  const { state } = applySos(NEVER_REPORTED, 0, true);
  expect(state.status).toBe('SOS');
  expect(clearOrThrow(state, 2)).toMatchObject({ status: 'STOP', statusSince: START + 2 * MINUTE });
});

test('returns null if there is no SOS', () => {
  expect(clearSos(applySos(NEVER_REPORTED, 0, false).state, START)).toBeNull();
});

test('opens a new SOS only after a report without SOS', () => {
  let state = clearOrThrow(applySos(NEVER_REPORTED, 0, true).state, 1);
  for (const at of [2, 3, 4, 60]) {
    const step = applySos(state, at, true);
    expect([step.state.status, step.notices]).toEqual(['STOP', []]);
    state = step.state;
  }
  state = applySos(state, 61, false).state;
  // Within the gap of an episode: a new call for help.
  const again = applySos(state, 62, true);
  expect([again.state.status, again.notices]).toEqual(['SOS', ['SOS']]);
});

test('opens no SOS for a late report from before the clear, but for one from after it', () => {
  const state = clearOrThrow(applySos(NEVER_REPORTED, 10, true).state, 12);
  expect(applySos(state, 8, true, 13).state.status).toBe('STOP');
  const withoutSos = applySos(state, 30, false).state;
  const late = applySos(withoutSos, 20, true, 31);
  expect([late.state.status, late.notices]).toEqual(['SOS', ['SOS']]);
});

test('does not clear an SOS that became known after the user action', () => {
  let state = clearOrThrow(applySos(NEVER_REPORTED, 0, true).state, 1);
  state = applySos(state, 2, false).state;
  const again = applySos(state, 3, true).state;
  expect(clearSos(again, START + MINUTE)).toBeNull();
  expect(clearOrThrow(again, 3).status).toBe('STOP');
  // By the server clock: the device called at 3, which was received at 9. A user who cleared at 8 meant another SOS.
  const receivedLate = applySos(state, 3, true, 9).state;
  expect(clearSos(receivedLate, START + 8 * MINUTE)).toBeNull();
  // The same for an SOS in a late report; and it remains the same SOS while the device repeats it.
  const late = applySos(applySos(state, 30, false).state, 20, true, 31).state;
  expect(clearSos(late, START + 30 * MINUTE)).toBeNull();
  const repeated = applySos(late, 32, true).state;
  expect(clearOrThrow(repeated, 31).status).toBe('STOP');
});

test('clears an SOS without a stored time of receipt', () => {
  const { state } = applySos(NEVER_REPORTED, 5, true);
  const { since, last } = state.memory.sos ?? { since: 0, last: 0 };
  const old: TrackerState = { ...state, memory: { ...state.memory, sos: { since, last } } };
  expect(clearOrThrow(old, 1).status).toBe('STOP');
});

test('keeps a cleared SOS through JSON', () => {
  const state = clearOrThrow(applySos(NEVER_REPORTED, 0, true).state, 1);
  const read: TrackerState = { ...state, memory: JSON.parse(JSON.stringify(state.memory)) };
  expect(applySos(read, 2, true).state.status).toBe('STOP');
});
