import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../../../ingest/testing/eventually.ts';
import type { Person } from '../../../testing/person.ts';
import { startWorld, type World, type WorldAccount } from '../../../testing/world.ts';
import type { ExpiringTracker } from '../../../trackers/expiring.ts';
import { sendExpiryNotices, summarize } from './expiry-notices.ts';

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

const expiring = (trackerId: number, groupId: number | null, validUntil = END): ExpiringTracker => ({
  trackerId,
  accountId: 1,
  groupId,
  name: String(trackerId),
  validUntil: new Date(validUntil),
  days: 30,
});

test('summarises many devices by group and date', () => {
  const notices = (list: readonly ExpiringTracker[]) =>
    summarize(list, 0).map(({ trackerId, notice }) => [trackerId, notice.expiry?.others]);
  expect(notices([expiring(1, null), expiring(2, null)])).toEqual([
    [1, 0],
    [2, 0],
  ]);
  const many = Array.from({ length: 3_000 }, (_, at) => expiring(at + 1, at % 2 === 0 ? 7 : null));
  expect(notices([...many, expiring(5_000, 7, END + DAY)])).toEqual([
    [1, 1_499],
    [2, 1_499],
    [5_000, 0],
  ]);
});

test('sends a notice 30, 7 and 1 days before the expiry in the time zone of the account, each once', async () => {
  const trackerId = await harbour.tracker('13900000001', 'Gull');
  await ada.call('editTracker', { trackerId, validUntil: END });
  const { db } = world.database;
  const sentAt = async (time: number): Promise<number> => {
    // Two servers at once.
    await Promise.all([sendExpiryNotices(db, time), sendExpiryNotices(db, time)]);
    const rows = await db
      .selectFrom('account_log')
      .select('payload')
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
