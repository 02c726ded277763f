import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formatLocalTime } from '../../local-time.ts';
import { startWorld, type World, type WorldAccount } from '../../testing/world.ts';
import { dropOldNotices } from './retention.ts';
import { NOTICE_TTL_MS } from './select-notices.ts';

let world: World;
let accounts = 0;

beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

/** Creates a separate account for a test, with one tracker. */
async function createHarbour(): Promise<{ account: WorldAccount; trackerId: number; name: string }> {
  accounts += 1;
  const name = `harbour ${accounts}`;
  const account = await world.account(name);
  return { account, name, trackerId: await account.tracker(`boat-${accounts}`, 'Gull') };
}

describe('a notice', () => {
  test('is text in the language of its reader, with the local time of the account', async () => {
    const { account, trackerId, name } = await createHarbour();
    await world.appendNotice(account.accountId, trackerId, {
      noticeType: 'LOWPOWER',
      battery: 14.6,
      latitude: 1.5,
      longitude: 2.5,
      // The report was ten minutes late.
      time: world.clock.now() - 600_000,
    });
    const ada = await account.person(`ada ${name}`);
    const lin = await account.person(`lin ${name}`, { language: 'zh_CN' });
    const { list } = await ada.call('queryAllNotices', {});
    expect(list).toEqual([
      {
        messageId: 1,
        title: 'Low battery',
        content: 'Gull has low battery (15%)',
        trackerId,
        trackerName: 'Gull',
        imei: expect.stringMatching(/^boat-/),
        iconUrl: 'generic',
        msgType: 'LOWPOWER',
        createTime: world.clock.now(),
        // Noon UTC is 20:00 in Shanghai.
        createTimeStr: '2026-06-01 20:00:00',
        eventTime: world.clock.now() - 600_000,
        eventTimeStr: '2026-06-01 19:50:00',
        location: { latitude: 1.5, longitude: 2.5 },
        address: '',
        isRead: 'UNREAD',
        ruleId: null,
        taskId: null,
        recordingId: null,
        satelliteMessageId: null,
        handling: { state: 'open', ownerId: null, owner: '', reason: null, changedAt: null },
      },
    ]);
    expect((await lin.call('queryAllNotices', {})).list[0]).toMatchObject({
      title: '低电量报警',
      content: 'Gull 电量低（15%）',
    });
  });

  test('names a fence only to users who can see it, in lists, as a single notice and live', async () => {
    const { account, name } = await createHarbour();
    const ada = await account.person(`ada ${name}`);
    const { groupId: above } = await ada.call('createGroup', { groupName: 'Above' });
    const { groupId: own } = await ada.call('createGroup', { groupName: 'Own', parentId: above });
    const trackerId = await account.tracker(`fenced-${accounts}`, 'Tern', own);
    const pat = await account.person(`pat ${name}`, { permission: 'viewer', groupIds: [own] });
    const consoles = [await ada.console(), await pat.console()];
    for (const console of consoles) await console.waitUntilLive();
    const seqs: number[] = [];
    for (const groupId of [above, own, null]) {
      const fence = { fenceId: 1, fenceName: `Fence ${groupId}`, groupId };
      seqs.push(await world.appendNotice(account.accountId, trackerId, { noticeType: 'IN', fence }));
    }
    const named = [above, own, null].map((groupId) => `Tern entered fence “Fence ${groupId}”`);
    const withoutFirstName = ['Tern entered a fence', ...named.slice(1)];
    for (const [index, [person, sentences]] of [
      [ada, named] as const,
      [pat, withoutFirstName] as const,
    ].entries()) {
      const { list } = await person.call('queryAllNotices', {});
      expect(list.map(({ content }) => content).reverse()).toEqual(sentences);
      const single = await person.call('queryMsgById', { messageId: seqs[0] ?? 0 });
      expect(single.content).toBe(sentences[0]);
      const polled = await person.call('queryNewMsgByMsgId', { msgId: 0, noticeId: 0 });
      expect(polled.msgList.map(({ content }) => content)).toEqual(sentences);
      const console = consoles[index];
      await console?.waitUntil('all notices have arrived', ({ entries }) => entries.length === 3);
      expect(console?.entries.map(({ notice }) => notice.content)).toEqual(sentences);
    }
  });

  test("gives the speed in the reader's units, in lists, single, on the track and live", async () => {
    const { account, trackerId, name } = await createHarbour();
    const ada = await account.person(`ada ${name}`);
    const lin = await account.person(`lin ${name}`, { language: 'zh_CN' });
    const pilot = await account.person(`pilot ${name}`);
    await pilot.call('editUserConfig', { speedUnits: 2 });
    await lin.call('editUserConfig', { speedUnits: 2 });
    const consoles = [await ada.console(), await pilot.console(), await lin.console()];
    for (const console of consoles) await console.waitUntilLive();
    const coordinates = { latitude: 1.5, longitude: 2.5 };
    const seq = await world.appendNotice(account.accountId, trackerId, {
      noticeType: 'OVERSPEED',
      speed: 92.6,
      ...coordinates,
    });
    // 1 kn is 1.852 km/h: 92.6 km/h are 50 kn.
    const expected = ['Gull is speeding (93 km/h)', 'Gull is speeding (50 kn)', 'Gull 超速（50 节）'];
    for (const [index, person] of [ada, pilot, lin].entries()) {
      expect((await person.call('queryAllNotices', {})).list[0]?.content).toBe(expected[index]);
      expect((await person.call('queryMsgById', { messageId: seq })).content).toBe(expected[index]);
      const { list } = await person.call('queryTrackNotices', {
        trackerIds: [trackerId],
        startTime: world.clock.now() - 1,
        endTime: world.clock.now() + 1,
      });
      expect(list[0]?.content).toBe(expected[index]);
      const console = consoles[index];
      await console?.waitUntil('the notice has arrived', ({ entries }) => entries.length === 1);
      expect(console?.entries[0]?.notice.content).toBe(expected[index]);
    }
    // An open console applies changed units of its user.
    await ada.call('editUserConfig', { speedUnits: 2 });
    await consoles[0]?.waitUntil(
      'the console is notified of the new units',
      ({ rightsChanges }) => rightsChanges > 0,
    );
    await world.appendNotice(account.accountId, trackerId, { noticeType: 'OVERSPEED', speed: 92.6 });
    await consoles[0]?.waitUntil('the next notice has arrived', ({ entries }) => entries.length === 2);
    expect(consoles[0]?.entries[1]?.notice.content).toBe(expected[1]);
  });

  test('stays without a name when its tracker is removed', async () => {
    const { account, trackerId, name } = await createHarbour();
    const ada = await account.person(`ada ${name}`);
    await world.appendNotice(account.accountId, trackerId, {});
    await ada.call('removeTracker', { trackerId });
    expect((await ada.call('queryAllNotices', {})).list[0]).toMatchObject({
      content: 'A deleted device sent an SOS',
      trackerId: null,
    });
  });

  test('is marked read singly or all at once, separately for each user', async () => {
    const { account, trackerId, name } = await createHarbour();
    const ada = await account.person(`ada ${name}`);
    const bob = await account.person(`bob ${name}`);
    for (let count = 0; count < 3; count += 1) await world.appendNotice(account.accountId, trackerId, {});
    expect(await ada.call('unReadMsgCount', {})).toEqual({ msgCount: 3, taskCount: 0 });
    expect((await ada.call('queryMsgById', { messageId: 2 })).isRead).toBe('READ');
    await ada.call('queryMsgById', { messageId: 2 });
    expect((await ada.call('unReadMsgCount', {})).msgCount).toBe(2);
    const { list } = await ada.call('queryAllNotices', {});
    expect(list.map(({ messageId, isRead }) => [messageId, isRead])).toEqual([
      [3, 'UNREAD'],
      [2, 'READ'],
      [1, 'UNREAD'],
    ]);
    await ada.call('changeAllMsgToRead', {});
    expect((await ada.call('unReadMsgCount', {})).msgCount).toBe(0);
    expect((await bob.call('unReadMsgCount', {})).msgCount).toBe(3);
    await world.appendNotice(account.accountId, trackerId, {});
    expect((await ada.call('unReadMsgCount', {})).msgCount).toBe(1);
    await expect(ada.call('queryMsgById', { messageId: 99 })).rejects.toMatchObject({
      errorName: 'message-unknown',
    });
  });

  test('is listed in pages', async () => {
    const { account, trackerId, name } = await createHarbour();
    const ada = await account.person(`ada ${name}`);
    for (let count = 0; count < 12; count += 1) await world.appendNotice(account.accountId, trackerId, {});
    const second = await ada.call('queryAllNotices', { pageIndex: 2 });
    expect(second.total).toBe(12);
    expect(second.list.map(({ messageId }) => messageId)).toEqual([2, 1]);
    expect((await ada.call('queryAllNotices', { pageIndex: 3 })).list).toEqual([]);
    await expect(ada.call('queryAllNotices', { pageIndex: 0 })).rejects.toMatchObject({
      errorName: 'field-invalid',
    });
  });

  test('is found by type and by read state', async () => {
    const { account, trackerId, name } = await createHarbour();
    const ada = await account.person(`ada ${name}`);
    await world.appendNotice(account.accountId, trackerId, { noticeType: 'LOWPOWER' });
    await world.appendNotice(account.accountId, trackerId, { noticeType: 'SOS' });
    await world.appendNotice(account.accountId, trackerId, { noticeType: 'LOWPOWER' });
    await ada.call('queryMsgById', { messageId: 1 });
    const found = async (filter: { msgType?: 'LOWPOWER' | 'IN'; isRead?: 'READ' | 'UNREAD' }) => {
      const { list, total } = await ada.call('queryAllNotices', filter);
      expect(total).toBe(list.length);
      return list.map(({ messageId }) => messageId);
    };
    expect(await found({ msgType: 'LOWPOWER' })).toEqual([3, 1]);
    expect(await found({ msgType: 'IN' })).toEqual([]);
    expect(await found({ isRead: 'READ' })).toEqual([1]);
    expect(await found({ isRead: 'UNREAD' })).toEqual([3, 2]);
    expect(await found({ msgType: 'LOWPOWER', isRead: 'UNREAD' })).toEqual([3]);
  });

  test('is found by device and by creation time', async () => {
    const { account, trackerId, name } = await createHarbour();
    const { groupId } = await (await account.person(`boss ${name}`)).call('createGroup', {
      groupName: 'Far',
    });
    const farTrackerId = await account.tracker(`far-${accounts}`, 'Far', groupId);
    const ada = await account.person(`ada ${name}`);
    const start = world.clock.now();
    for (const about of [trackerId, farTrackerId, trackerId]) {
      await world.appendNotice(account.accountId, about, {});
      world.clock.advance(1_000);
    }
    const found = async (filter: { trackerId?: number; startTime?: number; endTime?: number }) => {
      const { list, total } = await ada.call('queryAllNotices', filter);
      expect(total).toBe(list.length);
      return list.map(({ messageId }) => messageId);
    };
    expect(await found({ trackerId })).toEqual([3, 1]);
    expect(await found({ trackerId: farTrackerId })).toEqual([2]);
    // Both ends are included.
    expect(await found({ startTime: start + 1_000 })).toEqual([3, 2]);
    expect(await found({ endTime: start + 1_000 })).toEqual([2, 1]);
    expect(await found({ trackerId, startTime: start + 1, endTime: start + 2_000 })).toEqual([3]);

    const outsider = await account.tracker(`other-${accounts}`, 'Other');
    expect(await found({ trackerId: outsider })).toEqual([]);
    const abroad = await createHarbour();
    const clerk = await account.person(`clerk ${name}`, { roles: ['eob_plugin_custom_map'] });
    const pat = await account.person(`pat ${name}`, { permission: 'viewer', groupIds: [groupId] });
    for (const [person, filter, errorName] of [
      [ada, { trackerId: abroad.trackerId }, 'tracker-unknown'],
      [ada, { trackerId: 2_147_483_647 }, 'tracker-unknown'],
      [pat, { trackerId }, 'tracker-unknown'],
      [clerk, { trackerId }, 'tracker-unknown'],
      [ada, { startTime: start, endTime: start }, 'time-order'],
      [ada, { trackerId: 0 }, 'field-invalid'],
      [ada, { startTime: -1 }, 'field-invalid'],
      [ada, { endTime: 4_102_444_800_001 }, 'field-invalid'],
    ] as const) {
      await expect(person.call('queryAllNotices', filter)).rejects.toMatchObject({ errorName });
    }
  });

  test('is found by device and by time with an index', async () => {
    const { account, trackerId } = await createHarbour();
    const { account: busy } = await createHarbour();
    const plans = await world.database.db.transaction().execute(async (tx) => {
      // One notice a second from 200 devices in turn, next to an account with the same number of notices in a tenth of the time.
      for (const [accountId, seconds] of [
        [account.accountId, 4_000],
        [busy.accountId, 400],
      ]) {
        await sql`
          insert into account_log (account_id, seq, kind, tracker_id, created_at, payload)
          select ${accountId}, n, 'notice', 1000000 + n % 200, to_timestamp(n * ${seconds}::int / 4000), '{"noticeType": "IN"}'
          from generate_series(1, 4000) as n`.execute(tx);
      }
      await sql`analyze account_log`.execute(tx);
      const explain = async (where: RawBuilder<unknown>) => {
        const { rows } = await sql<{ 'QUERY PLAN': string }>`
          explain select count(*) from account_log
          where account_id = ${account.accountId} and kind = 'notice' and ${where}`.execute(tx);
        return rows.map((row) => row['QUERY PLAN']).join('\n');
      };
      const plans = [
        await explain(sql`tracker_id = ${trackerId}`),
        await explain(sql`created_at between to_timestamp(60) and to_timestamp(90)`),
      ];
      await sql`delete from account_log where account_id in (${account.accountId}, ${busy.accountId})`.execute(
        tx,
      );
      return plans;
    });
    expect(plans[0]).toMatch(/account_log_tracker\b.*\n.*Index Cond: .*tracker_id = /);
    expect(plans[1]).toMatch(/account_log_created\b.*\n.*Index Cond: .*created_at >= /);
  });

  test('is deleted for everybody and recorded in the audit log; its device and the log stay', async () => {
    const { account, trackerId, name } = await createHarbour();
    const ada = await account.person(`ada ${name}`);
    const eve = await account.person(`eve ${name}`, { permission: 'editor' });
    const vic = await account.person(`vic ${name}`, { permission: 'viewer' });
    const seqs: number[] = [];
    for (const latitude of [1, 2, 3]) {
      seqs.push(await world.appendNotice(account.accountId, trackerId, { latitude, longitude: 5 }));
    }
    const [first = 0, second = 0] = seqs;
    expect((await eve.call('queryAllNotices', {})).abilities).toEqual({ remove: true, handle: true });
    expect((await vic.call('queryAllNotices', {})).abilities).toEqual({ remove: false, handle: false });
    const watching = await vic.console();
    await watching.waitUntilLive();

    const before = watching.changes.length;
    await eve.call('deleteMsgById', { messageId: first });
    await watching.waitUntil('the console is notified of the deletion', ({ changes }) =>
      changes.slice(before).includes('notices'),
    );
    for (const person of [ada, eve, vic]) {
      const { list, total } = await person.call('queryAllNotices', {});
      expect([list.map(({ messageId }) => messageId), total]).toEqual([[3, 2], 2]);
      expect((await person.call('unReadMsgCount', {})).msgCount).toBe(2);
      await expect(person.call('queryMsgById', { messageId: first })).rejects.toMatchObject({
        errorName: 'message-unknown',
      });
    }
    expect((await ada.call('queryNewMsgByMsgId', { msgId: 0 })).msgList).toHaveLength(2);
    const window = { startTime: world.clock.now() - 1, endTime: world.clock.now() + 1 };
    const line = await ada.call('queryTrackNotices', { trackerIds: [trackerId], ...window });
    expect(line.list.map(({ messageId }) => messageId)).toEqual([2, 3]);
    // The log retains only the number of a deleted entry.
    const { db } = world.database;
    const entry = await db
      .selectFrom('account_log')
      .where('account_id', '=', account.accountId)
      .where('seq', '=', first)
      .select(['kind', 'tracker_id', 'payload'])
      .executeTakeFirstOrThrow();
    expect(entry).toEqual({ kind: 'deleted', tracker_id: null, payload: {} });
    // A console with an older cursor continues without a full reload.
    const away = await vic.console({ cursor: 0 });
    await away.waitUntilLive();
    expect(away.entries.map(({ seq }) => seq)).toEqual([2, 3]);

    const { list: audit } = await ada.call('queryAuditLog', { action: 'deleteMsgById' });
    expect(audit).toEqual([
      expect.objectContaining({
        account: eve.login,
        target: 'Gull',
        before: { msgType: 'SOS', createTime: world.clock.now(), latitude: 1, longitude: 5 },
        after: null,
      }),
    ]);

    await expect(vic.call('deleteMsgById', { messageId: second })).rejects.toMatchObject({
      errorName: 'not-allowed',
    });
    const clerk = await account.person(`clerk ${name}`, { roles: ['eob_plugin_custom_map'] });
    const { groupId } = await ada.call('createGroup', { groupName: 'Own' });
    const pat = await account.person(`pat ${name}`, { permission: 'editor', groupIds: [groupId] });
    const outsider = await (await createHarbour()).account.person(`outsider ${name}`);
    for (const [person, messageId] of [
      [eve, first],
      [eve, 99],
      [clerk, second],
      [pat, second],
      [outsider, second],
    ] as const) {
      await expect(person.call('deleteMsgById', { messageId })).rejects.toMatchObject({
        errorName: 'message-unknown',
      });
    }
    await expect(eve.call('deleteMsgById', { messageId: 0 })).rejects.toMatchObject({
      errorName: 'field-invalid',
    });
    expect((await ada.call('queryAllNotices', {})).total).toBe(2);
    world.clock.advance(NOTICE_TTL_MS);
    const late = await account.person(`late ${name}`, { permission: 'editor' });
    await expect(late.call('deleteMsgById', { messageId: second })).rejects.toMatchObject({
      errorName: 'message-unknown',
    });
  });

  test('is listed for 7 days and then dropped', async () => {
    const { account, trackerId, name } = await createHarbour();
    await world.appendNotice(account.accountId, trackerId, {});
    world.clock.advance(NOTICE_TTL_MS - 1);
    const ada = await account.person(`ada ${name}`);
    await ada.call('queryMsgById', { messageId: 1 });
    expect((await ada.call('queryAllNotices', {})).total).toBe(1);
    world.clock.advance(1);
    expect((await ada.call('queryAllNotices', {})).total).toBe(0);
    world.clock.advance(1);
    expect(await dropOldNotices(world.database.db, world.clock.now())).toBeGreaterThan(0);
    const { db } = world.database;
    const left = await db
      .selectFrom('account_log')
      .select('seq')
      .where('account_id', '=', account.accountId)
      .execute();
    expect(left).toEqual([]);
    expect(
      await db.selectFrom('notice_read').select('seq').where('user_id', '=', ada.userId).execute(),
    ).toEqual([]);
  });

  test('about a tracker is hidden from users who cannot see trackers', async () => {
    const { account, trackerId, name } = await createHarbour();
    const clerk = await account.person(`clerk ${name}`, { roles: ['eob_plugin_custom_map'] });
    await world.appendNotice(account.accountId, trackerId, {});
    expect((await clerk.call('queryAllNotices', {})).total).toBe(0);
    expect((await clerk.call('unReadMsgCount', {})).msgCount).toBe(0);
    await expect(clerk.call('queryMsgById', { messageId: 1 })).rejects.toMatchObject({
      errorName: 'message-unknown',
    });
    // Hidden notices advance the cursor as well.
    expect(await clerk.call('queryNewMsgByMsgId', { msgId: 0 })).toMatchObject({
      latestMsgId: 1,
      msgList: [],
    });
  });
});

describe('the poll', () => {
  test('returns the notices above the cursor, oldest first, and then nothing', async () => {
    const { account, trackerId, name } = await createHarbour();
    const ada = await account.person(`ada ${name}`);
    for (let count = 0; count < 3; count += 1) await world.appendNotice(account.accountId, trackerId, {});
    const poll = await ada.call('queryNewMsgByMsgId', { msgId: 1, noticeId: 0 });
    expect(poll.msgList.map(({ messageId }) => messageId)).toEqual([2, 3]);
    expect(poll).toMatchObject({ latestMsgId: 3, latestNoticeId: 0, latestNotice: null });
    expect(await ada.call('queryNewMsgByMsgId', { msgId: 3 })).toMatchObject({ latestMsgId: 3, msgList: [] });
    expect(await ada.call('queryNewMsgByMsgId', {})).toMatchObject({ latestMsgId: 3, msgList: [] });
    expect((await ada.signIn()).latestMsgId).toBe(3);
  });
});

test('formats local time in the time zone, also in summer', () => {
  // 2026-07-01 is in summer time in Berlin (UTC+2), 2026-01-01 is not (UTC+1).
  expect(formatLocalTime(Date.UTC(2026, 6, 1, 22, 30, 5), 'Europe/Berlin')).toBe('2026-07-02 00:30:05');
  expect(formatLocalTime(Date.UTC(2026, 0, 1, 0, 0, 0), 'Europe/Berlin')).toBe('2026-01-01 01:00:00');
});

test('returns the head to a poll from above it, as after a restored backup', async () => {
  const { account, trackerId, name } = await createHarbour();
  const ada = await account.person(`ada ${name}`);
  await world.appendNotice(account.accountId, trackerId, {});
  expect(await ada.call('queryNewMsgByMsgId', { msgId: 500 })).toMatchObject({ latestMsgId: 1, msgList: [] });
});
