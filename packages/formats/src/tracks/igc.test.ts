import { ALTITUDE_KINDS, type AltitudeKind } from '@wakeline/domain/aviation/altitude-kind';
import type { LocatedReport } from '@wakeline/domain/tracker-state/apply-report';
import IGCParser from 'igc-parser';
import { describe, expect, test } from 'vitest';
import { type IgcFlight, igcTrackWriter } from './igc.ts';

const START = Date.UTC(2026, 10, 23, 23, 59, 58);
const FLIGHT: IgcFlight = {
  startedAt: START,
  pilot: 'Erika Muster',
  aircraftType: 'ASK 21',
  tailNumber: 'D-1234',
  altitudeKind: ALTITUDE_KINDS.sea,
};
const OWNER = { name: 'D-1234', imei: '860000000000001' };

function report(
  seconds: number,
  latitude: number,
  longitude: number,
  altitude: number | null,
  valid = true,
): LocatedReport {
  return {
    time: START + seconds * 1_000,
    fix: { latitude, longitude, altitude, speed: 80, course: null, accuracy: null, valid },
    ...{ battery: null, gsm: null, satellites: null, alarms: [], attributes: {} },
  };
}

const FIXES = [
  report(0, 48.123_456, 11.654_321, 512.4),
  report(1, -33.856_784, -151.215_297, -12.6),
  // 59.9996 minutes.
  report(3, 46.999_993, 179.999_993, null),
  report(10, 0, 0, 1_000, false),
];

function write(flight: Partial<IgcFlight> = {}, fixes = FIXES): string {
  const writer = igcTrackWriter({ ...FLIGHT, ...flight });
  return writer.head('') + writer.start(OWNER) + writer.fixes(fixes, OWNER, true) + writer.end + writer.tail;
}

test('writes the records of the specification', () => {
  expect(write().split('\r\n')).toEqual([
    'AXXXWKL',
    'HFDTEDATE:231126,01',
    'HFPLTPILOTINCHARGE:Erika Muster',
    'HFGTYGLIDERTYPE:ASK 21',
    'HFGIDGLIDERID:D-1234',
    'HFDTMGPSDATUM:WGS84',
    'HFFTYFRTYPE:Wakeline',
    'HFALGALTGPS:GEO',
    'HFALPALTPRESSURE:NIL',
    'LXXXWITHOUT G RECORD: NO PROOF OF A FLIGHT',
    // 0.123456 degrees are 7.40736 minutes, 0.654321 degrees 39.25926.
    'B2359584807407N01139259EA0000000512',
    // 0.856784 degrees are 51.40704 minutes, 0.215297 degrees 12.91782.
    'B2359593351407S15112918WA00000-0013',
    'B0000014700000N18000000EV0000000000',
    'B0000080000000N00000000EV0000001000',
    '',
  ]);
});

describe('igc-parser', () => {
  // It reads 00000 as not known.
  test('reads header and fixes, also after midnight', () => {
    const { date, pilot, gliderType, registration, fixes } = IGCParser.parse(write());
    expect({ date, pilot, gliderType, registration }).toEqual({
      ...{ date: '2026-11-23', pilot: 'Erika Muster', gliderType: 'ASK 21', registration: 'D-1234' },
    });
    expect(fixes).toHaveLength(FIXES.length);
    for (const [at, { time, fix }] of FIXES.entries()) {
      expect(fixes[at]?.timestamp).toBe(time);
      // Half of a thousandth of a minute.
      expect(Math.abs((fixes[at]?.latitude ?? Number.NaN) - fix.latitude)).toBeLessThan(8.4e-6);
      expect(Math.abs((fixes[at]?.longitude ?? Number.NaN) - fix.longitude)).toBeLessThan(8.4e-6);
    }
    expect(fixes.map(({ gpsAltitude }) => gpsAltitude)).toEqual([512, -13, null, 1_000]);
    expect(fixes.map(({ valid }) => valid)).toEqual([true, true, false, false]);
  });

  test.each<[string, AltitudeKind, string, number | null, number | null]>([
    ['pressure', ALTITUDE_KINDS.pressure, 'HFALPALTPRESSURE:ISA', 512, null],
    ['the ellipsoid', ALTITUDE_KINDS.ellipsoid, 'HFALGALTGPS:ELL', null, 512],
  ])('reads altitudes of %s', (_, altitudeKind, header, pressureAltitude, gpsAltitude) => {
    const text = write({ altitudeKind });
    expect(text).toContain(`${header}\r\n`);
    expect(IGCParser.parse(text).fixes[0]).toMatchObject({ pressureAltitude, gpsAltitude });
  });
});

test('leaves out characters that the format does not allow', () => {
  const text = write({
    pilot: ' 王 Li\r\nBroken ',
    aircraftType: '滑翔机',
    tailNumber: `B-12$4${'9'.repeat(100)}`,
  });
  expect(text).toContain('HFPLTPILOTINCHARGE:LiBroken\r\n');
  expect(text).toContain('HFGTYGLIDERTYPE:NKN\r\n');
  expect(text).toContain(`HFGIDGLIDERID:B-124${'9'.repeat(55)}\r\n`);
  // Every line begins with its record.
  expect(text.split('\r\n').every((line) => line === '' || /^[AHLB]/.test(line))).toBe(true);
});
