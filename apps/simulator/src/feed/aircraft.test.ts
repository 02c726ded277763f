import { decodeSbsLine } from '@wakeline/protocols/adsb/sbs-line';
import { expect, test } from 'vitest';
import { createAircraft, sbsLines } from './aircraft.ts';

/** Ten degrees along the equator are 1 111 951 m: 90 minutes at 741.3 km/h. */
const AIRCRAFT = {
  ...{ address: 'f00001', callSign: 'WKL100', altitude: 10_000, offset: 0 },
  from: { latitude: 0, longitude: 100 },
  to: { latitude: 0, longitude: 110 },
  speed: 741.3,
};
const MINUTE = 60_000;

const messages = (time: number) => sbsLines(AIRCRAFT, time).map(decodeSbsLine);

test('the lines have call sign, position, altitude, speed and track', () => {
  expect(messages(45 * MINUTE)).toMatchObject([
    { objectId: 'icao-f00001', details: { callSign: 'WKL100' } },
    // 10,000 ft are 3 048 m.
    {
      position: { latitude: 0, longitude: expect.closeTo(105, 2) },
      motion: { altitude: 3_048, altitudeKind: 3 },
    },
    { motion: { speed: expect.closeTo(741.3, 0), course: 90 } },
  ]);
});

test('an aircraft turns at the end of its airway', () => {
  expect(messages(135 * MINUTE)).toMatchObject([
    {},
    { position: { longitude: expect.closeTo(105, 2) } },
    { motion: { course: 270 } },
  ]);
});

test('aircraft of a seed are always the same, with an address each', () => {
  const center = { latitude: 25, longitude: 110 };
  const aircraft = createAircraft(20, center, 60_000, 'air');
  expect(aircraft).toEqual(createAircraft(20, center, 60_000, 'air'));
  expect(new Set(aircraft.map(({ address }) => address)).size).toBe(20);
  for (const one of aircraft)
    expect(sbsLines(one, 1_800_000_000_000).map(decodeSbsLine)).not.toContain('malformed');
});
