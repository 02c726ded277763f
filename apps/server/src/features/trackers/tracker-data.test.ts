import type { TrackerStatus } from '@wakeline/domain/tracker-state/tracker-status';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { report } from '../../ingest/testing/reports.ts';
import type { Person } from '../../testing/person.ts';
import { startWorld, type World, type WorldAccount } from '../../testing/world.ts';

let world: World;
let harbour: WorldAccount;
let holder: Person;
let pilots: number;
let juniors: number;
let tugs: number;
const ids = new Map<string, number>();

async function createGroup(groupName: string, parentId?: number): Promise<number> {
  return (await holder.call('createGroup', { groupName, parentId })).groupId;
}

/** Creates a tracker, with a stored state if a status is given. */
async function createTracker(
  name: string,
  { groupId, label, status }: { groupId?: number; label?: string; status?: TrackerStatus },
): Promise<void> {
  const imei = `77${String(ids.size).padStart(3, '0')}`;
  const { trackerId } = await holder.call('addTracker', { imei, trackerName: name, groupId, label });
  ids.set(name, trackerId);
  if (status === undefined) return;
  await world.database.db
    .insertInto('tracker_state')
    .values({
      tracker_id: trackerId,
      account_id: harbour.accountId,
      version: 1,
      mileage: 0,
      status,
      latitude: 24.881,
      longitude: 110.49,
      memory: '{}',
    })
    .execute();
}

beforeAll(async () => {
  world = await startWorld();
  harbour = await world.account('harbour');
  holder = await harbour.person('holder');
  pilots = await createGroup('Pilots');
  juniors = await createGroup('Juniors', pilots);
  tugs = await createGroup('Tugs');
  await createTracker('Albatross', { groupId: pilots, status: 'RUNNING' });
  await createTracker('Bittern', { groupId: juniors, status: 'STOP', label: 'of 100%' });
  await createTracker('Cormorant', { groupId: juniors, status: 'SOS' });
  await createTracker('Dunlin', { groupId: tugs, status: 'RUNNING' });
  await createTracker('Eider', { groupId: tugs });
  await createTracker('Fulmar', { status: 'OFFLINE', label: 'loose' });
  const otherUser = await (await world.account('other')).person('outsider');
  await otherUser.call('addTracker', { imei: '99999', trackerName: 'Albatross too' });
});
afterAll(() => world.stop());

describe('a single tracker', () => {
  test('has all attributes of its last report, until it expires', async () => {
    const reporting = await world.account('reporting');
    const reader = await reporting.person('reader');
    const trackerId = await reporting.tracker('13900000555', 'Reporter');
    const device = await world.device('jt808', '13900000555');
    const now = world.clock.now();
    const attributes = { odometer: 12_300, fuel: 40.5, ignition: true };
    const first = report({ time: now - 20_000, attributes: { fuel: 41 } });
    await device.reply(device.report(first));
    await device.reply(device.report({ ...first, time: now - 10_000, attributes }));
    const read = async () => (await reader.call('queryTrackerData', { trackerId })).lastReport;
    expect(await read()).toEqual({ time: now - 10_000, attributes: expect.objectContaining(attributes) });
    await reader.call('editTracker', { trackerId, validUntil: now });
    expect(await read()).toBeNull();
    expect(
      (await holder.call('queryTrackerData', { trackerId: ids.get('Eider') ?? 0 })).lastReport,
    ).toBeNull();
  });

  test('has its group name and its address in the language of the reader', async () => {
    const trackerId = ids.get('Bittern') ?? 0;
    expect(await holder.call('queryTrackerData', { trackerId })).toMatchObject({
      trackerName: 'Bittern',
      label: 'of 100%',
      groupName: 'Juniors',
      // Yangshuo is at 24.781, 110.49: a tenth of a degree is 11.1 km.
      address: '11 km N of Yangshuo',
      trackerStatusDto: { status: 'STOP' },
    });
    const lin = await harbour.person('lin', { language: 'zh_CN' });
    expect(await lin.call('queryTrackerData', { trackerId })).toMatchObject({
      address: '距阳朔 11 km（北）',
    });
  });

  test('has empty texts without a group or a position', async () => {
    expect(await holder.call('queryTrackerData', { trackerId: ids.get('Eider') ?? 0 })).toMatchObject({
      groupName: 'Tugs',
      address: '',
    });
    expect(await holder.call('queryTrackerData', { trackerId: ids.get('Fulmar') ?? 0 })).toMatchObject({
      groupName: '',
    });
  });

  test('is unknown to users of other accounts and outside the groups of a user', async () => {
    const otherUser = await (await world.account('other')).person('outsider');
    const scoped = await harbour.person('scoped', { permission: 'viewer', groupIds: [pilots] });
    for (const person of [otherUser, scoped]) {
      await expect(
        person.call('queryTrackerData', { trackerId: ids.get('Dunlin') ?? 0 }),
      ).rejects.toMatchObject({ errorName: 'tracker-unknown' });
    }
    expect(await scoped.call('queryTrackerData', { trackerId: ids.get('Cormorant') ?? 0 })).toMatchObject({
      groupName: 'Juniors',
    });
  });
});

describe('a page of trackers', () => {
  async function list(person: Person, payload: Parameters<typeof person.call<'queryTrackerListData'>>[1]) {
    const result = await person.call('queryTrackerListData', { pageSize: 100, ...payload });
    return { ...result, list: result.list.map(({ trackerName }) => trackerName) };
  }

  test('is ordered by name, with the numbers by status', async () => {
    expect(await list(holder, {})).toEqual({
      list: ['Albatross', 'Bittern', 'Cormorant', 'Dunlin', 'Eider', 'Fulmar'],
      total: 6,
      // Eider has never reported.
      counts: { RUNNING: 2, STOP: 1, SOS: 1, OFFLINE: 2 },
    });
  });

  test('returns the requested page', async () => {
    expect(await list(holder, { pageIndex: 2, pageSize: 4 })).toMatchObject({
      list: ['Eider', 'Fulmar'],
      total: 6,
    });
    expect(await list(holder, { pageIndex: 3, pageSize: 4 })).toMatchObject({ list: [], total: 6 });
  });

  test('filtered by status still counts the others', async () => {
    expect(await list(holder, { status: 'RUNNING' })).toEqual({
      list: ['Albatross', 'Dunlin'],
      total: 2,
      counts: { RUNNING: 2, STOP: 1, SOS: 1, OFFLINE: 2 },
    });
    expect(await list(holder, { status: 'OFFLINE' })).toMatchObject({ list: ['Eider', 'Fulmar'], total: 2 });
  });

  test('of a group includes its descendants', async () => {
    expect(await list(holder, { groupId: pilots })).toEqual({
      list: ['Albatross', 'Bittern', 'Cormorant'],
      total: 3,
      counts: { RUNNING: 1, STOP: 1, SOS: 1, OFFLINE: 0 },
    });
    expect(await list(holder, { groupId: juniors, status: 'SOS' })).toMatchObject({ list: ['Cormorant'] });
    expect(await list(holder, { groupId: null })).toMatchObject({ list: ['Fulmar'], total: 1 });
  });

  test('matches a part of name, IMEI or label without wildcards', async () => {
    expect(await list(holder, { keywords: 'BATR' })).toMatchObject({ list: ['Albatross'], total: 1 });
    expect(await list(holder, { keywords: '77003' })).toMatchObject({ list: ['Dunlin'] });
    expect(await list(holder, { keywords: 'loose' })).toMatchObject({ list: ['Fulmar'] });
    expect(await list(holder, { keywords: '100%' })).toMatchObject({ list: ['Bittern'] });
    expect(await list(holder, { keywords: '%' })).toMatchObject({ list: ['Bittern'] });
    expect(await list(holder, { keywords: '_' })).toMatchObject({ list: [], total: 0 });
    expect(await list(holder, { keywords: 'loose', groupId: tugs })).toMatchObject({ list: [] });
  });

  test('contains only trackers in the scope of the reader', async () => {
    const scoped = await harbour.person('scoped', { permission: 'viewer', groupIds: [pilots] });
    expect(await list(scoped, {})).toEqual({
      list: ['Albatross', 'Bittern', 'Cormorant'],
      total: 3,
      counts: { RUNNING: 1, STOP: 1, SOS: 1, OFFLINE: 0 },
    });
    expect(await list(scoped, { groupId: null })).toMatchObject({ list: [], total: 0 });
    const lost = await harbour.person('lost', { permission: 'viewer', groupIds: [] });
    expect(await list(lost, {})).toMatchObject({ list: [], total: 0 });
  });

  test('is refused for a group outside the scope', async () => {
    const scoped = await harbour.person('scoped', { permission: 'viewer', groupIds: [pilots] });
    const otherUser = await (await world.account('other')).person('outsider');
    for (const [person, groupId] of [
      [scoped, tugs],
      [otherUser, pilots],
      [holder, 2_000_000_000],
    ] as const) {
      await expect(person.call('queryTrackerListData', { groupId })).rejects.toMatchObject({
        errorName: 'group-unknown',
      });
    }
  });
});
