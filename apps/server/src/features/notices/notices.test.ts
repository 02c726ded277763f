import { NOTICE_TYPES } from '@wakeline/domain/notice-type';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { localTime } from '../../local-time.ts';
import { startWorld, type World, type WorldAccount } from '../../testing/world.ts';
import { NOTICE_LIFE_MS } from './notices.queries.ts';
import { dropOldNotices } from './retention.ts';
import { contentOf, SENTENCES } from './sentences.ts';

let world: World;
let accounts = 0;

beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

/** A harbour of its own for each test, with one boat. */
async function harbour(): Promise<{ account: WorldAccount; trackerId: number; name: string }> {
  accounts += 1;
  const name = `harbour ${accounts}`;
  const account = await world.account(name);
  return { account, name, trackerId: await account.tracker(`boat-${accounts}`, 'Gull') };
}

describe('a notice', () => {
  test('is a sentence in the language of its reader, at the time of the account', async () => {
    const { account, trackerId, name } = await harbour();
    await world.notice(account.accountId, trackerId, {
      noticeType: 'LOWPOWER',
      battery: 14.6,
      latitude: 1.5,
      longitude: 2.5,
    });
    const ada = await account.person(`ada ${name}`);
    const lin = await account.person(`lin ${name}`, { language: 'zh_CN' });
    const { list } = await ada.call('queryAllNotices', {});
    expect(list).toEqual([
      {
        messageId: 1,
        title: 'Battery low',
        content: 'Gull has a low battery (15 %)',
        trackerId,
        trackerName: 'Gull',
        imei: expect.stringMatching(/^boat-/),
        iconUrl: 'generic',
        msgType: 'LOWPOWER',
        createTime: world.clock.now(),
        // Noon UTC is eight in the evening in Shanghai.
        createTimeStr: '2026-06-01 20:00:00',
        location: { latitude: 1.5, longitude: 2.5 },
        address: '',
        isRead: 'UNREAD',
      },
    ]);
    expect((await lin.call('queryAllNotices', {})).list[0]).toMatchObject({
      title: '低电量',
      content: 'Gull电量低（15%）',
    });
  });

  test('names a fence to those only who see it, in lists, alone and live', async () => {
    const { account, name } = await harbour();
    const ada = await account.person(`ada ${name}`);
    const { groupId: above } = await ada.call('createGroup', { groupName: 'Above' });
    const { groupId: own } = await ada.call('createGroup', { groupName: 'Own', parentId: above });
    const trackerId = await account.tracker(`fenced-${accounts}`, 'Tern', own);
    const pat = await account.person(`pat ${name}`, { permission: 'viewer', groupIds: [own] });
    const consoles = [await ada.console(), await pat.console()];
    for (const console of consoles) await console.live();
    const seqs: number[] = [];
    for (const groupId of [above, own, null]) {
      const fence = { fenceId: 1, fenceName: `Fence ${groupId}`, groupId };
      seqs.push(await world.notice(account.accountId, trackerId, { noticeType: 'IN', fence }));
    }
    const named = [above, own, null].map((groupId) => `Tern entered the fence “Fence ${groupId}”`);
    const vague = ['Tern entered a fence', ...named.slice(1)];
    for (const [index, [person, sentences]] of [[ada, named] as const, [pat, vague] as const].entries()) {
      const { list } = await person.call('queryAllNotices', {});
      expect(list.map(({ content }) => content).reverse()).toEqual(sentences);
      const single = await person.call('queryMsgById', { messageId: seqs[0] ?? 0 });
      expect(single.content).toBe(sentences[0]);
      const polled = await person.call('queryNewMsgByMsgId', { msgId: 0, noticeId: 0 });
      expect(polled.msgList.map(({ content }) => content)).toEqual(sentences);
      const console = consoles[index];
      await console?.until('all came', ({ entries }) => entries.length === 3);
      expect(console?.entries.map(({ notice }) => notice.content)).toEqual(sentences);
    }
  });

  test('of every type says something in both languages, also when its fact is not known', () => {
    for (const language of ['zh_CN', 'en_US'] as const) {
      for (const noticeType of NOTICE_TYPES) {
        const unknown = contentOf({ noticeType, battery: null, speed: null }, 'Gull', language);
        expect(unknown).not.toMatch(/[{}?]|null/);
        const known = contentOf({ noticeType, battery: 5, speed: 130.4 }, 'Gull', language);
        expect(known).not.toMatch(/[{}?]/);
        expect(SENTENCES[language][noticeType].title).not.toBe('');
      }
    }
    expect(contentOf({ noticeType: 'OVERSPEED', battery: null, speed: 130.4 }, 'Gull', 'en_US')).toBe(
      'Gull is too fast (130 km/h)',
    );
  });

  test('of a fence says which one; an entry from before the name was kept says that it was one', () => {
    const notice = { noticeType: 'IN', battery: null, speed: null } as const;
    const fence = { fenceName: 'Quay? {speed}' };
    expect(contentOf({ ...notice, fence }, '海鸥', 'zh_CN')).toBe('海鸥进入围栏“Quay? {speed}”');
    expect(contentOf({ ...notice, fence }, 'Gull', 'en_US')).toBe('Gull entered the fence “Quay? {speed}”');
    expect(contentOf({ ...notice, noticeType: 'OUT', fence }, 'Gull', 'en_US')).toContain(
      'left the fence “Quay',
    );
    expect(contentOf(notice, '海鸥', 'zh_CN')).toBe('海鸥进入围栏');
    expect(contentOf({ ...notice, noticeType: 'OUT' }, 'Gull', 'en_US')).toBe('Gull left a fence');
  });

  test('stays when its tracker is removed, without its name', async () => {
    const { account, trackerId, name } = await harbour();
    const ada = await account.person(`ada ${name}`);
    await world.notice(account.accountId, trackerId, {});
    await ada.call('removeTracker', { trackerId });
    expect((await ada.call('queryAllNotices', {})).list[0]).toMatchObject({
      content: 'A removed device calls for help (SOS)',
      trackerId: null,
    });
  });

  test('is read one by one, or all at once, by each for himself', async () => {
    const { account, trackerId, name } = await harbour();
    const ada = await account.person(`ada ${name}`);
    const bob = await account.person(`bob ${name}`);
    for (let count = 0; count < 3; count += 1) await world.notice(account.accountId, trackerId, {});
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
    await world.notice(account.accountId, trackerId, {});
    expect((await ada.call('unReadMsgCount', {})).msgCount).toBe(1);
    await expect(ada.call('queryMsgById', { messageId: 99 })).rejects.toMatchObject({
      errorName: 'message-unknown',
    });
  });

  test('comes in pages', async () => {
    const { account, trackerId, name } = await harbour();
    const ada = await account.person(`ada ${name}`);
    for (let count = 0; count < 12; count += 1) await world.notice(account.accountId, trackerId, {});
    const second = await ada.call('queryAllNotices', { pageIndex: 2 });
    expect(second.total).toBe(12);
    expect(second.list.map(({ messageId }) => messageId)).toEqual([2, 1]);
    expect((await ada.call('queryAllNotices', { pageIndex: 3 })).list).toEqual([]);
    await expect(ada.call('queryAllNotices', { pageIndex: 0 })).rejects.toMatchObject({
      errorName: 'field-invalid',
    });
  });

  test('is found by its type, and by whether it was read', async () => {
    const { account, trackerId, name } = await harbour();
    const ada = await account.person(`ada ${name}`);
    await world.notice(account.accountId, trackerId, { noticeType: 'LOWPOWER' });
    await world.notice(account.accountId, trackerId, { noticeType: 'SOS' });
    await world.notice(account.accountId, trackerId, { noticeType: 'LOWPOWER' });
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

  test('is shown for 7 days, and then dropped', async () => {
    const { account, trackerId, name } = await harbour();
    await world.notice(account.accountId, trackerId, {});
    world.clock.advance(NOTICE_LIFE_MS - 1);
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

  test('about a tracker is not for who may not watch trackers', async () => {
    const { account, trackerId, name } = await harbour();
    const clerk = await account.person(`clerk ${name}`, { roles: ['eob_plugin_device_mg'] });
    await world.notice(account.accountId, trackerId, {});
    expect((await clerk.call('queryAllNotices', {})).total).toBe(0);
    expect((await clerk.call('unReadMsgCount', {})).msgCount).toBe(0);
    await expect(clerk.call('queryMsgById', { messageId: 1 })).rejects.toMatchObject({
      errorName: 'message-unknown',
    });
    // What is hidden moves the number on all the same.
    expect(await clerk.call('queryNewMsgByMsgId', { msgId: 0 })).toMatchObject({
      latestMsgId: 1,
      msgList: [],
    });
  });
});

describe('the poll', () => {
  test('brings what is above the number, oldest first, and then nothing', async () => {
    const { account, trackerId, name } = await harbour();
    const ada = await account.person(`ada ${name}`);
    for (let count = 0; count < 3; count += 1) await world.notice(account.accountId, trackerId, {});
    const news = await ada.call('queryNewMsgByMsgId', { msgId: 1, noticeId: 0 });
    expect(news.msgList.map(({ messageId }) => messageId)).toEqual([2, 3]);
    expect(news).toMatchObject({ latestMsgId: 3, latestNoticeId: 0, latestNotice: null });
    expect(await ada.call('queryNewMsgByMsgId', { msgId: 3 })).toMatchObject({ latestMsgId: 3, msgList: [] });
    expect(await ada.call('queryNewMsgByMsgId', {})).toMatchObject({ latestMsgId: 3, msgList: [] });
    expect((await ada.signIn()).latestMsgId).toBe(3);
  });
});

test('local time is that of the zone, also in summer', () => {
  // 2026-07-01 is in summer time in Berlin (UTC+2), 2026-01-01 is not (UTC+1).
  expect(localTime(Date.UTC(2026, 6, 1, 22, 30, 5), 'Europe/Berlin')).toBe('2026-07-02 00:30:05');
  expect(localTime(Date.UTC(2026, 0, 1, 0, 0, 0), 'Europe/Berlin')).toBe('2026-01-01 01:00:00');
});

test('a poll from above the head, as after a database was put back, is answered the head', async () => {
  const { account, trackerId, name } = await harbour();
  const ada = await account.person(`ada ${name}`);
  await world.notice(account.accountId, trackerId, {});
  expect(await ada.call('queryNewMsgByMsgId', { msgId: 500 })).toMatchObject({ latestMsgId: 1, msgList: [] });
});
