import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Person } from '../../testing/person.ts';
import { startWorld, type World } from '../../testing/world.ts';

let world: World;
let ada: Person;
let bob: Person;

/** More messages than are searched before the index is used, with one of each text before them. */
const MESSAGES = 10_100;
const OLDEST = ['锚链断裂 at 7', "it's 50% \\ done_", 'ÄRGER mit dem Anker', 'xyz'];

beforeAll(async () => {
  world = await startWorld();
  const [harbour, marina] = [await world.account('harbour'), await world.account('marina')];
  ada = await harbour.person('ada');
  bob = await marina.person('bob');
  const insert = (accountId: number, contents: readonly string[], start: string) =>
    sql`insert into satellite_message (account_id, card_number, network, type, sender, receiver, content, urgent, state,
        cost_units, created_at, changed_at, expires_at)
      select ${accountId}, '4200001', 'beidou', 'terminal-to-phone', '4200001', '13800138000', content, false, 'received', 0,
        at, at, at
      from unnest(${contents}::text[]) with ordinality as written (content, number),
        lateral (select ${start}::timestamptz + number * interval '1 second' as at) as made`.execute(
      world.database.db,
    );
  await insert(harbour.accountId, OLDEST, '2026-01-01Z');
  await insert(
    harbour.accountId,
    Array.from({ length: MESSAGES }, (_, number) => `已到港 ${number}`),
    '2026-02-01Z',
  );
  await insert(marina.accountId, ['锚链断裂'], '2026-01-01Z');
});
afterAll(() => world.stop());

async function found(keywords: string, filter: object = {}, person = ada): Promise<readonly string[]> {
  const { list } = await person.call('queryHistoryEobBdMsgs', { keywords, ...filter });
  return list.map(({ content }) => content);
}

test.each([
  ['锚链断裂', 0],
  ['链断裂', 0],
  ['链断', 0],
  ['锚', 0],
  ["it's 50%", 1],
  ["t's", 1],
  ['% \\ d', 1],
  ['\\', 1],
  ['done_', 1],
  ['Ärger', 2],
  ['är', 2],
  ['XYZ', 3],
])('finds an old message by %s', async (keywords, index) => {
  expect(await found(keywords)).toEqual([OLDEST[index]]);
});

test('finds nothing for characters that are not in a row', async () => {
  expect(await found('锚断')).toEqual([]);
  expect(await found('已到港口')).toEqual([]);
  expect(await found('done%')).toEqual([]);
});

test('finds frequent keywords from the newest on, page by page', async () => {
  expect((await found('到港', { pageSize: 3 }))[0]).toBe('已到港 10099');
  const first = await ada.call('queryHistoryEobBdMsgs', { keywords: '港 1', pageSize: 2 });
  expect(first.list.map(({ content }) => content)).toEqual(['已到港 10099', '已到港 10098']);
  const before = first.next ?? undefined;
  const second = await ada.call('queryHistoryEobBdMsgs', { keywords: '港 1', pageSize: 2, before });
  expect(second.list.map(({ content }) => content)).toEqual(['已到港 10097', '已到港 10096']);
});

test('fills a page with older messages', async () => {
  // 99, 990 to 999 and 9900 to 9999: the first is not among the newest 10,000. So with 50.
  expect(await found('港 99', { pageSize: 200 })).toHaveLength(111);
  expect(await found('港 50', { pageSize: 200 })).toHaveLength(111);
});

test('searches receivers, and applies the other criteria too', async () => {
  expect(await found('0138000', { pageSize: 2 })).toHaveLength(2);
  expect(await found('锚链', { types: ['system-to-terminal'] })).toEqual([]);
  expect(await found('锚链', { startTime: Date.UTC(2026, 0, 2) })).toEqual([]);
});

test('finds only messages of the account', async () => {
  expect(await found('锚链', {}, bob)).toEqual(['锚链断裂']);
});
