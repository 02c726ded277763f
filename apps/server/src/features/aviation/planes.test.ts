import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { unbindTrackersFromPlanes } from '../../aviation/planes.ts';
import { setAuthor } from '../../db/author.ts';
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
  account = await world.account(`airfield ${count}`);
  ada = await account.person(`ada ${count}`);
});

const addTracker = (index: number, groupId?: number) =>
  account.tracker(`${count}-${index}`, `Box ${index}`, groupId);
const plane = (form: object = {}) => ({ tailNumber: 'B-70XT', kind: 'helicopter' as const, ...form });
const create = async (form: object = {}, person = ada) =>
  (await person.call('createPlane', plane(form))).planeId;
const listOf = async (person = ada, filter: object = {}) =>
  (await person.call('queryPlanesByPage', { pageSize: 100, ...filter })).list;
const tailsOf = async (person = ada, filter: object = {}) =>
  (await listOf(person, filter)).map(({ tailNumber }) => tailNumber);
const bindingsOf = async (planeId: number, person = ada) =>
  (await person.call('queryPlaneBindings', { planeId })).list;

test('creates a plane, changes and deletes it', async () => {
  const trackerId = await addTracker(1);
  const { groupId } = await ada.call('createGroup', { groupName: 'Rescue' });
  const planeId = await create({
    tailNumber: ' b-70xt ',
    hexAddress: ' 780A1B ',
    model: 'H135',
    layout: '6 seats',
    groupId,
    icon: 'helicopter',
    trackerId,
    thresholds: { takeoffSpeed: 30 },
    note: 'winch',
  });
  expect(await listOf()).toEqual([
    {
      planeId,
      tailNumber: 'B-70XT',
      hexAddress: '780a1b',
      kind: 'helicopter',
      model: 'H135',
      layout: '6 seats',
      groupId,
      groupName: 'Rescue',
      icon: 'helicopter',
      trackerId,
      trackerName: 'Box 1',
      imei: `${count}-1`,
      thresholds: { takeoffSpeed: 30 },
      note: 'winch',
      createTime: world.clock.now(),
      abilities: { edit: true, remove: true },
    },
  ]);
  await ada.call('editPlane', { planeId, tailNumber: 'B-1', kind: 'glider' });
  expect(await listOf()).toMatchObject([
    { planeId, tailNumber: 'B-1', kind: 'glider', model: '', trackerId: null, thresholds: {}, note: '' },
  ]);
  await ada.call('deletePlanes', { planeIds: [planeId] });
  expect(await listOf()).toEqual([]);
  const { list: audit } = await ada.call('queryAuditLog', { pageSize: 3 });
  expect(audit.map(({ action, target }) => [action, target])).toEqual([
    ['deletePlanes', 'B-1'],
    ['editPlane', 'B-70XT'],
    ['createPlane', 'B-70XT'],
  ]);
});

describe('refuses', () => {
  test.each([
    ['a tail number of one character', { tailNumber: 'B' }],
    ['a tail number of 13 characters', { tailNumber: 'B-12345678901' }],
    ['a tail number with a space', { tailNumber: 'B 70XT' }],
    ['a tail number of hyphens', { tailNumber: '--' }],
    ['a hex address of 5 digits', { hexAddress: '780a1' }],
    ['a hex address that is not hexadecimal', { hexAddress: '780a1g' }],
    ['a hex address of zeros', { hexAddress: '000000' }],
    ['a hex address of ones', { hexAddress: 'FFFFFF' }],
    ['an unknown kind', { kind: 'rocket' }],
    ['a take-off speed beyond its bounds', { thresholds: { takeoffSpeed: 401 } }],
    ['an unknown threshold', { thresholds: { wingspan: 10 } }],
  ])('%s', async (_, form) => {
    await expect(create(form)).rejects.toMatchObject({ errorName: 'field-invalid' });
  });

  test('a hex address that ICAO did not assign, with the reason', async () => {
    await expect(create({ hexAddress: '~3c6444' })).rejects.toMatchObject({
      errorName: 'field-invalid',
      details: { field: 'hexAddress', reason: expect.stringContaining('not assigned by ICAO') },
    });
  });

  test('a landing speed that is not below the take-off speed', async () => {
    // 40 km/h is the take-off speed of helicopters.
    await expect(create({ thresholds: { landingSpeed: 40 } })).rejects.toMatchObject({
      errorName: 'plane-thresholds',
    });
    const planeId = await create({ thresholds: { landingSpeed: 39 } });
    const form = plane({ planeId, kind: 'glider', thresholds: { takeoffSpeed: 20 } });
    await expect(ada.call('editPlane', { ...form, planeId })).rejects.toMatchObject({
      errorName: 'plane-thresholds',
    });
  });

  test('tail number, hex address and device of another plane, in this account only', async () => {
    const trackerId = await addTracker(1);
    const first = { tailNumber: 'B-1', hexAddress: '780a1b', trackerId };
    await create(first);
    const second = await create({ tailNumber: 'B-2' });
    for (const [form, errorName] of [
      [{ tailNumber: 'b-1' }, 'tail-number-taken'],
      [{ tailNumber: 'B-3', hexAddress: '780A1B' }, 'hex-address-taken'],
      [{ tailNumber: 'B-3', trackerId }, 'tracker-has-plane'],
    ] as const) {
      await expect(create(form)).rejects.toMatchObject({ errorName });
      await expect(ada.call('editPlane', { ...plane(form), planeId: second })).rejects.toMatchObject({
        errorName,
      });
    }
    const { planeId } = await outsider.call('createPlane', plane({ ...first, trackerId: null }));
    await outsider.call('deletePlanes', { planeIds: [planeId] });
  });

  test('device and group of another account', async () => {
    await expect(create({ trackerId: await addTracker(1) }, outsider)).rejects.toMatchObject({
      errorName: 'tracker-unknown',
    });
    const { groupId } = await ada.call('createGroup', { groupName: 'Ours' });
    await expect(create({ groupId }, outsider)).rejects.toMatchObject({ errorName: 'group-unknown' });
  });

  test('more planes than an account may have', async () => {
    await sql`
      insert into plane (account_id, tail_number, kind, model, layout, icon, thresholds, note, created_at, changed_at)
      select ${account.accountId}, 'N' || i, 2, '', '', 'aircraft', '{}', '', now(), now()
      from generate_series(1, 10000) i`.execute(world.database.db);
    await expect(create()).rejects.toMatchObject({ errorName: 'plane-limit', details: { max: 10_000 } });
  });

  test('to delete planes of which one is unknown', async () => {
    const planeId = await create();
    await expect(ada.call('deletePlanes', { planeIds: [planeId, 2_147_483_647] })).rejects.toMatchObject({
      errorName: 'plane-unknown',
    });
    expect(await tailsOf()).toEqual(['B-70XT']);
  });
});

test('filters and sorts', async () => {
  const fleet = (await ada.call('createGroup', { groupName: 'Fleet' })).groupId;
  const gliders = (await ada.call('createGroup', { groupName: 'Gliders', parentId: fleet })).groupId;
  const trackerId = await addTracker(1);
  await create({ tailNumber: 'B-1', model: 'H135', groupId: fleet, trackerId });
  await create({ tailNumber: 'B-2', kind: 'glider', groupId: gliders, hexAddress: '780abc' });
  await create({ tailNumber: 'B-3', kind: 'light', model: 'C172', note: '100%' });
  expect(await tailsOf(ada, { kind: 'glider' })).toEqual(['B-2']);
  expect(await tailsOf(ada, { groupId: fleet })).toEqual(['B-1', 'B-2']);
  expect(await tailsOf(ada, { groupId: null })).toEqual(['B-3']);
  expect(await tailsOf(ada, { isBound: true })).toEqual(['B-1']);
  expect(await tailsOf(ada, { isBound: false })).toEqual(['B-2', 'B-3']);
  for (const [keywords, tails] of [
    ['b-2', ['B-2']],
    ['780A', ['B-2']],
    ['c17', ['B-3']],
    ['box', ['B-1']],
    ['0%', ['B-3']],
  ] as const) {
    expect(await tailsOf(ada, { keywords })).toEqual(tails);
  }
  const sorted = (sort: string, direction = 'ascending') => tailsOf(ada, { sort, direction });
  expect(await sorted('tailNumber', 'descending')).toEqual(['B-3', 'B-2', 'B-1']);
  expect(await sorted('model')).toEqual(['B-3', 'B-1', 'B-2']);
  expect(await sorted('model', 'descending')).toEqual(['B-1', 'B-3', 'B-2']);
  expect(await sorted('groupName', 'descending')).toEqual(['B-2', 'B-1', 'B-3']);
  expect(await sorted('trackerName')).toEqual(['B-1', 'B-2', 'B-3']);
  const page = await ada.call('queryPlanesByPage', { pageSize: 2, pageIndex: 2 });
  expect(page).toMatchObject({ total: 3, list: [{ tailNumber: 'B-3' }] });
});

describe('the device on board', () => {
  test('has a history, also when it is deleted', async () => {
    const [first, second] = [await addTracker(1), await addTracker(2)];
    const boundTime = world.clock.now();
    const planeId = await create({ trackerId: first });
    const mei = await account.person(`mei ${count}`);
    world.clock.advance(60_000);
    await mei.call('editPlane', { ...plane(), planeId, trackerId: second });
    await mei.call('editPlane', { ...plane({ note: 'same device' }), planeId, trackerId: second });
    const name = (person: Person) => person.login;
    expect(await bindingsOf(planeId)).toEqual([
      {
        trackerId: second,
        trackerName: 'Box 2',
        imei: `${count}-2`,
        boundTime: boundTime + 60_000,
        boundBy: name(mei),
        unboundTime: null,
        unboundBy: null,
      },
      {
        trackerId: first,
        trackerName: 'Box 1',
        imei: `${count}-1`,
        boundTime,
        boundBy: name(ada),
        unboundTime: boundTime + 60_000,
        unboundBy: name(mei),
      },
    ]);
    world.clock.advance(60_000);
    await ada.call('removeTracker', { trackerId: second });
    expect(await bindingsOf(planeId)).toMatchObject([
      { trackerId: null, trackerName: 'Box 2', unboundTime: boundTime + 120_000, unboundBy: name(ada) },
      { trackerId: first },
    ]);
    expect(await listOf()).toMatchObject([{ trackerId: null, trackerName: null, imei: null }]);
  });

  test('is suggested by the hex address while it is free', async () => {
    const adsb = await account.tracker(`icao-3c64${String(count).padStart(2, '0')}`, 'ADS-B');
    const hexAddress = `3c64${String(count).padStart(2, '0')}`;
    const { planeId, suggestedTracker } = await ada.call('createPlane', plane({ hexAddress }));
    expect(suggestedTracker).toEqual({ trackerId: adsb, trackerName: 'ADS-B' });
    const bound = plane({ hexAddress, trackerId: adsb });
    expect(await ada.call('editPlane', { ...bound, planeId })).toEqual({ suggestedTracker: null });
    const other = { ...plane({ tailNumber: 'B-2' }), hexAddress: null };
    expect(await ada.call('createPlane', other)).toMatchObject({ suggestedTracker: null });
  });

  test('stays behind when it moves to another account', async () => {
    const trackerId = await addTracker(1);
    const planeId = await create({ trackerId });
    await world.database.db.transaction().execute(async (tx) => {
      await setAuthor(tx, { userId: null, login: 'operator', at: world.clock.now() });
      await unbindTrackersFromPlanes(tx, [trackerId]);
    });
    expect(await bindingsOf(planeId)).toMatchObject([{ trackerId, unboundBy: 'operator' }]);
  });
});

test('moves with its group when that is merged', async () => {
  const { groupId } = await ada.call('createGroup', { groupName: 'Old' });
  const { groupId: targetId } = await ada.call('createGroup', { groupName: 'New' });
  await create({ groupId });
  await ada.call('mergeGroups', { groupId, targetId });
  expect(await listOf()).toMatchObject([{ groupId: targetId, groupName: 'New' }]);
});

describe('a user whose scope is limited to a group', () => {
  let groupId: number;
  let hidden: number;
  let pilot: Person;
  beforeEach(async () => {
    groupId = (await ada.call('createGroup', { groupName: 'Visible' })).groupId;
    hidden = (await ada.call('createGroup', { groupName: 'Hidden' })).groupId;
    pilot = await account.person(`pilot ${count}`, { permission: 'editor', groupIds: [groupId] });
  });

  test('sees planes by their devices, or else by their groups', async () => {
    await create({ tailNumber: 'B-1', trackerId: await addTracker(1, groupId), groupId: hidden });
    await create({ tailNumber: 'B-2', trackerId: await addTracker(2, hidden), groupId });
    await create({ tailNumber: 'B-3', groupId });
    await create({ tailNumber: 'B-4', groupId: hidden });
    await create({ tailNumber: 'B-5' });
    expect(await listOf(pilot)).toMatchObject([
      { tailNumber: 'B-1', groupId: null, groupName: '' },
      { tailNumber: 'B-3', groupId, groupName: 'Visible' },
    ]);
    await expect(pilot.call('queryPlanesByPage', { groupId: hidden })).rejects.toMatchObject({
      errorName: 'group-unknown',
    });
  });

  test('places planes in their scope only, and keeps a group that they do not see', async () => {
    const trackerId = await addTracker(1, groupId);
    for (const form of [{}, { groupId: hidden }, { groupId: hidden, trackerId }])
      await expect(create(form, pilot)).rejects.toMatchObject({ errorName: 'group-unknown' });
    const hiddenTracker = await addTracker(2, hidden);
    await expect(create({ trackerId: hiddenTracker }, pilot)).rejects.toMatchObject({
      errorName: 'tracker-unknown',
    });
    const planeId = await create({ trackerId, groupId: hidden });
    await pilot.call('editPlane', { ...plane({ note: 'seen' }), planeId, trackerId });
    expect(await listOf()).toMatchObject([{ note: 'seen', groupId: hidden }]);
    await expect(pilot.call('editPlane', { ...plane(), planeId })).rejects.toMatchObject({
      errorName: 'group-unknown',
    });
  });

  test('sees the bindings of their devices only', async () => {
    const planeId = await create({ trackerId: await addTracker(1, hidden), groupId });
    const trackerId = await addTracker(2, groupId);
    await expect(bindingsOf(planeId, pilot)).rejects.toMatchObject({ errorName: 'plane-unknown' });
    await ada.call('editPlane', { ...plane(), planeId, trackerId });
    expect(await bindingsOf(planeId, pilot)).toMatchObject([{ trackerId }]);
    expect(await bindingsOf(planeId)).toHaveLength(2);
  });
});
