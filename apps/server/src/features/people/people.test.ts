import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { setAuthor } from '../../db/author.ts';
import { unbindTrackersFromPeople } from '../../people/people.ts';
import type { Person } from '../../testing/person.ts';
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
  account = await world.account(`race ${count}`);
  ada = await account.person(`ada ${count}`);
});

const UNKNOWN = 2_147_483_647;
const addTracker = (index: number, groupId?: number) =>
  account.tracker(`${count}-${index}`, `Tag ${index}`, groupId);
const create = async (form: object = {}, person = ada) =>
  (await person.call('createPeople', { personName: '陈静', ...form })).personId;
const edit = (personId: number, form: object = {}, person = ada) =>
  person.call('editPeople', { personName: '陈静', ...form, personId });
const listOf = async (person = ada, filter: object = {}) =>
  (await person.call('queryPeoplesByPage', { pageSize: 100, ...filter })).list;
const namesOf = async (person = ada, filter: object = {}) =>
  (await listOf(person, filter)).map(({ personName }) => personName);
const bindingsOf = async (personId: number, person = ada) =>
  (await person.call('queryPersonBindings', { personId })).list;

async function addTerminal(trackerId: number | null = null, person = ada): Promise<number> {
  const cardNumber = String(4_300_000 + count);
  const bdUser = {
    bdUserName: '北斗1',
    cardNumber,
    network: 'beidou',
    password: 'abc123',
    trackerId,
  } as const;
  const { bdUserIds } = await person.call('createBdUsers', { bdUsers: [bdUser] });
  return bdUserIds[0] ?? 0;
}

test('creates a person, changes and deletes them', async () => {
  const trackerId = await addTracker(1);
  const communicationAccountId = await addTerminal();
  const form = {
    raceNumber: 'A12',
    personName: '陈静',
    gender: 'female',
    age: 31,
    nationality: 'CHN',
    phone: '+86 138-0000-0000',
    communicationAccountId,
    trackerId,
    photoUrl: null,
    emergencyContactName: '陈伟',
    emergencyContactPhone: '(0773) 2880000',
    club: '桂林定向',
    note: 'diabetic',
  } as const;
  const { personId } = await ada.call('createPeople', { ...form, raceNumber: ' A12 ' });
  expect(await listOf()).toEqual([
    {
      personId,
      ...form,
      communicationAccountName: '北斗1',
      cardNumber: String(4_300_000 + count),
      trackerName: 'Tag 1',
      imei: `${count}-1`,
      status: 'IN_RACE',
      statusTime: null,
      createTime: world.clock.now(),
      abilities: { edit: true, remove: true },
    },
  ]);
  await edit(personId, { personName: 'Li Na', age: 120 });
  expect(await listOf()).toMatchObject([
    {
      personId,
      raceNumber: '',
      personName: 'Li Na',
      gender: 'unspecified',
      age: 120,
      nationality: null,
      phone: '',
      communicationAccountId: null,
      communicationAccountName: null,
      trackerId: null,
      club: '',
    },
  ]);
  await ada.call('batchDeletePeople', { personIds: [personId] });
  expect(await listOf()).toEqual([]);
  const { list: audit } = await ada.call('queryAuditLog', { pageSize: 3 });
  expect(audit.map(({ action, target }) => [action, target])).toEqual([
    ['batchDeletePeople', 'Li Na'],
    ['editPeople', 'A12 陈静'],
    ['createPeople', '陈静'],
  ]);
});

test('records changes of contacts without their values', async () => {
  const contacts = {
    phone: '13800001111',
    emergencyContactName: '陈伟',
    emergencyContactPhone: '13900002222',
  };
  const personId = await create(contacts);
  await edit(personId, { ...contacts, phone: '13800003333', emergencyContactName: '', note: 'knee' });
  const { list } = await ada.call('queryAuditLog', { pageSize: 2 });
  expect(list[0]).toMatchObject({
    before: { phone: 'entered', emergencyContactName: 'entered', note: '' },
    after: { phone: 'changed', emergencyContactName: '', note: 'knee' },
  });
  expect(list[0]?.after).not.toHaveProperty('emergencyContactPhone');
  expect(JSON.stringify(list)).not.toMatch(/1380000|1390000|陈伟/);
});

describe('refuses', () => {
  test.each([
    ['a name of 41 characters', { personName: '陈'.repeat(41) }],
    ['an empty name', { personName: ' ' }],
    ['a race number of 17 characters', { raceNumber: 'A'.repeat(17) }],
    ['an age of 121', { age: 121 }],
    ['an age of -1', { age: -1 }],
    ['half a year', { age: 1.5 }],
    ['an unknown gender', { gender: 'other' }],
    ['an unknown country', { nationality: 'XXX' }],
    ['a phone with letters', { phone: '138 abc' }],
    ['a phone of two digits', { emergencyContactPhone: '12' }],
    ['a phone of 21 digits', { phone: '1'.repeat(21) }],
    ['a club of 65 characters', { club: 'c'.repeat(65) }],
  ])('%s', async (_, form) => {
    await expect(create(form)).rejects.toMatchObject({ errorName: 'field-invalid' });
  });

  test('the race number of another person, in this account only', async () => {
    await create({ raceNumber: 'a12' });
    const other = await create();
    // Several people have no number.
    await create();
    await expect(create({ raceNumber: 'A12' })).rejects.toMatchObject({ errorName: 'race-number-taken' });
    await expect(edit(other, { raceNumber: 'A12' })).rejects.toMatchObject({
      errorName: 'race-number-taken',
    });
    const personId = await create({ raceNumber: 'A12' }, outsider);
    await outsider.call('batchDeletePeople', { personIds: [personId] });
  });

  test('a device that is bound to two people at once', async () => {
    const trackerId = await addTracker(1);
    const results = await Promise.allSettled(
      ['One', 'Two'].map((personName) => create({ personName, trackerId })),
    );
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const refusal = results.find((result) => result.status === 'rejected');
    expect(refusal?.reason).toMatchObject({ errorName: 'tracker-has-person' });
    const people = await listOf();
    expect(people).toMatchObject([{ trackerId }]);
    const second = await create();
    await expect(edit(second, { trackerId })).rejects.toMatchObject({ errorName: 'tracker-has-person' });
  });

  test('device, communication account and person of another account', async () => {
    await expect(create({ trackerId: await addTracker(1) }, outsider)).rejects.toMatchObject({
      errorName: 'tracker-unknown',
    });
    const communicationAccountId = await addTerminal();
    await expect(create({ communicationAccountId }, outsider)).rejects.toMatchObject({
      errorName: 'communication-account-unknown',
    });
    const personId = await create();
    for (const call of [
      () => edit(personId, {}, outsider),
      () => bindingsOf(personId, outsider),
      () => outsider.call('withdrawPeople', { personIds: [personId] }),
      () => outsider.call('restorePeople', { personIds: [personId] }),
      () => outsider.call('batchDeletePeople', { personIds: [personId] }),
    ])
      await expect(call()).rejects.toMatchObject({ errorName: 'person-unknown' });
    expect(await listOf(outsider)).toEqual([]);
    expect(await listOf()).toMatchObject([{ personId, status: 'IN_RACE' }]);
  });

  test('to change people of whom one is unknown', async () => {
    const personId = await create();
    const personIds = [personId, UNKNOWN];
    for (const operation of ['batchDeletePeople', 'withdrawPeople', 'restorePeople'] as const)
      await expect(ada.call(operation, { personIds })).rejects.toMatchObject({ errorName: 'person-unknown' });
    expect(await listOf()).toMatchObject([{ personId, status: 'IN_RACE' }]);
    await expect(
      ada.call('withdrawPeople', { personIds: Array.from({ length: 1_001 }, (_, index) => index + 1) }),
    ).rejects.toMatchObject({ errorName: 'field-invalid' });
  });

  test('more people than an account may have', async () => {
    await sql`
      insert into person (account_id, name, gender, phone, emergency_contact_name, emergency_contact_phone, club, note,
        status, created_at, changed_at)
      select ${account.accountId}, 'Runner ' || i, 'unspecified', '', '', '', '', '', 'IN_RACE', now(), now()
      from generate_series(1, 20000) i`.execute(world.database.db);
    await expect(create()).rejects.toMatchObject({ errorName: 'person-limit', details: { max: 20_000 } });
  });
});

test('withdraws several people and restores them, each with the time of the change', async () => {
  const [first, second, third] = [
    await create({ raceNumber: '1' }),
    await create({ raceNumber: '2' }),
    await create({ raceNumber: '3' }),
  ];
  const withdrawnAt = world.clock.now();
  expect(await ada.call('withdrawPeople', { personIds: [first, second, first] })).toEqual({ changed: 2 });
  world.clock.advance(60_000);
  // Who is withdrawn already keeps their time.
  expect(await ada.call('withdrawPeople', { personIds: [first, third] })).toEqual({ changed: 1 });
  expect(await ada.call('withdrawPeople', { personIds: [first] })).toEqual({ changed: 0 });
  expect(await listOf()).toMatchObject([
    { personId: first, status: 'WITHDRAWN', statusTime: withdrawnAt },
    { personId: second, status: 'WITHDRAWN', statusTime: withdrawnAt },
    { personId: third, status: 'WITHDRAWN', statusTime: withdrawnAt + 60_000 },
  ]);
  world.clock.advance(60_000);
  expect(await ada.call('restorePeople', { personIds: [second] })).toEqual({ changed: 1 });
  const restored = { personId: second, status: 'IN_RACE', statusTime: withdrawnAt + 120_000 };
  expect(await listOf(ada, { status: 'IN_RACE' })).toMatchObject([restored]);
  // A change of the details keeps the status.
  await edit(third, { raceNumber: '3', note: 'knee' });
  expect(await namesOf(ada, { status: 'WITHDRAWN', keywords: 'knee' })).toEqual(['陈静']);
  const { list: audit } = await ada.call('queryAuditLog', { pageSize: 4 });
  expect(audit.map(({ action, target }) => [action, target])).toEqual([
    ['editPeople', '3 陈静'],
    ['restorePeople', '2 陈静'],
    ['withdrawPeople', '3 陈静'],
    ['withdrawPeople', '1 陈静'],
  ]);
});

test('filters and sorts', async () => {
  const trackerId = await addTracker(1);
  const communicationAccountId = await addTerminal();
  await create({ raceNumber: 'A12', personName: 'Bo', age: 40, club: 'Göteborg OK', trackerId });
  await create({ raceNumber: 'A2', personName: 'Cy', age: 9, phone: '+46 31 100' });
  await create({ raceNumber: '10', personName: 'Di', note: '100%', communicationAccountId });
  await create({ personName: 'Al', age: 9 });
  await create({ raceNumber: '9', personName: 'Ed' });
  const sorted = (sort: string, direction = 'ascending') => namesOf(ada, { sort, direction });
  // By number, then by letter and number; people without a number are last.
  expect(await sorted('raceNumber')).toEqual(['Ed', 'Di', 'Cy', 'Bo', 'Al']);
  expect(await sorted('raceNumber', 'descending')).toEqual(['Bo', 'Cy', 'Di', 'Ed', 'Al']);
  expect(await sorted('personName', 'descending')).toEqual(['Ed', 'Di', 'Cy', 'Bo', 'Al']);
  expect(await sorted('age')).toEqual(['Cy', 'Al', 'Bo', 'Di', 'Ed']);
  expect((await sorted('club'))[0]).toBe('Bo');
  expect((await sorted('trackerName', 'descending'))[0]).toBe('Bo');
  expect(await sorted('createTime')).toEqual(['Bo', 'Cy', 'Di', 'Al', 'Ed']);
  expect(await namesOf(ada, { isBound: true })).toEqual(['Bo']);
  expect(await namesOf(ada, { isBound: false })).toEqual(['Ed', 'Di', 'Cy', 'Al']);
  for (const [keywords, names] of [
    ['a1', ['Bo']],
    ['göteborg', ['Bo']],
    ['tag 1', ['Bo']],
    ['+46', ['Cy']],
    ['0%', ['Di']],
    ['北斗', ['Di']],
    ['AL', ['Al']],
  ] as const)
    expect(await namesOf(ada, { keywords })).toEqual(names);
  const page = await ada.call('queryPeoplesByPage', { pageSize: 2, pageIndex: 3 });
  expect(page).toMatchObject({ total: 5, list: [{ personName: 'Al' }] });
});

describe('the device of a person', () => {
  test('has a history, also when it is deleted', async () => {
    const [first, second] = [await addTracker(1), await addTracker(2)];
    const boundTime = world.clock.now();
    const personId = await create({ trackerId: first });
    const mei = await account.person(`mei ${count}`);
    world.clock.advance(60_000);
    await edit(personId, { trackerId: second }, mei);
    await edit(personId, { trackerId: second, note: 'same device' }, mei);
    expect(await bindingsOf(personId)).toEqual([
      {
        trackerId: second,
        trackerName: 'Tag 2',
        imei: `${count}-2`,
        boundTime: boundTime + 60_000,
        boundBy: mei.login,
        unboundTime: null,
        unboundBy: null,
      },
      {
        trackerId: first,
        trackerName: 'Tag 1',
        imei: `${count}-1`,
        boundTime,
        boundBy: ada.login,
        unboundTime: boundTime + 60_000,
        unboundBy: mei.login,
      },
    ]);
    world.clock.advance(60_000);
    await ada.call('removeTracker', { trackerId: second });
    expect(await bindingsOf(personId)).toMatchObject([
      { trackerId: null, trackerName: 'Tag 2', unboundTime: boundTime + 120_000, unboundBy: ada.login },
      { trackerId: first },
    ]);
    expect(await listOf()).toMatchObject([{ trackerId: null, trackerName: null, imei: null }]);
  });

  test('stays behind when it moves to another account', async () => {
    const trackerId = await addTracker(1);
    const personId = await create({ trackerId });
    await world.database.db.transaction().execute(async (tx) => {
      await setAuthor(tx, { userId: null, login: 'operator', at: world.clock.now() });
      await unbindTrackersFromPeople(tx, [trackerId]);
    });
    expect(await bindingsOf(personId)).toMatchObject([{ trackerId, unboundBy: 'operator' }]);
  });
});

test('keeps a communication account that the editor does not see', async () => {
  const communicationAccountId = await addTerminal();
  const personId = await create({ communicationAccountId });
  const host = await account.person(`host ${count}`, { roles: ['eob_plugin_match'] });
  await edit(personId, { communicationAccountId, note: 'seen' }, host);
  expect(await listOf(host)).toMatchObject([{ note: 'seen', communicationAccountName: '北斗1' }]);
  const other = await create();
  await expect(edit(other, { communicationAccountId }, host)).rejects.toMatchObject({
    errorName: 'communication-account-unknown',
  });
  await ada.call('deleteBdUser', { bdUserId: communicationAccountId });
  expect(await listOf(host, { keywords: 'seen' })).toMatchObject([
    { communicationAccountId: null, communicationAccountName: null, cardNumber: null },
  ]);
});

test('limits a user of some groups to people with a device of these', async () => {
  const { groupId } = await ada.call('createGroup', { groupName: 'Visible' });
  const { groupId: hidden } = await ada.call('createGroup', { groupName: 'Hidden' });
  const guide = await account.person(`guide ${count}`, { permission: 'editor', groupIds: [groupId] });
  const trackerId = await addTracker(1, groupId);
  const hiddenTracker = await addTracker(2, hidden);
  const personId = await create({ personName: 'Seen', trackerId });
  const hiddenId = await create({ personName: 'Hidden', trackerId: hiddenTracker });
  const unboundId = await create({ personName: 'Unbound' });
  expect(await namesOf(guide)).toEqual(['Seen']);
  for (const one of [hiddenId, unboundId]) {
    await expect(guide.call('withdrawPeople', { personIds: [one] })).rejects.toMatchObject({
      errorName: 'person-unknown',
    });
    await expect(bindingsOf(one, guide)).rejects.toMatchObject({ errorName: 'person-unknown' });
  }
  await expect(create({}, guide)).rejects.toMatchObject({ errorName: 'person-device-required' });
  await expect(edit(personId, {}, guide)).rejects.toMatchObject({ errorName: 'person-device-required' });
  await expect(create({ trackerId: hiddenTracker }, guide)).rejects.toMatchObject({
    errorName: 'tracker-unknown',
  });
  // The bindings of devices that they do not see are left out.
  await edit(hiddenId, { trackerId: await addTracker(3, groupId) });
  expect(await bindingsOf(hiddenId, guide)).toMatchObject([{ trackerName: 'Tag 3' }]);
  expect(await bindingsOf(hiddenId)).toHaveLength(2);
});
