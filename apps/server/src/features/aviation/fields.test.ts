import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Person } from '../../testing/person.ts';
import { startWorld, type World } from '../../testing/world.ts';

let world: World;
let ada: Person;

beforeAll(async () => {
  world = await startWorld();
  ada = await (await world.account('airfield')).person('ada');
});
afterAll(() => world.stop());

const codesOf = async (keywords: string, near?: { latitude: number; longitude: number }) =>
  (await ada.call('searchFields', { keywords, near })).list.map(({ ident, code }) => ident ?? code);

test('finds airports by code, then by name and city, large ones first', async () => {
  expect((await codesOf('eddf'))[0]).toBe('EDDF');
  expect((await codesOf('KWL'))[0]).toBe('ZGKL');
  // Idents that begin with it: ZGKL is Guilin Liangjiang, the only large airport there.
  expect((await codesOf('ZGK'))[0]).toBe('ZGKL');
  expect((await codesOf('frankfurt'))[0]).toBe('EDDF');
  expect((await codesOf('zürich'))[0]).toBe('LSZH');
  expect(await codesOf('no such airport')).toEqual([]);
  expect((await ada.call('searchFields', { keywords: 'airport' })).list).toHaveLength(20);
});

test('prefers the nearest of equal matches', async () => {
  // Portland has a large airport in Oregon (PDX) and a medium one in Maine (PWM).
  expect((await codesOf('portland'))[0]).toBe('KPDX');
  expect((await codesOf('portland', { latitude: 43.7, longitude: -70.3 }))[0]).toBe('KPWM');
});

test('lists landing places of the account first', async () => {
  const place = { landingPlaceName: 'Frankfurt roof', code: 'EDDF', latitude: 50.1, longitude: 8.7 };
  const { landingPlaceId } = await ada.call('createLandingPlace', place);
  for (const keywords of ['EDDF', 'eddf', 'Frankfurt', 'roof']) {
    const { list } = await ada.call('searchFields', { keywords });
    expect(list[0]).toMatchObject({ landingPlaceId, ident: null, code: 'EDDF', fieldName: 'Frankfurt roof' });
  }
  const outsider = await (await world.account('outside')).person('outsider');
  expect((await outsider.call('searchFields', { keywords: 'roof' })).list).not.toContainEqual(
    expect.objectContaining({ landingPlaceId }),
  );
  await expect(outsider.call('queryField', { landingPlaceId })).rejects.toMatchObject({
    errorName: 'landing-place-unknown',
  });
  expect(await ada.call('queryField', { landingPlaceId })).toMatchObject({ latitude: 50.1, runways: [] });
});

test('reads an airport with its runways', async () => {
  // AIP Germany, EDDF: IATA FRA, elevation 364 ft; runway 18 has one direction and 4,000 m.
  const airport = await ada.call('queryField', { ident: 'eddf' });
  expect(airport).toMatchObject({
    ident: 'EDDF',
    code: 'FRA',
    country: 'DE',
    type: 'large_airport',
    elevation: 111,
  });
  expect(airport.latitude).toBeCloseTo(50.03, 1);
  expect(airport.longitude).toBeCloseTo(8.57, 1);
  const designators = airport.runways.map(({ ends }) => ends.map(({ designator }) => designator).join('/'));
  expect(designators.toSorted()).toEqual(['07C/25C', '07L/25R', '07R/25L', '18/36']);
  const west = airport.runways.find(({ ends }) => ends[0]?.designator === '18');
  expect(west).toMatchObject({ length: 4_000, ends: [{ heading: 180 }, { heading: 360 }] });
});

test.each([
  ['an unknown airport', { ident: 'XXXX' }, 'airport-unknown'],
  ['neither airport nor landing place', {}, 'field-invalid'],
  ['both', { ident: 'EDDF', landingPlaceId: 1 }, 'field-invalid'],
])('refuses %s', async (_, payload, errorName) => {
  await expect(ada.call('queryField', payload)).rejects.toMatchObject({ errorName });
});
