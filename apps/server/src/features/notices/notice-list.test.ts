import { LIMITS } from '@wakeline/contract/limits';
import type { NoticeFilter } from '@wakeline/contract/notices/notices';
import type { TaskProgress } from '@wakeline/contract/tasks';
import type { NoticeType } from '@wakeline/domain/notices/notice-type';
import { openSheet } from '@wakeline/formats/spreadsheets/open-sheet';
import type { SheetCell } from '@wakeline/formats/spreadsheets/sheet-cell';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { NoticePayload } from '../../db/schema.ts';
import type { Person } from '../../testing/person.ts';
import { startWorld, type World, type WorldAccount } from '../../testing/world.ts';

const TASK_TIMEOUT = { timeout: 60_000 };
const SHEET_LIMITS = { rows: 1_000, columns: 100, unpackedBytes: 1_048_576 };

let world: World;
let harbours = 0;

beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

/** A separate account for a test, with two devices, one of them in a subgroup. */
async function createHarbour() {
  harbours += 1;
  const name = `list harbour ${harbours}`;
  const account = await world.account(name);
  const ada = await account.person(`ada ${name}`);
  const { groupId } = await ada.call('createGroup', { groupName: 'Boats' });
  const { groupId: childId } = await ada.call('createGroup', { groupName: 'Sail', parentId: groupId });
  const gull = await account.tracker(`list-${harbours}`, 'Gull', childId);
  const tern = await account.tracker(`tern-${harbours}`, 'Tern');
  return { account, name, ada, groupId, childId, gull, tern };
}

const raise = (account: WorldAccount, about: number, noticeType: NoticeType) =>
  world.appendNotice(account.accountId, about, { noticeType });

async function found(person: Person, filter: NoticeFilter): Promise<readonly number[]> {
  const { list, total } = await person.call('queryMsgByPage', { ...filter, pageSize: 100 });
  expect(total).toBe(list.length);
  return list.map(({ messageId }) => messageId);
}

async function waitForTask(person: Person, taskId: number | null): Promise<TaskProgress> {
  const find = async () =>
    (await person.call('queryAllTaskProgress', {})).list.find((task) => task.taskProgressId === taskId);
  await expect.poll(async () => (await find())?.state, TASK_TIMEOUT).toMatch(/^(done|failed)$/);
  const task = await find();
  if (task === undefined) throw new Error('the task disappeared');
  return task;
}

async function readSheet(person: Person, { url }: TaskProgress): Promise<readonly (readonly SheetCell[])[]> {
  const headers = { authorization: `Bearer ${await person.token()}` };
  const response = await fetch(`${world.url}${url}`, { headers });
  const bytes = new Uint8Array(await response.arrayBuffer());
  return [...openSheet(bytes, SHEET_LIMITS).rows()].flat().map(({ cells }) => cells);
}

describe('a page of notices', () => {
  test('of open alarms has each alarm of a task, and not the end of a deviation', async () => {
    const { account, ada, gull } = await createHarbour();
    const task = { taskId: 1, taskName: 'Survey', limit: 100, value: 180, fix: null };
    const line = { ...task, condition: 0, type: 'line' } as const;
    const deviation = { largest: 180, isLeft: true, since: 0, notSeenSince: null };
    const { accountId } = account;
    const add = (details: Partial<NoticePayload>) => world.appendNotice(accountId, gull, details);
    const rise = await add({ noticeType: 'RISE', task: { ...task, condition: 16, type: 'heightAbove' } });
    const off = await add({ noticeType: 'YAW', task: { ...line, deviation: { ...deviation, kind: 'off' } } });
    await add({ noticeType: 'YAW', task: { ...line, deviation: { ...deviation, kind: 'back' } } });
    await add({ noticeType: 'RISE' });
    expect(await found(ada, { handling: ['open'] })).toEqual([off, rise]);
    const other = await add({
      noticeType: 'RISE',
      task: { ...task, taskId: 2, condition: 16, type: 'heightAbove' },
    });
    expect(await found(ada, { taskIds: [2] })).toEqual([other]);
    expect(await found(ada, { taskIds: [1, 2], handling: ['open'] })).toEqual([other, off, rise]);
    expect(await found(ada, { taskIds: [3] })).toEqual([]);
  });

  test('is found by types, devices, group, text, state and owner', async () => {
    const { account, name, ada, groupId, childId, gull, tern } = await createHarbour();
    const bob = await account.person(`bob ${name}`, { permission: 'editor' });
    const [sos, low, running, overspeed] = [
      await raise(account, gull, 'SOS'),
      await raise(account, tern, 'LOWPOWER'),
      await raise(account, tern, 'RUNNING'),
      await raise(account, gull, 'OVERSPEED'),
    ];
    await ada.call('acknowledgeAlarm', { messageId: sos });
    await bob.call('resolveAlarm', { messageId: low, reason: 'test' });
    expect(await found(ada, { msgTypes: ['SOS', 'RUNNING'] })).toEqual([running, sos]);
    expect(await found(ada, { trackerIds: [gull] })).toEqual([overspeed, sos]);
    expect(await found(ada, { trackerIds: [gull, tern] })).toEqual([overspeed, running, low, sos]);
    expect(await found(ada, { groupId })).toEqual([overspeed, sos]);
    expect(await found(ada, { groupId: childId, msgTypes: ['SOS'] })).toEqual([sos]);
    expect(await found(ada, { keywords: 'ULL' })).toEqual([overspeed, sos]);
    expect(await found(ada, { keywords: 'tern-' })).toEqual([running, low]);
    expect(await found(ada, { keywords: '%' })).toEqual([]);
    // Notices of other types have no handling state.
    expect(await found(ada, { handling: ['open'] })).toEqual([overspeed]);
    expect(await found(ada, { handling: ['acknowledged', 'resolved'] })).toEqual([low, sos]);
    expect(await found(ada, { ownerId: bob.userId })).toEqual([low]);
    expect(await found(ada, { ownerId: 2_147_483_647 })).toEqual([]);
    await ada.call('queryMsgById', { messageId: low });
    expect(await found(ada, { isRead: 'READ' })).toEqual([low]);
    const page = await ada.call('queryMsgByPage', { pageIndex: 2, pageSize: 3 });
    expect([page.total, page.list.map(({ messageId }) => messageId)]).toEqual([4, [sos]]);
    expect(page.abilities).toEqual({ remove: true, handle: true });
  });

  test('is refused for devices and groups out of scope and for wrong times', async () => {
    const { account, name, ada, groupId, childId, gull, tern } = await createHarbour();
    await raise(account, gull, 'SOS');
    await raise(account, tern, 'SOS');
    const pat = await account.person(`pat ${name}`, { permission: 'viewer', groupIds: [childId] });
    const clerk = await account.person(`clerk ${name}`, { roles: ['eob_plugin_custom_map'] });
    const other = await createHarbour();
    expect(await found(pat, {})).toHaveLength(1);
    expect(await found(pat, { groupId: childId })).toHaveLength(1);
    expect(await found(clerk, {})).toEqual([]);
    for (const [person, filter, errorName] of [
      [pat, { trackerIds: [gull, tern] }, 'tracker-unknown'],
      [pat, { groupId }, 'group-unknown'],
      [clerk, { groupId }, 'group-unknown'],
      [clerk, { trackerIds: [gull] }, 'tracker-unknown'],
      [ada, { groupId: other.groupId }, 'group-unknown'],
      [ada, { trackerIds: [other.gull] }, 'tracker-unknown'],
      [ada, { startTime: 5, endTime: 5 }, 'time-order'],
      [ada, { msgTypes: [] }, 'field-invalid'],
      [
        ada,
        { trackerIds: Array.from({ length: LIMITS.filteredTrackers + 1 }, (_, n) => n + 1) },
        'field-invalid',
      ],
      [ada, { keywords: 'x'.repeat(101) }, 'field-invalid'],
    ] as const) {
      const call = person.call('queryMsgByPage', filter as NoticeFilter);
      await expect(call).rejects.toMatchObject({ errorName });
    }
  });
});

describe('several notices', () => {
  test('are deleted: ticked ones, or the confirmed number of matching ones', async () => {
    const { account, name, ada, gull, tern } = await createHarbour();
    const vic = await account.person(`vic ${name}`, { permission: 'viewer' });
    const watching = await vic.console();
    await watching.waitUntilLive();
    const ids = [];
    for (const about of [gull, tern, gull, tern, gull]) ids.push(await raise(account, about, 'SOS'));
    const [first = 0, second = 0, third = 0, fourth = 0, fifth = 0] = ids;
    const before = watching.changes.length;
    expect(await ada.call('batchDeleteMsg', { messageIds: [first, first, second] })).toEqual({
      count: 2,
      taskProgressId: null,
    });
    await watching.waitUntil('the console is notified', ({ changes }) =>
      changes.slice(before).includes('notices'),
    );
    const { upTo } = await ada.call('queryMsgByPage', { trackerIds: [gull] });
    expect(upTo).toBe(fifth);
    // A notice that arrives after the list was read is neither counted nor deleted.
    const sixth = await raise(account, gull, 'SOS');
    const noticeFilter = { trackerIds: [gull] };
    await expect(ada.call('batchDeleteMsg', { noticeFilter, upTo, count: 3 })).rejects.toMatchObject({
      errorName: 'notices-changed',
      details: { count: 2 },
    });
    expect((await ada.call('batchDeleteMsg', { noticeFilter, upTo, count: 2 })).count).toBe(2);
    expect(await found(vic, {})).toEqual([sixth, fourth]);
    const { list: audit } = await ada.call('queryAuditLog', { action: 'batchDeleteMsg' });
    expect(audit.map(({ before: details }) => details)).toEqual([
      { count: 2, noticeFilter },
      { count: 2, messageIds: [first, second] },
    ]);

    for (const [payload, errorName] of [
      [{}, 'notices-unticked'],
      [{ messageIds: [] }, 'notices-unticked'],
      [{ noticeFilter, upTo }, 'notices-unticked'],
      [{ noticeFilter: { msgTypes: ['YAW'] }, upTo, count: 0 }, 'notices-unticked'],
      [{ messageIds: [fourth, third] }, 'message-unknown'],
      [{ messageIds: Array.from({ length: LIMITS.tickedNotices + 1 }, (_, n) => n + 1) }, 'field-invalid'],
    ] as const) {
      for (const operation of ['batchDeleteMsg', 'batchReadMsg'] as const) {
        await expect(ada.call(operation, payload as never)).rejects.toMatchObject({ errorName });
      }
    }
    const outsider = (await createHarbour()).ada;
    await expect(outsider.call('batchDeleteMsg', { messageIds: [fourth] })).rejects.toMatchObject({
      errorName: 'message-unknown',
    });
    await expect(vic.call('batchDeleteMsg', { messageIds: [fourth] })).rejects.toMatchObject({
      errorName: 'not-allowed',
    });
    expect(await found(ada, {})).toEqual([sixth, fourth]);
  });

  test('are marked read for one user', async () => {
    const { account, name, ada, gull, tern } = await createHarbour();
    const bob = await account.person(`bob ${name}`, { permission: 'viewer' });
    const ids = [];
    for (const about of [gull, tern, gull]) ids.push(await raise(account, about, 'SOS'));
    const [first = 0, second = 0, third = 0] = ids;
    expect(await bob.call('batchReadMsg', { messageIds: [second] })).toEqual({ count: 1 });
    expect(await found(bob, { isRead: 'UNREAD' })).toEqual([third, first]);
    const { upTo } = await bob.call('queryMsgByPage', {});
    await bob.call('batchReadMsg', { noticeFilter: { trackerIds: [gull] }, upTo, count: 2 });
    expect(await found(bob, { isRead: 'UNREAD' })).toEqual([]);
    expect((await bob.call('unReadMsgCount', {})).msgCount).toBe(0);
    expect((await ada.call('unReadMsgCount', {})).msgCount).toBe(3);
  });

  test('beyond the limit of a call are deleted by a batch task, and not marked read', async () => {
    const { account, ada, gull } = await createHarbour();
    const count = LIMITS.noticesAtOnce + 1;
    await sql`
      insert into account_log (account_id, seq, kind, tracker_id, created_at, payload)
      select ${account.accountId}, n, 'notice', ${gull}, ${new Date(world.clock.now())}::timestamptz,
        '{"noticeType": "OFFLINE", "time": 0, "latitude": null, "longitude": null, "battery": null, "speed": null}'
      from generate_series(1, ${count}::int) as n`.execute(world.database.db);
    await sql`
      insert into account_log_head (account_id, seq) values (${account.accountId}, ${count})`.execute(
      world.database.db,
    );
    const selection = { noticeFilter: { msgTypes: ['OFFLINE' as const] }, upTo: count, count };
    await expect(ada.call('batchReadMsg', selection)).rejects.toMatchObject({ errorName: 'notices-limit' });
    const later = await raise(account, gull, 'OFFLINE');
    const { taskProgressId, count: accepted } = await ada.call('batchDeleteMsg', selection);
    expect(accepted).toBe(count);
    expect(await waitForTask(ada, taskProgressId)).toMatchObject({
      state: 'done',
      kind: 'deleteNotices',
      name: 'Delete 10001 notifications',
      totalNum: count,
    });
    expect(await found(ada, {})).toEqual([later]);
  });
});

describe('an export', () => {
  test('contains the notices that match, with their handling, in the language of the requester', async () => {
    const { account, name, ada, gull, tern, childId } = await createHarbour();
    const lin = await account.person(`lin ${name}`, { language: 'zh_CN', permission: 'viewer' });
    // The report was two minutes late.
    const sos = await world.appendNotice(account.accountId, gull, {
      noticeType: 'SOS',
      time: Date.UTC(2026, 5, 1, 11, 58),
      latitude: 1.5,
      longitude: 2.5,
    });
    await raise(account, tern, 'RUNNING');
    await ada.call('resolveAlarm', { messageId: sos, reason: 'handled' });
    const { taskProgressId } = await ada.call('exportMessageListExcel', {});
    const task = await waitForTask(ada, taskProgressId);
    expect(task).toMatchObject({
      ...{ state: 'done', kind: 'exportReport', totalNum: 2 },
      // Kept for 7 days.
      name: 'Export notifications 2026-05-25 to 2026-06-01 (.xlsx)',
    });
    const [headings, running, alarm] = await readSheet(ada, task);
    expect(headings?.slice(0, 5)).toEqual(['Type', 'Device', 'IMEI', 'Content', 'Time (Asia/Shanghai)']);
    // 2026-06-01 12:00 UTC is 20:00 in Shanghai.
    const at = { localMs: Date.UTC(2026, 5, 1, 20) };
    expect(alarm).toEqual([
      'SOS',
      'Gull',
      `list-${harbours}`,
      'Gull sent an SOS',
      at,
      { localMs: Date.UTC(2026, 5, 1, 19, 58) },
      1.5,
      2.5,
      'Unread',
      'Resolved',
      ada.login,
      'Handled',
      at,
    ]);
    expect(running?.slice(0, 2)).toEqual(['Started moving', 'Tern']);
    const chinese = await lin.call('exportMessageListExcel', { msgTypes: ['SOS'] });
    const rows = await readSheet(lin, await waitForTask(lin, chinese.taskProgressId));
    expect(rows).toHaveLength(2);
    expect(rows[1]?.[9]).toBe('已解决');
    // Chosen devices are those of the chosen group, as in the list.
    const linesOf = async (payload: object) => {
      const { taskProgressId: id } = await ada.call('exportMessageListExcel', { ...payload, format: 'csv' });
      const { url } = await waitForTask(ada, id);
      const headers = { authorization: `Bearer ${await ada.token()}` };
      return (await (await fetch(`${world.url}${url}`, { headers })).text()).trim().split('\r\n').slice(1);
    };
    expect(await linesOf({ trackerIds: [gull, tern] })).toHaveLength(2);
    expect(await linesOf({ trackerIds: [gull, tern], groupId: childId })).toHaveLength(1);
    expect(await linesOf({ groupId: childId })).toEqual([expect.stringContaining('"Gull"')]);
    const now = world.clock.now();
    expect(await linesOf({ startTime: now, endTime: now + 1 })).toHaveLength(2);
    await expect(ada.call('exportMessageListExcel', { msgTypes: ['YAW'] })).rejects.toMatchObject({
      errorName: 'export-empty',
    });
  });

  test('contains the history of handled alarms of a period, also without their notices', async () => {
    const { account, name, ada, gull, tern, childId } = await createHarbour();
    const pat = await account.person(`pat ${name}`, { permission: 'viewer', groupIds: [childId] });
    const clerk = await account.person(`clerk ${name}`, { roles: ['eob_plugin_custom_map'] });
    const [sos, low] = [await raise(account, gull, 'SOS'), await raise(account, tern, 'LOWPOWER')];
    await ada.call('acknowledgeAlarm', { messageId: sos });
    await ada.call('resolveAlarm', { messageId: sos, reason: 'other', comment: 'Drill' });
    await ada.call('commentAlarm', { messageId: low, comment: 'Charger is broken' });
    await ada.call('batchDeleteMsg', { messageIds: [sos, low] });
    const now = world.clock.now();
    const period = { startTime: now - 1_000, endTime: now + 1_000 };
    const rowsOf = async (person: Person, trackerIds?: number[]) => {
      const payload = { ...period, ...(trackerIds && { trackerIds }) };
      const { taskProgressId } = await person.call('exportMsgData', payload);
      const rows = await readSheet(person, await waitForTask(person, taskProgressId));
      return rows
        .slice(1)
        .map((cells) => [cells[0], cells[1], cells[4], cells[6], cells[8], cells[9], cells[10]]);
    };
    const gulls = [
      ['SOS', 'Gull', 'Resolved', 'Acknowledged', ada.login, null, ''],
      ['SOS', 'Gull', 'Resolved', 'Resolved', ada.login, 'Other', 'Drill'],
    ];
    const terns = [['Low battery', 'Tern', 'Open', 'Comment', ada.login, null, 'Charger is broken']];
    const blank = (rows: readonly (readonly unknown[])[]) =>
      rows.map((row) => row.map((cell) => cell || null));
    expect(blank(await rowsOf(ada))).toEqual(blank([...terns, ...gulls]));
    expect(blank(await rowsOf(ada, [tern]))).toEqual(blank(terns));
    expect(blank(await rowsOf(pat))).toEqual(blank(gulls));
    for (const [person, payload, errorName] of [
      [ada, { startTime: 0, endTime: 1 }, 'export-empty'],
      [ada, { startTime: 1, endTime: 1 }, 'time-order'],
      [clerk, period, 'export-empty'],
      [pat, { ...period, trackerIds: [tern] }, 'tracker-unknown'],
    ] as const) {
      await expect(person.call('exportMsgData', payload as never)).rejects.toMatchObject({ errorName });
    }
  });
});
