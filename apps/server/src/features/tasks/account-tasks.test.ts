import { ERRORS } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import type { TaskState } from '@wakeline/contract/tasks';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TaskKind } from '../../tasks/kinds.ts';
import type { Person } from '../../testing/person.ts';
import { startWorld, type World, type WorldAccount } from '../../testing/world.ts';

const TIMEOUT = { timeout: 20_000 };
const AUDIT_EXPORT = { filter: { action: 'editGroup' }, language: 'en_US', timeZone: 'UTC' };

let world: World;
let harbour: WorldAccount;
let holder: Person;
let administrator: Person;
let viewer: Person;
let count = 0;
beforeAll(async () => {
  world = await startWorld();
});
beforeEach(async () => {
  count += 1;
  harbour = await world.account(`harbour ${count}`);
  holder = await harbour.person(`holder ${count}`);
  administrator = await harbour.person(`administrator ${count}`, { permission: 'administrator' });
  viewer = await harbour.person(`viewer ${count}`, { permission: 'viewer' });
});
afterAll(() => world.stop());

/** Adds a task without a job in the queue: no server runs it. */
async function insertTask(person: Person, state: TaskState, values: object = {}): Promise<number> {
  const { task_id } = await world.database.db
    .insertInto('task')
    .values({
      account_id: person.accountId,
      user_id: person.userId,
      kind: 'exportAuditLog',
      subject: JSON.stringify(AUDIT_EXPORT),
      state,
      created_at: new Date(world.clock.now()),
      ...values,
    })
    .returning('task_id')
    .executeTakeFirstOrThrow();
  return task_id;
}

async function taskOf(person: Person, taskId: number) {
  const { list } = await person.call('queryAllTaskProgress', {});
  return list.find(({ taskProgressId }) => taskProgressId === taskId);
}

describe('the tasks of an account', () => {
  test('are listed for its administrators with their users; results only for their users and the holder', async () => {
    const { taskProgressId } = await holder.call('exportAuditLog', {});
    await expect.poll(async () => (await taskOf(holder, taskProgressId))?.state, TIMEOUT).toBe('done');
    const waiting = await insertTask(viewer, 'waiting');
    await insertTask(await (await world.account('airfield')).person('outsider'), 'waiting');
    const listed = async (person: Person) => {
      const { list, total, isSelect } = await person.call('queryAccountTasks', {});
      expect({ total, isSelect }).toEqual({ total: 2, isSelect: true });
      return list.map((task) => [task.taskProgressId, task.account, task.url !== null, task.cancellable]);
    };
    const own = [taskProgressId, holder.login, true, false];
    expect(await listed(holder)).toEqual([[waiting, viewer.login, false, true], own]);
    expect(await listed(administrator)).toEqual([
      [waiting, viewer.login, false, true],
      [taskProgressId, holder.login, false, false],
    ]);
  });

  test('can be cancelled by an administrator: its user sees that, and the audit log has an entry', async () => {
    const waiting = await insertTask(viewer, 'waiting');
    const running = await insertTask(viewer, 'running');
    const cancel = (taskProgressId: number) => administrator.call('cancelAccountTask', { taskProgressId });
    expect(await cancel(waiting)).toEqual({ state: 'cancelled' });
    expect(await cancel(running)).toEqual({ state: 'cancelling' });
    const reason = ERRORS['task-cancelled-by-administrator'].en;
    expect(await taskOf(viewer, waiting)).toMatchObject({ state: 'cancelled', reason, isRead: 1 });
    const { list } = await holder.call('queryAuditLog', { action: 'cancelAccountTask' });
    expect(list.map(({ account, target, after }) => ({ account, target, after }))).toEqual([
      { account: administrator.login, target: 'Export audit log', after: { taskProgressId: running } },
      { account: administrator.login, target: 'Export audit log', after: { taskProgressId: waiting } },
    ]);
  });

  test.each([
    ['done', 'exportAuditLog', 'task-ended'],
    ['running', 'eraseTrack', 'task-final'],
  ] as const)('cannot be cancelled by an administrator if %s, %s: %s', async (state, kind, errorName) => {
    const taskProgressId = await insertTask(viewer, state, { kind });
    await expect(administrator.call('cancelAccountTask', { taskProgressId })).rejects.toMatchObject({
      errorName,
    });
  });

  test('are for administrators of all devices: others are refused, and tasks of other accounts are unknown', async () => {
    const groupId = (await holder.call('createGroup', { groupName: 'Tugs' })).groupId;
    const permission = 'administrator' as const;
    const limited = await harbour.person(`limited ${count}`, { permission, groupIds: [groupId] });
    const editor = await harbour.person(`editor ${count}`, { permission: 'editor' });
    const taskProgressId = await insertTask(viewer, 'waiting');
    for (const person of [limited, editor, viewer]) {
      const refused = { errorName: 'not-allowed' };
      await expect(person.call('queryAccountTasks', {})).rejects.toMatchObject(refused);
      await expect(person.call('cancelAccountTask', { taskProgressId })).rejects.toMatchObject(refused);
    }
    const outsider = await (await world.account('airfield')).person('outsider');
    await expect(outsider.call('cancelAccountTask', { taskProgressId })).rejects.toMatchObject({
      errorName: 'task-unknown',
    });
  });
});

describe('a failed task', () => {
  test('is retried with the same input as a new attempt, once', async () => {
    const taskProgressId = await insertTask(holder, 'failed', {
      subject: JSON.stringify({ ...AUDIT_EXPORT, failedLine: 7 }),
      failure: 'export-too-large',
      total: 3,
    });
    expect(await taskOf(holder, taskProgressId)).toMatchObject({ attempt: 1, retryable: true, isRead: 1 });
    const retried = (await holder.call('retryTask', { taskProgressId })).taskProgressId;
    await expect.poll(async () => (await taskOf(holder, retried))?.state, TIMEOUT).toBe('done');
    expect(await taskOf(holder, retried)).toMatchObject({
      attempt: 2,
      totalNum: 3,
      reason: null,
      retryable: false,
      url: expect.any(String),
    });
    expect(await taskOf(holder, taskProgressId)).toMatchObject({
      state: 'failed',
      reason: `${ERRORS['export-too-large'].en} (line 7)`,
      retryable: false,
      isRead: 2,
    });
    const { subject } = await world.database.db
      .selectFrom('task')
      .select('subject')
      .where('task_id', '=', retried)
      .executeTakeFirstOrThrow();
    expect(subject).toEqual(AUDIT_EXPORT);
    await expect(holder.call('retryTask', { taskProgressId })).rejects.toMatchObject({
      errorName: 'task-retried',
    });
    const { list } = await holder.call('queryAuditLog', { action: 'retryTask' });
    expect(list).toMatchObject([{ target: 'Export audit log', after: { taskProgressId: retried } }]);
  });

  test('is retried once by concurrent calls', async () => {
    const taskProgressId = await insertTask(holder, 'failed');
    const calls = [1, 2, 3].map(() => holder.call('retryTask', { taskProgressId }));
    const results = await Promise.allSettled(calls);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await holder.call('queryAllTaskProgress', {})).total).toBe(2);
  });

  test('cannot be retried by a user who lost the right to start it', async () => {
    // Only the holder may read the audit log.
    const taskProgressId = await insertTask(administrator, 'failed');
    await expect(administrator.call('retryTask', { taskProgressId })).rejects.toMatchObject({
      errorName: 'not-allowed',
    });
    expect(await taskOf(administrator, taskProgressId)).toMatchObject({ state: 'failed', isRead: 1 });
    expect((await administrator.call('queryAllTaskProgress', {})).total).toBe(1);
  });

  test.each([
    ['importTrack', { trackerId: 1, trackerName: 'Gull', stored: 'gone', fileName: 'way.gpx' }],
    ['importDevices', { stored: 'gone', fileName: 'fleet.xlsx' }],
    ['importBdUsers', { stored: 'gone', fileName: 'terminals.xlsx' }],
    ['importParticipants', { stored: 'gone', fileName: 'runners.xlsx', matchId: 1 }],
    ['importPlanes', { stored: 'gone', fileName: 'planes.xlsx' }],
    ['batchCreateFlights', { stored: 'gone', fileName: 'flights.xlsx' }],
    ['batchCreatePeople', { stored: 'gone', fileName: 'people.xlsx' }],
    ['sendInstructions', { trackerIds: [1], instruction: 'restart' }],
    ['eraseTrack', { trackerId: 1, trackerName: 'Gull' }],
    ['removeTrackers', { count: 1, ranges: [[1, 1]] }],
    ['deleteNotices', { login: 'ada', address: '192.0.2.7', search: {}, count: 10_001 }],
  ] as const satisfies readonly (readonly [TaskKind, object])[])(
    'cannot be retried if it is of the kind %s',
    async (kind, subject) => {
      const values = { kind, subject: JSON.stringify(subject) };
      const taskProgressId = await insertTask(holder, 'failed', values);
      expect(await taskOf(holder, taskProgressId)).toMatchObject({ retryable: false });
      await expect(holder.call('retryTask', { taskProgressId })).rejects.toMatchObject({
        errorName: 'task-not-retryable',
      });
    },
  );

  test.each(['waiting', 'running', 'done', 'cancelled'] as const)(
    'cannot be retried if it is %s',
    async (state) => {
      const taskProgressId = await insertTask(holder, state);
      await expect(holder.call('retryTask', { taskProgressId })).rejects.toMatchObject({
        errorName: 'task-not-failed',
      });
    },
  );

  test('of another user cannot be retried, not even by the holder', async () => {
    const taskProgressId = await insertTask(viewer, 'failed');
    await expect(holder.call('retryTask', { taskProgressId })).rejects.toMatchObject({
      errorName: 'task-unknown',
    });
  });

  test('cannot be retried while the queue of the account is full', async () => {
    const taskProgressId = await insertTask(holder, 'failed');
    await sql`
      insert into task (account_id, user_id, kind, subject, state, created_at)
      select ${harbour.accountId}::int, ${holder.userId}::int, 'exportAuditLog', '{}'::jsonb, 'waiting', now()
      from generate_series(1, ${LIMITS.openTasks})`.execute(world.database.db);
    await expect(holder.call('retryTask', { taskProgressId })).rejects.toMatchObject({
      errorName: 'task-queue-full',
    });
    expect(await taskOf(holder, taskProgressId)).toMatchObject({ retryable: true });
  });
});
