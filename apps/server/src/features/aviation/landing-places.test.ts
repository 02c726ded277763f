import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Person } from '../../testing/person.ts';
import { startWorld, type World, type WorldAccount } from '../../testing/world.ts';

let world: World;
let account: WorldAccount;
let ada: Person;
let count = 0;

beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());
beforeEach(async () => {
  count += 1;
  account = await world.account(`airfield ${count}`);
  ada = await account.person(`ada ${count}`);
});

const place = (form: object = {}) => ({
  landingPlaceName: 'Hospital',
  latitude: 25.27,
  longitude: 110.29,
  ...form,
});
const create = async (form: object = {}, person = ada) =>
  (await person.call('createLandingPlace', place(form))).landingPlaceId;

test('creates a landing place, changes and deletes it', async () => {
  const landingPlaceId = await create({ code: ' hosp ', elevation: 152.5, radius: 300, note: 'roof' });
  const second = await create({ landingPlaceName: 'Dam' });
  expect(await ada.call('queryLandingPlaces', {})).toEqual({
    list: [
      {
        ...place({ landingPlaceName: 'Dam' }),
        landingPlaceId: second,
        code: null,
        elevation: null,
        radius: 1_000,
        note: '',
      },
      { ...place(), landingPlaceId, code: 'HOSP', elevation: 152.5, radius: 300, note: 'roof' },
    ],
    total: 2,
    abilities: { change: true },
  });
  // A code is unique, not the lack of one.
  await expect(
    ada.call('editLandingPlace', { ...place({ code: 'Hosp' }), landingPlaceId: second }),
  ).rejects.toMatchObject({ errorName: 'landing-place-code-taken' });
  await ada.call('editLandingPlace', { ...place({ latitude: -25 }), landingPlaceId });
  const { list } = await ada.call('queryLandingPlaces', {});
  expect(list[1]).toMatchObject({ latitude: -25, code: null, elevation: null, radius: 1_000, note: '' });
  await ada.call('deleteLandingPlaces', { landingPlaceIds: [landingPlaceId, second] });
  expect(await ada.call('queryLandingPlaces', {})).toMatchObject({ list: [], total: 0 });
  const { list: audit } = await ada.call('queryAuditLog', { pageSize: 4 });
  expect(audit.map(({ action }) => action)).toEqual([
    'deleteLandingPlaces',
    'editLandingPlace',
    'createLandingPlace',
    'createLandingPlace',
  ]);
});

describe('refuses', () => {
  test.each([
    ['a latitude beyond the pole', { latitude: 90.1 }],
    ['a longitude beyond 180 degrees', { longitude: -180.1 }],
    ['an elevation that no place has', { elevation: 9_001 }],
    ['a radius below 100 m', { radius: 99 }],
    ['a radius above 5 km', { radius: 5_001 }],
    ['a code of one character', { code: 'H' }],
    ['a code with a space', { code: 'H 1' }],
    ['an empty name', { landingPlaceName: ' ' }],
  ])('%s', async (_, form) => {
    await expect(create(form)).rejects.toMatchObject({ errorName: 'field-invalid' });
  });

  test('more places than an account may have', async () => {
    await sql`insert into landing_place (account_id, name, latitude, longitude, radius, note)
      select ${account.accountId}, 'P', 0, 0, 100, '' from generate_series(1, 1000)`.execute(
      world.database.db,
    );
    await expect(create()).rejects.toMatchObject({ errorName: 'landing-place-limit' });
  });

  test('changes by a user whose scope is limited to groups, who may read them', async () => {
    const { groupId } = await ada.call('createGroup', { groupName: 'Pilots' });
    const pilot = await account.person(`pilot ${count}`, { permission: 'editor', groupIds: [groupId] });
    const landingPlaceId = await create();
    expect(await pilot.call('queryLandingPlaces', {})).toMatchObject({
      total: 1,
      abilities: { change: false },
    });
    const refused = { errorName: 'not-allowed' };
    await expect(create({}, pilot)).rejects.toMatchObject(refused);
    await expect(pilot.call('editLandingPlace', { ...place(), landingPlaceId })).rejects.toMatchObject(
      refused,
    );
    const landingPlaceIds = [landingPlaceId];
    await expect(pilot.call('deleteLandingPlaces', { landingPlaceIds })).rejects.toMatchObject(refused);
  });
});
