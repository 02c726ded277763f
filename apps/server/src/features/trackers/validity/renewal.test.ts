import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Person } from '../../../testing/person.ts';
import { startWorld, type World, type WorldAccount } from '../../../testing/world.ts';

const DAY = 86_400_000;
/** The world starts on 2026-06-01 at 20:00 in Shanghai (UTC+8): today ends at this time. */
const END_OF_TODAY = Date.UTC(2026, 5, 1, 16);

let world: World;
let harbour: WorldAccount;
let ada: Person;
let count = 0;

beforeAll(async () => {
  world = await startWorld();
  harbour = await world.account('harbour');
  ada = await harbour.person('ada');
});
afterAll(() => world.stop());

async function device(validUntil: number | null, groupId?: number): Promise<number> {
  count += 1;
  const trackerId = await harbour.tracker(`86-${count}`, `Gull ${count}`, groupId);
  if (validUntil !== null) await ada.call('editTracker', { trackerId, validUntil });
  return trackerId;
}

const validUntilOf = async (trackerId: number) =>
  (await ada.call('queryTrackerById', { trackerId })).validUntil;

async function historyOf(trackerId: number, who = ada) {
  return who.call('queryValidityHistory', { trackerId, pageIndex: 1, pageSize: 10 });
}

test('renews by calendar months from the present end, or from the end of today', async () => {
  const now = world.clock.now();
  // Midnight in Shanghai after 2027-01-31; February 2027 has 28 days.
  const january = await device(Date.UTC(2027, 0, 30, 16));
  const expired = await device(now - 100 * DAY);
  const unlimited = await device(null);
  const trackerIds = [january, expired, unlimited];
  expect(await ada.call('renewTrackers', { trackerIds, months: 1 })).toEqual({ count: 3, changed: 2 });
  expect(await validUntilOf(january)).toBe(Date.UTC(2027, 1, 27, 16));
  expect(await validUntilOf(expired)).toBe(END_OF_TODAY + 30 * DAY);
  expect(await validUntilOf(unlimited)).toBeNull();
  expect((await ada.call('queryTrackerById', { trackerId: expired })).activation).toBe('unactivated');
});

test('renews all devices that match a filter to a date, or without an end', async () => {
  const { groupId } = await ada.call('createGroup', { groupName: 'Rented' });
  const first = await device(world.clock.now() - DAY, groupId);
  const second = await device(null, groupId);
  const selection = { deviceFilter: { groupId }, count: 2 };
  const validUntil = world.clock.now() + 400 * DAY;
  expect(await ada.call('renewTrackers', { ...selection, validUntil })).toEqual({ count: 2, changed: 2 });
  expect(await validUntilOf(second)).toBe(validUntil);
  expect(await ada.call('renewTrackers', { ...selection, validUntil: null })).toMatchObject({ changed: 2 });
  expect(await validUntilOf(first)).toBeNull();
  const { list } = await ada.call('queryAuditLog', { pageIndex: 1, pageSize: 1 });
  expect(list[0]).toMatchObject({ action: 'renewTrackers', after: { validUntil: null, changed: 2 } });
});

test('refuses a past date, no or two new ends, and devices of others', async () => {
  const trackerId = await device(null);
  const renew = (more: object) => ada.call('renewTrackers', { trackerIds: [trackerId], ...more });
  const now = world.clock.now();
  await expect(renew({ validUntil: now })).rejects.toMatchObject({ errorName: 'validity-in-past' });
  await expect(renew({})).rejects.toMatchObject({ errorName: 'field-invalid' });
  await expect(renew({ validUntil: now + DAY, months: 1 })).rejects.toMatchObject({
    errorName: 'field-invalid',
  });
  await expect(renew({ months: 121 })).rejects.toMatchObject({ errorName: 'field-invalid' });
  const foreign = await (await world.account('airfield')).tracker('86-foreign', 'Foreign');
  await expect(renew({ trackerIds: [trackerId, foreign], months: 1 })).rejects.toMatchObject({
    errorName: 'tracker-unknown',
  });
  expect(await historyOf(trackerId)).toEqual({ list: [], total: 0 });
});

test('records who changed the validity of a device from and to when, whichever way', async () => {
  const now = world.clock.now();
  const imei = '86-history';
  const bea = await harbour.person('bea', { permission: 'editor' });
  const { trackerId } = await ada.call('addTracker', { imei, trackerName: 'Tern', validUntil: now + DAY });
  await bea.call('editTracker', { trackerId, validUntil: now + 2 * DAY });
  await bea.call('editTracker', { trackerId, trackerName: 'Arctic tern', validUntil: now + 2 * DAY });
  world.clock.advance(1_000);
  await ada.call('batchEditTrackers', { trackerIds: [trackerId], change: { validUntil: null } });
  await bea.call('renewTrackers', { trackerIds: [trackerId], validUntil: now + 3 * DAY });
  const { list, total } = await historyOf(trackerId);
  expect(total).toBe(4);
  expect(list.map(({ changeId: _, ...change }) => change)).toEqual([
    { changeTime: now + 1_000, login: 'bea', from: null, to: now + 3 * DAY },
    { changeTime: now + 1_000, login: 'ada', from: now + 2 * DAY, to: null },
    { changeTime: now, login: 'bea', from: now + DAY, to: now + 2 * DAY },
    { changeTime: now, login: 'ada', from: null, to: now + DAY },
  ]);
  // A former owner's changes stay with the former owner.
  await world.database.db
    .updateTable('validity_change')
    .set({ account_id: 0 })
    .where('tracker_id', '=', trackerId)
    .execute();
  expect(await historyOf(trackerId)).toEqual({ list: [], total: 0 });
});
