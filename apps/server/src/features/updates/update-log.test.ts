import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Person } from '../../testing/person.ts';
import { startWorld, type World } from '../../testing/world.ts';

let world: World;
let ada: Person;
let chen: Person;

beforeAll(async () => {
  world = await startWorld();
  const harbour = await world.account('harbour');
  ada = await harbour.person('ada');
  chen = await harbour.person('chen', { permission: 'viewer', roles: [], language: 'zh_CN' });
});
afterAll(() => world.stop());
beforeEach(() => world.database.db.deleteFrom('update_entry').execute());

interface Entry {
  readonly zh: string;
  readonly en?: string;
  readonly html?: string;
}

/** Inserts an entry directly into the database and returns its number. */
async function publish({ zh, en, html }: Entry): Promise<number> {
  const { entry_id } = await world.database.db
    .insertInto('update_entry')
    .values({
      title_zh: zh,
      html_zh: html ?? `<p>${zh}</p>`,
      title_en: en ?? null,
      html_en: en === undefined ? null : (html ?? `<p>${en}</p>`),
      created_at: new Date(world.clock.now()),
    })
    .returning('entry_id')
    .executeTakeFirstOrThrow();
  return entry_id;
}

test("returns pages, newest first, in the reader's language and time zone", async () => {
  const first = await publish({ zh: '第一版', en: 'First' });
  const second = await publish({ zh: '第二版' });
  const third = await publish({ zh: '第三版', en: 'Third' });
  const createTime = world.clock.now();
  // Noon UTC is 20:00 in Shanghai.
  const when = { createTime, createTimeStr: '2026-06-01 20:00:00' };
  expect(await ada.call('queryUpdateLog', { pageSize: 2 })).toEqual({
    list: [
      { noticeId: third, title: 'Third', content: '<p>Third</p>', ...when },
      { noticeId: second, title: '第二版', content: '<p>第二版</p>', ...when },
    ],
    total: 3,
    readTo: 0,
  });
  await ada.call('readUpdateLog', { noticeId: second });
  expect((await ada.call('queryUpdateLog', {})).readTo).toBe(second);
  const { list } = await chen.call('queryUpdateLog', { pageIndex: 2, pageSize: 2 });
  expect(list).toEqual([{ noticeId: first, title: '第一版', content: '<p>第一版</p>', ...when }]);
});

test('limits the page size', async () => {
  await expect(ada.call('queryUpdateLog', { pageSize: 21 })).rejects.toMatchObject({
    errorName: 'field-invalid',
    details: { field: 'pageSize' },
  });
});

test('sanitises entries that are stored unsanitised', async () => {
  await publish({ zh: '坏', html: '<p onclick="alert(1)">x<script>alert(1)</script></p>' });
  expect((await ada.call('queryUpdateLog', {})).list[0]?.content).toBe('<p>x</p>');
  const { latestNotice } = await ada.call('queryNewMsgByMsgId', {});
  expect(latestNotice?.content).toBe('<p>x</p>');
});

test('polls the newest entry above the number that the console has seen', async () => {
  expect(await ada.call('queryNewMsgByMsgId', {})).toMatchObject({ latestNoticeId: 0, latestNotice: null });
  const first = await publish({ zh: '一', en: 'one' });
  const second = await publish({ zh: '二', en: 'two' });
  for (const noticeId of [0, first]) {
    expect(await ada.call('queryNewMsgByMsgId', { noticeId })).toMatchObject({
      latestNoticeId: second,
      latestNotice: { noticeId: second, title: 'two' },
    });
  }
  expect(await ada.call('queryNewMsgByMsgId', { noticeId: second })).toMatchObject({
    latestNoticeId: second,
    latestNotice: null,
  });
});

test('never decreases the read number and never exceeds the newest entry', async () => {
  const readTo = async () => (await ada.signIn()).latestNoticeId;
  const first = await publish({ zh: '一' });
  const second = await publish({ zh: '二' });
  await ada.call('readUpdateLog', { noticeId: first });
  expect(await readTo()).toBe(first);
  await ada.call('readUpdateLog', { noticeId: 2_147_483_647 });
  expect(await readTo()).toBe(second);
  await ada.call('readUpdateLog', { noticeId: first });
  expect(await readTo()).toBe(second);
  // Each user has a separate number.
  expect((await chen.signIn()).latestNoticeId).toBe(0);
});

test('refuses anonymous callers', async () => {
  for (const operation of ['queryUpdateLog', 'readUpdateLog']) {
    const response = await world.post(operation, { body: new URLSearchParams({ noticeId: '1' }) });
    expect(await response.json()).toMatchObject({ result_code: '201' });
  }
});
