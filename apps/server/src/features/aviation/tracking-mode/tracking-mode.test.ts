import type { PayloadInput } from '@wakeline/contract/operation';
import type { Operations } from '@wakeline/contract/operations';
import type { InstructionName } from '@wakeline/domain/instructions/catalogue';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { endDueTracking } from '../../../aviation/tracking-modes.ts';
import type { TestDevice } from '../../../ingest/testing/device.ts';
import { eventually } from '../../../ingest/testing/eventually.ts';
import { report } from '../../../ingest/testing/reports.ts';
import type { Person } from '../../../testing/person.ts';
import { createTestDatabase } from '../../../testing/postgres.ts';
import { startWorld, type World, type WorldAccount } from '../../../testing/world.ts';
import { settleIntervals } from './settle-intervals.ts';
import { trackDueIntervals } from './track-due-intervals.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let world: World;
let harbour: WorldAccount;
let ada: Person;
let made = 0;
let imei: string;
let trackerId: number;

beforeAll(async () => {
  world = await startWorld();
  harbour = await world.account('harbour');
  ada = await harbour.person('ada');
});
afterAll(() => world.stop());
beforeEach(async () => {
  trackerId = await addTracker();
});

/** A device that has the instruction, and is not connected. */
async function addTracker(protocol: 'jt808' | 'gt06' | 'tk103' = 'jt808', groupId?: number): Promise<number> {
  made += 1;
  imei = `139${String(made).padStart(8, '0')}`;
  const form = { imei, trackerName: `Gull ${made}`, groupId };
  const { trackerId: added } = await ada.call('addTracker', form);
  const { db } = world.database;
  await db.updateTable('tracker').set({ protocol }).where('tracker_id', '=', added).execute();
  return added;
}

async function createTask(
  trackerIds: readonly number[] = [trackerId],
  changes: Partial<PayloadInput<Operations['createTask']>> = {},
): Promise<number> {
  const form = { taskName: 'Survey', flightNumber: 'B-7701', trackerIds: [...trackerIds], ...changes };
  return (await ada.call('createTask', form)).taskId;
}

type Start = PayloadInput<Operations['startTrackingMode']>;

function start(taskId: number, changes: Partial<Start> = {}, person = ada) {
  const endTime = world.clock.now() + HOUR;
  return person.call('startTrackingMode', {
    taskId,
    interval: 30,
    endTime,
    restoreInterval: 120,
    ...changes,
  });
}

/** The instructions for the interval of the device, oldest first: what they set, and their state. */
async function ledger(id = trackerId) {
  const rows = await world.database.db
    .selectFrom('instruction')
    .selectAll()
    .where('tracker_id', '=', id)
    .where('name', 'in', ['uploadInterval', 'reportInterval'])
    .orderBy('instruction_id')
    .execute();
  return rows.map(
    ({ name, parameters, state, reason, origin }) =>
      `${origin?.purpose ?? 'by hand'} ${name} ${Object.values(parameters).join(' ')} ${reason ?? state}`,
  );
}

/** What became of the newest instruction of the device. */
async function finish(
  changes:
    | { state: 'sent' | 'succeeded' }
    | { state: 'failed'; reason: 'no-receipt' | 'rejected' | 'expired' },
  { id = trackerId, attempts = 1 } = {},
): Promise<void> {
  const { db } = world.database;
  const { instruction_id } = await db
    .selectFrom('instruction')
    .select('instruction_id')
    .where('tracker_id', '=', id)
    .orderBy('instruction_id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  const now = new Date(world.clock.now());
  await db
    .updateTable('instruction')
    .set({ ...changes, attempts, finished_at: changes.state === 'sent' ? null : now })
    .where('instruction_id', '=', instruction_id)
    .execute();
}

/** Lets time pass, and does what is due then. The server does the same at some time: this waits for its locks. */
async function pass(ms: number): Promise<void> {
  world.clock.advance(ms);
  const { db } = world.database;
  const now = world.clock.now();
  await db.transaction().execute((tx) => endDueTracking(tx, null, now));
  await db.transaction().execute(async (tx) => {
    const rows = tx.selectFrom('changed_interval').selectAll().orderBy('tracker_id');
    await settleIntervals(tx, await rows.forUpdate().execute(), now);
  });
  // Sessions end.
  if (ms >= HOUR) await ada.signIn();
}

async function sendByHand(interval: number, name: InstructionName = 'uploadInterval'): Promise<void> {
  const parameters = name === 'uploadInterval' ? { interval } : { moving: interval, stationary: 900 };
  await ada.call('sendInstruction', { trackerIds: [trackerId], instruction: name, parameters });
}

async function modeOf(taskId: number, person = ada) {
  return (await person.call('queryTrackingModes', {})).list.find((mode) => mode.taskId === taskId);
}

async function stateOf(taskId: number, id = trackerId) {
  return (await modeOf(taskId))?.devices.find((device) => device.trackerId === id);
}

const ENDS = {
  async time() {
    await pass(HOUR);
  },
  async 'the execution time'(taskId: number) {
    const { list } = await ada.call('queryTasksByPage', { pageSize: 100 });
    const task = list.find((one) => one.taskId === taskId);
    if (task === undefined) throw new Error('there is no such task');
    await ada.call('updateTask', { ...task, executeTo: world.clock.now() + 5 * MINUTE });
    await pass(5 * MINUTE);
  },
  async 'the end of the tracking mode'(taskId: number) {
    await ada.call('endTrackingMode', { taskId });
  },
  async 'closing the task'(taskId: number) {
    await ada.call('changeTaskState', { taskId, isOpen: false });
  },
  async 'deleting the task'(taskId: number) {
    await ada.call('deleteTask', { taskId });
  },
  async 'removing the device'(taskId: number) {
    const { list } = await ada.call('queryTasksByPage', { pageSize: 100 });
    const task = list.find((one) => one.taskId === taskId);
    if (task === undefined) throw new Error('there is no such task');
    await ada.call('updateTask', { ...task, trackerIds: [await addTracker()] });
  },
};

describe('with a device', () => {
  let device: TestDevice;

  test('sends the interval, and the former one when the time is over', async () => {
    device = await world.device('jt808', imei);
    await sendByHand(60);
    device.respond(await device.instruction(0));
    await eventually('the former interval is set', async () => (await ledger())[0]?.endsWith('succeeded'));
    const taskId = await createTask();
    const endTime = world.clock.now() + MINUTE;
    expect(await start(taskId, { interval: 10, endTime, restoreInterval: null })).toEqual({
      devices: 1,
      leftOut: [],
    });
    // 0x8103 with two items: 0x0020 is 0, report by time; 0x0029 is 10 s.
    const raise = await device.instruction(1);
    expect(raise.description).toBe('0x8103 02' + '000000200400000000' + '00000029040000000a');
    device.respond(raise);
    await eventually('the interval is set', async () => (await stateOf(taskId))?.state === 'raised');
    expect(await stateOf(taskId)).toMatchObject({ interval: 10, restoreInterval: 60, reason: null });

    const id = trackerId;
    await eventually('the former interval is sent', () => {
      world.clock.advance(5_000);
      return device.instructions.length > 2;
    });
    expect(world.clock.now()).toBeGreaterThanOrEqual(endTime);
    const restore = await device.instruction(2);
    expect(restore.description).toBe('0x8103 02' + '000000200400000000' + '00000029040000003c');
    expect((await stateOf(taskId, id))?.state).toBe('restoring');
    device.respond(restore);
    // Before the clock jumps: the device would be inactive.
    await eventually('the receipt is stored', async () => (await ledger(id)).at(-1)?.endsWith('succeeded'));
    await eventually('the former interval is set', async () => {
      world.clock.advance(5_000);
      return (await stateOf(taskId, id))?.state === 'restored';
    });
    expect(await ledger(id)).toEqual([
      'by hand uploadInterval 60 succeeded',
      'raise reportInterval 10 succeeded',
      'restore uploadInterval 60 succeeded',
    ]);
  });
});

test('names the reason in the ledger, and lets the instruction expire at the end', async () => {
  const taskId = await createTask();
  await start(taskId);
  const { list } = await ada.call('queryInstructionList', { trackerId });
  expect(list).toMatchObject([
    {
      instruction: 'uploadInterval',
      parameters: { interval: 30 },
      login: 'ada',
      expiresTime: world.clock.now() + HOUR,
      origin: { kind: 'trackingMode', purpose: 'raise', taskName: 'Survey' },
    },
  ]);
});

test('records the start and the end in the audit log', async () => {
  const taskId = await createTask();
  await start(taskId);
  await ada.call('endTrackingMode', { taskId });
  const entries = await world.database.db
    .selectFrom('audit_entry')
    .select(['login', 'action', 'target', 'after'])
    .orderBy('audit_id', 'desc')
    .limit(2)
    .execute();
  expect(entries).toMatchObject([
    { login: 'ada', action: 'endTrackingMode', target: 'Survey' },
    {
      action: 'startTrackingMode',
      target: 'Survey',
      after: { interval: 30, restoreInterval: 120, trackers: 1 },
    },
  ]);
});

test.each(Object.entries(ENDS))('restores the former interval after %s, once', async (_name, end) => {
  const taskId = await createTask();
  const id = trackerId;
  await start(taskId);
  await finish({ state: 'succeeded' });
  await end(taskId);
  const { db } = world.database;
  await Promise.all([1, 2].map(() => trackDueIntervals(db, world.clock.now())));
  await pass(0);
  expect(await ledger(id)).toEqual([
    'raise uploadInterval 30 succeeded',
    'restore uploadInterval 120 waiting',
  ]);
  await finish({ state: 'succeeded' }, { id });
  await pass(5_000);
  await pass(DAY);
  expect((await ledger(id)).length).toBe(2);
});

const DAY = 24 * HOUR;

test.each(Object.entries(ENDS))(
  'restores nothing if the device was never reached before %s',
  async (_name, end) => {
    const taskId = await createTask();
    const id = trackerId;
    await start(taskId);
    await end(taskId);
    await pass(0);
    expect(await ledger(id)).toEqual([expect.stringMatching(/^raise uploadInterval 30 (recalled|expired)$/)]);
  },
);

test.each([
  ['restores', 'was sent, without a receipt yet', { state: 'sent' }, 1, 2],
  ['restores', 'had no receipt', { state: 'failed', reason: 'no-receipt' }, 3, 2],
  ['restores', 'was sent and expired later', { state: 'failed', reason: 'expired' }, 1, 2],
  ['does not restore', 'was rejected by the device', { state: 'failed', reason: 'rejected' }, 1, 1],
] as const)('%s if the instruction %s', async (_what, _when, outcome, attempts, count) => {
  const taskId = await createTask();
  await start(taskId);
  await finish(outcome, { attempts });
  await pass(HOUR);
  expect((await ledger()).length).toBe(count);
  expect((await stateOf(taskId))?.state).toBe(count === 2 ? 'restoring' : 'not-raised');
});

test('restores after a restart of the server', async () => {
  const testDatabase = await createTestDatabase();
  const shared = { testDatabase } as World;
  const first = await startWorld({ sharesDatabaseWith: shared });
  const account = await first.account('harbour');
  const person = await account.person('ada');
  const tracked = await account.tracker('13900009999', 'Tern');
  const ofTracker = first.database.db.updateTable('tracker').where('tracker_id', '=', tracked);
  await ofTracker.set({ protocol: 'jt808' }).execute();
  const connected = await first.device('jt808', '13900009999');
  const form = { taskName: 'Survey', flightNumber: 'B-7701', trackerIds: [tracked] };
  const { taskId } = await person.call('createTask', form);
  const endTime = first.clock.now() + MINUTE;
  await person.call('startTrackingMode', { taskId, interval: 30, endTime, restoreInterval: 120 });
  connected.respond(await connected.instruction(0));
  await eventually('the interval is set', async () => {
    const { list } = await person.call('queryTrackingModes', {});
    return list[0]?.devices[0]?.state === 'raised';
  });
  await first.stop();

  const second = await startWorld({ sharesDatabaseWith: shared });
  try {
    const again = await second.device('jt808', '13900009999');
    await eventually('the former interval is sent', () => {
      second.clock.advance(5_000);
      return again.instructions.length > 0;
    });
    // 120 s.
    expect((await again.instruction(0)).description).toContain('000000290400000078');
  } finally {
    await second.stop();
    await testDatabase.drop();
  }
});

test('applies the shortest interval of two tasks, and restores when the last one ends', async () => {
  const [one, other] = [await createTask(), await createTask()];
  await start(one, { interval: 30, endTime: world.clock.now() + HOUR });
  await finish({ state: 'succeeded' });
  await start(other, { interval: 60, endTime: world.clock.now() + 2 * HOUR });
  expect((await ledger()).length).toBe(1);
  await start(other, { interval: 10, endTime: world.clock.now() + HOUR / 2, restoreInterval: null });
  await finish({ state: 'succeeded' });
  await pass(HOUR / 2);
  await finish({ state: 'succeeded' });
  await start(other, { interval: 60, endTime: world.clock.now() + HOUR });
  await pass(HOUR / 2);
  await finish({ state: 'succeeded' });
  await pass(HOUR / 2);
  expect(await ledger()).toEqual([
    'raise uploadInterval 30 succeeded',
    'raise reportInterval 10 succeeded',
    'raise uploadInterval 30 succeeded',
    'raise uploadInterval 60 succeeded',
    'restore uploadInterval 120 waiting',
  ]);
});

test('does not repeat an outstanding interval after the end', async () => {
  const taskId = await createTask();
  await start(taskId);
  await finish({ state: 'sent' });
  await ada.call('endTrackingMode', { taskId });
  const { list } = await ada.call('queryInstructionList', { trackerId });
  expect(list.map(({ expiresTime }) => expiresTime - world.clock.now())).toEqual([7 * DAY, 0]);
});

test('recalls an interval that waits when a shorter one applies', async () => {
  const [one, other] = [await createTask(), await createTask()];
  await start(one);
  await start(other, { interval: 10 });
  expect(await ledger()).toEqual(['raise uploadInterval 30 recalled', 'raise reportInterval 10 waiting']);
});

test('uses the instruction of all protocols for a device whose protocol was never set', async () => {
  const { db } = world.database;
  await db.updateTable('tracker').set({ protocol: null }).where('tracker_id', '=', trackerId).execute();
  const device = await world.device('jt808', imei);
  device.report(report({ time: world.clock.now() }));
  await eventually('the device has reported', async () => {
    const state = await db
      .selectFrom('tracker_state')
      .select('activated_at')
      .where('tracker_id', '=', trackerId)
      .executeTakeFirst();
    return state !== undefined && state.activated_at !== null;
  });
  await start(await createTask());
  expect(await ledger()).toEqual([expect.stringMatching(/^raise reportInterval 30 /)]);
});

describe('an interval that a user sends', () => {
  test('stays, in all tasks', async () => {
    const [one, other] = [await createTask(), await createTask()];
    await start(one);
    await start(other, { interval: 60 });
    await finish({ state: 'succeeded' });
    await sendByHand(300);
    await finish({ state: 'succeeded' });
    await pass(5_000);
    expect([(await stateOf(one))?.state, (await stateOf(other))?.state]).toEqual([
      'overridden',
      'overridden',
    ]);
    await pass(HOUR);
    expect((await ledger()).length).toBe(2);
  });

  test('is waited for at the end, and counts only if it succeeds', async () => {
    const taskId = await createTask();
    await start(taskId);
    await finish({ state: 'succeeded' });
    await sendByHand(300);
    await pass(HOUR);
    expect((await ledger()).length).toBe(2);
    await finish({ state: 'failed', reason: 'rejected' });
    await pass(5_000);
    expect((await ledger())[2]).toBe('restore uploadInterval 120 waiting');
  });

  test('is restored if it waited before the tracking mode started', async () => {
    await sendByHand(300);
    const byHand = (await ada.call('queryInstructionList', { trackerId })).list[0]?.instructionId ?? 0;
    const taskId = await createTask();
    await start(taskId);
    await finish({ state: 'succeeded' });
    await world.database.db
      .updateTable('instruction')
      .set({ state: 'succeeded', attempts: 1, finished_at: new Date() })
      .where('instruction_id', '=', byHand)
      .execute();
    await pass(HOUR);
    expect((await ledger())[2]).toBe('restore uploadInterval 300 waiting');
  });

  test('is the one to restore, with the interval while stationary', async () => {
    trackerId = await addTracker('gt06');
    await sendByHand(180, 'reportInterval');
    await finish({ state: 'succeeded' });
    const taskId = await createTask();
    await start(taskId, { restoreInterval: null });
    await finish({ state: 'succeeded' });
    await pass(HOUR);
    expect((await ledger()).slice(1)).toEqual([
      'raise reportInterval 30 900 succeeded',
      'restore reportInterval 180 900 waiting',
    ]);
  });
});

test('restores again until it succeeds, and shows when it has failed', async () => {
  const taskId = await createTask();
  await start(taskId);
  await finish({ state: 'succeeded' });
  await pass(HOUR);
  for (const delay of [1, 5, 15, 60, 240]) {
    await finish({ state: 'failed', reason: 'no-receipt' }, { attempts: 3 });
    await pass(delay * MINUTE - 1_000);
    const { length } = await ledger();
    await pass(1_000);
    expect((await ledger()).length).toBe(length + 1);
  }
  await finish({ state: 'failed', reason: 'no-receipt' }, { attempts: 3 });
  await pass(0);
  await pass(DAY / 2);
  expect((await ledger()).length).toBe(7);
  expect(await stateOf(taskId)).toMatchObject({ state: 'restore-failed', reason: 'no-receipt' });
  const unrestored = { trackerId, taskName: 'Survey', restoreInterval: 120, reason: 'no-receipt' };
  expect(await ada.call('queryUnrestoredIntervals', {})).toMatchObject({
    list: [unrestored],
    abilities: { retry: true },
  });

  const { groupId } = await ada.call('createGroup', { groupName: 'Pier' });
  const confined = await harbour.person('confined', { permission: 'editor', groupIds: [groupId] });
  expect((await confined.call('queryUnrestoredIntervals', {})).list).toEqual([]);
  const planner = await harbour.person('planner 2', { permission: 'editor', roles: ['eob_plugin_task'] });
  await expect(planner.call('restoreIntervals', { trackerIds: [trackerId] })).rejects.toMatchObject({
    errorName: 'instructions-not-allowed',
  });

  await ada.call('restoreIntervals', { trackerIds: [trackerId] });
  expect((await ledger())[7]).toBe('restore uploadInterval 120 waiting');
  expect((await ada.call('queryUnrestoredIntervals', {})).list).toEqual([]);
  await expect(ada.call('restoreIntervals', { trackerIds: [trackerId] })).rejects.toMatchObject({
    errorName: 'interval-not-failed',
  });
});

test('sends nothing to a device that moved to another account', async () => {
  const taskId = await createTask();
  await start(taskId);
  await finish({ state: 'succeeded' });
  const elsewhere = await world.account('elsewhere');
  const eve = await elsewhere.person('eve');
  const { db } = world.database;
  const { detachTrackers } = await import('../../../app/detach-trackers.ts');
  await db.transaction().execute(async (tx) => {
    await detachTrackers(tx, [trackerId]);
    await tx
      .updateTable('tracker')
      .set({ account_id: eve.accountId })
      .where('tracker_id', '=', trackerId)
      .execute();
  });
  await pass(HOUR);
  expect((await ledger()).length).toBe(1);
  expect((await modeOf(taskId))?.devices).toEqual([]);
});

test('names the devices that it leaves out', async () => {
  const [slow, fast] = [trackerId, await addTracker()];
  trackerId = fast;
  await sendByHand(30);
  await finish({ state: 'succeeded' });
  const without = await addTracker('tk103');
  const form = { imei: '13900099999', trackerName: 'Tern' };
  const { trackerId: silent } = await ada.call('addTracker', form);
  const taskId = await createTask([slow, fast, without, silent]);
  const leftOut = [
    { trackerId: fast, reason: 'faster' },
    { trackerId: without, reason: 'unsupported' },
    { trackerId: silent, reason: 'no-protocol' },
  ];
  expect(await start(taskId)).toEqual({ devices: 1, leftOut });
  expect((await modeOf(taskId))?.devices.map(({ state }) => state)).toEqual([
    'waiting',
    ...leftOut.map(({ reason }) => reason),
  ]);
  const { list } = await ada.call('queryTrackingModeDevices', { taskId, interval: 30 });
  expect(list).toEqual([
    { trackerId: slow, leftOut: null, currentInterval: 120 },
    { trackerId: fast, leftOut: 'faster', currentInterval: 30 },
    { trackerId: without, leftOut: 'unsupported', currentInterval: null },
    { trackerId: silent, leftOut: 'no-protocol', currentInterval: null },
  ]);
});

describe('refuses', () => {
  const refused = (errorName: string) => ({ errorName });

  test('a task without a device that has the instruction, and stores nothing', async () => {
    const without = await addTracker('tk103');
    const taskId = await createTask([without]);
    await expect(start(taskId)).rejects.toMatchObject(refused('tracking-mode-unsupported'));
    expect(await modeOf(taskId)).toBeUndefined();
  });

  test('an interval that no device would report faster at', async () => {
    const taskId = await createTask();
    await expect(start(taskId, { interval: 120 })).rejects.toMatchObject(refused('tracking-mode-interval'));
    expect(await ledger()).toEqual([]);
  });

  test('an unknown interval to restore', async () => {
    const taskId = await createTask();
    await expect(start(taskId, { restoreInterval: null })).rejects.toMatchObject({
      errorName: 'tracking-mode-restore-missing',
      details: { count: 1 },
    });
    expect(await ledger()).toEqual([]);
  });

  test('a closed task, and one whose execution time has passed', async () => {
    const closed = await createTask([trackerId], { isOpen: false });
    await expect(start(closed)).rejects.toMatchObject(refused('tracking-mode-closed'));
    const past = await createTask([trackerId], { executeTo: world.clock.now() });
    await expect(start(past)).rejects.toMatchObject(refused('tracking-mode-closed'));
  });

  test.each([
    ['in less than a minute', MINUTE - 1],
    ['in more than 24 hours', DAY + 1],
    ['after the execution time', 2 * HOUR + 1],
  ])('an end %s', async (name, ms) => {
    const executeTo = name === 'after the execution time' ? world.clock.now() + 2 * HOUR : null;
    const taskId = await createTask([trackerId], { executeTo });
    const endTime = world.clock.now() + ms;
    await expect(start(taskId, { endTime })).rejects.toMatchObject(refused('tracking-mode-end'));
  });

  test('a user who may not send instructions, change tasks, or see the device', async () => {
    const taskId = await createTask();
    const planner = await harbour.person('planner', { permission: 'editor', roles: ['eob_plugin_task'] });
    await expect(start(taskId, {}, planner)).rejects.toMatchObject(refused('instructions-not-allowed'));
    const viewer = await harbour.person('viewer', { permission: 'viewer' });
    await expect(start(taskId, {}, viewer)).rejects.toMatchObject(refused('not-allowed'));
    const { groupId } = await ada.call('createGroup', { groupName: 'Quay' });
    const pilot = await harbour.person('pilot', { permission: 'editor', groupIds: [groupId] });
    await expect(start(taskId, {}, pilot)).rejects.toMatchObject(refused('watch-task-unknown'));
    await expect(pilot.call('queryTrackingModeDevices', { taskId, interval: 30 })).rejects.toMatchObject(
      refused('watch-task-unknown'),
    );
    await start(taskId);
    expect(await modeOf(taskId, pilot)).toBeUndefined();
    expect((await planner.call('queryTrackingModes', {})).abilities).toEqual({ start: false });
    // Users who may close the task may end its tracking mode.
    await planner.call('endTrackingMode', { taskId });
    expect((await modeOf(taskId))?.endedTime).toBe(world.clock.now());
  });

  test('the end of a tracking mode that is not on', async () => {
    const taskId = await createTask();
    await expect(ada.call('endTrackingMode', { taskId })).rejects.toMatchObject(refused('tracking-mode-off'));
  });

  test('the interval of a tracking mode that a user sends again', async () => {
    const taskId = await createTask();
    await start(taskId);
    await finish({ state: 'failed', reason: 'no-receipt' });
    const [record] = (await ada.call('queryInstructionList', { trackerId })).list;
    expect(record?.abilities.resend).toBe(false);
    await expect(
      ada.call('resendInstructions', { instructionIds: [record?.instructionId ?? 0] }),
    ).rejects.toMatchObject(refused('instruction-of-tracking-mode'));
    // Starting it again sends it.
    await start(taskId);
    expect((await ledger())[1]).toBe('raise uploadInterval 30 waiting');
  });
});
