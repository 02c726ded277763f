import type { LegMoment } from '@wakeline/domain/aviation/leg';
import { expect, test } from 'vitest';
import { airports } from '../places/airports.ts';
import { legFieldOf } from './leg-fields.ts';

/** Threshold 01 of Guilin Liangjiang (ZGKL), from the data set of OurAirports. */
const GUILIN = airports().find('ZGKL');
const [runway] = GUILIN?.runways ?? [];
const [end] = runway?.ends ?? [];

function at(latitude: number, longitude: number, changes: Partial<LegMoment> = {}): LegMoment {
  return { at: 1_000, from: 0, to: 1_000, latitude, longitude, course: null, ...changes };
}

test('is the airport with the runway whose heading was flown', () => {
  if (end === undefined) throw new Error('ZGKL has a runway');
  const { latitude, longitude, heading, designator } = end;
  expect(legFieldOf(at(latitude, longitude, { course: heading }), [])).toMatchObject({
    ident: 'ZGKL',
    landingPlaceId: null,
    name: GUILIN?.name,
    isUncertain: false,
    runway: designator,
  });
});

test('is a landing place of the account within its radius, before an airport', () => {
  const { latitude, longitude } = GUILIN ?? { latitude: 0, longitude: 0 };
  // 0.01 degrees: 1,112 m.
  const place = { landing_place_id: 7, name: 'Apron', latitude: latitude + 0.01, longitude, radius: 1_200 };
  expect(legFieldOf(at(latitude, longitude), [place])).toMatchObject({ landingPlaceId: 7, name: 'Apron' });
  expect(legFieldOf(at(latitude, longitude), [{ ...place, radius: 1_000 }])).toMatchObject({ ident: 'ZGKL' });
});

test('is uncertain far away with sparse reports, and none in the open sea', () => {
  const { latitude, longitude } = GUILIN ?? { latitude: 0, longitude: 0 };
  // 0.1 degrees: 11 km.
  const far = at(latitude + 0.1, longitude);
  expect(legFieldOf(far, [])?.ident).not.toBe('ZGKL');
  const place = { landing_place_id: 7, name: 'Apron', latitude, longitude, radius: 100 };
  expect(legFieldOf({ ...far, to: 180_000 }, [place])).toMatchObject({
    landingPlaceId: 7,
    isUncertain: true,
  });
  expect(legFieldOf(at(-50, -120), [])).toBeNull();
  expect(legFieldOf(null, [place])).toBeNull();
});

test('airports near a place are found across the antimeridian', () => {
  // Nadi in Fiji is at 177.4 E; Cicia and Lakeba lie around 179 W.
  const idents = airports()
    .near({ latitude: -17.7, longitude: 179.9 }, 200_000)
    .map(({ longitude }) => longitude);
  expect(Math.max(...idents)).toBeGreaterThan(177);
  expect(Math.min(...idents)).toBeLessThan(-178);
});
