import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { noticePayload } from '../../../db/account-log.ts';
import { eventually } from '../../../ingest/testing/eventually.ts';
import type { Person } from '../../../testing/person.ts';
import { startWorld, type World, type WorldAccount } from '../../../testing/world.ts';
import { sendExpiryNotices } from './expiry-notices.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Midnight in Shanghai (UTC+8, no daylight saving) after 2026-08-31. */
const END = Date.UTC(2026, 7, 31, 16);

let world: World;
let harbour: WorldAccount;
let ada: Person;

beforeAll(async () => {
  world = await startWorld();
  harbour = await world.account('harbour');
  ada = await harbour.person('ada');
});
afterAll(() => world.stop());

test('summarises many devices by group and day', async () => {
  const quay = await world.account('quay');
  const { groupId } = await (await quay.person('eve')).call('createGroup', { groupName: 'Fleet' });
  const { db } = world.database;
  const insert = (name: string, count: number, group: number | null, end: number) =>
    sql`
    insert into tracker (account_id, group_id, name, imei, password, valid_until, created_at)
    select ${quay.accountId}::int, ${group}::int, ${name} || lpad(n::text, 4, '0'), ${name} || n, '',
      to_timestamp(${end / 1_000}::float8 - n), now()
    from generate_series(1, ${count}::int) n`.execute(db);
  // All on the same day in Shanghai, each at another second.
  await insert('A', 250, null, END);
  await insert('B', 1_500, groupId, END);
  await insert('C', 1, groupId, END + DAY);
  // The dates were set long before, not when these rows were inserted.
  await sql`delete from validity_change where account_id = ${quay.accountId}`.execute(db);
  await sendExpiryNotices(db, END - 6 * DAY);
  const { rows } = await sql<{ name: string; others: number; end: number }>`
    select tracker.name, (payload -> 'expiry' ->> 'others')::int as others,
      (payload -> 'expiry' ->> 'validUntil')::bigint as end
    from account_log join tracker using (tracker_id) where account_log.account_id = ${quay.accountId}
    order by tracker.name`.execute(db);
  expect(rows).toEqual([
    { name: 'A0001', others: 249, end: END - 250_000 },
    { name: 'B0001', others: 1_499, end: END - 1_500_000 },
    { name: 'C0001', others: 0, end: END + DAY - 1_000 },
  ]);
  await sendExpiryNotices(db, END - 6 * DAY);
  const { count } = await db
    .selectFrom('expiry_notice')
    .select((query) => query.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  expect(count).toBe(1_751);
});

test('sends a notice 30, 7 and 1 days before the expiry in the time zone of the account, each once', async () => {
  const trackerId = await harbour.tracker('13900000001', 'Gull');
  await ada.call('editTracker', { trackerId, validUntil: END });
  const { db } = world.database;
  const sentAt = async (time: number): Promise<number> => {
    // Two servers at once.
    await Promise.all([sendExpiryNotices(db, time), sendExpiryNotices(db, time)]);
    const rows = await db
      .selectFrom('account_log as log')
      .select(noticePayload.as('payload'))
      .where('tracker_id', '=', trackerId)
      .execute();
    expect(rows.every(({ payload }) => payload.noticeType === 'EXPIRING')).toBe(true);
    return rows.length;
  };
  // 30 days before is 2026-08-02, which begins at 16:00 UTC on the day before.
  expect(await sentAt(END - 30 * DAY - 1)).toBe(0);
  expect(await sentAt(END - 30 * DAY)).toBe(1);
  expect(await sentAt(END - 8 * DAY)).toBe(1);
  expect(await sentAt(END - 7 * DAY)).toBe(2);
  expect(await sentAt(END - DAY - 1)).toBe(2);
  expect(await sentAt(END - DAY)).toBe(3);
  expect(await sentAt(END - 1)).toBe(3);
  expect(await sentAt(END)).toBe(3);
  // A later date has notices of its own; after an outage, only the last one that is due.
  await ada.call('editTracker', { trackerId, validUntil: END + 40 * DAY });
  expect(await sentAt(END + 35 * DAY)).toBe(4);
  expect(await sentAt(END + 36 * DAY)).toBe(4);
});

test('sends no notice about a date that was set less time before', async () => {
  const trackerId = await harbour.tracker('13900000002', 'Tern');
  await ada.call('editTracker', { trackerId, validUntil: world.clock.now() + 5 * DAY });
  world.clock.advance(HOUR);
  await sendExpiryNotices(world.database.db, world.clock.now());
  const console = await ada.console();
  // It gets the notices of the time after.
  await console.waitUntilLive();
  expect(console.entries.filter(({ notice }) => notice?.trackerId === trackerId)).toEqual([]);
  world.clock.advance(4 * DAY);
  await console.waitUntil('the notice has arrived', ({ entries }) =>
    entries.some(({ notice }) => notice?.trackerId === trackerId),
  );
  const { list } = await ada.call('queryAllNotices', { pageIndex: 1, pageSize: 10, msgType: 'EXPIRING' });
  expect(list.find((notice) => notice.trackerId === trackerId)).toMatchObject({
    title: 'Device expires soon',
    content: 'Tern expires soon (valid until 2026-06-06)',
  });
});

test('removes the record of notices when the date is over', async () => {
  const read = () => world.database.db.selectFrom('expiry_notice').selectAll().execute();
  expect(await read()).not.toEqual([]);
  world.clock.advance(200 * DAY);
  await eventually('the records are deleted', async () => (await read()).length === 0);
});
