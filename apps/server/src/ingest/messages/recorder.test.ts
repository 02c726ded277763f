import { createDayOf } from '@wakeline/domain/activity/calendar-days';
import { expect, test } from 'vitest';
import type { RegisteredTracker } from '../registry.ts';
import { REPORT_RULES } from '../testing/report-rules.ts';
import type { DeviceConnection } from './connection-table.ts';
import { MessageRecorder } from './recorder.ts';

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
  return recorder.find(trackerId)?.messages.map(({ content }) => content.toString('latin1')) ?? [];
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
  expect(recorder.find(1)?.messages[0]?.content.toString('hex')).toBe(original);
});

test('keeps the start of a long message and its length', () => {
  const recorder = new MessageRecorder(LIMITS, 0);
  recordText(recorder, trackerOf(1), 'x'.repeat(401));
  expect(recorder.find(1)?.messages).toMatchObject([{ length: 401 }]);
  expect(contentOf(recorder, 1)).toEqual(['x'.repeat(400)]);
});

test('keeps fewer long messages than the number of messages allows', () => {
  const recorder = new MessageRecorder(LIMITS, 0);
  for (let i = 0; i < 5; i++) recordText(recorder, trackerOf(1), String(i).repeat(400));
  // 112 bytes for the device and 424 per message, in blocks of 64 with a link of 4. The last four need 28 blocks, because
  // they start within one; the last three need 21.
  expect(contentOf(recorder, 1).map(([first]) => first)).toEqual(['2', '3', '4']);
  expect(recorder.bytes).toBe(112 + 21 * 68);
});

test('keeps the login of a device beyond its messages', () => {
  const recorder = new MessageRecorder(LIMITS, 0);
  recordText(recorder, trackerOf(1), 'login', true);
  for (let i = 0; i < 6; i++) recordText(recorder, trackerOf(1), String(i));
  expect(contentOf(recorder, 1)).toEqual(['1', '2', '3', '4', '5']);
  expect(recorder.find(1)?.login?.content.toString()).toBe('login');
});

test('stays within the total budget, and gives busy and quiet devices the same share', () => {
  const recorder = new MessageRecorder(LIMITS, 0);
  for (let trackerId = 1; trackerId <= 20; trackerId++) {
    for (let i = 0; i < 5; i++) recordText(recorder, trackerOf(trackerId), 'x'.repeat(168));
    expect(recorder.bytes).toBeLessThanOrEqual(LIMITS.messageTotalBytes);
  }
  for (let i = 0; i < 1_000; i++) recordText(recorder, trackerOf(20), 'y'.repeat(168));
  // 1,000 bytes each: 112 for the device and four messages of 204 (three blocks).
  const counts = Array.from({ length: 20 }, (_, index) => contentOf(recorder, index + 1).length);
  expect(Math.min(...counts)).toBeGreaterThanOrEqual(4);
  expect(counts[19]).toBe(4);
  expect(recorder.bytes).toBeLessThanOrEqual(LIMITS.messageTotalBytes);
});

test('keeps every field of a message', () => {
  const recorder = new MessageRecorder(LIMITS, 0);
  const at = Date.UTC(2026, 10, 29, 12, 30, 15, 250);
  const received = { direction: 'received', bytes: Buffer.from('ask'), at, isLogin: false } as const;
  const instruction = { name: 'freeText', isSecret: true } as const;
  recorder.record(trackerOf(1), CONNECTION, received);
  recorder.record(trackerOf(1), CONNECTION, { ...received, direction: 'sent', at: at + 1, instruction });
  const common = { connection: CONNECTION, content: received.bytes, length: 3 };
  expect(recorder.find(1)).toEqual({
    accountId: 1,
    connection: CONNECTION,
    lastAt: at + 1,
    login: null,
    messages: [
      { ...common, number: 1, direction: 'received', at, instruction: null },
      { ...common, number: 2, direction: 'sent', at: at + 1, instruction },
    ],
  });
});

test('keeps the connection of each message, and of requests the last one', () => {
  const recorder = new MessageRecorder(LIMITS, 0);
  const request = { ...CONNECTION, transport: 'http' } as const;
  const connections: readonly DeviceConnection[] = [
    { ...CONNECTION, since: 1 },
    { ...CONNECTION, since: 2 },
    { ...request, since: 3, closedAt: 4 },
    { ...request, since: 5, closedAt: 6 },
    { ...request, address: '203.0.113.8', since: 7, closedAt: 8 },
  ];
  const input = { direction: 'received', bytes: Buffer.from('x'), at: 1, isLogin: false } as const;
  for (const connection of connections) recorder.record(trackerOf(1), { ...connection }, input);
  const record = recorder.find(1);
  expect(record?.connection).toEqual(connections[4]);
  expect(record?.messages.map(({ connection }) => connection)).toEqual(
    [0, 1, 3, 3, 4].map((index) => connections[index]),
  );
});

test('keeps nothing of devices for which the budget has no room', () => {
  const recorder = new MessageRecorder(LIMITS, 0);
  for (let trackerId = 1; trackerId <= 1_000; trackerId++) recordText(recorder, trackerOf(trackerId), 'x');
  expect(recorder.bytes).toBeLessThanOrEqual(LIMITS.messageTotalBytes);
});

test('keeps a device that has returned in another row than the one it lost to the budget', () => {
  const recorder = new MessageRecorder({ ...LIMITS, messages: 20, messageTotalBytes: 1_000 }, 0);
  for (const trackerId of [1, 2, 3, 4, 5, 6]) recordText(recorder, trackerOf(trackerId), 'x');
  expect(recorder.find(2)).toBeNull();
  // The row of 1 is the next to be used: 2 gets it, and its former row stays free below those of 4 and 5.
  recorder.remove(1);
  recordText(recorder, trackerOf(2), 'x');
  recorder.remove(4);
  recorder.remove(5);
  // Each round checks some rows. Afterwards, all were checked.
  for (let round = 0; round < 6; round++) {
    for (const trackerId of [2, 3, 6])
      for (let i = 0; i < 7; i++) recordText(recorder, trackerOf(trackerId), 'x');
    recordText(recorder, trackerOf(7), 'x');
    expect(contentOf(recorder, 2)).not.toEqual([]);
    recorder.remove(7);
  }
});

test('drops what it has of a removed tracker, and one that now belongs to another account', () => {
  const recorder = new MessageRecorder(LIMITS, 0);
  recordText(recorder, trackerOf(1), 'a');
  recordText(recorder, trackerOf(2), 'b');
  recorder.remove(1);
  expect(recorder.find(1)).toBeNull();
  recordText(recorder, trackerOf(2, 9), 'c');
  expect(recorder.find(2)).toMatchObject({ accountId: 9 });
  expect(contentOf(recorder, 2)).toEqual(['c']);
  recorder.remove(2);
  expect(recorder.bytes).toBe(0);
});
