import {
  DEFAULT_HOLD,
  type TaskAlert,
  type TaskArea,
  type TaskLine,
} from '@wakeline/domain/rules/watch-task';
import { jt808 } from '@wakeline/protocols/jt808/jt808';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { acknowledgeTaskNotice } from '../aviation/acknowledged-notices.ts';
import type { Db, Tx } from '../db/database.ts';
import { sendEvent } from '../db/notify.ts';
import { TestClock } from '../testing/test-clock.ts';
import { TestDevice } from './testing/device.ts';
import { eventually } from './testing/eventually.ts';
import { report } from './testing/reports.ts';
import { startTestEngine, type TestEngine } from './testing/test-engine.ts';

const IMEI = '13912345678';
const NOW = Date.UTC(2026, 10, 20, 12);

let clock: TestClock;
let testEngine: TestEngine;
let trackerId: number;
const devices: TestDevice[] = [];

beforeEach(async () => {
  clock = new TestClock(NOW);
  testEngine = await startTestEngine({ clock });
  trackerId = await testEngine.addTracker(IMEI);
});
afterEach(async () => {
  for (const device of devices.splice(0)) device.close();
  await testEngine.close();
});

async function connect(engine = testEngine): Promise<TestDevice> {
  const device = await TestDevice.connect(jt808, engine.port('jt808', 'tcp'), IMEI);
  devices.push(device);
  await device.logIn();
  return device;
}

/** Makes a change that the engine loads, and waits until it has. */
async function change<Result>(
  work: (tx: Tx) => Promise<Result>,
  what: 'watchTasks' | 'fences' | 'routes' = 'watchTasks',
): Promise<Result> {
  const before = await testEngine.metricValue('wakeline_rule_reloads_total');
  const result = await testEngine.database.db.transaction().execute(async (tx) => {
    const value = await work(tx);
    await sendEvent(tx, { type: 'changed', what, accountId: 1, userId: null });
    return value;
  });
  await eventually('the engine has reloaded the tasks', async () => {
    return (await testEngine.metricValue('wakeline_rule_reloads_total')) > before;
  });
  return result;
}

const FAST: TaskAlert = {
  type: 'speedAbove',
  limit: 80,
  hysteresis: null,
  hold: DEFAULT_HOLD,
  repeatMinutes: 0,
  point: null,
};

interface TaskChanges {
  readonly line?: TaskLine;
  readonly name?: string;
  readonly alerts?: readonly TaskAlert[];
  readonly areas?: readonly TaskArea[];
  readonly of?: number;
}

function addTask({ name = 'Survey', line, alerts = [FAST], areas = [], of = trackerId }: TaskChanges = {}) {
  return change(async (tx) => {
    const { task_id: taskId } = await tx
      .insertInto('watch_task')
      .values({
        account_id: 1,
        name,
        flight_number: 'B-7701',
        note: '',
        ...(line !== undefined && { line: JSON.stringify(line) }),
        areas: JSON.stringify(areas),
        alerts: JSON.stringify(alerts),
        shift_range: null,
        is_open: true,
        changed_at: new Date(NOW),
      })
      .returning('task_id')
      .executeTakeFirstOrThrow();
    await tx.insertInto('watch_task_device').values({ task_id: taskId, tracker_id: of }).execute();
    return taskId;
  });
}

async function addRoute(db: Db, line: readonly (readonly [number, number])[]): Promise<number> {
  const data = JSON.stringify(line);
  const values = {
    ...{
      account_id: 1,
      group_id: null,
      name: 'Power line',
      type: 'drive' as const,
      origin: 'drawn' as const,
    },
    ...{ color: '#ff0000', weight: 4, display: 'SHOW' as const, flags: '[]', data_points: data, line: data },
    ...{ length: 13_000, point_count: line.length, start_name: '', end_name: '', note: '' },
  } as const;
  const inserted = db.insertInto('route').values(values).returning('route_id');
  return (await inserted.executeTakeFirstOrThrow()).route_id;
}

/** Reports `seconds` after NOW, and waits for the acknowledgement. */
async function send(device: TestDevice, seconds: number, fix: object): Promise<void> {
  const frame = device.report(report({ time: NOW + seconds * 1_000, fix }));
  expect(await device.reply(frame)).toMatchObject({ ok: true });
}

const notices = (engine = testEngine) =>
  engine.feed.entries.flatMap(({ payload: { task } }) =>
    task === undefined ? [] : [[task.taskName, task.value]],
  );

test('makes a notice and an event of each task of a device, also with a restart in between', async () => {
  const taskId = await addTask();
  await addTask({ name: 'Night', alerts: [{ ...FAST, limit: 85 }] });
  await addTask({ name: 'Other', of: await testEngine.addTracker('13912345679') });
  let device = await connect();
  await send(device, 0, { speed: 90 });
  expect(notices()).toEqual([]);
  const { url } = testEngine;
  await testEngine.engine.stop();
  const next = await startTestEngine({ clock, url });
  try {
    device = await connect(next);
    await send(device, 5, { speed: 91, longitude: 10.01 });
    expect(notices(next)).toEqual([
      ['Survey', 91],
      ['Night', 91],
    ]);
    expect(next.feed.entries[0]?.payload).toMatchObject({
      noticeType: 'OVERSPEED',
      task: { taskId, condition: 16, type: 'speedAbove', limit: 80, fix: { longitude: 10.01, speed: 91 } },
    });
    const events = await next.database.db
      .selectFrom('event')
      .select(['time', 'ref', 'data'])
      .where('tracker_id', '=', trackerId)
      .where('kind', '=', 12)
      .orderBy('ref')
      .execute();
    expect(events).toMatchObject([
      { time: NOW + 5_000, ref: taskId * 32 + 16, data: { value: 91, limit: 80, account: 1 } },
      { time: NOW + 5_000, ref: (taskId + 1) * 32 + 16, data: { value: 91, limit: 85, account: 1 } },
    ]);
  } finally {
    device.close();
    await next.close();
  }
});

test('makes none while a task is closed, and again when it is opened', async () => {
  const taskId = await addTask();
  const setOpen = (isOpen: boolean) =>
    change((tx) =>
      tx.updateTable('watch_task').set({ is_open: isOpen }).where('task_id', '=', taskId).execute(),
    );
  const device = await connect();
  await setOpen(false);
  await send(device, 0, { speed: 90 });
  await send(device, 5, { speed: 91, longitude: 10.01 });
  expect(notices()).toEqual([]);
  await setOpen(true);
  await send(device, 10, { speed: 92, longitude: 10.02 });
  await send(device, 15, { speed: 93, longitude: 10.03 });
  expect(notices()).toEqual([['Survey', 93]]);
});

test('repeats a notice until it is acknowledged', async () => {
  const taskId = await addTask({ alerts: [{ ...FAST, repeatMinutes: 10 }] });
  // The clock of the server follows, because reports of the future are rejected; the connection is closed meanwhile.
  const sendAt = async (seconds: number) => {
    clock.advance(NOW + seconds * 1_000 - clock.now());
    await send(await connect(), seconds, { speed: 90, longitude: 10 + seconds / 1e5 });
  };
  for (const seconds of [0, 5, 605]) await sendAt(seconds);
  expect(notices()).toHaveLength(2);
  const time = NOW + 5_000;
  const readings = () => testEngine.metricValue('wakeline_acknowledged_readings_total');
  const reloads = () => testEngine.metricValue('wakeline_rule_reloads_total');
  const [readingsBefore, reloadsBefore] = [await readings(), await reloads()];
  await testEngine.database.db
    .transaction()
    .execute((tx) => acknowledgeTaskNotice(tx, { accountId: 1, taskId, trackerId, condition: 16, time }));
  await eventually('the engine has read the acknowledged notices', async () => {
    return (await readings()) > readingsBefore;
  });
  expect(await reloads()).toBe(reloadsBefore);
  await sendAt(1_205);
  expect(notices()).toHaveLength(2);
});

test('watches the line of a task until its route is deleted', async () => {
  // 0.2 degrees, 13 km, eastward.
  const routeId = await addRoute(testEngine.database.db, [
    [9.9, 53.5],
    [10.1, 53.5],
  ]);
  await addTask({ alerts: [], line: { routeId, limit: 100, lowest: null, highest: null } });
  const device = await connect();
  await send(device, 0, { longitude: 9.95, latitude: 53.5 });
  // 0.002 degrees: 222 m, more than twice the limit.
  await send(device, 10, { longitude: 9.951, latitude: 53.502 });
  expect(notices()).toEqual([['Survey', 222]]);
  expect(testEngine.feed.entries[0]?.payload).toMatchObject({
    noticeType: 'YAW',
    task: { condition: 0, type: 'line', limit: 100, deviation: { kind: 'off', isLeft: true } },
  });
  await change((tx) => tx.deleteFrom('route').where('route_id', '=', routeId).execute(), 'routes');
  await send(device, 20, { longitude: 9.952, latitude: 53.5 });
  await send(device, 30, { longitude: 9.953, latitude: 53.5 });
  await send(device, 40, { longitude: 9.954, latitude: 53.51 });
  expect(notices()).toHaveLength(1);
});

test('stops watching an area whose fence was deleted', async () => {
  const fenceId = await change(async (tx) => {
    const values = {
      account_id: 1,
      group_id: null,
      name: 'Valley',
      type: 'RECTANGLE',
      data: JSON.stringify({ west: 9.94, south: 53.53, east: 9.99, north: 53.56 }),
      color: '#ff0000',
      display: 'SHOW',
      notice: 'NONE',
      hold_seconds: 0,
      hold_metres: 0,
      note: '',
    } as const;
    return (await tx.insertInto('fence').values(values).returning('fence_id').executeTakeFirstOrThrow())
      .fence_id;
  });
  await addTask({ alerts: [], areas: [{ fenceId, mode: 'outside' }] });
  // The engine loads the fence with this event, then the tasks again.
  await change(async () => undefined, 'fences');
  const device = await connect();
  await send(device, 0, { longitude: 9.96, latitude: 53.5436 });
  await send(device, 5, { longitude: 9.961, latitude: 53.5436 });
  expect(notices()).toEqual([['Survey', null]]);
  expect(testEngine.feed.entries[0]?.payload).toMatchObject({
    noticeType: 'IN',
    fence: { fenceName: 'Valley' },
  });
  await change((tx) => tx.deleteFrom('fence').where('fence_id', '=', fenceId).execute(), 'fences');
  await send(device, 10, { longitude: 9.93, latitude: 53.5436 });
  await send(device, 15, { longitude: 9.962, latitude: 53.5436 });
  await send(device, 20, { longitude: 9.963, latitude: 53.5436 });
  expect(notices()).toHaveLength(1);
});
