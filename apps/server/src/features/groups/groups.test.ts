import { LIMITS } from '@wakeline/contract/limits';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Person } from '../../testing/person.ts';
import { startWorld, type World } from '../../testing/world.ts';

let world: World;
let ada: Person;

beforeAll(async () => {
  world = await startWorld();
  ada = await (await world.account('harbour')).person('ada');
});
afterAll(() => world.stop());

test('groups are made, counted, renamed and deleted; their trackers stay', async () => {
  const { groupId } = await ada.call('createGroup', { groupName: ' Tugs ' });
  const { trackerId } = await ada.call('addTracker', { trackerName: 'Bull', imei: 'tug-1', groupId });
  const abilities = { edit: true, remove: true };
  expect(await ada.call('queryAllGroups', {})).toEqual({
    list: [{ groupId, gn: 'Tugs', cn: 1, abilities }],
    total: 1,
    abilities: { add: true },
  });
  await ada.call('editGroup', { groupId, groupName: 'Harbour tugs' });
  expect((await ada.call('queryAllGroups', {})).list[0]?.gn).toBe('Harbour tugs');
  await ada.call('deleteGroup', { groupId });
  expect((await ada.call('queryAllGroups', {})).total).toBe(0);
  expect((await ada.call('queryTrackerById', { trackerId })).groupId).toBeNull();
});

test('a name is taken once in an account, and again in another', async () => {
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

test('a group that is not there cannot be changed', async () => {
  for (const call of [
    ada.call('editGroup', { groupId: 999_999, groupName: 'x' }),
    ada.call('deleteGroup', { groupId: 999_999 }),
  ]) {
    await expect(call).rejects.toMatchObject({ errorName: 'group-unknown' });
  }
});

test('an account has so many groups and no more, also when they are added at once', async () => {
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
