import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { eventually } from '../../ingest/testing/eventually.ts';
import type { Person } from '../../testing/person.ts';
import { startWorld, type World, type WorldAccount } from '../../testing/world.ts';

const SECRET = '5f2b8c1e9d7a4036';
const MINUTE = 60_000;

let world: World;
let account: WorldAccount;
let ada: Person;
let count = 0;
let imei = '';
let trackerId = 0;
let bdUserId = 0;

beforeAll(async () => {
  world = await startWorld({
    environment: {
      WAKELINE_INREACH_PUSH_SECRET: SECRET,
      WAKELINE_INREACH_PUSH_NETWORKS: '127.0.0.0/8',
    },
  });
  account = await world.account('harbour');
  ada = await account.person('ada');
});
afterAll(() => world.stop());
beforeEach(async () => {
  count += 1;
  imei = `30043401${String(count).padStart(6, '0')}0`;
  trackerId = await account.tracker(`1391235${String(count).padStart(4, '0')}`, `Hiker ${count}`);
  const form = {
    bdUserName: `Hiker${count}`,
    cardNumber: imei,
    network: 'inreach',
    password: 'abc123',
  } as const;
  const { bdUserIds } = await ada.call('createBdUsers', { bdUsers: [{ ...form, trackerId }] });
  bdUserId = bdUserIds[0] ?? 0;
  world.clock.advance(10 * MINUTE);
});

const POINT = { latitude: 36.05, longitude: 120.3, altitude: 20, gpsFix: 2, course: 90, speed: 0 };
/** An event `minutes` before now. */
const event = (messageCode: number, minutes: number, details: object = {}) => ({
  imei,
  messageCode,
  freeText: '',
  timeStamp: world.clock.now() - minutes * MINUTE,
  addresses: [],
  point: POINT,
  status: { lowBattery: 0 },
  ...details,
});
async function post(...events: readonly object[]): Promise<void> {
  const headers = { 'x-outbound-auth-token': SECRET, 'content-type': 'application/json' };
  const body = JSON.stringify({ Version: '2.0', Events: events });
  expect((await world.post('satellite/inreach', { headers, body })).status).toBe(200);
}
const messages = async () => (await ada.call('queryHistoryEobBdMsgs', { bdUserId })).list;
const sosNotices = async () =>
  (await ada.call('queryMsgByPage', { msgTypes: ['SOS'], trackerIds: [trackerId] })).list;
async function statusOf(): Promise<string | undefined> {
  const row = await world.database.db
    .selectFrom('tracker_state')
    .where('tracker_id', '=', trackerId)
    .select('status')
    .executeTakeFirst();
  return row?.status;
}
/** Resolves when every message of the terminal has been given to the pipeline. */
const settled = () =>
  eventually('no report waits', async () => {
    const waiting = await world.database.db
      .selectFrom('satellite_message')
      .where('position_state', '=', 'waiting')
      .select('message_id')
      .execute();
    return waiting.length === 0;
  });

test('raises an SOS of the device once, and lifts it with its notice', async () => {
  const declared = event(4, 5);
  await post(declared);
  const [notice] = await eventually('the notice is stored', async () => {
    const list = await sosNotices();
    return list.length > 0 ? list : null;
  });
  expect(notice).toMatchObject({
    eventTime: declared.timeStamp,
    location: { latitude: 36.05, longitude: 120.3 },
    handling: { state: 'open' },
  });
  expect(await statusOf()).toBe('SOS');

  await post(declared, event(6, 4));
  await settled();
  expect((await sosNotices()).length).toBe(1);
  expect((await messages()).length).toBe(2);

  await post(event(7, 3));
  const messageId = notice?.messageId ?? 0;
  const alarm = await eventually('the notice is resolved', async () => {
    const result = await ada.call('queryAlarm', { messageId });
    return result.handling.state === 'resolved' ? result : null;
  });
  expect(alarm).toMatchObject({
    handling: { ownerId: null, owner: imei, reason: 'sosCleared' },
    steps: [{ step: 'resolve', account: imei }],
  });
  expect(await statusOf()).toBe('STOP');

  await post(event(4, 1));
  await eventually('another SOS is another notice', async () => (await sosNotices()).length === 2);
  expect(await statusOf()).toBe('SOS');
});

test.each([
  ['declared', 4, { ...POINT, gpsFix: 0 }],
  ['confirmed, if none is open', 6, null],
])('raises an SOS without a fix: %s', async (_, code, point) => {
  await post(event(code, 1, { point }));
  await eventually('the notice is stored', async () => (await sosNotices()).length === 1);
  expect(await statusOf()).toBe('SOS');
  expect(await messages()).toMatchObject([{ place: null }]);
  expect(await sosNotices()).toMatchObject([{ location: null }]);
});

test('raises an SOS whose time is missing at the time of its receipt', async () => {
  await post(event(4, 1, { timeStamp: undefined }));
  await eventually('the notice is stored', async () => (await sosNotices()).length === 1);
  expect(await sosNotices()).toMatchObject([{ eventTime: world.clock.now() }]);
});

test('handles an SOS and its end that arrive in one request', async () => {
  await post(event(4, 2), event(7, 1));
  await settled();
  expect(await sosNotices()).toMatchObject([{ handling: { state: 'resolved' } }]);
  expect(await statusOf()).toBe('STOP');
});

test('resolves no notice of an SOS that was declared after the end', async () => {
  await post(event(4, 1));
  await post(event(7, 2));
  await settled();
  expect(await sosNotices()).toMatchObject([{ handling: { state: 'open' } }]);
  expect(await statusOf()).toBe('SOS');
});

test('reports a low battery in a message', async () => {
  await post(event(3, 1, { freeText: 'In port', status: { lowBattery: 1 } }));
  await eventually('the notice is stored', async () => {
    const { list } = await ada.call('queryMsgByPage', { msgTypes: ['LOWPOWER'], trackerIds: [trackerId] });
    return list.length === 1;
  });
});

test('of a terminal that no device carries is a message only', async () => {
  await ada.call('editBdUser', { bdUserId, bdUserName: `Hiker${count}`, trackerId: null });
  await post(event(4, 1));
  expect(await messages()).toMatchObject([{ content: 'SOS declared 发出求救' }]);
  const { position_state } = await world.database.db
    .selectFrom('satellite_message')
    .where('communication_account_id', '=', bdUserId)
    .select('position_state')
    .executeTakeFirstOrThrow();
  expect(position_state).toBeNull();
  expect(await sosNotices()).toEqual([]);
});
