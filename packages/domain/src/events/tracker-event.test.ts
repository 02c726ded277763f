import { expect, test } from 'vitest';
import { EVENT_NUMBERS, eventKeyOf } from './tracker-event.ts';

test('has fixed numbers, because they are in the keys of stored events', () => {
  expect(EVENT_NUMBERS).toEqual({
    'fence-entered': 0,
    'fence-exited': 1,
    alarm: 2,
    'sos-cleared': 3,
    'movement-started': 4,
    'movement-stopped': 5,
    'ignition-on': 6,
    'ignition-off': 7,
    offline: 8,
    online: 9,
    'battery-low': 10,
    rule: 11,
    task: 12,
    'take-off': 13,
    landing: 14,
    'touch-and-go': 15,
  });
});

test('distinguishes events of one kind and time by fence, alarm and rule', () => {
  const moment = { time: 1_000, latitude: null, longitude: null };
  const fence = { fenceId: 42, fenceName: 'Quay', groupId: null };
  const keys = [
    eventKeyOf({ ...moment, kind: 'fence-entered', fence }),
    eventKeyOf({ ...moment, kind: 'fence-exited', fence, since: null }),
    // The bit of OUTAGE in a stored position.
    eventKeyOf({ ...moment, kind: 'alarm', noticeType: 'OUTAGE' }),
    eventKeyOf({ ...moment, kind: 'rule', ruleId: 9, noticeType: 'OVERSPEED', value: 131 }),
    // 32 numbers of conditions for each task.
    eventKeyOf({ ...moment, kind: 'task', taskId: 3, condition: 16, noticeType: 'RISE', value: 1, limit: 1 }),
    eventKeyOf({ ...moment, kind: 'battery-low', battery: 19 }),
  ];
  expect(keys).toEqual([
    { time: 1_000, kind: 'fence-entered', ref: 42 },
    { time: 1_000, kind: 'fence-exited', ref: 42 },
    { time: 1_000, kind: 'alarm', ref: 6 },
    { time: 1_000, kind: 'rule', ref: 9 },
    { time: 1_000, kind: 'task', ref: 112 },
    { time: 1_000, kind: 'battery-low', ref: 0 },
  ]);
});
