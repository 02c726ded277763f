import { LIMITS } from '@wakeline/contract/limits';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Person } from '../../../testing/person.ts';
import { startWorld, type World } from '../../../testing/world.ts';

let world: World;
let ada: Person;

beforeAll(async () => {
  world = await startWorld();
  ada = await (await world.account('harbour')).person('ada');
});
afterAll(() => world.stop());

test('creates, counts, renames and deletes groups; their trackers stay', async () => {
  const { groupId } = await ada.call('createGroup', { groupName: ' Tugs ' });
  const { trackerId } = await ada.call('addTracker', { trackerName: 'Bull', imei: 'tug-1', groupId });
  const abilities = { edit: true, remove: true };
  expect(await ada.call('queryAllGroups', {})).toEqual({
    list: [{ groupId, parentId: null, gn: 'Tugs', cn: 1, abilities }],
    total: 1,
    abilities: { add: true, addTop: true },
  });
  await ada.call('editGroup', { groupId, groupName: 'Harbour tugs' });
  expect((await ada.call('queryAllGroups', {})).list[0]?.gn).toBe('Harbour tugs');
  await ada.call('deleteGroup', { groupId });
  expect((await ada.call('queryAllGroups', {})).total).toBe(0);
  expect((await ada.call('queryTrackerById', { trackerId })).groupId).toBeNull();
});

test('accepts each name once per account', async () => {
  await ada.call('createGroup', { groupName: 'Pilots' });
  const { groupId } = await ada.call('createGroup', { groupName: 'Others' });
  await expect(ada.call('createGroup', { groupName: 'Pilots' })).rejects.toMatchObject({
    errorName: 'group-name-taken',
  });
  await expect(ada.call('editGroup', { groupId, groupName: 'Pilots' })).rejects.toMatchObject({
    errorName: 'group-name-taken',
  });
  const eve = await (await world.account('airfield')).person('eve');
  await eve.call('createGroup', { groupName: 'Pilots' });
});

test('refuses to change an unknown group', async () => {
  for (const request of [
    () => ada.call('editGroup', { groupId: 999_999, groupName: 'x' }),
    () => ada.call('deleteGroup', { groupId: 999_999 }),
  ]) {
    await expect(request()).rejects.toMatchObject({ errorName: 'group-unknown' });
  }
});

test('limits the groups of an account, also under concurrent requests', async () => {
  const full = await (await world.account('full')).person('full holder');
  await sql`
    insert into tracker_group (account_id, name)
    select ${full.accountId}, 'g' || n from generate_series(2, ${LIMITS.groupsPerAccount}) n`.execute(
    world.database.db,
  );
  const names = ['one', 'two', 'three', 'four', 'five', 'six'];
  const outcomes = await Promise.allSettled(
    names.map((groupName) => full.call('createGroup', { groupName })),
  );
  const reasons = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
  expect(reasons).toHaveLength(names.length - 1);
  for (const reason of reasons) expect(reason).toMatchObject({ errorName: 'group-limit' });
});

async function createGroup(groupName: string, parentId: number | null = null): Promise<number> {
  return (await ada.call('createGroup', { groupName, parentId })).groupId;
}

async function readParents(): Promise<Record<string, string | null>> {
  const { list } = await ada.call('queryAllGroups', {});
  const names = new Map(list.map(({ groupId, gn }) => [groupId, gn]));
  return Object.fromEntries(
    list.map(({ gn, parentId }) => [gn, parentId === null ? null : (names.get(parentId) ?? '?')]),
  );
}

test('nests groups, moves them with their descendants and moves their contents up when deleted', async () => {
  const fleet = await createGroup('Fleet');
  const north = await createGroup('North', fleet);
  const quay = await createGroup('Quay', north);
  const { trackerId } = await ada.call('addTracker', { trackerName: 'N', imei: 'n-1', groupId: north });
  const { fence_id } = await world.database.db
    .insertInto('fence')
    .values({
      account_id: ada.accountId,
      group_id: north,
      name: 'Of the north',
      type: 'CIRCULAR',
      data: JSON.stringify({ center: [110, 24], radius: 100 }),
      color: '#0b5cad',
      display: 'SHOW',
      notice: 'BOTH',
      hold_seconds: 10,
      hold_metres: 30,
      note: '',
    })
    .returning('fence_id')
    .executeTakeFirstOrThrow();
  expect(await readParents()).toMatchObject({ Fleet: null, North: 'Fleet', Quay: 'North' });

  const other = await createGroup('Other fleet');
  await ada.call('editGroup', { groupId: north, parentId: other });
  expect(await readParents()).toMatchObject({ North: 'Other fleet', Quay: 'North' });
  // Renaming does not move the group.
  await ada.call('editGroup', { groupId: north, groupName: 'Far north' });
  expect(await readParents()).toMatchObject({ 'Far north': 'Other fleet' });

  await ada.call('deleteGroup', { groupId: north });
  expect(await readParents()).toMatchObject({ Quay: 'Other fleet' });
  expect((await ada.call('queryTrackerById', { trackerId })).groupId).toBe(other);
  // Without a group its fence would apply to the complete account.
  const fence = await world.database.db
    .selectFrom('fence')
    .select('group_id')
    .where('fence_id', '=', fence_id)
    .executeTakeFirstOrThrow();
  expect(fence.group_id).toBe(other);
  await ada.call('editGroup', { groupId: quay, parentId: null });
  expect(await readParents()).toMatchObject({ Quay: null });
});

test('refuses cycles of groups, also under concurrent moves', async () => {
  const [left, right] = [await createGroup('Left'), await createGroup('Right')];
  const below = await createGroup('Below left', left);
  for (const parentId of [left, below]) {
    await expect(ada.call('editGroup', { groupId: left, parentId })).rejects.toMatchObject({
      errorName: 'group-in-itself',
    });
  }
  for (let round = 0; round < 5; round += 1) {
    const outcomes = await Promise.allSettled([
      ada.call('editGroup', { groupId: left, parentId: right }),
      ada.call('editGroup', { groupId: right, parentId: below }),
    ]);
    const reasons = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    expect(reasons).toEqual([expect.objectContaining({ errorName: 'group-in-itself' })]);
    await ada.call('editGroup', { groupId: left, parentId: null });
    await ada.call('editGroup', { groupId: right, parentId: null });
  }
});

test('limits the nesting depth when creating and moving groups', async () => {
  let parentId: number | null = null;
  for (let level = 1; level <= LIMITS.groupDepth; level += 1) {
    parentId = await createGroup(`Level ${level}`, parentId);
  }
  await expect(createGroup('Too deep', parentId)).rejects.toMatchObject({ errorName: 'group-depth' });
  const top = await createGroup('Top');
  await createGroup('Under top', top);
  const { list } = await ada.call('queryAllGroups', {});
  const last = list.find(({ gn }) => gn === `Level ${LIMITS.groupDepth - 1}`)?.groupId ?? 0;
  await expect(ada.call('editGroup', { groupId: top, parentId: last })).rejects.toMatchObject({
    errorName: 'group-depth',
  });
});

test('refuses parents of other accounts', async () => {
  const eve = await (await world.account('airfield')).person('eve');
  const { groupId: foreign } = await eve.call('createGroup', { groupName: 'Foreign' });
  const own = await createGroup('Own');
  for (const call of [
    () => ada.call('createGroup', { groupName: 'In foreign', parentId: foreign }),
    () => ada.call('editGroup', { groupId: own, parentId: foreign }),
    () => ada.call('editGroup', { groupId: own, parentId: 999_999 }),
  ]) {
    await expect(call()).rejects.toMatchObject({ errorName: 'group-unknown' });
  }
});

test('records a move with the names of the parent groups', async () => {
  const [from, to] = [await createGroup('From'), await createGroup('To')];
  const groupId = await createGroup('Moved', from);
  await ada.call('editGroup', { groupId, parentId: to });
  const { list } = await ada.call('queryAuditLog', { pageSize: 1 });
  expect(list).toMatchObject([
    { action: 'editGroup', target: 'Moved', before: { parent: 'From' }, after: { parent: 'To' } },
  ]);
});

test('moves a group out of its parent only for users who can see the parent', async () => {
  const harbour = await world.account('harbour');
  const [above, target] = [await createGroup('Above'), await createGroup('Target')];
  const inner = await createGroup('Inner', above);
  const pat = await harbour.person('pat', { permission: 'editor', groupIds: [inner, target] });
  await expect(pat.call('editGroup', { groupId: inner, parentId: target })).rejects.toMatchObject({
    errorName: 'not-allowed',
  });
  expect(await readParents()).toMatchObject({ Inner: 'Above' });
  const boss = await harbour.person('boss', { permission: 'editor', groupIds: [above, target] });
  await boss.call('editGroup', { groupId: inner, parentId: target });
  expect(await readParents()).toMatchObject({ Inner: 'Target' });
});

test('deletes the map objects of a top-level group and moves up those of a subgroup', async () => {
  const [top, sibling] = [await createGroup('Top of all'), await createGroup('Sibling')];
  const below = await createGroup('Below top', top);
  const color = '#112233';
  const fill = async (groupId: number) => {
    const center: [number, number] = [1, 1];
    const { fenceId } = await ada.call('createFence', {
      fenceName: 'f',
      fenceType: 'CIRCULAR',
      fenceData: { center, radius: 100 },
      color,
      groupId,
    });
    const point = { latitude: 1, longitude: 2, iconUrl: 'flag', color };
    const { labelPointId } = await ada.call('addLabelPoint', { placeName: 'secret', ...point, groupId });
    return { fenceId, labelPointId };
  };
  const [ofTop, ofBelow] = [await fill(top), await fill(below)];
  const other = await (await world.account('harbour')).person('onlooker', { groupIds: [sibling] });
  const console = await ada.console();
  await console.waitUntilLive();
  console.changes.length = 0;

  await ada.call('deleteGroup', { groupId: below });
  const fences = async () => (await ada.call('queryAllFences', {})).list;
  expect((await fences()).find(({ fenceId }) => fenceId === ofBelow.fenceId)?.groupId).toBe(top);
  await ada.call('deleteGroup', { groupId: top });
  expect((await fences()).map(({ fenceId }) => fenceId)).not.toEqual(expect.arrayContaining([ofTop.fenceId]));
  for (const person of [ada, other]) {
    expect((await person.call('queryAllLabelPoints', {})).list.map(({ placeName }) => placeName)).toEqual([]);
  }
  await console.waitUntil('the console is notified', ({ changes }) => {
    return changes.includes('fences') && changes.includes('labelPoints');
  });
  expect((await ada.call('queryAuditLog', { pageSize: 1 })).list).toMatchObject([
    {
      action: 'deleteGroup',
      target: 'Top of all',
      before: { trackers: 0, fences: 2, labelPoints: 2, routes: 0 },
    },
  ]);
});

test('deletes the fences of a group by foreign key when its row is deleted', async () => {
  const groupId = await createGroup('Deleted by hand');
  const { db } = world.database;
  const { fence_id } = await db
    .insertInto('fence')
    .values({
      account_id: ada.accountId,
      group_id: groupId,
      name: 'By hand',
      type: 'CIRCULAR',
      data: JSON.stringify({ center: [110, 24], radius: 100 }),
      color: '#0b5cad',
      display: 'SHOW',
      notice: 'BOTH',
      hold_seconds: 10,
      hold_metres: 30,
      note: '',
    })
    .returning('fence_id')
    .executeTakeFirstOrThrow();
  await db.deleteFrom('tracker_group').where('group_id', '=', groupId).execute();
  const left = await db.selectFrom('fence').select('fence_id').where('fence_id', '=', fence_id).execute();
  expect(left).toEqual([]);
});
