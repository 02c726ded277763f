import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { detachTrackers } from '../../../app/detach-trackers.ts';
import { report } from '../../../ingest/testing/reports.ts';
import type { Person } from '../../../testing/person.ts';
import { startWorld, type World, type WorldAccount } from '../../../testing/world.ts';
import { toRanges } from '../table/remove-devices.task.ts';
import { transferDevicesWorker } from './transfer-devices.ts';

const REPORT_PERIOD = { startDay: '2026-05-01', endDay: '2026-06-30', pageSize: 100 };

let world: World;
let dealerAccount: WorldAccount;
let customerAccount: WorldAccount;
let dealer: Person;
let customer: Person;
let outsider: Person;
let made = 0;
let imei: string;
let trackerId: number;

beforeAll(async () => {
  world = await startWorld();
  dealerAccount = await world.account('Dealer');
  customerAccount = await world.account('Customer');
  dealer = await dealerAccount.person('dealer');
  customer = await customerAccount.person('customer');
  outsider = await (await world.account('Outsider')).person('outsider');
  await setDealer(customerAccount, dealerAccount.accountId);
});
afterAll(() => world.stop());
beforeEach(async () => {
  made += 1;
  imei = `86111000000${String(made).padStart(4, '0')}`;
  trackerId = (await dealer.call('addTracker', { trackerName: `Gull ${made}`, imei, label: '7' })).trackerId;
});

async function setDealer({ accountId }: WorldAccount, dealerId: number | null): Promise<void> {
  await sql`update account set dealer_id = ${dealerId} where account_id = ${accountId}`.execute(
    world.database.db,
  );
}

async function imeisOf(person: Person): Promise<readonly string[]> {
  const { list } = await person.call('queryDeviceDtosByPage', { pageSize: 1_000 });
  return list.map((device) => device.imei);
}

async function countPositions(id: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from position where tracker_id = ${id}`.execute(world.database.db);
  return rows[0]?.count ?? 0;
}

async function entryOf(person: Person) {
  const { list } = await person.call('queryAuditLog', { pageSize: 5 });
  return list.find(({ action }) => action === 'transferTrackers');
}

describe('the accounts to which devices may be transferred', () => {
  const accountsOf = async (person: Person, keywords?: string) =>
    (await person.call('queryTransferAccounts', { keywords })).list;

  test('are the customers of a dealer, and the dealer of a customer', async () => {
    expect(await accountsOf(dealer)).toEqual([
      { accountId: customer.accountId, accountName: 'Customer', relation: 'customer', login: 'customer' },
    ]);
    expect(await accountsOf(customer)).toEqual([
      { accountId: dealer.accountId, accountName: 'Dealer', relation: 'dealer', login: '' },
    ]);
    expect(await accountsOf(outsider)).toEqual([]);
  });

  test('are found by name and by the login of a customer, where % is a character', async () => {
    expect(await accountsOf(dealer, 'CUSTOM')).toHaveLength(1);
    expect(await accountsOf(dealer, '%')).toEqual([]);
    // The login of a dealer is not visible to its customers.
    const other = await world.account('Ship chandler');
    await other.person('secret-login');
    const buyer = await world.account('Buyer');
    await setDealer(buyer, other.accountId);
    expect(await accountsOf(await buyer.person('buyer'), 'secret')).toEqual([]);
  });

  test('for users of the operator are all; accounts without a dealer have the operator as dealer', async () => {
    const operator = await (await world.account('operator')).person('operator');
    const names = (await accountsOf(operator)).map(
      ({ accountName, relation }) => `${relation} ${accountName}`,
    );
    expect(names).toEqual(expect.arrayContaining(['customer Customer', 'customer Outsider']));
    expect(names).not.toContain('customer operator');
    expect((await accountsOf(outsider)).map(({ relation }) => relation)).toEqual(['dealer']);
    await sql`update account set operator = false where name = 'operator'`.execute(world.database.db);
  });

  test('decide whether the table offers a transfer', async () => {
    const offered = async (person: Person) =>
      (await person.call('queryDeviceDtosByPage', {})).abilities.transfer;
    const editor = await dealerAccount.person('dealer editor', { permission: 'editor' });
    const all = await Promise.all([dealer, customer, outsider, editor].map(offered));
    expect(all).toEqual([true, true, false, false]);
  });
});

describe('a transfer', () => {
  test('to a customer moves a device with its history into a group, audited on both sides', async () => {
    const { groupId } = await customer.call('createGroup', { groupName: 'Bought' });
    const device = await world.device('gt06', imei);
    await device.reply(device.report(report({ time: world.clock.now() - 10_000 })));
    const [old, next] = [await dealer.console(), await customer.console()];
    await old.waitUntilLive();
    await next.waitUntilLive();
    const { list: groups } = await dealer.call('queryTransferGroups', { accountId: customer.accountId });
    expect(groups).toContainEqual({ groupId, parentId: null, gn: 'Bought' });

    const target = { accountId: customer.accountId, targetGroupId: groupId, history: 'move' as const };
    expect(await dealer.call('transferTrackers', { trackerIds: [trackerId], ...target })).toEqual({
      count: 1,
      taskProgressId: null,
    });
    await old.waitUntil('it is gone', ({ removed }) => removed.includes(trackerId));
    await next.waitUntil('it arrives', ({ trackers }) => trackers.get(trackerId)?.groupId === groupId);
    old.close();
    next.close();
    expect(await imeisOf(dealer)).not.toContain(imei);
    expect(await countPositions(trackerId)).toBe(1);
    // Its days are those of the other account from now on.
    const { list: days } = await dealer.call('queryOperaOverview', REPORT_PERIOD);
    expect(days.map((row) => row.trackerId)).not.toContain(trackerId);
    const received = await customer.call('queryOperaOverview', REPORT_PERIOD);
    expect(received.list.map((row) => row.trackerId)).toContain(trackerId);
    expect(received.recomputing).toBeGreaterThan(0);
    const after = { from: 'Dealer', to: 'Customer', history: 'move', trackers: [`Gull ${made} (${imei})`] };
    expect(await entryOf(dealer)).toMatchObject({ account: 'dealer', target: `Gull ${made}`, after });
    const entry = await entryOf(customer);
    expect(entry).toMatchObject({ account: 'dealer', after });
    expect(entry?.address).toBe('');
  });

  test('back to the dealer, of all devices that match a filter, without their history', async () => {
    const device = await world.device('gt06', imei);
    await device.reply(device.report(report({ time: world.clock.now() - 10_000 })));
    const there = { accountId: customer.accountId, history: 'move' as const };
    await dealer.call('transferTrackers', { trackerIds: [trackerId], ...there });
    const back = {
      deviceFilter: { keywords: imei },
      accountId: dealer.accountId,
      history: 'erase' as const,
    };
    await expect(customer.call('transferTrackers', { ...back, count: 2 })).rejects.toMatchObject({
      errorName: 'selection-changed',
      details: { count: 1 },
    });
    expect(await customer.call('transferTrackers', { ...back, count: 1 })).toMatchObject({ count: 1 });
    const { list } = await dealer.call('queryDeviceDtosByPage', { deviceFilter: { keywords: imei } });
    expect(list).toMatchObject([{ trackerName: `Gull ${made}`, label: '7', activation: 'unactivated' }]);
    expect(list[0]?.trackerId).not.toBe(trackerId);
    const marked = await sql`select from removed_tracker where tracker_id = ${trackerId}`.execute(
      world.database.db,
    );
    expect(marked.rows).toHaveLength(1);
  });
});

describe('a transfer of more than 500 devices', () => {
  async function createMany(prefix: string, count: number) {
    await sql`
      insert into tracker (account_id, name, imei, password)
      select ${dealer.accountId}::int, ${prefix} || n, ${prefix} || n, 'x' from generate_series(1, ${count}::int) n`.execute(
      world.database.db,
    );
    return { deviceFilter: { keywords: prefix }, count };
  }
  const countOf = async (person: Person, deviceFilter: { keywords: string }) =>
    (await person.call('queryDeviceDtosByPage', { deviceFilter })).total;
  async function taskAfter(person: Person) {
    await expect
      .poll(async () => (await person.call('queryAllTaskProgress', {})).isSelect, { timeout: 30_000 })
      .toBe(false);
    return (await person.call('queryAllTaskProgress', {})).list[0];
  }

  test('is done by a task', async () => {
    const selection = await createMany('bulk-', 1_201);
    const target = { accountId: customer.accountId, history: 'move' as const };
    const { taskProgressId } = await dealer.call('transferTrackers', { ...selection, ...target });
    expect(await taskAfter(dealer)).toMatchObject({
      taskProgressId,
      state: 'done',
      name: 'Transfer 1201 devices to the account Customer',
      cancellable: false,
    });
    expect(await countOf(dealer, selection.deviceFilter)).toBe(0);
    expect(await countOf(customer, selection.deviceFilter)).toBe(1_201);
    expect(await entryOf(customer)).toMatchObject({ after: { from: 'Dealer' } });
  });

  test.each([
    [
      'the right is withdrawn',
      (userId: number) => sql`update app_user set permission = 'editor' where user_id = ${userId}`,
      'not-allowed',
    ],
    [
      'the user is limited to groups',
      (userId: number) => sql`update app_user set all_groups = false where user_id = ${userId}`,
      'not-allowed',
    ],
    [
      'the accounts are no longer related',
      () => sql`update account set dealer_id = null where account_id = ${customer.accountId}`,
      'transfer-account-unknown',
    ],
  ] as const)('stops after a step if %s', async (title, end, errorName) => {
    const { db } = world.database;
    const { userId } = await dealerAccount.person(title, { permission: 'administrator' });
    const { deviceFilter, count } = await createMany(`${title} `, 501);
    const { rows } = await sql<{ tracker_id: number }>`
      select tracker_id from tracker where name like ${`${title} %`} order by tracker_id`.execute(db);
    const run = transferDevicesWorker({ db, clock: world.clock, detach: detachTrackers }).run({
      taskId: 1,
      accountId: dealer.accountId,
      userId,
      subject: {
        userId,
        address: '127.0.0.1',
        to: customer.accountId,
        toName: 'Customer',
        groupId: null,
        history: 'move',
        count,
        ranges: toRanges(rows.map((row) => row.tracker_id)),
      },
      signal: new AbortController().signal,
      progress: async () => void (await end(userId).execute(db)),
    });
    await expect(run).rejects.toMatchObject({ errorName });
    await setDealer(customerAccount, dealerAccount.accountId);
    expect([await countOf(dealer, deviceFilter), await countOf(customer, deviceFilter)]).toEqual([1, 500]);
  });
});

describe('a transfer is refused', () => {
  const target = () => ({ accountId: customer.accountId, history: 'move' as const });

  test.each([
    [
      'to an account without a relation',
      () => ({ accountId: outsider.accountId }),
      'transfer-account-unknown',
    ],
    ['to an unknown account', () => ({ accountId: 2_000_000_000 }), 'transfer-account-unknown'],
    ['to the own account', () => ({ accountId: dealer.accountId }), 'transfer-account-unknown'],
    ['into an unknown group', () => ({ targetGroupId: 2_000_000_000 }), 'transfer-group-unknown'],
    ['with nothing ticked', () => ({ trackerIds: [] }), 'devices-unticked'],
    ['of an unknown device', () => ({ trackerIds: [trackerId, 2_000_000_000] }), 'tracker-unknown'],
    ['without a choice for the history', () => ({ history: 'keep' as never }), 'field-invalid'],
  ])('%s', async (_title, fields, errorName) => {
    const payload = { trackerIds: [trackerId], ...target(), ...fields() };
    await expect(dealer.call('transferTrackers', payload)).rejects.toMatchObject({ errorName });
    expect(await imeisOf(dealer)).toContain(imei);
  });

  test('into a group of another account than the target', async () => {
    const { groupId } = await dealer.call('createGroup', { groupName: `Own ${made}` });
    const payload = { trackerIds: [trackerId], ...target(), targetGroupId: groupId };
    await expect(dealer.call('transferTrackers', payload)).rejects.toMatchObject({
      errorName: 'transfer-group-unknown',
    });
  });

  test('into a group of the dealer, whose groups its customers cannot read', async () => {
    const { groupId } = await dealer.call('createGroup', { groupName: `Stock ${made}` });
    const own = (await customer.call('addTracker', { trackerName: 'Own', imei: `own-${made}` })).trackerId;
    const { accountId } = dealer;
    await expect(customer.call('queryTransferGroups', { accountId })).rejects.toMatchObject({
      errorName: 'transfer-account-unknown',
    });
    const payload = { trackerIds: [own], accountId, targetGroupId: groupId, history: 'move' as const };
    await expect(customer.call('transferTrackers', payload)).rejects.toMatchObject({
      errorName: 'transfer-group-unknown',
    });
  });

  test('of a device of the customer by its dealer', async () => {
    const own = (await customer.call('addTracker', { trackerName: 'Own', imei: `theirs-${made}` })).trackerId;
    await expect(dealer.call('transferTrackers', { trackerIds: [own], ...target() })).rejects.toMatchObject({
      errorName: 'tracker-unknown',
    });
  });

  test('for editors, and for administrators limited to some groups', async () => {
    const { groupId } = await dealer.call('createGroup', { groupName: `Limited ${made}` });
    await dealer.call('editTracker', { trackerId, groupId });
    const people = [
      await dealerAccount.person('plain editor', { permission: 'editor' }),
      await dealerAccount.person('limited', { permission: 'administrator', groupIds: [groupId] }),
    ];
    for (const person of people) {
      const refused = { errorName: 'not-allowed' };
      const payload = { trackerIds: [trackerId], ...target() };
      await expect(person.call('transferTrackers', payload)).rejects.toMatchObject(refused);
      await expect(person.call('queryTransferAccounts', {})).rejects.toMatchObject(refused);
      await expect(
        person.call('queryTransferGroups', { accountId: customer.accountId }),
      ).rejects.toMatchObject(refused);
    }
    expect(await imeisOf(dealer)).toContain(imei);
  });

  test('to an account that is disabled, or whose device management has expired', async () => {
    const idle = await world.account('Idle');
    await idle.person('idle');
    await setDealer(idle, dealer.accountId);
    const { accountId } = idle;
    const payload = { trackerIds: [trackerId], accountId, history: 'move' as const };
    const inactive = { errorName: 'transfer-account-inactive' };
    const plugin = (validUntil: number) =>
      sql`
      update account_plugin set valid_until = ${new Date(validUntil)}
      where account_id = ${accountId} and role = 'eob_plugin_device_mg'`.execute(world.database.db);
    const disabled = (value: boolean) =>
      sql`update app_user set disabled = ${value} where account_id = ${accountId}`.execute(world.database.db);
    await plugin(world.clock.now());
    await expect(dealer.call('transferTrackers', payload)).rejects.toMatchObject(inactive);
    await plugin(world.clock.now() + 1_000);
    await disabled(true);
    await expect(dealer.call('transferTrackers', payload)).rejects.toMatchObject(inactive);
    await disabled(false);
    expect(await dealer.call('transferTrackers', payload)).toMatchObject({ count: 1 });
  });
});
