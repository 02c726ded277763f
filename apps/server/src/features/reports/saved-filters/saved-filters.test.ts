import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Person } from '../../../testing/person.ts';
import { startWorld, type World, type WorldAccount } from '../../../testing/world.ts';

const PAGE = '/dataCenter/operationCountRecord';

let world: World;
let harbour: WorldAccount;
let ada: Person;
let bob: Person;

beforeAll(async () => {
  world = await startWorld();
  harbour = await world.account('harbour');
  ada = await harbour.person('ada');
  bob = await harbour.person('bob', { permission: 'editor' });
});
afterAll(() => world.stop());

const save = (person: Person, filterName: string, more: object = {}) =>
  person.call('saveReportFilter', { page: PAGE, filterName, query: 'keywords=tug', ...more });

const namesOf = async (person: Person, page = PAGE) =>
  (await person.call('queryReportFilters', { page })).list.map(({ filterName }) => filterName);

async function refusalOf(call: Promise<unknown>): Promise<string | null> {
  return call.then(
    () => null,
    (error: { errorName: string }) => error.errorName,
  );
}

test('keeps the filters of a page for their user, and shared ones for the account', async () => {
  const { filterId } = await save(bob, 'Tugs');
  await save(ada, 'All ferries', { isShared: true, query: 'by=deviceDay&period=lastWeek' });
  await save(ada, 'Of another page', { page: '/dataCount/operationCountRecord' });
  const other = await (await world.account('elsewhere')).person('other');
  expect(await namesOf(bob)).toEqual(['All ferries', 'Tugs']);
  expect(await namesOf(ada)).toEqual(['All ferries']);
  expect(await namesOf(other)).toEqual([]);
  const { list, abilities } = await bob.call('queryReportFilters', { page: PAGE });
  expect(abilities).toEqual({ share: false });
  expect(list).toMatchObject([
    { query: 'by=deviceDay&period=lastWeek', isShared: true, owner: 'ada', abilities: { change: false } },
    { query: 'keywords=tug', isShared: false, owner: 'bob', abilities: { change: true } },
  ]);
  await save(bob, 'Harbour tugs', { filterId, query: 'keywords=harbour' });
  expect((await bob.call('queryReportFilters', { page: PAGE })).list[1]).toMatchObject({
    ...{ filterId, filterName: 'Harbour tugs', query: 'keywords=harbour' },
  });
  await bob.call('deleteReportFilter', { filterId });
  expect(await namesOf(bob)).toEqual(['All ferries']);
});

test('is changed by its user, and shared by administrators', async () => {
  const { filterId: ofBob } = await save(bob, 'Private');
  const { filterId: shared } = await save(ada, 'Shared', { isShared: true });
  // Others do not see it, so that it does not exist for them.
  expect(await refusalOf(save(ada, 'Mine', { filterId: ofBob }))).toBe('report-filter-unknown');
  expect(await refusalOf(ada.call('deleteReportFilter', { filterId: ofBob }))).toBe('report-filter-unknown');
  expect(await refusalOf(save(bob, 'Mine', { filterId: shared }))).toBe('not-allowed');
  expect(await refusalOf(bob.call('deleteReportFilter', { filterId: shared }))).toBe('not-allowed');
  expect(await refusalOf(save(bob, 'For all', { isShared: true }))).toBe('not-allowed');
  expect(await refusalOf(save(bob, 'Private', { filterId: ofBob, isShared: true }))).toBe('not-allowed');
  expect(await refusalOf(save(bob, 'PRIVATE'))).toBe('report-filter-taken');
  expect(await refusalOf(save(bob, 'x', { page: '/Map' }))).toBe('field-invalid');
  const { list } = await ada.call('queryAuditLog', { pageSize: 20 });
  expect(list).toMatchObject(
    expect.arrayContaining([expect.objectContaining({ action: 'saveReportFilter', target: 'Shared' })]),
  );
});

test('says which of its groups and devices its reader does not see', async () => {
  const kim = await harbour.person('kim', { permission: 'administrator' });
  const { groupId } = await ada.call('createGroup', { groupName: 'Quay' });
  const trackerId = await harbour.tracker('13800000001', 'Gull', groupId);
  const query = `groups=${groupId},99999&devices=${trackerId}`;
  await save(kim, 'Quay', { query, isShared: true });
  const vic = await harbour.person('vic', { permission: 'viewer', groupIds: [] });
  const missingFor = async (person: Person) =>
    (await person.call('queryReportFilters', { page: PAGE })).list.find((one) => one.filterName === 'Quay')
      ?.missing;
  expect(await missingFor(kim)).toEqual({ groups: 1, devices: 0 });
  expect(await missingFor(vic)).toEqual({ groups: 2, devices: 1 });
  await ada.call('removeTracker', { trackerId });
  expect(await missingFor(kim)).toEqual({ groups: 1, devices: 1 });
});

test('is one of 50 of a user', async () => {
  const eve = await harbour.person('eve', { permission: 'viewer' });
  for (let at = 0; at < 50; at += 1) await save(eve, `Filter ${at}`);
  expect(await refusalOf(save(eve, 'One more'))).toBe('report-filter-limit');
});
