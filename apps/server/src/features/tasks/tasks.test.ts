import { join } from 'node:path';
import { LIMITS } from '@wakeline/contract/limits';
import type { AuditEntry } from '@wakeline/contract/rights/audit';
import type { TaskProgress } from '@wakeline/contract/tasks';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFolderStorage } from '../../files/folder-storage.ts';
import { sweepFiles } from '../../files/sweep.ts';
import { report } from '../../ingest/testing/reports.ts';
import { dropOldTasks } from '../../tasks/task-rows.ts';
import type { Person } from '../../testing/person.ts';
import { startWorld, type World, type WorldAccount } from '../../testing/world.ts';

const DAY = 86_400_000;
const TIMEOUT = { timeout: 20_000 };

let world: World;
let harbour: WorldAccount;
let ada: Person;
beforeAll(async () => {
  // The default, with which a server runs all the tasks that it can.
  world = await startWorld({ environment: { WAKELINE_DATABASE_CONNECTIONS: '12' } });
  harbour = await world.account('harbour');
  ada = await harbour.person('ada');
});
afterAll(() => world.stop());

const listTasks = (person: Person) => person.call('queryAllTaskProgress', {});

/** Waits until the task has finished and returns it. */
async function waitForTask(person: Person, taskId: number): Promise<TaskProgress> {
  const find = async () =>
    (await listTasks(person)).list.find(({ taskProgressId }) => taskProgressId === taskId);
  await expect.poll(async () => (await find())?.state, TIMEOUT).toMatch(/^(done|failed)$/);
  const task = await find();
  if (task === undefined) throw new Error('the task disappeared');
  return task;
}

async function exportAuditLog(
  person: Person,
  filter: object = {},
): Promise<{ task: TaskProgress; text: string }> {
  const { taskProgressId } = await person.call('exportAuditLog', filter);
  const task = await waitForTask(person, taskProgressId);
  const response = await fetch(`${world.url}${task.url}`, {
    headers: { authorization: `Bearer ${await person.token()}` },
  });
  expect(response.status).toBe(200);
  // `text()` would strip the byte order mark.
  return { task, text: Buffer.from(await response.arrayBuffer()).toString() };
}

function createEntry(accountId: number, action: string, target: string, after: AuditEntry['after'] = null) {
  return {
    account_id: accountId,
    at: new Date(world.clock.now()),
    user_id: null,
    login: 'recorder',
    action,
    target,
    address: '192.0.2.7',
    before: null,
    after: after === null ? null : JSON.stringify(after),
  };
}

describe('a removed tracker', () => {
  test('is a task that notifies its user, is listed and can be marked read', async () => {
    const { trackerId } = await ada.call('addTracker', { trackerName: 'Sea Gull', imei: 'gull-1' });
    const console = await ada.console();
    await console.waitUntilLive();
    await ada.call('removeTracker', { trackerId });
    await console.waitUntil('the console is notified of the task', ({ changes }) =>
      changes.includes('tasks'),
    );
    const [task] = (await listTasks(ada)).list;
    expect(task).toMatchObject({
      kind: 'eraseTrack',
      name: 'Delete track: Sea Gull',
      totalNum: 1,
      createdTime: world.clock.now(),
      createdTimeStr: '2026-06-01 20:00:00',
      isRead: 1,
    });
    expect(await waitForTask(ada, task?.taskProgressId ?? 0)).toMatchObject({
      state: 'done',
      currentProgress: 100,
      url: null,
    });
    expect((await listTasks(ada)).isSelect).toBe(false);
    expect((await ada.call('unReadMsgCount', {})).taskCount).toBe(1);
    await ada.call('updateIsRead', { taskProgressId: task?.taskProgressId ?? 0 });
    expect((await listTasks(ada)).list[0]?.isRead).toBe(2);
    expect((await ada.call('unReadMsgCount', {})).taskCount).toBe(0);
  });

  test('is not visible to other users, who cannot mark it read', async () => {
    const [task] = (await listTasks(ada)).list;
    const taskProgressId = task?.taskProgressId ?? 0;
    const colleague = await harbour.person('colleague', { permission: 'administrator' });
    const otherUser = await (await world.account('airfield')).person('outsider');
    for (const other of [colleague, otherUser]) {
      expect(await listTasks(other)).toEqual({ list: [], total: 0, isSelect: false });
      await expect(other.call('updateIsRead', { taskProgressId })).rejects.toMatchObject({
        errorName: 'task-unknown',
      });
    }
    await expect(ada.call('updateIsRead', { taskProgressId: 999_999 })).rejects.toMatchObject({
      errorName: 'task-unknown',
    });
  });

  test('is named in the language of its reader', async () => {
    const lin = await harbour.person('lin', { language: 'zh_CN' });
    const { trackerId } = await lin.call('addTracker', { trackerName: '海鸥', imei: 'gull-2' });
    await lin.call('removeTracker', { trackerId });
    expect((await listTasks(lin)).list[0]?.name).toBe('删除轨迹：海鸥');
  });
});

describe('the audit log as a file', () => {
  test('contains the filtered entries, newest first, in local time, safe for spreadsheets', async () => {
    const port = await world.account('port');
    const holder = await port.person('port holder');
    await world.database.db
      .insertInto('audit_entry')
      .values([
        createEntry(port.accountId, 'addTracker', '=HYPERLINK("http://evil.example")', { note: 'a "b"' }),
        createEntry(port.accountId, 'editGroup', 'Tugs'),
        {
          ...createEntry(port.accountId, 'addTracker', '海鸥, gull'),
          via: 'token',
          token_name: 'night script',
        },
        createEntry(harbour.accountId, 'addTracker', 'of others'),
      ])
      .execute();
    const { task, text } = await exportAuditLog(holder, { action: 'addTracker' });
    expect(task).toMatchObject({ name: 'Export audit log', state: 'done', totalNum: 2 });
    expect(text).toBe(
      '\uFEFF"Time","Account","API token","Action","Object","IP address","Before","After"\r\n' +
        '"2026-06-01 20:00:00","recorder","night script","addTracker","海鸥, gull","192.0.2.7","",""\r\n' +
        '"2026-06-01 20:00:00","recorder","","addTracker","\'=HYPERLINK(""http://evil.example"")",' +
        '"192.0.2.7","","{""note"": ""a \\""b\\""""}"\r\n'.replace('""note"": ', '""note"":'),
    );
    const { list } = await holder.call('queryAuditLog', { action: 'exportAuditLog' });
    expect(list[0]).toMatchObject({ account: 'port holder', after: { action: 'addTracker' } });
  });

  test('is read in batches without omissions or duplicates', async () => {
    const depot = await world.account('depot');
    const holder = await depot.person('depot holder');
    await sql`
      insert into audit_entry (account_id, at, login, action, target, address)
      select ${depot.accountId}, now(), 'x', 'editGroup', 'g' || n, '' from generate_series(1, 2500) n`.execute(
      world.database.db,
    );
    const { text } = await exportAuditLog(holder, { action: 'editGroup' });
    const targets = [...text.matchAll(/"(g\d+)"/g)].map(([, target]) => target);
    expect(targets).toEqual(Array.from({ length: 2_500 }, (_, index) => `g${2_500 - index}`));
  });

  test('is refused without side effects while too many tasks are unfinished', async () => {
    const yard = await world.account('yard');
    const holder = await yard.person('yard holder');
    // They are in no queue, so no server runs them.
    await sql`
      insert into task (account_id, user_id, kind, subject, state, created_at)
      select ${yard.accountId}, ${holder.userId}, 'exportAuditLog', '{}', 'waiting', now()
      from generate_series(1, ${LIMITS.openTasks})`.execute(world.database.db);
    await expect(holder.call('exportAuditLog', {})).rejects.toMatchObject({
      errorName: 'task-queue-full',
      details: { max: LIMITS.openTasks },
    });
    const { total } = await holder.call('queryAuditLog', { action: 'exportAuditLog' });
    expect(total).toBe(0);
  });

  test('is refused above the hourly limit, to which erase tasks do not count', async () => {
    const pier = await world.account('pier');
    const holder = await pier.person('pier holder');
    const at = new Date(world.clock.now());
    await sql`
      insert into task (account_id, user_id, kind, subject, state, created_at)
      select ${pier.accountId}::int, ${holder.userId}::int, 'eraseTrack', '{"trackerName":"x"}'::jsonb, 'waiting', ${at}::timestamptz
      from generate_series(1, ${LIMITS.openTasks})
      union all
      select ${pier.accountId}::int, ${holder.userId}::int, 'exportAuditLog', '{}'::jsonb, 'done', ${at}::timestamptz
      from generate_series(2, ${LIMITS.tasksPerHour})`.execute(world.database.db);
    await exportAuditLog(holder);
    await expect(holder.call('exportAuditLog', {})).rejects.toMatchObject({ errorName: 'task-limit' });
    await sql`
      update task set created_at = created_at - interval '1 hour'
      where account_id = ${pier.accountId} and kind = 'exportAuditLog'`.execute(world.database.db);
    await exportAuditLog(holder);
    // They are older than the tasks of other tests and would be dropped first.
    await sql`delete from task where account_id = ${pier.accountId}`.execute(world.database.db);
  });

  test('replaces the oldest results of its user above the limit of bytes', async () => {
    const dam = await world.account('dam');
    const holder = await dam.person('dam holder');
    const at = new Date(world.clock.now() - DAY);
    // With the new file, the newest two are a few bytes below the limit and all three are above it.
    await sql`
      insert into stored_file (file_id, account_id, kind, user_id, media_type, name, bytes, sha256, created_at)
      select 'dam-' || n, ${dam.accountId}, 'result', ${holder.userId}, 'text/csv', 'x',
             ${LIMITS.resultBytesPerUser / 2 - 1_000}::int8, '', ${at}::timestamptz + n * interval '1 s'
      from generate_series(1, 3) n`.execute(world.database.db);
    const { task } = await exportAuditLog(holder);
    const rows = await world.database.db
      .selectFrom('stored_file')
      .select('file_id')
      .where('account_id', '=', dam.accountId)
      .execute();
    const newest = task.url?.split('/').at(-1) ?? '';
    expect(rows.map((row) => row.file_id).toSorted()).toEqual(['dam-2', 'dam-3', newest].toSorted());
  });

  test('replaces the oldest result of its user at the limit, not those of others', async () => {
    const quay = await world.account('quay');
    const holder = await quay.person('quay holder');
    const other = await quay.person('quay viewer', { permission: 'viewer' });
    const at = new Date(world.clock.now() - DAY);
    await sql`
      insert into stored_file (file_id, account_id, kind, user_id, media_type, name, bytes, sha256, created_at)
      select 'old-' || person || '-' || n, ${quay.accountId}, 'result', person, 'text/csv', 'x', 1, '', ${at}::timestamptz + n * interval '1 s'
      from generate_series(1, ${LIMITS.resultsPerUser}) n, unnest(${[holder.userId, other.userId]}::int[]) person`.execute(
      world.database.db,
    );
    await exportAuditLog(holder);
    const rows = await world.database.db
      .selectFrom('stored_file')
      .select(['file_id', 'user_id'])
      .where('account_id', '=', quay.accountId)
      .execute();
    const of = (userId: number) => rows.filter((row) => row.user_id === userId);
    expect(of(holder.userId)).toHaveLength(LIMITS.resultsPerUser);
    expect(of(other.userId)).toHaveLength(LIMITS.resultsPerUser);
    expect(rows.map((row) => row.file_id)).not.toContain(`old-${holder.userId}-1`);
  });
});

test('marks all finished tasks read at once', async () => {
  await exportAuditLog(ada);
  await exportAuditLog(ada);
  expect((await ada.call('unReadMsgCount', {})).taskCount).toBe(2);
  await ada.call('changeAllTaskToRead', {});
  expect((await ada.call('unReadMsgCount', {})).taskCount).toBe(0);
});

test('creates a task together with its change or not at all', async () => {
  const before = await listTasks(ada);
  await expect(ada.call('removeTracker', { trackerId: 999_999 })).rejects.toMatchObject({
    errorName: 'tracker-unknown',
  });
  expect(await listTasks(ada)).toEqual(before);
});

test('runs two large tasks of an account at the same time, and the one of another account besides', async () => {
  const { db } = world.database;
  const [busy, calm] = [await world.account('busy'), await world.account('calm')];
  const [slow, quick] = [await busy.person('slow holder'), await calm.person('quick holder')];
  const trackerIds = [await busy.tracker('860000000000041'), await calm.tracker('860000000000042')];
  const startImport = async (person: Person, trackerId = 0) => {
    const file = new File([`time,latitude,longitude\n${world.clock.now() - DAY},36.1,120`], 'way.csv');
    await person.call('importTrack', { trackerId, file });
  };
  const states = async (person: Person) => (await listTasks(person)).list.map(({ state }) => state);
  // Imports wait for the locked rows of their devices.
  const lockingTransaction = await db.startTransaction().execute();
  await sql`select from tracker where tracker_id = any (${trackerIds}) for update`.execute(
    lockingTransaction,
  );
  const busyStates = ['waiting', 'waiting', 'running', 'running'];
  try {
    for (let count = 0; count < 4; count += 1) await startImport(slow, trackerIds[0]);
    await expect.poll(() => states(slow), TIMEOUT).toEqual(busyStates);
    await startImport(quick, trackerIds[1]);
    await expect.poll(() => states(quick), TIMEOUT).toEqual(['running']);
    // Small tasks have a queue of their own.
    await slow.call('exportAuditLog', {});
    await expect.poll(() => states(slow), TIMEOUT).toEqual(['done', ...busyStates]);
  } finally {
    await lockingTransaction.rollback().execute();
  }
  const finished = Array.from({ length: 5 }, () => 'done');
  await expect.poll(() => states(slow), TIMEOUT).toEqual(finished);
});

test('finishes a task after the loss of every database connection', async () => {
  const { db } = world.database;
  const { trackerId } = await ada.call('addTracker', { trackerName: 'Fulmar', imei: '860000000000033' });
  const device = await world.device('gt06', '860000000000033');
  await device.reply(device.report(report({ time: world.clock.now() - 60_000 })));
  // The erase task waits as long as one of its rows is locked.
  const lockingTransaction = await db.startTransaction().execute();
  await sql`select from position where tracker_id = ${trackerId} for update`.execute(lockingTransaction);
  await ada.call('removeTracker', { trackerId });
  const waiting = sql`
    select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await expect.poll(async () => (await waiting.execute(db)).rows.length, TIMEOUT).toBe(1);
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(lockingTransaction);
  await lockingTransaction.rollback().execute();
  const find = async () => {
    const result = await listTasks(ada).catch(() => null);
    return result?.list.find(({ name }) => name.endsWith('Fulmar'))?.state;
  };
  // If the failure could not be reported to the queue, the queue detects it within a minute.
  await expect.poll(find, { timeout: 70_000 }).toBe('done');
  const left = await sql`select from position where tracker_id = ${trackerId}`.execute(db);
  expect(left.rows).toEqual([]);
}, 90_000);

test('finishes a task of a killed server in the next one', async () => {
  const { db } = world.database;
  const dock = await world.account('dock');
  const holder = await dock.person('dock holder');
  // The state that a killed server leaves: started, without a heartbeat for a minute.
  const { task_id } = await db
    .insertInto('task')
    .values({
      account_id: dock.accountId,
      user_id: holder.userId,
      kind: 'exportAuditLog',
      subject: JSON.stringify({ filter: {}, language: 'en_US', timeZone: 'UTC' }),
      state: 'running',
      progress: 40,
      created_at: new Date(world.clock.now()),
    })
    .returning('task_id')
    .executeTakeFirstOrThrow();
  await sql`
    insert into pgboss.job (name, data, state, started_on, heartbeat_on, heartbeat_seconds, retry_limit, expire_seconds)
    values ('task', ${JSON.stringify({ taskId: task_id })}::jsonb, 'active', now() - interval '70 s',
            now() - interval '60 s', 30, 10, 3600)`.execute(db);
  // No server has monitored the queue recently; the next one does so when it starts.
  await sql`update pgboss.queue set monitor_on = null, monitor_claim_on = null`.execute(db);
  const next = await startWorld({ sharesDatabaseWith: world });
  try {
    expect(await waitForTask(holder, task_id)).toMatchObject({ state: 'done', currentProgress: 100 });
  } finally {
    await next.stop();
  }
});

test('deletes tasks with their results after 7 days', async () => {
  const { db } = world.database;
  const cove = await world.account('cove');
  const holder = await cove.person('cove holder');
  const { task } = await exportAuditLog(holder);
  const fileId = task.url?.split('/').at(-1) ?? '';
  const storage = createFolderStorage(join(world.dataDir, 'files'));
  const sweep = async (now: number) => {
    const dropped = await dropOldTasks(db, now);
    await sweepFiles({ db, storage, now, usedPictureQueries: [] });
    const stored = await db
      .selectFrom('stored_file')
      .select('file_id')
      .where('file_id', '=', fileId)
      .execute();
    return { dropped, stored: stored.length, content: (await storage.size(fileId)) !== null };
  };
  const end = world.clock.now() + 7 * DAY;
  expect(await sweep(end - 1)).toEqual({ dropped: 0, stored: 1, content: true });
  const after = await sweep(end);
  expect(after).toMatchObject({ stored: 0, content: false });
  expect(after.dropped).toBeGreaterThan(0);
  expect((await listTasks(holder)).total).toBe(0);
});
