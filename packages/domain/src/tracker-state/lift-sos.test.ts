import { expect, test } from 'vitest';
import type { Report } from '../reports/report.ts';
import { advance, liftSos } from './advance.ts';
import { type TrackerState, UNHEARD } from './tracker-state.ts';

const START = Date.UTC(2026, 10, 20, 12);
const MINUTE = 60_000;

/** A report `at` minutes after START, with SOS or without; heard at once, or `heard` minutes after START. */
function told(before: TrackerState, at: number, sos: boolean, heard = at) {
  const report: Report = {
    time: START + at * MINUTE,
    fix: null,
    battery: null,
    gsm: null,
    satellites: null,
    alarms: sos ? ['SOS'] : [],
    attributes: {},
  };
  const { state, notices } = advance(before, report, START + heard * MINUTE, 0);
  return { state, notices: notices.map(({ noticeType }) => noticeType) };
}

function lifted(before: TrackerState, at: number): TrackerState {
  const after = liftSos(before, START + at * MINUTE);
  if (after === null) throw new Error('there was no SOS');
  return after;
}

test('a lifted SOS gives way to the status that was behind it, from then on', () => {
  const { state } = told(UNHEARD, 0, true);
  expect(state.status).toBe('SOS');
  expect(lifted(state, 2)).toMatchObject({ status: 'STOP', statusSince: START + 2 * MINUTE });
});

test('where there is none, there is nothing to lift', () => {
  expect(liftSos(told(UNHEARD, 0, false).state, START)).toBeNull();
});

test('reports that go on saying SOS open no new one; after one without, the next opens one and tells it', () => {
  let state = lifted(told(UNHEARD, 0, true).state, 1);
  for (const at of [2, 3, 4, 60]) {
    const step = told(state, at, true);
    expect([step.state.status, step.notices]).toEqual(['STOP', []]);
    state = step.state;
  }
  state = told(state, 61, false).state;
  // Within the gap of an episode: somebody calls for help again.
  const again = told(state, 62, true);
  expect([again.state.status, again.notices]).toEqual(['SOS', ['SOS']]);
});

test('a late report of the time before opens none; one of a time after it, which came late, does', () => {
  const state = lifted(told(UNHEARD, 10, true).state, 12);
  expect(told(state, 8, true, 13).state.status).toBe('STOP');
  const quiet = told(state, 30, false).state;
  const late = told(quiet, 20, true, 31);
  expect([late.state.status, late.notices]).toEqual(['SOS', ['SOS']]);
});

test('a lift that is worked in late, or twice, does not end an SOS that became known after it', () => {
  let state = lifted(told(UNHEARD, 0, true).state, 1);
  state = told(state, 2, false).state;
  const again = told(state, 3, true).state;
  expect(liftSos(again, START + MINUTE)).toBeNull();
  expect(lifted(again, 3).status).toBe('STOP');
  // By our clock: the device says that it called at 3, which we heard at 9. Who lifted at 8 meant another.
  const heardLate = told(state, 3, true, 9).state;
  expect(liftSos(heardLate, START + 8 * MINUTE)).toBeNull();
  // The same of one in a report that is older than others; and it stays the same one while the device repeats it.
  const late = told(told(state, 30, false).state, 20, true, 31).state;
  expect(liftSos(late, START + 30 * MINUTE)).toBeNull();
  const repeated = told(late, 32, true).state;
  expect(lifted(repeated, 31).status).toBe('STOP');
});

test('an SOS of which nobody kept when it became known is lifted whenever', () => {
  const { state } = told(UNHEARD, 5, true);
  const { since, last } = state.memory.sos ?? { since: 0, last: 0 };
  const old: TrackerState = { ...state, memory: { ...state.memory, sos: { since, last } } };
  expect(lifted(old, 1).status).toBe('STOP');
});

test('what was lifted is remembered over a restart, as plain data', () => {
  const state = lifted(told(UNHEARD, 0, true).state, 1);
  const read: TrackerState = { ...state, memory: JSON.parse(JSON.stringify(state.memory)) };
  expect(told(read, 2, true).state.status).toBe('STOP');
});
