import { describe, expect, test } from 'vitest';
import type { NoticeType } from '../notices/notice-type.ts';
import { type PlanContext, type PlanSettings, planMessages } from './plan.ts';

const NOW = 1_000_000_000;
const MINUTE = 60_000;
const AT_ONCE: PlanSettings = { channel: 'email', digestMinutes: 0, escalateMinutes: 0 };
const CALM: PlanContext = { now: NOW, quietUntil: null, ofAddress: 0, ofAccount: 0 };

const notices = (count: number, type: NoticeType = 'OFFLINE', first = 1) =>
  Array.from({ length: count }, (_, at) => ({ seq: first + at, type }));

/** Group, milliseconds until due, and number of notices of each message. */
function plan(
  list: ReturnType<typeof notices>,
  settings: Partial<PlanSettings> = {},
  context: Partial<PlanContext> = {},
) {
  return planMessages(list, { ...AT_ONCE, ...settings }, { ...CALM, ...context }).map((message) => [
    message.group,
    message.dueAt - NOW,
    message.notices.length,
  ]);
}

test('plans nothing without notices', () => {
  expect(plan([])).toEqual([]);
});

describe('to people', () => {
  test('sends a message for each of a few notices', () => {
    expect(plan(notices(3))).toEqual([
      [null, 0, 1],
      [null, 0, 1],
      [null, 0, 1],
    ]);
  });

  test('collects a storm by type', () => {
    expect(plan([...notices(412), ...notices(2, 'LOWPOWER', 413)])).toEqual([
      ['OFFLINE', 30_000, 412],
      ['LOWPOWER', 30_000, 2],
    ]);
  });

  test('collects after five messages in a minute', () => {
    expect(plan(notices(1), {}, { ofAddress: 4 })).toEqual([[null, 0, 1]]);
    expect(plan(notices(1), {}, { ofAddress: 5 })).toEqual([['OFFLINE', 30_000, 1]]);
  });

  test('collects for half an hour above the hourly limit of the account', () => {
    expect(plan(notices(1), { channel: 'sms' }, { ofAccount: 99 })).toEqual([[null, 0, 1]]);
    expect(plan(notices(1), { channel: 'sms' }, { ofAccount: 100 })).toEqual([['limit', 30 * MINUTE, 1]]);
  });

  test('delays SOS by no storm of other notices, and collects only a storm of SOS', () => {
    const mixed = [...notices(412), ...notices(1, 'SOS', 413)];
    const full = { ofAddress: 5, ofAccount: 200 };
    expect(plan(mixed, {}, full)).toEqual([
      [null, 0, 1],
      ['OFFLINE', 30_000, 412],
    ]);
    expect(plan(notices(6, 'SOS'))).toEqual([['SOS', 30_000, 6]]);
    expect(plan(notices(1, 'SOS'), { channel: 'sms' }, { ofAccount: 100 })).toEqual([['SOS', 30_000, 1]]);
  });

  test('waits before it escalates', () => {
    expect(plan(notices(1), { escalateMinutes: 10 })).toEqual([[null, 10 * MINUTE, 1]]);
    expect(plan(notices(6), { escalateMinutes: 10 })).toEqual([['OFFLINE', 10 * MINUTE + 30_000, 6]]);
  });

  test('collects for a digest and in quiet hours, except SOS and emergencies', () => {
    const mixed = [...notices(2), ...notices(1, 'SOS', 3)];
    expect(plan(mixed, { digestMinutes: 60 })).toEqual([
      [null, 0, 1],
      ['digest', 60 * MINUTE, 2],
    ]);
    expect(plan(notices(1, 'EMERGENCY'), { digestMinutes: 60 }, { quietUntil: NOW + MINUTE })).toEqual([
      [null, 0, 1],
    ]);
    expect(plan(mixed, {}, { quietUntil: NOW + MINUTE })).toEqual([
      [null, 0, 1],
      ['quiet', MINUTE, 2],
    ]);
    expect(plan(notices(1), { digestMinutes: 15 }, { quietUntil: NOW + MINUTE })).toEqual([
      ['quiet', 15 * MINUTE, 1],
    ]);
  });
});

test('sends programs all notices, 500 in a message', () => {
  expect(plan(notices(1_001), { channel: 'webhook' }, { ofAddress: 99, ofAccount: 9_999 })).toEqual([
    [null, 0, 500],
    [null, 0, 500],
    [null, 0, 1],
  ]);
});
