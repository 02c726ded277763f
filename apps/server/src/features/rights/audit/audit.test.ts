import { createClient } from '@wakeline/client/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MAX_OWN_ENTRIES_PER_DAY, recordAudit } from '../../../audit/record.ts';
import { dropOldAudit } from '../../../audit/retention.ts';
import { passwordDigest } from '../../../identity/password.ts';
import { PASSWORD, type Person } from '../../../testing/person.ts';
import { startWorld, type World } from '../../../testing/world.ts';

const DAY = 86_400_000;

let world: World;
let ada: Person;
let ben: Person;
let start: number;

beforeAll(async () => {
  world = await startWorld();
  const harbour = await world.account('harbour');
  ada = await harbour.person('ada');
  ben = await harbour.person('ben', { permission: 'editor' });
  start = world.clock.now();
  const { trackerId } = await ada.call('addTracker', {
    trackerName: 'Gull 100%',
    imei: 'gull-1',
    password: '987654',
  });
  world.clock.advance(60_000);
  await ben.call('editTracker', { trackerId, trackerName: 'Tern', note: 'blue', password: '111222' });
  world.clock.advance(60_000);
  const { groupId } = await ben.call('createGroup', { groupName: 'Tugs' });
  await ben.call('editGroup', { groupId, groupName: 'Harbour tugs' });
  await ben.call('editTracker', { trackerId, groupId });
  await ben.call('deleteGroup', { groupId });
  await ben.call('removeTracker', { trackerId });
});
afterAll(() => world.stop());

const TESTED_ACTIONS = [
  'addTracker',
  'editTracker',
  'createGroup',
  'editGroup',
  'deleteGroup',
  'removeTracker',
];

async function readEntries() {
  const { list } = await ada.call('queryAuditLog', { pageSize: 1_000 });
  return list.filter(({ action }) => TESTED_ACTIONS.includes(action));
}

test('lists user, action, target, time and address, newest first, with values before and after', async () => {
  const list = await readEntries();
  expect(list.map(({ account, action, target }) => [account, action, target])).toEqual([
    ['ben', 'removeTracker', 'Tern'],
    ['ben', 'deleteGroup', 'Harbour tugs'],
    ['ben', 'editTracker', 'Tern'],
    ['ben', 'editGroup', 'Tugs'],
    ['ben', 'createGroup', 'Tugs'],
    ['ben', 'editTracker', 'Gull 100%'],
    ['ada', 'addTracker', 'Gull 100%'],
  ]);
  expect(list.at(-1)).toMatchObject({
    time: start,
    // Noon UTC in the account's time zone, China by default.
    timeStr: '2026-06-01 20:00:00',
    userId: ada.userId,
    address: '127.0.0.1',
    before: null,
    after: { trackerName: 'Gull 100%', imei: 'gull-1', group: null },
  });
  expect(list[5]).toMatchObject({
    before: { trackerName: 'Gull 100%', note: '' },
    after: { trackerName: 'Tern', note: 'blue', password: 'changed' },
  });
  expect(list[2]).toMatchObject({ before: { group: null }, after: { group: 'Harbour tugs' } });
  // Its device has no group any more.
  expect(list[1]).toMatchObject({
    before: { groupName: 'Harbour tugs', trackers: 1 },
    after: { group: null },
  });
  expect(list[0]).toMatchObject({ before: { trackerName: 'Tern', note: 'blue' }, after: null });
});

test('contains no passwords', async () => {
  const rows = JSON.stringify(await world.database.db.selectFrom('audit_entry').selectAll().execute());
  for (const secret of ['987654', '111222']) expect(rows).not.toContain(secret);
});

describe('search', () => {
  const found = async (filter: object) => {
    const { list, total } = await ada.call('queryAuditLog', filter);
    expect(total).toBe(list.length);
    return list.filter(({ action }) => TESTED_ACTIONS.includes(action)).map(({ action }) => action);
  };

  test('filters by user, action and time', async () => {
    expect(await found({ userId: ada.userId })).toEqual(['addTracker']);
    expect(await found({ action: 'createGroup' })).toEqual(['createGroup']);
    expect(await found({ action: '' })).toHaveLength(7);
    expect(await found({ startTime: start + 1, endTime: start + 60_000 })).toEqual(['editTracker']);
    expect(await found({ endTime: start - 1 })).toEqual([]);
  });

  test('finds a part of the target without wildcards', async () => {
    expect(await found({ target: 'TUGS' })).toEqual(['deleteGroup', 'editGroup', 'createGroup']);
    expect(await found({ target: '100%' })).toEqual(['editTracker', 'addTracker']);
    expect(await found({ target: '%' })).toEqual(['editTracker', 'addTracker']);
    expect(await found({ target: 'G_ll' })).toEqual([]);
    expect(await found({ target: '\\' })).toEqual([]);
    expect(await found({ target: "' or true --" })).toEqual([]);
  });

  test('returns the users and actions for the filters', async () => {
    const { users, actions } = await ada.call('queryAuditLog', { userId: 999_999 });
    expect(users).toEqual(
      expect.arrayContaining([
        { userId: ada.userId, account: 'ada' },
        { userId: ben.userId, account: 'ben' },
      ]),
    );
    expect(actions).toEqual(actions.toSorted());
    expect(actions).toEqual(expect.arrayContaining(TESTED_ACTIONS));
  });
});

test('returns pages', async () => {
  const all = await ada.call('queryAuditLog', { userId: ben.userId, pageSize: 1_000 });
  const pages = [1, 2, 3].map((pageIndex) =>
    ada.call('queryAuditLog', { userId: ben.userId, pageSize: 3, pageIndex }),
  );
  const lists = (await Promise.all(pages)).map(({ list, total }) => {
    expect(total).toBe(all.total);
    return list;
  });
  expect(lists.flat()).toEqual(all.list.slice(0, 9));
  const beyond = await ada.call('queryAuditLog', { pageIndex: Number.MAX_SAFE_INTEGER, pageSize: 1_000 });
  expect(beyond.list).toEqual([]);
  await expect(ada.call('queryAuditLog', { pageSize: 1_001 })).rejects.toMatchObject({
    errorName: 'field-invalid',
  });
});

test('can be read only by the holder and contains no entries of other accounts', async () => {
  await expect(ben.call('queryAuditLog', {})).rejects.toMatchObject({ errorName: 'not-allowed' });
  const eve = await (await world.account('airfield')).person('eve');
  const { list, users, actions } = await eve.call('queryAuditLog', { pageSize: 1_000 });
  expect(list.map(({ account }) => account)).not.toContain('ben');
  expect(users.map(({ account }) => account)).not.toContain('ben');
  expect(actions).not.toContain('removeTracker');
});

test('stores no entry for a failed operation', async () => {
  const before = (await readEntries()).length;
  const expectedError = { errorName: 'tracker-unknown' };
  await expect(ben.call('editTracker', { trackerId: 999_999, note: 'x' })).rejects.toMatchObject(
    expectedError,
  );
  await expect(ben.call('removeTracker', { trackerId: 999_999 })).rejects.toMatchObject(expectedError);
  expect(await readEntries()).toHaveLength(before);
});

test('stores one entry for a batch with its registered trackers, and none if there are none', async () => {
  const rows = [
    { trackerName: 'Auk', imei: 'auk-1' },
    { trackerName: 'Auk', imei: 'auk-1' },
    { trackerName: 'Coot', imei: 'coot-1' },
  ];
  await ben.call('batchAddTrackers', { trackers: rows });
  await ben.call('batchAddTrackers', { trackers: rows });
  const { list } = await ada.call('queryAuditLog', { action: 'batchAddTrackers' });
  expect(list.map(({ target, after }) => ({ target, after }))).toEqual([
    { target: 'Auk, Coot', after: { trackers: ['Auk (auk-1)', 'Coot (coot-1)'] } },
  ]);
});

test('distinguishes calls with a token by its name', async () => {
  const { token } = await ben.call('createToken', {
    oldPD: passwordDigest(PASSWORD),
    name: 'night script',
    permission: 'editor',
    roles: ['eob_plugin_device_mg'],
    days: 1,
  });
  const program = createClient({ baseUrl: world.url, prefix: world.prefix, token: () => token });
  await program.call('createGroup', { groupName: 'By program' });
  await ben.call('createGroup', { groupName: 'By hand' });
  const { list } = await ada.call('queryAuditLog', { action: 'createGroup', target: 'By ' });
  expect(list.map(({ account, target, token }) => ({ account, target, token }))).toEqual([
    { account: 'ben', target: 'By hand', token: null },
    { account: 'ben', target: 'By program', token: 'night script' },
  ]);
});

test('summarizes repeated actions of users on their own login in one entry a day', async () => {
  const { accountId, userId, login } = await (await world.account('busybody')).person('vic');
  const { db } = world.database;
  // The test clock is at noon UTC.
  const write = (action: 'endSession' | 'changePassword' | 'createGroup', now = world.clock.now()) =>
    db
      .transaction()
      .execute((tx) =>
        recordAudit(tx, { accountId, userId, login }, { now, address: '' }, { action, target: '' }),
      );
  const times = Array.from({ length: MAX_OWN_ENTRIES_PER_DAY + 3 });
  await Promise.all(times.map(() => write('endSession')));
  await Promise.all(times.map(() => write('createGroup')));
  await write('changePassword');
  await write('endSession', world.clock.now() + DAY);
  const rows = await db
    .selectFrom('audit_entry')
    .select(['action', 'after'])
    .where('account_id', '=', accountId)
    .execute();
  const of = (action: string) => rows.filter((row) => row.action === action);
  expect(of('endSession')).toHaveLength(MAX_OWN_ENTRIES_PER_DAY + 1);
  expect(of('left-out')).toEqual([{ action: 'left-out', after: { action: 'endSession', entries: 3 } }]);
  expect(of('createGroup')).toHaveLength(MAX_OWN_ENTRIES_PER_DAY + 3);
  expect(of('changePassword')).toHaveLength(1);
});

describe('retention', () => {
  async function writeAt(account: string, at: number, target: string): Promise<number> {
    const { accountId } = await world.account(account);
    const actor = { accountId, userId: null, login: 'operator' };
    const call = { now: at, address: '' };
    await world.database.db
      .transaction()
      .execute((tx) => recordAudit(tx, actor, call, { action: 'operator', target }));
    return accountId;
  }
  async function targetsOf(accountId: number): Promise<readonly string[]> {
    const rows = await world.database.db
      .selectFrom('audit_entry')
      .select('target')
      .where('account_id', '=', accountId)
      .orderBy('audit_id')
      .execute();
    return rows.map(({ target }) => target);
  }

  test("follows the account's retention period", async () => {
    const now = world.clock.now();
    const shorter = await writeAt('shorter', now - 10 * DAY - 1, 'old');
    await writeAt('shorter', now - 10 * DAY, 'retained');
    const usual = await writeAt('usual', now - 400 * DAY - 1, 'old');
    await writeAt('usual', now - 400 * DAY, 'retained');
    const { db } = world.database;
    await db.updateTable('account').set({ retention_days: 10 }).where('account_id', '=', shorter).execute();
    expect(await dropOldAudit(db, now)).toBe(2);
    expect([await targetsOf(shorter), await targetsOf(usual)]).toEqual([['retained'], ['retained']]);
  });

  test('retains the newest entries up to the limit', async () => {
    const now = world.clock.now();
    const busy = await writeAt('busy', now, '1');
    for (const target of ['2', '3', '4']) await writeAt('busy', now, target);
    await world.database.db
      .deleteFrom('audit_entry')
      .where('account_id', '!=', busy)
      .where('account_id', '!=', ada.accountId)
      .execute();
    await dropOldAudit(world.database.db, now, 3);
    expect(await targetsOf(busy)).toEqual(['2', '3', '4']);
    expect(await targetsOf(ada.accountId)).toHaveLength(3);
  });

  test('drops entries about logins before entries about changes of the account', async () => {
    const now = world.clock.now();
    const pushed = await writeAt('pushed', now, 'changed early');
    const actor = { accountId: pushed, userId: null, login: 'vic' };
    for (const target of ['in 1', 'in 2', 'in 3']) {
      await world.database.db
        .transaction()
        .execute((tx) => recordAudit(tx, actor, { now, address: '' }, { action: 'sign-in', target }));
    }
    await writeAt('pushed', now, 'changed late');
    await dropOldAudit(world.database.db, now, 3);
    expect(await targetsOf(pushed)).toEqual(['changed early', 'in 3', 'changed late']);
  });

  test('is enforced every hour', async () => {
    const quiet = await writeAt('quiet', world.clock.now() - 401 * DAY, 'old');
    world.clock.advance(3_600_000);
    await expect.poll(() => targetsOf(quiet), { timeout: 30_000 }).toEqual([]);
  });
});
