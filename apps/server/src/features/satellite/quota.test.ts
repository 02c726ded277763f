import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { eventually } from '../../ingest/testing/eventually.ts';
import { admitDue, reserveQuota } from '../../satellite/quota.ts';
import type { Person } from '../../testing/person.ts';
import { startWorld, type World, type WorldAccount } from '../../testing/world.ts';

/** 23 November 2026, noon in Shanghai, whose December begins at 16:00 UTC of the day before. */
const NOW = Date.UTC(2026, 10, 23, 4);
const DECEMBER = Date.UTC(2026, 10, 30, 16);

let world: World;
let account: WorldAccount;
let ada: Person;
let count = 0;

beforeAll(async () => {
  // Nothing listens on port 9: what the quota admits waits for the gateway.
  world = await startWorld({
    environment: {
      WAKELINE_SMTP_URL: 'smtp://127.0.0.1:9',
      WAKELINE_SMTP_FROM: 'wakeline@harbour.example',
      WAKELINE_IRIDIUM_EMAIL: 'data@iridium.example',
    },
  });
});
afterAll(() => world.stop());
beforeEach(async () => {
  count += 1;
  account = await world.account(`harbour ${count}`);
  ada = await account.person(`ada ${count}`);
});

const reserve = (units: number, now: number) =>
  world.database.db.transaction().execute((tx) => reserveQuota(tx, account.accountId, units, now));
const setQuota = (monthlyQuota: number | null) => ada.call('editSatelliteQuota', { monthlyQuota });
const usage = async () => (await ada.call('querySatelliteSettings', {})).usage;

async function terminal(): Promise<number> {
  const { bdUserIds } = await ada.call('createBdUsers', {
    bdUsers: [
      {
        bdUserName: 'Buoy',
        cardNumber: `30023401${String(count).padStart(7, '0')}`,
        network: 'iridium',
        password: 'abc123',
      },
    ],
  });
  return bdUserIds[0] ?? 0;
}

async function send(bdUserId: number, content: string): Promise<number> {
  const { messages } = await ada.call('sendEobBdMsg', { bdUserIds: [bdUserId], content });
  return messages[0]?.messageId ?? 0;
}
const messageOf = async (messageId: number) => ada.call('queryEobBdMsgSteps', { messageId });

test('is part of the limits of sending, with what is used of it', async () => {
  const bdUserId = await terminal();
  const quota = async () => (await ada.call('queryBdSendLimits', { bdUserIds: [bdUserId] })).quota;
  expect(await quota()).toEqual({ monthlyQuota: null, costUnits: 0 });
  await setQuota(10);
  // 271 bytes: one more than an Iridium modem takes at once.
  await send(bdUserId, 'a'.repeat(271));
  expect(await quota()).toEqual({ monthlyQuota: 10, costUnits: 2 });
});

test('counts by the month of the time zone of the account', async () => {
  await setQuota(10);
  expect(await reserve(8, NOW)).toEqual({ nextAt: null });
  expect(await reserve(3, NOW)).toEqual({ nextAt: DECEMBER });
  expect(await reserve(2, DECEMBER - 1)).toEqual({ nextAt: null });
  expect(await reserve(1, DECEMBER - 1)).toEqual({ nextAt: DECEMBER });
  expect(await reserve(10, DECEMBER)).toEqual({ nextAt: null });
});

test('has no limit without a quota, and admits nothing with the quota 0', async () => {
  expect(await reserve(100_000, NOW)).toEqual({ nextAt: null });
  await setQuota(0);
  expect(await reserve(1, DECEMBER)).toMatchObject({ nextAt: expect.any(Number) });
});

test('gives the last unit to one of two at the same time', async () => {
  await setQuota(1);
  const results = await Promise.all([reserve(1, NOW), reserve(1, NOW), reserve(1, NOW)]);
  expect(results.filter(({ nextAt }) => nextAt === null)).toHaveLength(1);
});

test('lets messages wait for the quota until it is raised', async () => {
  const bdUserId = await terminal();
  await setQuota(3);
  // 271 bytes: two transmissions.
  await send(bdUserId, 'a'.repeat(271));
  const long = await send(bdUserId, 'b'.repeat(271));
  const short = await send(bdUserId, 'c');
  const late = await send(bdUserId, 'd');
  expect(await messageOf(long)).toMatchObject({
    message: { state: 'waiting', reason: 'quota' },
    parts: [{ reason: 'quota' }, { reason: 'quota' }],
  });
  // A shorter one fits what is left.
  expect((await messageOf(short)).message.reason).not.toBe('quota');
  expect(await usage()).toMatchObject({ costUnits: 3, waitingMessages: 2 });

  expect(await setQuota(4)).toEqual({ admittedMessages: 0 });
  expect(await setQuota(5)).toEqual({ admittedMessages: 1 });
  expect((await messageOf(long)).message.reason).not.toBe('quota');
  expect((await messageOf(late)).message.reason).toBe('quota');
  expect(await usage()).toMatchObject({ costUnits: 5, waitingMessages: 1 });
  expect(await setQuota(null)).toEqual({ admittedMessages: 1 });
  expect(await usage()).toMatchObject({ costUnits: 6, waitingMessages: 0 });
});

test('lets messages go on in the next month as far as its quota permits', async () => {
  const bdUserId = await terminal();
  await setQuota(0);
  const [first, second] = [await send(bdUserId, 'a'), await send(bdUserId, 'b')];
  const { db } = world.database;
  await db
    .updateTable('satellite_setting')
    .set({ monthly_quota: 1 })
    .where('account_id', '=', account.accountId)
    .execute();
  const due = async () =>
    (
      await db
        .selectFrom('satellite_part')
        .where('message_id', 'in', [first, second])
        .select(['reason', 'next_at'])
        .orderBy('message_id')
        .execute()
    ).map(({ reason, next_at }) => [reason, next_at?.getTime()]);
  const nextMonth = (await due())[0]?.[1];
  if (typeof nextMonth !== 'number') throw new Error('the message is due');
  await admitDue(db, nextMonth - 1);
  expect(await due()).toEqual([
    ['quota', nextMonth],
    ['quota', nextMonth],
  ]);
  await admitDue(db, nextMonth);
  expect(await due()).toEqual([
    [null, nextMonth],
    ['quota', expect.toSatisfy((time: number) => time > nextMonth + 27 * 86_400_000)],
  ]);
});

test('returns what a cancelled message has counted', async () => {
  const bdUserId = await terminal();
  await setQuota(1);
  const [counted, waiting] = [await send(bdUserId, 'a'), await send(bdUserId, 'b')];
  await ada.call('cancelEobBdMsg', { messageId: waiting });
  expect(await usage()).toMatchObject({ costUnits: 1, waitingMessages: 0 });
  await eventually('the message waits for its gateway', async () =>
    (await messageOf(counted)).message.reason === 'offline' ? true : null,
  );
  await ada.call('cancelEobBdMsg', { messageId: counted });
  expect(await usage()).toMatchObject({ costUnits: 0 });
  expect((await messageOf(await send(bdUserId, 'c'))).message.reason).not.toBe('quota');
});
