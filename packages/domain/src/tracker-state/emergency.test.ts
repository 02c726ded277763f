import { expect, test } from 'vitest';
import type { AttributeValue } from '../reports/report.ts';
import { applyReport } from './apply-report.ts';
import { NEVER_REPORTED, type TrackerState } from './tracker-state.ts';

const START = Date.UTC(2026, 10, 20, 12);
const MINUTE = 60_000;
const RADIO = { squawk: '7600', emergency: 'nordo' };
const GENERAL = { squawk: '7700', emergency: 'general' };
const FUEL = { squawk: '7700', emergency: 'minfuel' };

/** Applies reports `at` minutes; null: one without an emergency. */
function run(
  ...reports: readonly (readonly [at: number, Readonly<Record<string, AttributeValue>> | null])[]
) {
  let state: TrackerState = NEVER_REPORTED;
  const notices: unknown[] = [];
  const events: string[] = [];
  for (const [at, emergency] of reports) {
    const time = START + at * MINUTE;
    const report = {
      time,
      fix: null,
      battery: null,
      gsm: null,
      satellites: null,
      alarms: emergency === null ? [] : (['EMERGENCY'] as const),
      attributes: emergency ?? { squawk: '1000' },
    };
    const outcome = applyReport(state, report, time, 0);
    state = outcome.state;
    notices.push(
      ...outcome.notices.map(({ noticeType, time: at, emergency: of }) => [
        noticeType,
        (at - START) / MINUTE,
        of?.kind,
        of?.squawk,
      ]),
    );
    events.push(...outcome.events.flatMap((event) => (event.kind === 'alarm' ? [event.noticeType] : [])));
  }
  return { notices, events, emergency: state.memory.emergency };
}

test('makes one notice of an emergency, however often it is reported', () => {
  const { notices, events, emergency } = run([0, null], [1, RADIO], [2, RADIO], [30, RADIO]);
  expect(notices).toEqual([['EMERGENCY', 1, 'nordo', '7600']]);
  expect(events).toEqual(['EMERGENCY']);
  expect(emergency).toEqual({
    details: { kind: 'nordo', squawk: '7600' },
    since: START + MINUTE,
    ended: false,
  });
});

test('makes a notice of another emergency at once', () => {
  expect(run([0, RADIO], [1, GENERAL], [2, FUEL], [3, FUEL]).notices).toEqual([
    ['EMERGENCY', 0, 'nordo', '7600'],
    ['EMERGENCY', 1, 'general', '7700'],
    ['EMERGENCY', 2, 'minfuel', '7700'],
  ]);
});

test('ends with the code; the same one within five minutes is the same episode', () => {
  const ended = run([0, RADIO], [1, null]);
  expect(ended.emergency).toMatchObject({ ended: true });
  const again = run([0, RADIO], [1, null], [4, RADIO]);
  expect(again.notices).toHaveLength(1);
  expect(again.emergency).toMatchObject({ since: START, ended: false });
  const over = run([0, RADIO], [1, null], [6, null]);
  expect(over.emergency).toBeUndefined();
  expect(run([0, RADIO], [1, null], [6, null], [7, RADIO]).notices).toHaveLength(2);
});

test('reads a squawk that is a number', () => {
  expect(run([0, { squawk: 7700 }]).notices).toEqual([['EMERGENCY', 0, 'general', '7700']]);
});

test('names no emergency that the device does not', () => {
  const { notices, emergency } = run([0, { alarm: 'something' }], [1, { squawk: 7708 }]);
  expect(notices).toEqual([['EMERGENCY', 0, undefined, undefined]]);
  expect(emergency).toMatchObject({ details: null });
});
