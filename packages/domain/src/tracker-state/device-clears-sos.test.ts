import { describe, expect, test } from 'vitest';
import type { Report } from '../reports/report.ts';
import { applyReport } from './apply-report.ts';
import { clearSos } from './clear-sos.ts';
import { NEVER_REPORTED, type TrackerState } from './tracker-state.ts';

const START = Date.UTC(2026, 10, 20, 12);
const MINUTE = 60_000;

type Kind = 'declare' | 'cancel' | 'position';

/** Applies a report `at` minutes after START, received then or `receivedAt` minutes after START. */
function apply(before: TrackerState, kind: Kind, at: number, receivedAt = at) {
  const report: Report = {
    time: START + at * MINUTE,
    fix:
      kind === 'position'
        ? {
            latitude: 36,
            longitude: 120,
            altitude: null,
            speed: 0,
            course: null,
            accuracy: null,
            valid: true,
          }
        : null,
    battery: null,
    gsm: null,
    satellites: null,
    alarms: kind === 'declare' ? ['SOS'] : [],
    attributes: {},
    ...(kind === 'cancel' && { clearsSos: true }),
  };
  return applyReport(before, report, START + receivedAt * MINUTE, 0);
}

/** Statuses after each report, and how often SOS was notified. */
function run(...reports: readonly (readonly [kind: Kind, at: number, receivedAt?: number])[]) {
  let state = NEVER_REPORTED;
  let notices = 0;
  const statuses = reports.map(([kind, at, receivedAt]) => {
    const outcome = apply(state, kind, at, receivedAt);
    state = outcome.state;
    notices += outcome.notices.filter(({ noticeType }) => noticeType === 'SOS').length;
    return state.status;
  });
  return { statuses, notices, state };
}

describe('a device that reports the end of its SOS', () => {
  test('clears it, with an event', () => {
    const { state } = run(['declare', 0]);
    const { state: after, events } = apply(state, 'cancel', 3);
    expect(after).toMatchObject({ status: 'STOP', statusSince: START + 3 * MINUTE });
    expect(events).toMatchObject([{ kind: 'sos-cleared', time: START + 3 * MINUTE, since: START }]);
    expect(apply(after, 'cancel', 3).events).toEqual([]);
  });

  test('opens a new one when it declares it again, however soon', () => {
    expect(run(['declare', 0], ['cancel', 1], ['declare', 2])).toMatchObject({
      statuses: ['SOS', 'STOP', 'SOS'],
      notices: 2,
    });
  });

  test('clears it with a report that is received late', () => {
    const { state } = run(['declare', 0], ['position', 5]);
    const { state: after, events, isLate } = apply(state, 'cancel', 3, 6);
    expect([isLate, after.status]).toEqual([true, 'STOP']);
    expect(events).toMatchObject([{ kind: 'sos-cleared', since: START }]);
  });

  test('keeps an SOS that it declared after the end that is received late', () => {
    const { statuses } = run(['declare', 0], ['declare', 5], ['cancel', 3, 6]);
    expect(statuses).toEqual(['SOS', 'SOS', 'SOS']);
  });

  test('opens none for a declaration or confirmation that is received after the end', () => {
    expect(run(['cancel', 3], ['declare', 0, 4])).toMatchObject({ statuses: ['STOP', 'STOP'], notices: 0 });
    expect(run(['declare', 0], ['cancel', 3], ['declare', 2, 4])).toMatchObject({
      statuses: ['SOS', 'STOP', 'STOP'],
      notices: 1,
    });
  });

  test('opens none for the position of an SOS that is newer than all positions but older than the end', () => {
    const { state } = run(['position', 0], ['cancel', 5]);
    const late: Report = {
      time: START + 4 * MINUTE,
      fix: {
        latitude: 36,
        longitude: 120,
        altitude: null,
        speed: 0,
        course: null,
        accuracy: null,
        valid: true,
      },
      battery: null,
      gsm: null,
      satellites: null,
      alarms: ['SOS'],
      attributes: {},
    };
    const { state: after, notices } = applyReport(state, late, START + 6 * MINUTE, 0);
    expect([after.status, notices]).toEqual(['STOP', []]);
  });

  test('declares a new one after a user cleared the previous one and the device ended it', () => {
    const { state } = run(['declare', 0]);
    const cleared = clearSos(state, START + MINUTE)?.state ?? state;
    const ended = apply(cleared, 'cancel', 2).state;
    expect(apply(ended, 'declare', 3).state.status).toBe('SOS');
  });
});
