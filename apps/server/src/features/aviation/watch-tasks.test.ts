import type { PayloadInput } from '@wakeline/contract/operation';
import type { Operations } from '@wakeline/contract/operations';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { appendNotice } from '../../testing/append-notice.ts';
import type { Person } from '../../testing/person.ts';
import { readTaskFile } from '../../testing/task-file.ts';
import { startWorld, type World } from '../../testing/world.ts';

type UpdateInput = PayloadInput<Operations['updateTask']>;
type TaskInput = PayloadInput<Operations['createTask']>;

let world: World;
let ada: Person;
let viewer: Person;
/** An editor confined to the group Quay. */
let pilot: Person;
let otherUser: Person;
/** A tracker of the group Quay, and one without a group. */
let inQuay: number;
let outside: number;

beforeAll(async () => {
  world = await startWorld();
  const harbour = await world.account('harbour');
  ada = await harbour.person('ada');
  viewer = await harbour.person('vic', { permission: 'viewer' });
  const { groupId } = await ada.call('createGroup', { groupName: 'Quay' });
  pilot = await harbour.person('pat', { permission: 'editor', groupIds: [groupId] });
  otherUser = await (await world.account('elsewhere')).person('eve');
  inQuay = await harbour.tracker('861390000000001', 'Gull', groupId);
  outside = await harbour.tracker('861390000000002', 'Tern');
});
afterAll(() => world.stop());

const LINE = { routeId: 2_000_000_000, limit: 100, lowest: null, highest: null } as const;
const HIGH = { type: 'heightAbove', limit: 1_200 } as const;
/** What the server adds to an alert. */
const DEFAULTS = { hysteresis: null, hold: { fixes: 2, seconds: 10 }, repeatMinutes: 0, point: null };

function taskOf(changes: Partial<TaskInput> = {}): TaskInput {
  return { taskName: 'Survey', flightNumber: 'B-7701', trackerIds: [inQuay], alerts: [HIGH], ...changes };
}

async function find(person: Person, taskId: number) {
  const { list } = await person.call('queryTasksByPage', { pageSize: 100 });
  return list.find((task) => task.taskId === taskId);
}

/** Replaces some details of a task. */
async function update(person: Person, taskId: number, changes: Partial<UpdateInput>) {
  const task = await find(ada, taskId);
  if (task === undefined) throw new Error('there is no such task');
  await person.call('updateTask', { ...task, ...changes });
}

function audit() {
  return world.database.db
    .selectFrom('audit_entry')
    .select(['login', 'action', 'target', 'before', 'after'])
    .orderBy('audit_id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
}

test('creates, changes, copies, closes and deletes a task, and records each step in the audit log', async () => {
  const { taskId } = await ada.call('createTask', taskOf());
  expect(await find(ada, taskId)).toMatchObject({
    taskName: 'Survey',
    flightNumber: 'B-7701',
    note: '',
    trackerIds: [inQuay],
    line: null,
    isLineMissing: false,
    areas: [],
    shiftRange: null,
    alerts: [{ ...HIGH, ...DEFAULTS }],
    executeFrom: null,
    executeTo: null,
    isOpen: true,
    missingFences: [],
    abilities: { edit: true },
  });
  expect(await audit()).toMatchObject({ login: 'ada', action: 'createTask', target: 'Survey' });

  await update(ada, taskId, { shiftRange: 200, trackerIds: [inQuay, outside] });
  expect(await find(ada, taskId)).toMatchObject({ shiftRange: 200, trackerIds: [inQuay, outside] });
  expect(await audit()).toMatchObject({
    action: 'updateTask',
    before: { shiftRange: null, trackers: 1 },
    after: { shiftRange: 200, trackers: 2 },
  });

  const copy = await ada.call('copyTask', { taskId, taskName: 'Second', flightNumber: 'B-7702' });
  expect(await find(ada, copy.taskId)).toMatchObject({
    taskName: 'Second',
    flightNumber: 'B-7702',
    shiftRange: 200,
    trackerIds: [inQuay, outside],
    isOpen: false,
  });

  await ada.call('changeTaskState', { taskId, isOpen: false });
  expect((await ada.call('queryAllTask', {})).list).toEqual([]);
  expect(await audit()).toMatchObject({ before: { isOpen: true }, after: { isOpen: false } });
  await ada.call('changeTaskState', { taskId: copy.taskId, isOpen: true });
  expect((await ada.call('queryAllTask', {})).list.map((task) => task.taskId)).toEqual([copy.taskId]);

  for (const id of [taskId, copy.taskId]) await ada.call('deleteTask', { taskId: id });
  expect(await find(ada, taskId)).toBeUndefined();
  expect(await audit()).toMatchObject({ action: 'deleteTask', target: 'Second' });
});

test('starts a task again when its conditions, its time or its opening change, and not with its name', async () => {
  const { taskId } = await ada.call('createTask', taskOf());
  const changedAt = async () => {
    const { changed_at } = await world.database.db
      .selectFrom('watch_task')
      .select('changed_at')
      .where('task_id', '=', taskId)
      .executeTakeFirstOrThrow();
    return changed_at.getTime();
  };
  const restarts: boolean[] = [];
  for (const change of [
    { taskName: 'Renamed', trackerIds: [outside] },
    { alerts: [{ ...HIGH, limit: 1_300 }] },
    { executeTo: world.clock.now() + 3_600_000 },
  ]) {
    const before = await changedAt();
    world.clock.advance(1_000);
    await update(ada, taskId, change);
    restarts.push((await changedAt()) > before);
  }
  const before = await changedAt();
  world.clock.advance(1_000);
  await ada.call('changeTaskState', { taskId, isOpen: true });
  restarts.push((await changedAt()) > before);
  expect(restarts).toEqual([false, true, true, true]);
});

test('shows a task to users who see all its devices, and lets editors of these change it', async () => {
  const { taskId } = await ada.call('createTask', taskOf());
  const { taskId: hidden } = await ada.call('createTask', taskOf({ trackerIds: [inQuay, outside] }));
  expect(await find(viewer, taskId)).toMatchObject({ abilities: { edit: false } });
  expect(await find(pilot, taskId)).toMatchObject({ abilities: { edit: true } });
  expect(await find(pilot, hidden)).toBeUndefined();
  expect(await find(otherUser, taskId)).toBeUndefined();
  await expect(viewer.call('deleteTask', { taskId })).rejects.toMatchObject({ errorName: 'not-allowed' });
  for (const person of [pilot, otherUser]) {
    await expect(person.call('deleteTask', { taskId: hidden })).rejects.toMatchObject({
      errorName: 'watch-task-unknown',
    });
  }
  await expect(update(pilot, taskId, { trackerIds: [inQuay, outside] })).rejects.toMatchObject({
    errorName: 'tracker-unknown',
  });
  await expect(pilot.call('createTask', taskOf({ trackerIds: [outside] }))).rejects.toMatchObject({
    errorName: 'tracker-unknown',
  });
  await update(pilot, taskId, { note: 'Checked' });
  expect(await find(ada, taskId)).toMatchObject({ note: 'Checked' });
});

test.each([
  ['an empty flight number', { flightNumber: ' ' }, 'field-invalid'],
  ['an empty name', { taskName: '' }, 'field-invalid'],
  ['no device', { trackerIds: [] }, 'field-invalid'],
  ['more than 500 devices', { trackerIds: Array.from({ length: 501 }, (_, at) => at + 1) }, 'field-invalid'],
  ['a distance without a point', { alerts: [{ type: 'distance', limit: 100 }] }, 'field-invalid'],
  ['more than 10 alerts', { alerts: Array.from({ length: 11 }, () => HIGH) }, 'field-invalid'],
  ['an end that is not after the start', { executeFrom: 5_000, executeTo: 5_000 }, 'watch-task-times'],
  ['a device that does not exist', { trackerIds: [2_000_000_000] }, 'tracker-unknown'],
  ['a limit that is none of the choices', { line: { ...LINE, limit: 75 } }, 'field-invalid'],
  ['a route that does not exist', { line: LINE }, 'route-unknown'],
  [
    'a lowest height above the highest',
    { line: { ...LINE, lowest: 500, highest: 500 } },
    'watch-task-heights',
  ],
  ['a fence that does not exist', { areas: [{ fenceId: 2_000_000_000, mode: 'inside' }] }, 'fence-unknown'],
])('refuses %s', async (_, changes, errorName) => {
  const call = ada.call('createTask', taskOf(changes as Partial<TaskInput>));
  await expect(call).rejects.toMatchObject({ errorName });
});

test('names the fences of its areas that were deleted, and keeps a task without devices', async () => {
  const fenceData = { west: 110, south: 24, east: 111, north: 25 };
  const form = { fenceName: 'Basin', fenceType: 'RECTANGLE', fenceData, color: '#d30d0d' } as const;
  const { fenceId } = await ada.call('createFence', form);
  const { trackerId } = await ada.call('addTracker', { trackerName: 'Skua', imei: '861390000000009' });
  const areas = [{ fenceId, mode: 'outside' as const }];
  const { taskId } = await ada.call('createTask', taskOf({ areas, trackerIds: [trackerId] }));
  expect(await find(ada, taskId)).toMatchObject({ missingFences: [], trackerIds: [trackerId] });
  await ada.call('deleteFence', { fenceId });
  await ada.call('removeTracker', { trackerId });
  expect(await find(ada, taskId)).toMatchObject({ missingFences: [fenceId], trackerIds: [] });
});

test('follows a route of the user, and says when it was deleted', async () => {
  const dataPoints: [number, number][] = [
    [110, 24],
    [110.2, 24],
  ];
  const { groupId } = await ada.call('createGroup', { groupName: 'Lines' });
  const route = { routeName: 'Power line', dataPoints, color: '#d30d0d', groupId };
  const { routeId } = await ada.call('addRoute', route);
  const line = { ...LINE, routeId, lowest: 500, highest: 900 };
  const { taskId } = await ada.call('createTask', taskOf({ line }));
  expect(await find(ada, taskId)).toMatchObject({ line, isLineMissing: false });
  // A route of another group is not in the scope of the group Quay.
  await expect(pilot.call('createTask', taskOf({ line }))).rejects.toMatchObject({
    errorName: 'route-unknown',
  });
  await ada.call('deleteRoute', { routeId });
  expect(await find(ada, taskId)).toMatchObject({ line, isLineMissing: true });
});

const AIRPORT = { ident: 'ZGKL', landingPlaceId: null };

/** A flight of an hour, of a plane with this device. */
async function plan(tailNumber: string, trackerId: number, takeoffTime: number) {
  const { planeId } = await ada.call('createPlane', { tailNumber, kind: 'light', trackerId });
  const times = { takeoffTime, arrivalTime: takeoffTime + 3_600_000 };
  const form = { flightNumber: 'wl100', planeId, departure: AIRPORT, arrival: AIRPORT, ...times };
  const { flightIds } = await ada.call('createFlight', form);
  return { flightId: flightIds[0] ?? 0, planeId, form };
}

test('links a task with a flight, until the flight is deleted', async () => {
  const { trackerId } = await ada.call('addTracker', { trackerName: 'Skua', imei: '861390000000011' });
  const takeoffTime = world.clock.now() - 31 * 60_000;
  const { flightId, form } = await plan('B-10KA', trackerId, takeoffTime);
  const { taskId } = await ada.call('createTask', taskOf({ flightId, flightNumber: 'WL100' }));
  const state = { state: 'overdue', overdue: { reason: 'takeoff', isUncertain: false } };
  const flight = {
    ...{ flightId, flightNumber: 'WL100', tailNumber: 'B-10KA', takeoffTime, ...state },
    ...{ arrivalTime: form.arrivalTime, actualTakeoff: null, actualLanding: null, isLocal: true },
    departure: { ident: 'ZGKL' },
    arrival: { ident: 'ZGKL' },
  };
  expect(await find(ada, taskId)).toMatchObject({ flightId, flight });
  const open = (await ada.call('queryAllTask', {})).list;
  expect(open.find((task) => task.taskId === taskId)).toMatchObject({ flightId, flight });

  const one = async () => (await ada.call('queryFlightsByPage', { flightId })).list;
  expect(await one()).toMatchObject([
    { flightId, trackerId, tasks: [{ taskId, taskName: 'Survey', isOpen: true }] },
  ]);
  // The copy is for another flight.
  const copy = await ada.call('copyTask', { taskId, taskName: 'Copy', flightNumber: 'WL101' });
  expect(await find(ada, copy.taskId)).toMatchObject({ flightId: null, flight: null });

  const { taskProgressId } = await ada.call('exportTasksExcel', { keywords: 'WL100', format: 'csv' });
  const text = (await readTaskFile(world, ada, taskProgressId)).toString('utf8');
  // The clock of the world starts at a known time; China is 8 hours ahead of UTC.
  const local = new Date(takeoffTime + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
  const utc = new Date(takeoffTime).toISOString().slice(0, 19).replace('T', ' ');
  expect(text).toContain(`"WL100","B-10KA","ZGKL","ZGKL","${local}","${utc}Z"`);
  expect(text).toContain('"Overdue (no take-off)"');

  await ada.call('deleteFlight', { flightIds: [flightId] });
  expect(await find(ada, taskId)).toMatchObject({ flightNumber: 'WL100', flightId: null, flight: null });
});

test('refuses a flight that the user does not see', async () => {
  const { trackerId } = await ada.call('addTracker', { trackerName: 'Auk', imei: '861390000000012' });
  const { flightId } = await plan('B-10KB', trackerId, world.clock.now());
  const unknown = { errorName: 'flight-unknown' };
  await expect(ada.call('createTask', taskOf({ flightId: 2_000_000_000 }))).rejects.toMatchObject(unknown);
  const { trackerId: foreign } = await otherUser.call('addTracker', {
    trackerName: 'Auk',
    imei: '861390000000013',
  });
  const ofOther = taskOf({ flightId, trackerIds: [foreign] });
  await expect(otherUser.call('createTask', ofOther)).rejects.toMatchObject(unknown);
  // The device of the plane is in no group.
  await expect(pilot.call('createTask', taskOf({ flightId }))).rejects.toMatchObject(unknown);
  const { taskId } = await pilot.call('createTask', taskOf({ taskName: 'Hidden flight' }));
  await expect(update(pilot, taskId, { flightId })).rejects.toMatchObject(unknown);

  // Of a task that others linked, the flight stays and is not displayed.
  await update(ada, taskId, { flightId });
  expect(await find(pilot, taskId)).toMatchObject({ flightId, flight: null });
  await update(pilot, taskId, { note: 'Checked' });
  expect(await find(ada, taskId)).toMatchObject({
    flightId,
    note: 'Checked',
    flight: { tailNumber: 'B-10KB' },
  });
});

test('names the tasks of a flight to users who may see them', async () => {
  const { flightId } = await plan('B-10KC', inQuay, world.clock.now());
  await ada.call('createTask', taskOf({ flightId, taskName: 'Quay' }));
  await ada.call('createTask', taskOf({ flightId, taskName: 'Both', trackerIds: [inQuay, outside] }));
  const tasksFor = async (person: Person) => {
    const { list } = await person.call('queryFlightsByPage', { flightId });
    return list.flatMap(({ tasks }) => tasks.map(({ taskName }) => taskName));
  };
  expect(await tasksFor(ada)).toEqual(['Both', 'Quay']);
  expect(await tasksFor(pilot)).toEqual(['Quay']);
  const harbour = await world.account('harbour');
  const rita = await harbour.person('rita', { roles: ['eob_plugin_flight_mg'] });
  expect(await tasksFor(rita)).toEqual([]);
  const canCreateTask = async (person: Person) => {
    return (await person.call('queryFlightsByPage', { flightId })).abilities.createTask;
  };
  expect(await Promise.all([ada, pilot, viewer, rita].map(canCreateTask))).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

test('limits the tasks and the open tasks of an account', async () => {
  const person = await (await world.account('full')).person('fay');
  const { db } = world.database;
  const add = (count: number, isOpen: boolean) =>
    sql`insert into watch_task (account_id, name, flight_number, note, areas, alerts, is_open, changed_at)
      select ${person.accountId}::int, 'Task', 'F', '', '[]', '[]', ${isOpen}, now()
      from generate_series(1, ${count}::int)`.execute(db);
  const { trackerId } = await person.call('addTracker', { trackerName: 'Auk', imei: '861390000000077' });
  await add(200, true);
  await expect(person.call('createTask', taskOf({ trackerIds: [trackerId] }))).rejects.toMatchObject({
    errorName: 'watch-task-open-limit',
  });
  const { taskId } = await person.call('createTask', taskOf({ trackerIds: [trackerId], isOpen: false }));
  await expect(person.call('changeTaskState', { taskId, isOpen: true })).rejects.toMatchObject({
    errorName: 'watch-task-open-limit',
  });
  await add(1_799, false);
  await expect(
    person.call('copyTask', { taskId, taskName: 'Copy', flightNumber: 'F' }),
  ).rejects.toMatchObject({ errorName: 'watch-task-limit' });
});

test('keeps which notice of a task was acknowledged, so that the engine does not repeat it', async () => {
  const { taskId } = await ada.call('createTask', taskOf());
  const { db } = world.database;
  const acknowledged = () =>
    db
      .selectFrom('watch_task_acknowledged')
      .select(['tracker_id', 'condition', 'notice_at'])
      .where('task_id', '=', taskId)
      .execute();
  const time = world.clock.now() - 5_000;
  const task = {
    taskId,
    taskName: 'Survey',
    condition: 16,
    type: 'heightAbove',
    limit: 1_200,
    value: 1_240.4,
    fix: null,
  } as const;
  const { accountId } = ada;
  const details = { noticeType: 'RISE', time, task } as const;
  await db
    .transaction()
    .execute((tx) => appendNotice(tx, { accountId, trackerId: inQuay, details, now: world.clock.now() }));
  const { list } = await ada.call('queryAllNotices', { pageSize: 1 });
  expect(list).toMatchObject([
    { taskId, msgType: 'RISE', content: 'Gull is at 1240 m, above 1200 m (task “Survey”)' },
  ]);
  const messageId = list[0]?.messageId ?? 0;
  await ada.call('commentAlarm', { messageId, comment: 'Seen' });
  expect(await acknowledged()).toEqual([]);
  await ada.call('acknowledgeAlarm', { messageId });
  expect(await acknowledged()).toEqual([{ tracker_id: inQuay, condition: 16, notice_at: time }]);
});

test('refuses contacts on channels that the server does not have', async () => {
  for (const contacts of [
    { phones: [{ address: '13800138000' }] },
    { emails: [{ address: 'duty@harbour.example' }] },
  ])
    await expect(ada.call('createTask', taskOf({ taskName: 'Notified', ...contacts }))).rejects.toMatchObject(
      {
        errorName: 'channel-unavailable',
      },
    );
  const { list } = await ada.call('queryTasksByPage', { keywords: 'Notified' });
  expect(list).toEqual([]);
});

test('exports what the requester sees', async () => {
  const night = { executeFrom: Date.UTC(2026, 10, 23, 16), executeTo: Date.UTC(2026, 10, 23, 22) };
  await ada.call('createTask', taskOf({ taskName: 'Night line', ...night }));
  await ada.call('createTask', taskOf({ taskName: 'Night hidden', trackerIds: [outside] }));
  const { taskProgressId } = await pilot.call('exportTasksExcel', { keywords: 'Night', format: 'csv' });
  const text = (await readTaskFile(world, pilot, taskProgressId)).toString('utf8');
  // China is 8 hours ahead of UTC.
  expect(text).toContain(
    '"Night line","B-7701","Open","2026-11-24 00:00:00","2026-11-23 16:00:00Z","2026-11-24 06:00:00","2026-11-23 22:00:00Z","Gull"',
  );
  expect(text).toContain('Height above 1200 m');
  expect(text).not.toContain('hidden');
  await expect(pilot.call('exportTasksExcel', { keywords: 'Nothing' })).rejects.toMatchObject({
    errorName: 'export-empty',
  });
});
