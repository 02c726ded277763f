import type { Role } from '@wakeline/contract/roles';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Person } from '../../testing/person.ts';
import { readTaskFile } from '../../testing/task-file.ts';
import { startWorld, type World, type WorldAccount } from '../../testing/world.ts';

let world: World;
let account: WorldAccount;
let ada: Person;
let outsider: Person;
let count = 0;

beforeAll(async () => {
  world = await startWorld();
  outsider = await (await world.account('outside')).person('outsider');
});
afterAll(() => world.stop());
beforeEach(async () => {
  count += 1;
  account = await world.account(`harbour ${count}`);
  ada = await account.person(`ada ${count}`);
});

/** A card number of 7 digits that the test has not used: cards are unique on the server. */
const card = (index: number) => String(4_000_000 + count * 100 + index);
const imei = (index: number) => `3002340${String(count * 100 + index).padStart(8, '0')}`;

function terminal(form: object = {}) {
  return {
    bdUserName: '渔船1',
    cardNumber: card(1),
    network: 'beidou' as const,
    password: 'abc123',
    ...form,
  };
}

async function create(form: object = {}, person = ada): Promise<number> {
  const { bdUserIds } = await person.call('createBdUsers', { bdUsers: [terminal(form)] });
  return bdUserIds[0] ?? 0;
}

const addTracker = (index: number, groupId?: number) =>
  account.tracker(`${count}-${index}`, `Boat ${index}`, groupId);
const listOf = async (person = ada, filter: object = {}) =>
  (await person.call('queryBdUsers', { pageSize: 100, ...filter })).list;

test('creates several accounts, changes and deletes one', async () => {
  const trackerId = await addTracker(1);
  const { bdUserIds } = await ada.call('createBdUsers', {
    bdUsers: [
      terminal({
        note: 'bridge',
        trackerId,
        level: 3,
        frequency: 60,
        cardKind: 0,
        gateway: 'beidou-operator',
      }),
      terminal({ bdUserName: 'Buoy7', cardNumber: imei(1), network: 'iridium' }),
    ],
  });
  const [buoy, boat] = await listOf();
  expect(boat).toEqual({
    bdUserId: bdUserIds[0],
    bdUserName: '渔船1',
    note: 'bridge',
    cardNumber: card(1),
    network: 'beidou',
    trackerId,
    trackerName: 'Boat 1',
    level: 3,
    bits: null,
    frequency: 60,
    cardKind: 0,
    gateway: 'beidou-operator',
    machine: null,
    createTime: world.clock.now(),
    abilities: { edit: true, remove: true },
  });
  expect(buoy).toMatchObject({ bdUserId: bdUserIds[1], network: 'iridium', trackerId: null, gateway: null });

  const bdUserId = bdUserIds[0] ?? 0;
  await ada.call('editBdUser', { bdUserId, bdUserName: 'Gull', password: 'newpass1' });
  expect((await listOf()).find((one) => one.bdUserId === bdUserId)).toMatchObject({
    bdUserName: 'Gull',
    note: '',
    trackerId: null,
    level: null,
    cardNumber: card(1),
  });
  await ada.call('deleteBdUser', { bdUserId });
  expect(await listOf()).toMatchObject([{ bdUserName: 'Buoy7' }]);

  const { list: audit } = await ada.call('queryAuditLog', { pageSize: 10 });
  expect(audit.slice(0, 4).map(({ action }) => action)).toEqual([
    'deleteBdUser',
    'editBdUser',
    'createBdUsers',
    'createBdUsers',
  ]);
  expect(JSON.stringify(audit)).not.toMatch(/abc123|newpass1|argon2/);
});

test('stores a password as a hash, which an edit without one keeps', async () => {
  const bdUserId = await create();
  const hashOf = async () =>
    (
      await world.database.db
        .selectFrom('communication_account')
        .select('password_hash')
        .where('communication_account_id', '=', bdUserId)
        .executeTakeFirstOrThrow()
    ).password_hash;
  const first = await hashOf();
  expect(first).toMatch(/^\$argon2id\$/);
  await ada.call('editBdUser', { bdUserId, bdUserName: 'Gull' });
  expect(await hashOf()).toBe(first);
  await ada.call('editBdUser', { bdUserId, bdUserName: 'Gull', password: 'other99' });
  expect(await hashOf()).not.toBe(first);
});

describe('refuses', () => {
  test.each([
    ['an empty name', { bdUserName: '' }],
    ['a name of 9 characters', { bdUserName: '渔船渔船渔船渔船1' }],
    ['a name with a hyphen', { bdUserName: 'Gull-1' }],
    ['a password of 5 characters', { password: 'abc12' }],
    ['a password of 13 characters', { password: 'abcdefg123456' }],
    ['a password with a Chinese character', { password: 'abc12渔' }],
    ['a card number of 6 digits', { cardNumber: '242286' }],
    ['a card number of 9 digits', { cardNumber: '123456789' }],
    ['an IMEI of 14 digits', { cardNumber: '30023406390419' }],
    ['the card number 0', { cardNumber: '0000000' }],
    ['an unknown network', { network: 'inmarsat' }],
    ['level 6', { level: 6 }],
    ['more bits than a message has', { bits: 14_001 }],
  ])('%s', async (_, form) => {
    await expect(create(form)).rejects.toMatchObject({ errorName: 'field-invalid' });
  });

  test('a card number that another account of the server has, however it is written', async () => {
    await create({ cardNumber: `0${card(1)}` });
    await expect(create({ cardNumber: card(1) })).rejects.toMatchObject({ errorName: 'card-number-taken' });
    await expect(create({ cardNumber: card(1) }, outsider)).rejects.toMatchObject({
      errorName: 'card-number-taken',
    });
  });

  test('a number of another kind of network', async () => {
    await expect(create({ network: 'iridium' })).rejects.toMatchObject({
      errorName: 'card-network-mismatch',
    });
    await expect(create({ cardNumber: imei(1) })).rejects.toMatchObject({
      errorName: 'card-network-mismatch',
    });
  });

  test('a gateway that does not reach the network', async () => {
    await expect(create({ gateway: 'inreach' })).rejects.toMatchObject({
      errorName: 'terminal-gateway-mismatch',
    });
    const bdUserId = await create();
    await expect(
      ada.call('editBdUser', { bdUserId, bdUserName: 'Gull', gateway: 'iridium-http' }),
    ).rejects.toMatchObject({ errorName: 'terminal-gateway-mismatch' });
  });

  test('a device of another account, and one that carries another terminal', async () => {
    const trackerId = await addTracker(1);
    await expect(create({ trackerId }, outsider)).rejects.toMatchObject({ errorName: 'tracker-unknown' });
    await create({ trackerId });
    await expect(create({ cardNumber: card(2), trackerId })).rejects.toMatchObject({
      errorName: 'tracker-has-terminal',
    });
    const bdUserId = await create({ cardNumber: card(3) });
    await expect(ada.call('editBdUser', { bdUserId, bdUserName: 'Gull', trackerId })).rejects.toMatchObject({
      errorName: 'tracker-has-terminal',
    });
  });

  test('all accounts of a call if one is not valid, and names its row', async () => {
    const bdUsers = [terminal(), terminal({ cardNumber: card(2) }), terminal()];
    const refusal = await ada.call('createBdUsers', { bdUsers }).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ errorName: 'card-number-taken', details: { row: 3 } });
    expect(await listOf()).toEqual([]);
  });

  test('more accounts than an account may have', async () => {
    // 20,000: one fewer is there.
    await sql`
      insert into communication_account
        (account_id, name, note, password_hash, network, card_number, card_key, created_at)
      select ${account.accountId}, 'x', '', '', 'beidou', n, n, now() from generate_series(1, 19999) n`.execute(
      world.database.db,
    );
    const two = [terminal(), terminal({ cardNumber: card(2) })];
    await expect(ada.call('createBdUsers', { bdUsers: two })).rejects.toMatchObject({
      errorName: 'communication-account-limit',
    });
    await create();
    await world.database.db
      .deleteFrom('communication_account')
      .where('account_id', '=', account.accountId)
      .execute();
  });

  test('accounts of another account, of other groups and of other networks as unknown', async () => {
    const bdUserId = await create();
    const { groupId } = await ada.call('createGroup', { groupName: 'Pilots' });
    const pilot = await account.person(`pilot ${count}`, { permission: 'editor', groupIds: [groupId] });
    const irim = await account.person(`irim ${count}`, { roles: ['eob_plugin_irim'] });
    for (const person of [outsider, pilot, irim]) {
      const calls = [
        () => person.call('editBdUser', { bdUserId, bdUserName: 'Spy' }),
        () => person.call('deleteBdUser', { bdUserId }),
        () => person.call('setBdUserCardNumber', { bdUserId, cardNumber: card(9) }),
      ];
      for (const call of calls)
        await expect(call()).rejects.toMatchObject({ errorName: 'communication-account-unknown' });
    }
    expect(await listOf()).toMatchObject([{ bdUserName: '渔船1', cardNumber: card(1) }]);
  });

  test('changes by a viewer', async () => {
    const viewer = await account.person(`viewer ${count}`, { permission: 'viewer' });
    const bdUserId = await create();
    await expect(create({}, viewer)).rejects.toMatchObject({ errorName: 'not-allowed' });
    await expect(viewer.call('deleteBdUser', { bdUserId })).rejects.toMatchObject({
      errorName: 'not-allowed',
    });
    const result = await viewer.call('queryBdUsers', {});
    expect(result.abilities).toEqual({ create: false });
    expect(result.list).toMatchObject([{ abilities: { edit: false, remove: false } }]);
  });
});

describe('shows', () => {
  test.each<[Role, readonly string[]]>([
    ['eob_plugin_bdhl', ['beidou']],
    ['eob_plugin_irim', ['iridium', 'inreach']],
    ['eob_plugin_flight_msg', ['beidou', 'iridium', 'inreach']],
  ])('users with %s its networks only', async (role, networks) => {
    await ada.call('createBdUsers', {
      bdUsers: [
        terminal(),
        terminal({ cardNumber: imei(1), network: 'iridium' }),
        terminal({ cardNumber: imei(2), network: 'inreach' }),
      ],
    });
    const person = await account.person(`${role} ${count}`, { roles: [role] });
    const result = await person.call('queryBdUsers', {});
    expect(result.networks).toEqual(networks);
    expect(result.list.map(({ network }) => network).toSorted()).toEqual(networks.toSorted());
    expect(result.total).toBe(networks.length);
    if (!networks.includes('beidou'))
      await expect(create({ cardNumber: card(5) }, person)).rejects.toMatchObject({
        errorName: 'not-allowed',
      });
  });

  test('users of a group the terminals of its devices only', async () => {
    const { groupId } = await ada.call('createGroup', { groupName: 'Pilots' });
    const own = await addTracker(1, groupId);
    const other = await addTracker(2);
    await create({ bdUserName: 'Mine', trackerId: own });
    await create({ bdUserName: 'Other', cardNumber: card(2), trackerId: other });
    await create({ bdUserName: 'Loose', cardNumber: card(3) });
    const pilot = await account.person(`pilot ${count}`, { permission: 'editor', groupIds: [groupId] });
    expect(await listOf(pilot)).toMatchObject([{ bdUserName: 'Mine' }]);
    await expect(create({ cardNumber: card(4), trackerId: other }, pilot)).rejects.toMatchObject({
      errorName: 'tracker-unknown',
    });
    await expect(create({ cardNumber: card(4) }, pilot)).rejects.toMatchObject({ errorName: 'not-allowed' });
  });

  test('what matches a search and filters, in pages by name', async () => {
    const trackerId = await addTracker(1);
    await ada.call('createBdUsers', {
      bdUsers: [
        terminal({ bdUserName: 'Gull', trackerId }),
        terminal({ bdUserName: 'Heron', cardNumber: card(2), note: '100%' }),
        terminal({ bdUserName: 'Ibis', cardNumber: imei(1), network: 'iridium' }),
      ],
    });
    const names = async (filter: object) => (await listOf(ada, filter)).map(({ bdUserName }) => bdUserName);
    expect(await names({ keywords: 'gUL' })).toEqual(['Gull']);
    expect(await names({ keywords: card(2).slice(1) })).toEqual(['Heron']);
    expect(await names({ keywords: '%' })).toEqual(['Heron']);
    expect(await names({ network: 'iridium' })).toEqual(['Ibis']);
    expect(await names({ isBound: true })).toEqual(['Gull']);
    expect(await names({ isBound: false })).toEqual(['Heron', 'Ibis']);
    const page = await ada.call('queryBdUsers', { pageIndex: 2, pageSize: 2 });
    expect([page.total, page.list.map(({ bdUserName }) => bdUserName)]).toEqual([3, ['Ibis']]);
  });
});

test('assigns another card, which frees the former one', async () => {
  const bdUserId = await create();
  const other = await create({ cardNumber: card(2) });
  await expect(ada.call('setBdUserCardNumber', { bdUserId, cardNumber: card(2) })).rejects.toMatchObject({
    errorName: 'card-number-taken',
  });
  await expect(ada.call('setBdUserCardNumber', { bdUserId, cardNumber: imei(1) })).rejects.toMatchObject({
    errorName: 'card-network-mismatch',
  });
  await ada.call('setBdUserCardNumber', { bdUserId, cardNumber: `0${card(3)}` });
  await ada.call('setBdUserCardNumber', { bdUserId: other, cardNumber: card(1) });
  expect((await listOf()).map(({ cardNumber }) => cardNumber).toSorted()).toEqual([`0${card(3)}`, card(1)]);
});

test('keeps an account whose device is deleted, without a device', async () => {
  const trackerId = await addTracker(1);
  await create({ trackerId });
  await ada.call('removeTracker', { trackerId });
  expect(await listOf()).toMatchObject([{ trackerId: null, trackerName: null }]);
});

test('exports what the user sees, without passwords', async () => {
  await ada.call('createBdUsers', {
    bdUsers: [
      terminal({ bdUserName: '渔船1', note: '=1+1', level: 3, frequency: 60 }),
      terminal({ bdUserName: 'Buoy7', cardNumber: imei(1), network: 'iridium', gateway: 'iridium-http' }),
    ],
  });
  const bdhl = await account.person(`bdhl ${count}`, { roles: ['eob_plugin_bdhl'] });
  const { taskProgressId } = await bdhl.call('exportBdUserExcelFile', { format: 'csv' });
  const text = (await readTaskFile(world, bdhl, taskProgressId)).toString('utf8');
  expect(text).toContain(card(1));
  expect(text).toContain('BeiDou');
  expect(text).not.toMatch(/Buoy7|argon2|abc123/);
  await expect(bdhl.call('exportBdUserExcelFile', { keywords: 'Buoy7' })).rejects.toMatchObject({
    errorName: 'export-empty',
  });
});
