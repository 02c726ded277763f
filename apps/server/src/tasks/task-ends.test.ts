import { ERRORS } from '@wakeline/contract/errors';
import { FINISHED_STATES, type TaskProgress, type TaskState } from '@wakeline/contract/tasks';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sendEvent } from '../db/notify.ts';
import { saveImportedTimes } from '../features/replay/files/imported-times.ts';
import { fixAt, storeFixes } from '../testing/fixes.ts';
import type { Person } from '../testing/person.ts';
import { startWorld, type World, type WorldAccount } from '../testing/world.ts';
import type { TaskKind } from './kinds.ts';
import { endAttempt, startTask } from './task-rows.ts';

const POLL_OPTIONS = { timeout: 20_000 };
const FIRST = Date.UTC(2026, 4, 1);
const ROWS = 5_000;

let world: World;
let harbour: WorldAccount;
let ada: Person;
let trackerId: number;
let accountCount = 0;
beforeAll(async () => {
  // The default, with which a server runs all the tasks that it can.
  world = await startWorld({ environment: { WAKELINE_DATABASE_CONNECTIONS: '12' } });
});
beforeEach(async () => {
  accountCount += 1;
  harbour = await world.account(`harbour ${accountCount}`);
  ada = await harbour.person(`ada ${accountCount}`);
  trackerId = await harbour.tracker(`86000000000${1_000 + accountCount}`, 'Gannet');
});
afterAll(() => world.stop());

const tasksOf = (person: Person) => person.call('queryAllTaskProgress', {});

async function taskOf(person: Person, taskId: number): Promise<TaskProgress | undefined> {
  return (await tasksOf(person)).list.find(({ taskProgressId }) => taskProgressId === taskId);
}

async function waitForEnd(person: Person, taskId: number): Promise<TaskProgress> {
  const state = async () => (await taskOf(person, taskId))?.state;
  await expect.poll(state, POLL_OPTIONS).toSatisfy((now) => FINISHED_STATES.some((end) => end === now));
  const task = await taskOf(person, taskId);
  if (task === undefined) throw new Error('the task has disappeared');
  return task;
}

async function startImport(person: Person): Promise<number> {
  const rows = Array.from({ length: ROWS }, (_, at) => `${FIRST + at * 1_000},36.1,${120 + at * 1e-5}`);
  const file = new File([`time,latitude,longitude\n${rows.join('\n')}`], 'way.csv');
  return (await person.call('importTrack', { trackerId, file })).taskProgressId;
}

const times = async () => {
  const { rows } = await sql<{ time: number }>`
    select time from position where tracker_id = ${trackerId} order by time`.execute(world.database.db);
  return rows.map(({ time }) => time);
};
const chunks = async (taskId: number) =>
  world.database.db.selectFrom('import_chunk').select('task_id').where('task_id', '=', taskId).execute();
const uploads = async () =>
  world.database.db
    .selectFrom('stored_file')
    .select('file_id')
    .where('kind', '=', 'upload')
    .where('account_id', '=', ada.accountId)
    .execute();

/** Adds a task without a job in the queue: no server runs it. */
async function insertUnqueuedTask(kind: TaskKind, state: TaskState, values: object = {}): Promise<number> {
  const { task_id } = await world.database.db
    .insertInto('task')
    .values({
      account_id: ada.accountId,
      user_id: ada.userId,
      kind,
      subject: JSON.stringify({ trackerId, trackerName: 'Gannet', stored: 'none', fileName: 'way.csv' }),
      state,
      created_at: new Date(world.clock.now()),
      ...values,
    })
    .returning('task_id')
    .executeTakeFirstOrThrow();
  return task_id;
}

/** Adds the job of a task to the queue. */
async function queue(taskId: number): Promise<void> {
  await world.database.db.transaction().execute(async (tx) => {
    const data = JSON.stringify({ taskId });
    await sql`insert into pgboss.job (name, data) values ('task', ${data}::jsonb)`.execute(tx);
    // As every producer does: without the event the workers find it only at their next poll.
    await sendEvent(tx, { type: 'changed', what: 'tasks', accountId: ada.accountId, userId: ada.userId });
  });
}

/** The number of tasks of a kind that the server ran to this outcome. */
async function countEnded(kind: string, outcome: string): Promise<number> {
  const text = await (await fetch(`${world.url}/metrics`)).text();
  const value = text.split(`wakeline_tasks_total{kind="${kind}",outcome="${outcome}"} `)[1];
  return Number.parseInt(value ?? '0', 10);
}

describe('a cancelled task', () => {
  test('that runs is stopped; what it stored is undone, reports of the device stay', async () => {
    const { db } = world.database;
    const sent = FIRST + 7_000;
    await storeFixes(world.database.db, trackerId, [fixAt(sent)]);
    // It waits for the locked row of its device.
    const lockingTransaction = await db.startTransaction().execute();
    await sql`select from tracker where tracker_id = ${trackerId} for update`.execute(lockingTransaction);
    const counted = await countEnded('importTrack', 'cancelled');
    const taskId = await startImport(ada);
    const waiting = sql`
      select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await waiting.execute(db)).rows.length, POLL_OPTIONS).toBe(1);
    expect(await taskOf(ada, taskId)).toMatchObject({ state: 'running', cancellable: true });
    expect(await ada.call('cancelTask', { taskProgressId: taskId })).toEqual({ state: 'cancelling' });
    expect(await taskOf(ada, taskId)).toMatchObject({ state: 'cancelling', cancellable: false });
    expect((await tasksOf(ada)).isSelect).toBe(true);
    // The current batch is still stored, then undone with the earlier ones.
    await lockingTransaction.rollback().execute();
    expect(await waitForEnd(ada, taskId)).toMatchObject({
      state: 'cancelled',
      url: null,
      reason: null,
      isRead: 2,
    });
    expect(await times()).toEqual([sent]);
    expect(await chunks(taskId)).toEqual([]);
    expect(await uploads()).toEqual([]);
    expect((await ada.call('unReadMsgCount', {})).taskCount).toBe(0);
    await expect.poll(() => countEnded('importTrack', 'cancelled'), POLL_OPTIONS).toBe(counted + 1);
  });

  test('that waits ends at once and is not started', async () => {
    const { db } = world.database;
    // Imports wait for the locked row of their device; an account has two running large tasks at most.
    const lockingTransaction = await db.startTransaction().execute();
    await sql`select from tracker where tracker_id = ${trackerId} for update`.execute(lockingTransaction);
    const before = [await startImport(ada), await startImport(ada)];
    const states = async () => (await tasksOf(ada)).list.map(({ state }) => state);
    await expect.poll(states, POLL_OPTIONS).toEqual(['running', 'running']);
    const taskId = await startImport(ada);
    expect(await ada.call('cancelTask', { taskProgressId: taskId })).toEqual({ state: 'cancelled' });
    expect(await uploads()).toHaveLength(2);
    const after = await startImport(ada);
    await lockingTransaction.rollback().execute();
    // The last one was queued behind the cancelled task.
    for (const id of [...before, after]) expect(await waitForEnd(ada, id)).toMatchObject({ state: 'done' });
    expect(await taskOf(ada, taskId)).toMatchObject({ state: 'cancelled', currentProgress: 0 });
    expect(await times()).toHaveLength(ROWS);
    expect(await uploads()).toEqual([]);
  });

  test('whose server has crashed is undone by the server that takes it over', async () => {
    const { db } = world.database;
    await storeFixes(world.database.db, trackerId, [fixAt(FIRST)]);
    await storeFixes(world.database.db, trackerId, [fixAt(FIRST + 1_000)]);
    const taskId = await insertUnqueuedTask('importTrack', 'running');
    await db.transaction().execute((tx) => saveImportedTimes(tx, taskId, [FIRST + 1_000]));
    await ada.call('cancelTask', { taskProgressId: taskId });
    await queue(taskId);
    expect(await waitForEnd(ada, taskId)).toMatchObject({ state: 'cancelled' });
    expect(await times()).toEqual([FIRST]);
  });

  test.each([
    ['done', 'importTrack', 'task-ended'],
    ['failed', 'importTrack', 'task-ended'],
    ['cancelled', 'importTrack', 'task-ended'],
    ['running', 'eraseTrack', 'task-final'],
  ] as const)('cannot be one that is %s, %s: %s', async (state, kind, errorName) => {
    const taskProgressId = await insertUnqueuedTask(kind, state);
    await expect(ada.call('cancelTask', { taskProgressId })).rejects.toMatchObject({ errorName });
    expect(await taskOf(ada, taskProgressId)).toMatchObject({ state, cancellable: false });
  });

  test('has to belong to the caller', async () => {
    const taskProgressId = await insertUnqueuedTask('importTrack', 'waiting');
    const colleague = await harbour.person(`colleague ${accountCount}`, { permission: 'administrator' });
    const otherUser = await (await world.account(`airfield ${accountCount}`)).person(
      `stranger ${accountCount}`,
    );
    for (const other of [colleague, otherUser])
      await expect(other.call('cancelTask', { taskProgressId })).rejects.toMatchObject({
        errorName: 'task-unknown',
      });
    expect(await taskOf(ada, taskProgressId)).toMatchObject({ state: 'waiting', cancellable: true });
  });
});

describe('a task that crashes its server', () => {
  test('is retried after the first crash and given up after the second; what it stored is deleted', async () => {
    const { db } = world.database;
    await storeFixes(world.database.db, trackerId, [fixAt(FIRST)]);
    const once = await insertUnqueuedTask('exportAuditLog', 'running', {
      open_attempts: 1,
      subject: JSON.stringify({ filter: {}, language: 'en_US', timeZone: 'UTC' }),
    });
    await queue(once);
    expect(await waitForEnd(ada, once)).toMatchObject({ state: 'done' });
    const twice = await insertUnqueuedTask('importTrack', 'running', { open_attempts: 2 });
    await db.transaction().execute((tx) => saveImportedTimes(tx, twice, [FIRST]));
    await queue(twice);
    expect(await waitForEnd(ada, twice)).toMatchObject({
      state: 'failed',
      reason: ERRORS['task-interrupted'].en,
      isRead: 1,
    });
    expect(await times()).toEqual([]);
  });

  test('is counted before it does anything, and not if its attempt ended normally', async () => {
    const { db } = world.database;
    const taskId = await insertUnqueuedTask('importTrack', 'waiting');
    const begin = async (ended = 0) => (await startTask(db, taskId, ended))?.action;
    for (let attempt = 0; attempt < 5; attempt += 1) {
      expect(await begin()).toBe('run');
      await endAttempt(db, taskId);
    }
    expect(await begin()).toBe('run');
    // The end of that attempt could not be recorded: its server reports it at the next start.
    expect(await begin(1)).toBe('run');
    expect(await begin()).toBe('run');
    expect(await begin()).toBe('give-up');
  });
});
