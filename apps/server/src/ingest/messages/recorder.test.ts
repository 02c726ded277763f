import { createDayOf } from '@wakeline/domain/activity/calendar-days';
import { expect, test } from 'vitest';
import type { RegisteredTracker } from '../registry.ts';
import { REPORT_RULES } from '../testing/report-rules.ts';
import { type DeviceConnection, MessageRecorder } from './recorder.ts';

const LIMITS = { messages: 5, messageBytes: 2_000, messageLength: 400, messageTotalBytes: 20_000 };
const CONNECTION: DeviceConnection = {
  protocol: 'jt808',
  transport: 'tcp',
  address: '203.0.113.7',
  since: 0,
  closedAt: null,
};

function trackerOf(trackerId: number, accountId = 1): RegisteredTracker {
  return {
    trackerId,
    name: 'Gull',
    imei: String(trackerId),
    model: '',
    password: '',
    groupId: null,
    protocol: null,
    keyVersion: 0,
    validUntil: null,
    account: {
      accountId,
      deviceAuth: false,
      retentionDays: 400,
      plainCoordinates: false,
      offlineMinutes: 10,
      movingSpeed: 5,
      ...REPORT_RULES,
      timeZone: 'UTC',
      dayOf: createDayOf((instant) => instant),
      maxPositionsPerSecond: null,
      statusNotices: [],
    },
  };
}

function recordText(
  recorder: MessageRecorder,
  tracker: RegisteredTracker,
  text: string,
  isLogin = false,
): void {
  const bytes = Buffer.from(text, 'latin1');
  recorder.record(tracker, CONNECTION, { direction: 'received', bytes, at: 1, isLogin });
}

function contentOf(recorder: MessageRecorder, trackerId: number): readonly string[] {
  return recorder.find(trackerId)?.messages.map(({ content }) => content) ?? [];
}

test('keeps the last messages of a device', () => {
  const recorder = new MessageRecorder(LIMITS, 0);
  for (const text of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) recordText(recorder, trackerOf(1), text);
  expect(contentOf(recorder, 1)).toEqual(['c', 'd', 'e', 'f', 'g']);
});

test('keeps every byte value, and a copy that later input cannot change', () => {
  const recorder = new MessageRecorder(LIMITS, 0);
  const bytes = Buffer.from(Array.from({ length: 256 }, (_, value) => value));
  const original = bytes.toString('hex');
  recorder.record(trackerOf(1), CONNECTION, { direction: 'received', bytes, at: 1, isLogin: false });
  bytes.fill(0);
  expect(Buffer.from(contentOf(recorder, 1)[0] ?? '', 'latin1').toString('hex')).toBe(original);
});

test('keeps the start of a long message and its length', () => {
  const recorder = new MessageRecorder(LIMITS, 0);
  recordText(recorder, trackerOf(1), 'x'.repeat(401));
  expect(recorder.find(1)?.messages).toMatchObject([{ content: 'x'.repeat(400), length: 401 }]);
});

test('keeps fewer long messages than the number of messages allows', () => {
  const recorder = new MessageRecorder(LIMITS, 0);
  for (let i = 0; i < 5; i++) recordText(recorder, trackerOf(1), String(i).repeat(400));
  // 256 bytes for the device and 496 per message: three fit into 2,000.
  expect(contentOf(recorder, 1).map(([first]) => first)).toEqual(['2', '3', '4']);
  expect(recorder.bytes).toBe(256 + 3 * 496);
});

test('keeps the login of a device beyond its messages', () => {
  const recorder = new MessageRecorder(LIMITS, 0);
  recordText(recorder, trackerOf(1), 'login', true);
  for (let i = 0; i < 6; i++) recordText(recorder, trackerOf(1), String(i));
  expect(contentOf(recorder, 1)).toEqual(['1', '2', '3', '4', '5']);
  expect(recorder.find(1)?.login?.content).toBe('login');
});

test('stays within the total budget, and gives busy and quiet devices the same share', () => {
  const recorder = new MessageRecorder(LIMITS, 0);
  for (let trackerId = 1; trackerId <= 20; trackerId++) {
    for (let i = 0; i < 5; i++) recordText(recorder, trackerOf(trackerId), 'x'.repeat(150));
    expect(recorder.bytes).toBeLessThanOrEqual(LIMITS.messageTotalBytes);
  }
  for (let i = 0; i < 1_000; i++) recordText(recorder, trackerOf(20), 'y'.repeat(150));
  // 1,000 bytes each: 256 for the device and three messages of 246.
  const counts = Array.from({ length: 20 }, (_, index) => contentOf(recorder, index + 1).length);
  expect(Math.min(...counts)).toBeGreaterThanOrEqual(3);
  expect(counts[19]).toBe(3);
  expect(recorder.bytes).toBeLessThanOrEqual(LIMITS.messageTotalBytes);
});

test('keeps nothing of devices for which the budget has no room', () => {
  const recorder = new MessageRecorder(LIMITS, 0);
  for (let trackerId = 1; trackerId <= 1_000; trackerId++) recordText(recorder, trackerOf(trackerId), 'x');
  expect(recorder.bytes).toBeLessThanOrEqual(LIMITS.messageTotalBytes);
});

test('drops what it has of a removed tracker, and one that now belongs to another account', () => {
  const recorder = new MessageRecorder(LIMITS, 0);
  recordText(recorder, trackerOf(1), 'a');
  recordText(recorder, trackerOf(2), 'b');
  recorder.remove(1);
  expect(recorder.find(1)).toBeNull();
  recordText(recorder, trackerOf(2, 9), 'c');
  expect(recorder.find(2)).toMatchObject({ accountId: 9, messages: [{ content: 'c' }] });
  recorder.remove(2);
  expect(recorder.bytes).toBe(0);
});
