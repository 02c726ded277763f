import { LIMITS } from '@wakeline/contract/limits';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Person } from '../../../testing/person.ts';
import { startWorld, type World, type WorldAccount } from '../../../testing/world.ts';

let world: World;
let harbour: WorldAccount;
let holder: Person;
let made = 0;
let fleet: number;
let boats: number;
let spare: number;
let gull: number;

async function createGroup(name: string, parentId?: number): Promise<number> {
  made += 1;
  return (await holder.call('createGroup', { groupName: `${name} ${made}`, parentId })).groupId;
}

async function createDevice(groupId: number): Promise<number> {
  made += 1;
  return (await holder.call('addTracker', { trackerName: `Gull ${made}`, imei: `61-${made}`, groupId }))
    .trackerId;
}

beforeAll(async () => {
  world = await startWorld();
  harbour = await world.account('harbour');
  holder = await harbour.person('holder');
});
afterAll(() => world.stop());
beforeEach(async () => {
  fleet = await createGroup('Fleet');
  boats = await createGroup('Boats', fleet);
  spare = await createGroup('Spare');
  gull = await createDevice(boats);
});

async function groupOf(trackerId: number): Promise<number | null> {
  return (await holder.call('queryTrackerById', { trackerId })).groupId;
}

async function parentOf(groupId: number): Promise<number | null | undefined> {
  const { list } = await holder.call('queryAllGroups', {});
  return list.find((group) => group.groupId === groupId)?.parentId;
}

async function lastEntry() {
  return (await holder.call('queryAuditLog', { pageSize: 1 })).list[0];
}

describe('the devices of a deleted group', () => {
  test('move to the parent group by default', async () => {
    await holder.call('deleteGroup', { groupId: boats });
    expect(await groupOf(gull)).toBe(fleet);
    expect(await parentOf(boats)).toBeUndefined();
  });

  test('move to a chosen group; subgroups go to the parent', async () => {
    const dinghies = await createGroup('Dinghies', boats);
    await holder.call('deleteGroup', { groupId: boats, devices: 'group', targetId: spare });
    expect([await groupOf(gull), await parentOf(dinghies)]).toEqual([spare, fleet]);
    expect(await lastEntry()).toMatchObject({
      action: 'deleteGroup',
      before: { trackers: 1 },
      after: { group: expect.stringMatching(/^Spare/) },
    });
  });

  test('become ungrouped', async () => {
    await holder.call('deleteGroup', { groupId: boats, devices: 'ungroup' });
    expect(await groupOf(gull)).toBeNull();
  });

  test('are removed with their history, without those of subgroups', async () => {
    const dinghies = await createGroup('Dinghies', boats);
    const dinghy = await createDevice(dinghies);
    await holder.call('deleteGroup', { groupId: boats, devices: 'remove', count: 1 });
    await expect(holder.call('queryTrackerById', { trackerId: gull })).rejects.toMatchObject({
      errorName: 'tracker-unknown',
    });
    expect(await groupOf(dinghy)).toBe(dinghies);
    const { list } = await holder.call('queryAllTaskProgress', {});
    expect(list[0]).toMatchObject({ kind: 'removeTrackers', totalNum: 1 });
  });
});

describe('a deletion is refused', () => {
  test.each([
    ['with removal without the confirmed number', { devices: 'remove' as const }, 'field-invalid'],
    [
      'if another number of devices was confirmed',
      { devices: 'remove' as const, count: 2 },
      'selection-changed',
    ],
    ['without a target', { devices: 'group' as const }, 'field-invalid'],
    ['with an unknown target', { devices: 'group' as const, targetId: 999_999 }, 'group-unknown'],
  ])('%s', async (_title, choice, errorName) => {
    await expect(holder.call('deleteGroup', { groupId: boats, ...choice })).rejects.toMatchObject({
      errorName,
    });
    expect(await groupOf(gull)).toBe(boats);
  });

  test('with itself as the target, and for targets outside the groups of the user', async () => {
    const itself = { groupId: boats, devices: 'group' as const, targetId: boats };
    await expect(holder.call('deleteGroup', itself)).rejects.toMatchObject({ errorName: 'group-in-itself' });
    const scoped = await harbour.person(`scoped ${made}`, { permission: 'editor', groupIds: [fleet] });
    const unknown = { errorName: 'group-unknown' };
    const outside = { ...itself, targetId: spare };
    await expect(scoped.call('deleteGroup', outside)).rejects.toMatchObject(unknown);
    await expect(scoped.call('deleteGroup', { groupId: boats, devices: 'ungroup' })).rejects.toMatchObject(
      unknown,
    );
    expect(await groupOf(gull)).toBe(boats);
  });
});

describe('a merge', () => {
  test('moves devices, subgroups and map objects to the other group', async () => {
    const dinghies = await createGroup('Dinghies', boats);
    const point = { placeName: 'Pier', latitude: 24.5, longitude: 110.5, groupId: boats };
    const console = await holder.console();
    await console.waitUntilLive();
    await holder.call('addLabelPoint', { ...point, color: '#20c023', display: 'SHOW', iconUrl: 'flag' });
    await holder.call('mergeGroups', { groupId: boats, targetId: spare });
    expect([await groupOf(gull), await parentOf(dinghies)]).toEqual([spare, spare]);
    const { list } = await holder.call('queryAllLabelPoints', {});
    expect(list.find(({ placeName }) => placeName === 'Pier')?.groupId).toBe(spare);
    expect(await lastEntry()).toMatchObject({
      action: 'mergeGroups',
      before: { trackers: 1, labelPoints: 1 },
    });
    await console.waitUntil('the move arrives', ({ trackers }) => trackers.get(gull)?.groupId === spare);
    console.close();
  });

  test('into the parent is possible, into itself or a subgroup it is not', async () => {
    const inItself = { errorName: 'group-in-itself' };
    await expect(holder.call('mergeGroups', { groupId: boats, targetId: boats })).rejects.toMatchObject(
      inItself,
    );
    await expect(holder.call('mergeGroups', { groupId: fleet, targetId: boats })).rejects.toMatchObject(
      inItself,
    );
    await holder.call('mergeGroups', { groupId: boats, targetId: fleet });
    expect(await groupOf(gull)).toBe(fleet);
  });

  test('is refused for unknown groups, and for those outside the groups of the user', async () => {
    const unknown = { errorName: 'group-unknown' };
    await expect(holder.call('mergeGroups', { groupId: 999_999, targetId: spare })).rejects.toMatchObject(
      unknown,
    );
    await expect(holder.call('mergeGroups', { groupId: boats, targetId: 999_999 })).rejects.toMatchObject(
      unknown,
    );
    const scoped = await harbour.person(`scoped ${made}`, { permission: 'editor', groupIds: [fleet] });
    await expect(scoped.call('mergeGroups', { groupId: spare, targetId: boats })).rejects.toMatchObject(
      unknown,
    );
    await expect(scoped.call('mergeGroups', { groupId: boats, targetId: spare })).rejects.toMatchObject(
      unknown,
    );
    // Its contents would leave the scope of others who see the parent.
    await expect(scoped.call('mergeGroups', { groupId: fleet, targetId: fleet })).rejects.toMatchObject({
      errorName: 'not-allowed',
    });
    expect(await groupOf(gull)).toBe(boats);
  });

  test('is refused if subgroups would be nested too deeply', async () => {
    let deepest = spare;
    for (let level = 1; level < LIMITS.groupDepth; level += 1) deepest = await createGroup('Level', deepest);
    await createGroup('Child', boats);
    await expect(holder.call('mergeGroups', { groupId: boats, targetId: deepest })).rejects.toMatchObject({
      errorName: 'group-depth',
    });
    expect(await groupOf(gull)).toBe(boats);
  });
});
