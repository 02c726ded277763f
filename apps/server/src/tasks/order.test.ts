import { LIMITS } from '@wakeline/contract/limits';
import type { PgBoss } from 'pg-boss';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { TASK_DEFINITIONS } from '../app/task-definitions.ts';
import { connect, type Database } from '../db/database.ts';
import { createTestDatabase, type TestDatabase } from '../testing/postgres.ts';
import { cancelTask } from './cancel-task.ts';
import { type Job, openQueue, prepareQueue } from './queue.ts';
import { createTaskQueue, type TaskQueue } from './task-queue.ts';
import { endTask, startTask } from './task-rows.ts';
import { WORKLOADS } from './workloads.ts';

const NOW = Date.UTC(2026, 5, 1);
const { queue: QUEUE, perAccount, perServer } = WORKLOADS.large;

let testDatabase: TestDatabase;
let database: Database;
let boss: PgBoss;
let tasks: TaskQueue;
let userId: number;
/** The accounts of a test by their name, and the names by their id. */
let accounts: Map<string, number>;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = connect(testDatabase.url, 2);
  await prepareQueue(database.db);
  // No worker runs: the tests take the jobs as the workers of a server do.
  boss = openQueue(database.db);
  tasks = createTaskQueue(boss, TASK_DEFINITIONS);
  const accountId = await addAccount();
  const user = {
    account_id: accountId,
    login: 'ada',
    password_hash: '',
    permission: 'holder' as const,
    roles: [],
    plugins_order: [],
    config: '{}',
    all_groups: true,
  };
  ({ user_id: userId } = await database.db
    .insertInto('app_user')
    .values(user)
    .returning('user_id')
    .executeTakeFirstOrThrow());
});
beforeEach(async () => {
  accounts = new Map();
  await database.db.deleteFrom('task').execute();
  await boss.deleteAllJobs(QUEUE);
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

async function addAccount(name = ''): Promise<number> {
  const row = await database.db
    .insertInto('account')
    .values({ name, device_password: '123456' })
    .returning('account_id')
    .executeTakeFirstOrThrow();
  return row.account_id;
}

/** Adds tasks of an account, and returns their ids. */
async function add(name: string, count: number): Promise<number[]> {
  const accountId = accounts.get(name) ?? (await addAccount(name));
  accounts.set(name, accountId);
  const ids: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const task = {
      accountId,
      userId,
      definition: { ...TASK_DEFINITIONS.exportTrack, name: () => ({ zh_CN: '', en_US: '' }) },
      subject: { userId, trackerIds: [] },
      total: 1,
      now: NOW,
    };
    ids.push(await database.db.transaction().execute((tx) => tasks.add(tx, task as never)));
  }
  return ids;
}

interface RunningTask {
  readonly account: string;
  readonly end: () => Promise<void>;
}

/** Starts the task that is next, as a free worker does; null: there is none that may start. */
async function startNext(): Promise<RunningTask | null> {
  const [job] = await boss.fetch<Job>(QUEUE, { groupConcurrency: perAccount });
  if (job === undefined) return null;
  const started = await startTask(database.db, job.data.taskId);
  if (started === null) {
    await boss.complete(QUEUE, job.id);
    return startNext();
  }
  const { task } = started;
  const [account = ''] = [...accounts].find(([, id]) => id === task.account_id) ?? [];
  return {
    account,
    async end() {
      await database.db.transaction().execute((tx) => endTask(tx, task, { fileId: null, outcome: null }));
      await boss.complete(QUEUE, job.id);
    },
  };
}

/** Runs the next tasks with a number of workers, of which the one that began first ends first. */
async function run({ count = Number.POSITIVE_INFINITY, workers = 1 } = {}): Promise<string[]> {
  const running: RunningTask[] = [];
  const order: string[] = [];
  for (;;) {
    const next = order.length < count && running.length < workers ? await startNext() : null;
    if (next !== null) {
      order.push(next.account);
      running.push(next);
      continue;
    }
    const first = running.shift();
    if (first === undefined) return order;
    await first.end();
  }
}

describe('waiting tasks', () => {
  test('run round by round between accounts, in the order of their requests within a round', async () => {
    await add('a', 4);
    await add('b', 2);
    await add('c', 1);
    expect(await run()).toEqual(['a', 'b', 'c', 'a', 'b', 'a', 'a']);
  });

  test('of a new account join the current round, before the next one of an account with many', async () => {
    await add('a', 6);
    expect(await run({ count: 3 })).toEqual(['a', 'a', 'a']);
    await add('b', 2);
    expect(await run()).toEqual(['b', 'a', 'b', 'a', 'a']);
  });

  test('do not fall behind those of accounts that are added later', async () => {
    await add('a', 3);
    const order = await run({ count: 1 });
    for (const name of ['b', 'c', 'd']) {
      await add(name, 1);
      order.push(...(await run({ count: 1 })));
    }
    // a has its second turn after the accounts that joined its first round, not after all.
    await add('e', 2);
    expect([...order, ...(await run())]).toEqual(['a', 'b', 'c', 'd', 'e', 'a', 'e', 'a']);
  });

  test('are not overtaken by an account that adds one task after the other', async () => {
    await add('a', 3);
    const order = await run({ count: 1 });
    for (let turn = 0; turn < 3; turn += 1) {
      await add('b', 1);
      order.push(...(await run({ count: 2 })));
    }
    expect(order).toEqual(['a', 'b', 'a', 'b', 'a', 'b']);
  });

  test('that are cancelled do not move the current round', async () => {
    const ids = await add('a', 5);
    const operator = { by: 'operator' } as const;
    for (const id of ids.slice(1, 4))
      await database.db.transaction().execute((tx) => cancelTask(tx, TASK_DEFINITIONS, id, operator));
    await add('b', 1);
    expect(await run()).toEqual(['a', 'b', 'a']);
  });
});

test('an account has fewer running tasks than a server, so that the single task of another starts at once', async () => {
  await add('a', LIMITS.openTasks);
  const running: string[] = [];
  for (let slot = 0; slot < perServer; slot += 1) {
    const next = await startNext();
    if (next !== null) running.push(next.account);
  }
  expect(running).toEqual(Array.from({ length: perAccount }, () => 'a'));
  await add('b', 1);
  expect((await startNext())?.account).toBe('b');
});

test('200 tasks of 20 accounts, requested account by account, run in 10 rounds of all accounts', {
  tags: ['long'],
  timeout: 60_000,
}, async () => {
  const names = Array.from({ length: 20 }, (_, index) => `account ${index}`);
  for (const name of names) await add(name, 10);
  const order = await run({ workers: perServer });
  expect(order).toEqual(Array.from({ length: 10 }, () => names).flat());
});
