import { LIMITS } from '@wakeline/contract/limits';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Person } from '../../testing/person.ts';
import { startWorld, type World, type WorldAccount } from '../../testing/world.ts';

let world: World;
let harbour: WorldAccount;
let ada: Person;
/** Fleet > North > Quay, and South next to Fleet; one tracker in each, and one without a group. */
let groups: { fleet: number; north: number; quay: number; south: number };
let trackers: { fleet: number; north: number; quay: number; south: number; loose: number };

beforeAll(async () => {
  world = await startWorld();
  harbour = await world.account('harbour');
  ada = await harbour.person('ada');
  const group = async (groupName: string, parentId: number | null) =>
    (await ada.call('createGroup', { groupName, parentId })).groupId;
  const fleet = await group('Fleet', null);
  const north = await group('North', fleet);
  groups = { fleet, north, quay: await group('Quay', north), south: await group('South', null) };
  trackers = {
    fleet: await harbour.tracker('t-fleet', 'Fleet', groups.fleet),
    north: await harbour.tracker('t-north', 'North', groups.north),
    quay: await harbour.tracker('t-quay', 'Quay', groups.quay),
    south: await harbour.tracker('t-south', 'South', groups.south),
    loose: await harbour.tracker('t-loose', 'Loose'),
  };
});
afterAll(() => world.stop());

type DisplayEntries = Awaited<ReturnType<typeof readDisplay>>;

async function readDisplay(person: Person) {
  const { groups: groupEntries, trackers: trackerEntries } = await person.call('queryGroupShow', {});
  return {
    groups: groupEntries.map(({ groupId, display }) => [groupId, display]),
    trackers: trackerEntries.map(({ trackerId, display }) => [trackerId, display]),
  };
}

const NO_ENTRIES: DisplayEntries = { groups: [], trackers: [] };

test('hides a group with its descendants, and lets trackers and groups in it be shown', async () => {
  const bo = await harbour.person('bo', { permission: 'viewer' });
  expect(await readDisplay(bo)).toEqual(NO_ENTRIES);
  await bo.call('editGroupShow', { trackerIds: [trackers.quay], display: 'HIDE' });
  expect(await readDisplay(bo)).toEqual({ groups: [], trackers: [[trackers.quay, 'HIDE']] });
  // Setting a group clears the entries below it.
  await bo.call('editGroupShow', { groupIds: [groups.fleet], display: 'HIDE' });
  expect(await readDisplay(bo)).toEqual({ groups: [[groups.fleet, 'HIDE']], trackers: [] });
  // They inherit HIDE already.
  await bo.call('editGroupShow', { groupIds: [groups.north], trackerIds: [trackers.quay], display: 'HIDE' });
  expect(await readDisplay(bo)).toEqual({ groups: [[groups.fleet, 'HIDE']], trackers: [] });
  await bo.call('editGroupShow', { groupIds: [groups.quay], display: 'SHOW' });
  await bo.call('editGroupShow', { trackerIds: [trackers.north, trackers.quay], display: 'SHOW' });
  expect(await readDisplay(bo)).toEqual({
    groups: [
      [groups.fleet, 'HIDE'],
      [groups.quay, 'SHOW'],
    ],
    trackers: [[trackers.north, 'SHOW']],
  });
  // If a request names a group and its ancestor, only the ancestor gets an entry, in whatever order they come.
  await bo.call('editGroupShow', { groupIds: [groups.quay, groups.fleet], display: 'SHOW' });
  await bo.call('editGroupShow', { groupIds: [groups.quay, groups.fleet], display: 'HIDE' });
  expect(await readDisplay(bo)).toEqual({ groups: [[groups.fleet, 'HIDE']], trackers: [] });
  await bo.call('editGroupShow', { groupIds: [groups.quay, groups.fleet], display: 'SHOW' });
  expect(await readDisplay(bo)).toEqual(NO_ENTRIES);
  expect(await readDisplay(ada)).toEqual(NO_ENTRIES);
});

test('hides all trackers without a group except one that is shown', async () => {
  await ada.call('editGroupShow', { groupIds: [null, groups.south], display: 'HIDE' });
  await ada.call('editGroupShow', { trackerIds: [trackers.loose], display: 'SHOW' });
  const { groups: groupEntries, trackers: trackerEntries } = await readDisplay(ada);
  expect(groupEntries).toHaveLength(2);
  expect(groupEntries).toEqual(
    expect.arrayContaining([
      [null, 'HIDE'],
      [groups.south, 'HIDE'],
    ]),
  );
  expect(trackerEntries).toEqual([[trackers.loose, 'SHOW']]);
  await ada.call('editGroupShow', { groupIds: [null, groups.south], display: 'SHOW' });
  expect(await readDisplay(ada)).toEqual(NO_ENTRIES);
});

test('notifies every console of the user and no other user', async () => {
  const cy = await harbour.person('cy', { permission: 'viewer' });
  const [first, second, others] = [await cy.console(), await cy.console(), await ada.console()];
  for (const console of [first, second, others]) await console.waitUntilLive();
  for (const { changes } of [first, second, others]) changes.length = 0;
  await cy.call('editGroupShow', { groupIds: [groups.south], display: 'HIDE' });
  for (const console of [first, second]) {
    await console.waitUntil('the console of the user is notified', ({ changes }) =>
      changes.includes('display'),
    );
  }
  await ada.call('editGroupShow', { groupIds: [groups.south], display: 'SHOW' });
  await others.waitUntil('the other user is notified of their own change', ({ changes }) =>
    changes.includes('display'),
  );
  expect(others.changes).toEqual(['display']);
});

test('confines users with some groups to these groups', async () => {
  const dee = await harbour.person('dee', { permission: 'viewer', groupIds: [groups.north] });
  for (const [payload, errorName] of [
    [{ groupIds: [groups.fleet] }, 'group-unknown'],
    [{ groupIds: [null] }, 'group-unknown'],
    [{ groupIds: [groups.quay, groups.south] }, 'group-unknown'],
    [{ trackerIds: [trackers.quay, trackers.south] }, 'tracker-unknown'],
    [{ trackerIds: [999_999] }, 'tracker-unknown'],
  ] as const) {
    await expect(
      dee.call('editGroupShow', {
        groupIds: 'groupIds' in payload ? [...payload.groupIds] : [],
        trackerIds: 'trackerIds' in payload ? [...payload.trackerIds] : [],
        display: 'HIDE',
      }),
    ).rejects.toMatchObject({ errorName });
  }
  expect(await readDisplay(dee)).toEqual(NO_ENTRIES);
  // Entries for an ancestor that is no longer in scope are ignored: they would hide the user's trackers inexplicably.
  await world.database.db
    .insertInto('user_display')
    .values([
      { user_id: dee.userId, group_id: groups.fleet, tracker_id: null, display: 'HIDE' },
      { user_id: dee.userId, group_id: null, tracker_id: null, display: 'HIDE' },
      { user_id: dee.userId, group_id: null, tracker_id: trackers.south, display: 'HIDE' },
    ])
    .execute();
  expect(await readDisplay(dee)).toEqual(NO_ENTRIES);
  await dee.call('editGroupShow', { groupIds: [groups.north], display: 'HIDE' });
  expect(await readDisplay(dee)).toEqual({ groups: [[groups.north, 'HIDE']], trackers: [] });
});

test('limits the display entries of a user', async () => {
  const eli = await (await world.account('large')).person('eli');
  await sql`
    with added as (
      insert into tracker (account_id, name, imei, password)
      select ${eli.accountId}, 'x', 'large-' || n, '' from generate_series(1, ${LIMITS.visibilityEntries + 1}) n
      returning tracker_id)
    insert into user_display (user_id, tracker_id, display)
    select ${eli.userId}, tracker_id, 'HIDE' from added order by tracker_id limit ${LIMITS.visibilityEntries}`.execute(
    world.database.db,
  );
  const free = await world.database.db
    .selectFrom('tracker')
    .where('account_id', '=', eli.accountId)
    .select(({ fn }) => fn.max('tracker_id').as('last'))
    .executeTakeFirstOrThrow();
  const last = Number(free.last);
  await expect(eli.call('editGroupShow', { trackerIds: [last], display: 'HIDE' })).rejects.toMatchObject({
    errorName: 'shown-limit',
  });
  // One entry for all trackers without a group replaces them.
  await eli.call('editGroupShow', { groupIds: [null], display: 'HIDE' });
  expect(await readDisplay(eli)).toEqual({ groups: [[null, 'HIDE']], trackers: [] });
});
