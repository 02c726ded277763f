import type { TrackerStatus } from '@wakeline/domain/tracker-state/tracker-status';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Person } from '../../../testing/person.ts';
import { startWorld, type World, type WorldAccount } from '../../../testing/world.ts';

let world: World;
let harbour: WorldAccount;
let holder: Person;
let pilots: number;
let juniors: number;

const HOUR = 3_600_000;

interface State {
  readonly status: TrackerStatus;
  readonly commTime: number;
  readonly battery?: number;
}

async function storeState(
  trackerId: number,
  { status, commTime, battery }: State,
  accountId = harbour.accountId,
): Promise<void> {
  const values = {
    tracker_id: trackerId,
    account_id: accountId,
    version: 1,
    mileage: 0,
    memory: '{}',
  };
  await world.database.db
    .insertInto('tracker_state')
    .values({ ...values, status, comm_time: commTime, activated_at: commTime, battery: battery ?? null })
    .execute();
}

type Form = Parameters<typeof holder.call<'addTracker'>>[1];

async function createDevice(form: Form, state?: State): Promise<void> {
  const { trackerId } = await holder.call('addTracker', form);
  if (state !== undefined) await storeState(trackerId, state);
}

beforeAll(async () => {
  world = await startWorld();
  harbour = await world.account('harbour');
  holder = await harbour.person('holder');
  const now = world.clock.now();
  pilots = (await holder.call('createGroup', { groupName: 'Pilots' })).groupId;
  juniors = (await holder.call('createGroup', { groupName: 'Juniors', parentId: pilots })).groupId;
  await createDevice(
    { trackerName: 'Albatross', imei: '700-1', groupId: pilots, model: 'Own A', protocol: 'gt06' },
    { status: 'RUNNING', commTime: now, battery: 80 },
  );
  await createDevice(
    { trackerName: 'Bittern', imei: '700-2', groupId: juniors, model: 'own a', label: '100%' },
    { status: 'STOP', commTime: now - 2 * HOUR, battery: 20 },
  );
  await createDevice(
    { trackerName: 'Cormorant', imei: '700-3', iotCard: '8986-77', validUntil: now + HOUR },
    { status: 'SOS', commTime: now - HOUR },
  );
  await createDevice({ trackerName: 'Dunlin', imei: '700-4', groupId: juniors, validUntil: now - HOUR });
  await createDevice({ trackerName: 'Eider', imei: '811-5', model: 'Own B', protocol: 'jt808' });
  const outsider = await (await world.account('other')).person('outsider');
  await outsider.call('addTracker', { imei: '700-6', trackerName: 'Albatross too' });
});
afterAll(() => world.stop());

type Payload = Parameters<typeof holder.call<'queryDeviceDtosByPage'>>[1];

async function namesOf(payload: Payload, person: Person = holder): Promise<readonly string[]> {
  const { list, total } = await person.call('queryDeviceDtosByPage', { pageSize: 100, ...payload });
  expect(total).toBe(list.length);
  return list.map(({ trackerName }) => trackerName);
}

test('a row has all that the table displays', async () => {
  const { list, total, abilities } = await holder.call('queryDeviceDtosByPage', { pageSize: 1 });
  expect({ total, abilities }).toEqual({ total: 5, abilities: { add: true, transfer: false } });
  const [albatross] = list;
  const createdTime = expect.any(Number);
  expect(albatross).toMatchObject({ groupName: 'Pilots', model: 'Own A', protocol: 'gt06', createdTime });
  expect(albatross).toMatchObject({ activation: 'activated', trackerStatusDto: { electricity: 80 } });
  expect(albatross?.abilities).toEqual({ edit: true, remove: true, replay: true, liftSos: true });
});

describe('a filter selects', () => {
  test.each([
    ['by name', { keywords: 'BATR' }, ['Albatross']],
    ['by IMEI', { keywords: '811' }, ['Eider']],
    ['by label, where % is a character', { keywords: '0%' }, ['Bittern']],
    ['by card number', { keywords: '8986' }, ['Cormorant']],
    ['devices without a group', { groupId: null }, ['Cormorant', 'Eider']],
    ['models without case', { models: ['oWn A'] }, ['Albatross', 'Bittern']],
    ['devices without a model', { models: [''] }, ['Cormorant', 'Dunlin']],
    ['a protocol', { protocols: ['gt06' as const] }, ['Albatross']],
    [
      'a protocol or any protocol',
      { protocols: ['jt808' as const, null] },
      ['Bittern', 'Cormorant', 'Dunlin', 'Eider'],
    ],
    ['statuses', { statuses: ['RUNNING' as const, 'SOS' as const] }, ['Albatross', 'Cormorant']],
    ['devices that never reported as offline', { statuses: ['OFFLINE' as const] }, ['Dunlin', 'Eider']],
    ['activated devices', { activations: ['activated' as const] }, ['Albatross', 'Bittern', 'Cormorant']],
    [
      'expired and unactivated ones',
      { activations: ['expired' as const, 'unactivated' as const] },
      ['Dunlin', 'Eider'],
    ],
    ['with several conditions', { models: ['own a'], statuses: ['STOP' as const] }, ['Bittern']],
    ['nothing', { keywords: 'albatross too' }, []],
  ])('%s', async (_title, deviceFilter, names) => {
    expect(await namesOf({ deviceFilter })).toEqual(names);
  });

  test('a group with its subgroups', async () => {
    expect(await namesOf({ deviceFilter: { groupId: pilots } })).toEqual(['Albatross', 'Bittern', 'Dunlin']);
    expect(await namesOf({ deviceFilter: { groupId: juniors } })).toEqual(['Bittern', 'Dunlin']);
  });

  test('by the end of the validity', async () => {
    const now = world.clock.now();
    expect(await namesOf({ deviceFilter: { validBefore: now } })).toEqual(['Dunlin']);
    expect(await namesOf({ deviceFilter: { validBefore: now + HOUR + 1 } })).toEqual(['Cormorant', 'Dunlin']);
  });

  test('by the last report, where devices that never reported count as older', async () => {
    const reportedBefore = world.clock.now() - HOUR;
    expect(await namesOf({ deviceFilter: { reportedBefore } })).toEqual(['Bittern', 'Dunlin', 'Eider']);
  });
});

describe('a page is sorted', () => {
  test.each([
    ['imei', 'ABCDE', 'EDCBA'],
    ['groupName', 'BDACE', 'ADBEC'],
    ['model', 'CDABE', 'EBADC'],
    ['protocol', 'AEBCD', 'EADCB'],
    ['status', 'CABDE', 'EDBAC'],
    ['validUntil', 'DCABE', 'CDEBA'],
    ['latestCommTime', 'BCADE', 'ACBED'],
    ['electricity', 'BACDE', 'ABEDC'],
    ['createdTime', 'ABCDE', 'EDCBA'],
  ] as const)('by %s, unknown values last', async (sort, ascending, descending) => {
    const initials = async (direction: 'ascending' | 'descending') =>
      (await namesOf({ sort, direction })).map((name) => name[0]).join('');
    expect([await initials('ascending'), await initials('descending')]).toEqual([ascending, descending]);
  });

  test('and split without gaps or duplicates', async () => {
    const page = (pageIndex: number) =>
      holder.call('queryDeviceDtosByPage', { sort: 'protocol', pageIndex, pageSize: 2 });
    const pages = [await page(1), await page(2), await page(3), await page(4)];
    const names = pages.map(({ list }) => list.map(({ trackerName }) => trackerName));
    expect(names).toEqual([['Albatross', 'Eider'], ['Bittern', 'Cormorant'], ['Dunlin'], []]);
    expect(pages.map(({ total }) => total)).toEqual([5, 5, 5, 5]);
  });
});

test('an expired device is sorted and filtered as what it displays, not by its hidden state', async () => {
  const owner = await (await world.account('expired')).person('owner of expired');
  const now = world.clock.now();
  const create = async (trackerName: string, validUntil: number | null, state: State) => {
    const form = { trackerName, imei: `990-${trackerName}`, validUntil };
    const { trackerId } = await owner.call('addTracker', form);
    await storeState(trackerId, state, owner.accountId);
  };
  await create('Active', null, { status: 'STOP', commTime: now, battery: 50 });
  await create('Expired', now - HOUR, { status: 'SOS', commTime: now, battery: 5 });
  await create('Idle', null, { status: 'OFFLINE', commTime: now, battery: 20 });
  const sorted = (sort: 'status' | 'electricity') => namesOf({ sort, direction: 'ascending' }, owner);
  expect(await sorted('status')).toEqual(['Active', 'Expired', 'Idle']);
  expect(await sorted('electricity')).toEqual(['Idle', 'Active', 'Expired']);
  expect(await namesOf({ deviceFilter: { statuses: ['SOS'] } }, owner)).toEqual([]);
  expect(await namesOf({ deviceFilter: { statuses: ['OFFLINE'] } }, owner)).toEqual(['Expired', 'Idle']);
});

describe('the scope of the reader', () => {
  test('limits rows, total and groups', async () => {
    const scoped = await harbour.person('scoped', { permission: 'viewer', groupIds: [juniors] });
    expect(await namesOf({}, scoped)).toEqual(['Bittern', 'Dunlin']);
    expect(await namesOf({ deviceFilter: { groupId: null } }, scoped)).toEqual([]);
    await expect(
      scoped.call('queryDeviceDtosByPage', { deviceFilter: { groupId: pilots } }),
    ).rejects.toMatchObject({ errorName: 'group-unknown' });
    const { list, abilities } = await scoped.call('queryDeviceDtosByPage', {});
    expect({ edit: list[0]?.abilities.edit, abilities }).toEqual({
      edit: false,
      abilities: { add: false, transfer: false },
    });
  });

  test('excludes devices and groups of other accounts', async () => {
    const outsider = await (await world.account('other')).person('outsider');
    expect(await namesOf({}, outsider)).toEqual(['Albatross too']);
    await expect(
      outsider.call('queryDeviceDtosByPage', { deviceFilter: { groupId: pilots } }),
    ).rejects.toMatchObject({ errorName: 'group-unknown' });
  });
});

test.each([
  ['an unknown column', { sort: "name'; drop table tracker" }],
  ['an empty choice', { deviceFilter: { models: [] } }],
  ['an unknown protocol', { deviceFilter: { protocols: ['x'] } }],
  ['a page of more than 1000 rows', { pageSize: 1_001 }],
])('refuses %s', async (_title, payload) => {
  await expect(holder.call('queryDeviceDtosByPage', payload as Payload)).rejects.toMatchObject({
    errorName: 'field-invalid',
  });
});
