import { LIMITS } from '@wakeline/contract/limits';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Partitions } from '../../../db/partitions.ts';
import { report } from '../../../ingest/testing/reports.ts';
import { postgresPositions } from '../../../positions/postgres/postgres-positions.ts';
import { applyRetention } from '../../../positions/retention.ts';
import { fixAt, storeFixes } from '../../../testing/fixes.ts';
import type { Person } from '../../../testing/person.ts';
import { startWorld, type World } from '../../../testing/world.ts';

const DAY = 86_400_000;

let world: World;
let holder: Person;
let administrator: Person;

beforeAll(async () => {
  world = await startWorld();
  const harbour = await world.account('harbour');
  holder = await harbour.person('holder');
  administrator = await harbour.person('administrator', { permission: 'administrator' });
});
afterAll(() => world.stop());

async function readDevicePassword(trackerId: number): Promise<string | undefined> {
  const row = await world.database.db
    .selectFrom('tracker')
    .where('tracker_id', '=', trackerId)
    .select('password')
    .executeTakeFirst();
  return row?.password;
}

test('are read with the abilities of the caller', async () => {
  const settings = {
    devicePassword: '123456',
    deviceAuth: false,
    retentionDays: 400,
    offlineMinutes: 10,
    movingSpeed: 5,
    ...{ minTripMetres: 500, minTripMinutes: 5, minStopMinutes: 5, gapMinutes: 60 },
    ...{ nightStart: 22, nightEnd: 6 },
  };
  expect(await holder.call('queryAccountSettings', {})).toEqual({
    ...settings,
    abilities: { retention: true },
  });
  expect(await administrator.call('queryAccountSettings', {})).toEqual({
    ...settings,
    abilities: { retention: false },
  });
});

test('applies the default device password to trackers registered afterwards', async () => {
  const account = await world.account('passwords');
  const person = await account.person('password holder');
  const before = await account.tracker('pw-1');
  await person.call('editAccountSettings', { devicePassword: '904417' });
  const after = await account.tracker('pw-2');
  expect([await readDevicePassword(before), await readDevicePassword(after)]).toEqual(['123456', '904417']);
  const { list } = await person.call('queryAuditLog', { action: 'editAccountSettings' });
  expect(list[0]).toMatchObject({ before: null, after: { devicePassword: 'changed' } });
  expect(JSON.stringify(list)).not.toContain('904417');
});

test('lists the devices refused for lack of authentication to users who can see them', async () => {
  const account = await world.account('proving');
  const person = await account.person('proving holder');
  const otherUser = await (await world.account('airfield')).person('outsider');
  const trackerId = await account.tracker('13900000001', 'Gull');
  await person.call('editAccountSettings', { deviceAuth: true });
  await world.database.db
    .insertInto('refused_device')
    .values({
      tracker_id: trackerId,
      reason: 'no-proof',
      protocol: 'gt06',
      address: '203.0.113.7',
      first_time: new Date(1_000),
      last_time: new Date(2_000),
      count: 3,
    })
    .execute();
  expect(await person.call('queryRefusedDevices', {})).toEqual({
    list: [
      {
        trackerId,
        trackerName: 'Gull',
        imei: '13900000001',
        protocol: 'gt06',
        reason: 'no-proof',
        address: '203.0.113.7',
        firstTime: 1_000,
        lastTime: 2_000,
        count: 3,
      },
    ],
    total: 1,
  });
  expect(await otherUser.call('queryRefusedDevices', {})).toEqual({ list: [], total: 0 });
  const { groupId } = await person.call('createGroup', { groupName: 'Others' });
  const scoped = await account.person('scoped', { permission: 'administrator', groupIds: [groupId] });
  expect(await scoped.call('queryRefusedDevices', {})).toEqual({ list: [], total: 0 });
  const { list } = await person.call('queryAuditLog', { action: 'editAccountSettings' });
  expect(list[0]).toMatchObject({ before: { deviceAuth: false }, after: { deviceAuth: true } });
});

describe('retention', () => {
  test('is changed by the holder after a preview of the loss, and erases older history', async () => {
    const account = await world.account('keeping');
    const holderWithHistory = await account.person('keeper');
    const now = world.clock.now();
    const [old, young] = [await account.tracker('keep-1'), await account.tracker('keep-2')];
    await storeFixes(world.database.db, old, [fixAt(now - 50 * DAY), fixAt(now - DAY)]);
    await storeFixes(world.database.db, young, [fixAt(now - DAY)]);
    expect(await holderWithHistory.call('countRetentionLoss', { retentionDays: 30 })).toEqual({
      before: now - 30 * DAY,
      trackers: 1,
      auditEntries: 0,
    });
    await holderWithHistory.call('editAccountSettings', { retentionDays: 30 });
    await applyRetention(
      { db: world.database.db, positions: postgresPositions, eventArchive: null },
      new Partitions(),
      now,
    );
    expect(await holderWithHistory.call('countRetentionLoss', { retentionDays: 30 })).toMatchObject({
      trackers: 0,
    });
    const { list } = await holderWithHistory.call('queryAuditLog', { action: 'editAccountSettings' });
    expect(list[0]).toMatchObject({ before: { retentionDays: 400 }, after: { retentionDays: 30 } });
  });

  test('cannot be changed by an administrator, and nothing else of the call is stored', async () => {
    await expect(
      administrator.call('editAccountSettings', { retentionDays: 1, deviceAuth: true }),
    ).rejects.toMatchObject({ errorName: 'not-allowed', details: { permission: 'holder' } });
    expect(await holder.call('queryAccountSettings', {})).toMatchObject({
      retentionDays: 400,
      deviceAuth: false,
    });
  });

  test.each([0, -1, 1.5, LIMITS.retentionDays + 1])('refuses %s days', async (retentionDays) => {
    const refused = { errorName: 'field-invalid', details: { field: 'retentionDays' } };
    await expect(holder.call('editAccountSettings', { retentionDays })).rejects.toMatchObject(refused);
    await expect(holder.call('countRetentionLoss', { retentionDays })).rejects.toMatchObject(refused);
  });
});

test.each(['', ' ', 'a b', 'x'.repeat(LIMITS.imei + 1)])(
  'refuses %j as device password',
  async (devicePassword) => {
    await expect(holder.call('editAccountSettings', { devicePassword })).rejects.toMatchObject({
      errorName: 'field-invalid',
      details: { field: 'devicePassword' },
    });
  },
);

describe('thresholds', () => {
  test('are changed by an administrator, with an audit entry', async () => {
    const account = await world.account('slow');
    const person = await account.person('slow administrator', { permission: 'administrator' });
    await person.call('editAccountSettings', { offlineMinutes: 90, movingSpeed: 8 });
    expect(await person.call('queryAccountSettings', {})).toMatchObject({
      retentionDays: 400,
      offlineMinutes: 90,
      movingSpeed: 8,
    });
    const auditor = await account.person('slow holder');
    const { list } = await auditor.call('queryAuditLog', { action: 'editAccountSettings' });
    expect(list[0]).toMatchObject({
      before: { offlineMinutes: 10, movingSpeed: 5 },
      after: { offlineMinutes: 90, movingSpeed: 8 },
    });
  });

  test('of reports have all days counted again, with an audit entry', async () => {
    const account = await world.account('counted');
    const person = await account.person('counted administrator', { permission: 'administrator' });
    const trackerId = await account.tracker('861234500000701');
    const { db } = world.database;
    const device = await world.device('jt808', '861234500000701');
    await device.reply(
      device.report(report({ time: world.clock.now(), fix: { latitude: 1, longitude: 2 } })),
    );
    const marked = async () => {
      const row = await db
        .deleteFrom('day_recompute')
        .where('tracker_id', '=', trackerId)
        .returning(['from_time', 'to_time'])
        .executeTakeFirst();
      return row ?? null;
    };
    await marked();
    // Live status and positions do not depend on these, and nothing is counted again.
    await person.call('editAccountSettings', { offlineMinutes: 30, retentionDays: undefined });
    expect(await marked()).toBeNull();
    const all = { from_time: 0, to_time: world.clock.now() };
    for (const change of [
      { movingSpeed: 9 },
      { minTripMetres: 0, minTripMinutes: 0 },
      { minStopMinutes: 15 },
      { gapMinutes: 20 },
      { nightStart: 20, nightEnd: 4 },
    ]) {
      await person.call('editAccountSettings', change);
      expect(await marked()).toEqual(all);
      // The same again changes nothing.
      await person.call('editAccountSettings', change);
      expect(await marked()).toBeNull();
    }
    expect((await person.call('queryUserConfig', {})).reportSettings).toEqual({
      ...{ movingSpeed: 9, minTripMetres: 0, minTripMinutes: 0, minStopMinutes: 15, gapMinutes: 20 },
      ...{ nightStart: 20, nightEnd: 4 },
    });
    const auditor = await account.person('counted holder');
    const { list } = await auditor.call('queryAuditLog', { action: 'editAccountSettings' });
    expect(list.some(({ after }) => after?.gapMinutes === 20)).toBe(true);
  });

  test.each([
    { field: 'offlineMinutes', values: [0, 0.5, LIMITS.offlineMinutes + 1] },
    { field: 'movingSpeed', values: [0, 2.5, LIMITS.movingSpeed + 1] },
    { field: 'minTripMetres', values: [-1, 0.5, LIMITS.minTripMetres + 1] },
    { field: 'minTripMinutes', values: [-1, 1.5, LIMITS.minActivityMinutes + 1] },
    { field: 'minStopMinutes', values: [2, 3.5, LIMITS.minActivityMinutes + 1] },
    { field: 'gapMinutes', values: [9, 10.5, LIMITS.gapMinutes + 1] },
    { field: 'nightStart', values: [-1, 1.5, 24] },
    { field: 'nightEnd', values: [-1, 1.5, 24] },
  ])('refuses a $field out of bounds', async ({ field, values }) => {
    for (const value of values) {
      await expect(holder.call('editAccountSettings', { [field]: value })).rejects.toMatchObject({
        errorName: 'field-invalid',
        details: { field },
      });
    }
  });
});

test('binds a device to a protocol and unbinds it, with audit entries', async () => {
  const account = await world.account('binding');
  const person = await account.person('binding holder');
  const trackerId = await account.tracker('bind-1');
  const protocol = async () => (await person.call('queryTrackerProtocol', { trackerId })).protocol;
  expect(await protocol()).toBeNull();
  await person.call('editTracker', { trackerId, protocol: 'gt06' });
  expect(await protocol()).toBe('gt06');
  await person.call('editTracker', { trackerId, note: 'stays bound' });
  expect(await protocol()).toBe('gt06');
  await person.call('editTracker', { trackerId, protocol: null });
  expect(await protocol()).toBeNull();
  const { list } = await person.call('queryAuditLog', { action: 'editTracker' });
  expect(list.map(({ before, after }) => [before?.protocol, after?.protocol])).toEqual([
    ['gt06', null],
    [undefined, undefined],
    [null, 'gt06'],
  ]);
  await expect(person.call('editTracker', { trackerId, protocol: 'telnet' as never })).rejects.toMatchObject({
    errorName: 'field-invalid',
    details: { field: 'protocol' },
  });
});
