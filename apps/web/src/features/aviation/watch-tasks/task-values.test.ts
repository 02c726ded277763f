import { createTask, type WatchTask } from '@wakeline/contract/aviation/watch-tasks';
import { NamedError } from '@wakeline/contract/errors';
import dayjs from 'dayjs';
import { expect, test } from 'vitest';
import { alertUnit } from './alert-units.ts';
import { findRefusedField, NEW_ALERT, type TaskFormat, toTaskFields, toTaskForm } from './task-values.ts';

const HOLD = { fixes: 3, seconds: 20 };
const ALERT = { hysteresis: null, hold: HOLD, repeatMinutes: 5, point: null };

const TASK: WatchTask = {
  taskId: 7,
  taskName: '巡线',
  flightNumber: 'B-7701',
  flightId: 6,
  flight: null,
  note: '夜间',
  trackerIds: [3, 4],
  line: { routeId: 9, limit: 100, lowest: 300, highest: 900.5 },
  areas: [{ fenceId: 5, mode: 'outside' }],
  shiftRange: 200,
  alerts: [
    { ...ALERT, type: 'heightAbove', limit: 1_200, hysteresis: 15 },
    { ...ALERT, type: 'speedBelow', limit: 90 },
    { ...ALERT, type: 'climb', limit: 2.5 },
    { ...ALERT, type: 'distance', limit: 5_000, point: { latitude: 24.812_345_6, longitude: 110.533 } },
    { ...ALERT, type: 'inactivity', limit: 15 },
  ],
  phones: [{ address: '13800138000', tier: 1, state: 'confirmed' }],
  emails: [{ address: 'duty@harbour.example', tier: 2, state: 'unconfirmed' }],
  executeFrom: Date.UTC(2026, 10, 24, 2, 30),
  executeTo: Date.UTC(2026, 10, 24, 8),
  isOpen: true,
  createTime: 0,
  isLineMissing: false,
  missingFences: [],
  abilities: { edit: true },
};

const METRIC: TaskFormat = {
  speedUnits: 1,
  altitudeUnits: 1,
  climbUnits: 1,
  timeZone: 'Asia/Shanghai',
  formatCoordinates: (latitude, longitude) => `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`,
};
const FEET: TaskFormat = { ...METRIC, speedUnits: 2, altitudeUnits: 2, climbUnits: 2 };

test('saves a task without changing what the user left', () => {
  const { taskId: _, isOpen, createTime, isLineMissing, missingFences, abilities, flight, ...form } = TASK;
  expect(toTaskForm(toTaskFields(TASK, METRIC), TASK, METRIC)).toEqual({
    ...form,
    phones: [{ address: '13800138000', tier: 1 }],
    emails: [{ address: 'duty@harbour.example', tier: 2 }],
  });
});

test('shows and saves limits in the units of the user', () => {
  const fields = toTaskFields(TASK, FEET);
  // 300 m and 1,200 m / 0.3048; 90 km/h / 1.852; 2.5 m/s * 60 / 0.3048.
  expect(fields.lowest).toBe(984.25);
  expect(fields.alerts.map(({ limit }) => limit)).toEqual([3_937.01, 48.6, 492.13, 5_000, 15]);
  const { line, alerts } = toTaskForm(fields, TASK, FEET);
  expect(line?.lowest).toBeCloseTo(300, 2);
  expect(alerts[0]?.limit).toBeCloseTo(1_200, 2);
  expect(alerts[1]?.limit).toBeCloseTo(90, 1);
  expect(alerts[2]?.limit).toBeCloseTo(2.5, 3);
});

test('shows times as the clocks of the account, and saves cleared fields as none', () => {
  const fields = toTaskFields(TASK, METRIC);
  // China is 8 hours ahead of UTC.
  expect(fields.executeFrom?.format('YYYY-MM-DD HH:mm')).toBe('2026-11-24 10:30');
  const cleared = {
    ...fields,
    // Fields that antd clears are undefined.
    routeId: undefined as unknown as null,
    executeFrom: undefined as unknown as null,
    executeTo: dayjs.utc('2026-11-24T18:00:41'),
    shiftRange: 0,
  } as const;
  expect(toTaskForm(cleared, TASK, METRIC)).toMatchObject({
    line: null,
    executeFrom: null,
    executeTo: Date.UTC(2026, 10, 24, 10),
    shiftRange: null,
  });
});

test('a new task has what the contract accepts once it is filled in', () => {
  const fields = {
    ...toTaskFields(null, METRIC),
    taskName: ' Survey ',
    flightNumber: 'F',
    trackerIds: [1],
    alerts: [{ ...NEW_ALERT, type: 'distance', limit: 100, coordinates: '24.5, 110.5' }],
  } as const;
  const payload = toTaskForm(fields, null, METRIC);
  expect(payload).toMatchObject({
    taskName: 'Survey',
    alerts: [{ type: 'distance', point: { latitude: 24.5, longitude: 110.5 } }],
  });
  expect(createTask.payload.safeParse({ ...payload, uid: undefined }).success).toBe(true);
});

test('a bound in another unit is not beyond the one of the contract', () => {
  const { scale, max } = alertUnit('heightAbove', FEET);
  const fields = { ...toTaskFields(TASK, FEET), highest: Math.ceil(max / scale) };
  expect(toTaskForm(fields, TASK, FEET).line?.highest).toBe(50_000);
});

test('shows refusals at the fields that they concern', () => {
  expect(findRefusedField(new NamedError('watch-task-times'))).toBe('executeTo');
  expect(findRefusedField(new NamedError('route-unknown'))).toBe('routeId');
  expect(findRefusedField(new NamedError('watch-task-limit'))).toBeNull();
  expect(findRefusedField(new Error('lost'))).toBeNull();
});
