import { describe, expect, test } from 'vitest';
import type { FeedEvent } from '../feeds/feed-message.ts';
import { seededRandom } from '../testing/random.ts';
import { decodeAircraftJson } from './aircraft-json.ts';
import { decodeSbsLine } from './sbs-line.ts';
import { createSbsReader } from './sbs-reader.ts';

/**
 * Lines in the form of the published description of the format (woodair.net, "Socket data and BST files"), with an
 * address and values of our own; expected values by hand: 1 ft = 0.3048 m, 1 kn = 1.852 km/h.
 */
const LINES = {
  callSign: 'MSG,1,1,1,3C6444,1,2026/06/01,12:00:00.000,2026/06/01,12:00:00.010,DLH4CK  ,,,,,,,,,,,',
  surface:
    'MSG,2,1,1,3C6444,1,2026/06/01,12:00:00.000,2026/06/01,12:00:00.010,,0,12.5,271.4,53.63040,9.98823,,,,,,-1',
  position: 'MSG,3,1,1,3C6444,1,2026/06/01,12:00:00.000,2026/06/01,12:00:00.010,,35000,,,53.1,-9.9,,,0,0,0,0',
  velocity: 'MSG,4,1,1,3C6444,1,2026/06/01,12:00:00.000,2026/06/01,12:00:00.010,,,450,360,,,-640,,,,,0',
  squawk: 'MSG,6,1,1,3C6444,1,2026/06/01,12:00:00.000,2026/06/01,12:00:00.010,,35000,,,,,,7700,-1,-1,0,0',
} as const;

const BASE = { objectId: 'icao-3c6444', kind: 'aircraft', time: null, second: null, distress: null };

describe('SBS lines', () => {
  test('reads the values that each type of message has', () => {
    expect(decodeSbsLine(LINES.callSign)).toEqual({
      ...BASE,
      position: null,
      motion: {},
      details: { callSign: 'DLH4CK' },
      dynamics: {},
    });
    expect(decodeSbsLine(LINES.surface)).toEqual({
      ...BASE,
      position: { latitude: 53.6304, longitude: 9.98823, valid: true },
      motion: { altitude: 0, altitudeKind: 3, speed: expect.closeTo(23.15, 6), course: 271.4 },
      details: {},
      dynamics: { onGround: true },
    });
    expect(decodeSbsLine(LINES.position)).toMatchObject({
      position: { latitude: 53.1, longitude: -9.9 },
      motion: { altitude: 10_668, altitudeKind: 3 },
      dynamics: { onGround: false },
    });
    expect(decodeSbsLine(LINES.velocity)).toMatchObject({
      position: null,
      motion: { speed: expect.closeTo(833.4, 6), course: 0 },
      dynamics: { verticalRate: -640 },
    });
    expect(decodeSbsLine(LINES.squawk)).toMatchObject({
      dynamics: { squawk: '7700' },
      emergency: { kind: 'general', squawk: '7700' },
    });
  });

  test('reads the emergency from the squawk, and that there is one from the flag', () => {
    const emergencyOf = (squawk: string, flag: string) => {
      const message = decodeSbsLine(LINES.squawk.replace('7700,-1,-1', `${squawk},0,${flag}`));
      return typeof message === 'string' ? message : message.emergency;
    };
    expect(emergencyOf('7500', '-1')).toEqual({ kind: 'unlawful', squawk: '7500' });
    expect(emergencyOf('7600', '0')).toEqual({ kind: 'nordo', squawk: '7600' });
    expect(emergencyOf('1000', '0')).toBeNull();
    expect(emergencyOf('', '-1')).toBe('unspecified');
    // Neither a squawk nor the flag: the message does not say that there is none.
    expect(emergencyOf('', '0')).toBeUndefined();
    // Not octal, too long, decimal.
    for (const garbage of ['7708', '77000', '7700.0']) expect(emergencyOf(garbage, '0')).toBeUndefined();
  });

  test('refuses lines without an address, other lines and damaged ones', () => {
    expect(decodeSbsLine(LINES.position.replace('3C6444', '000000'))).toBe('address');
    expect(decodeSbsLine(LINES.position.replace('3C6444', '3C64G4'))).toBe('address');
    expect(decodeSbsLine('STA,,5,179,400AE7,10103,2008/11/28,14:58:51.153,2008/11/28,14:58:51.153,RM')).toBe(
      'unsupported',
    );
    expect(decodeSbsLine('MSG,3,1')).toBe('malformed');
    expect(decodeSbsLine(LINES.position.replace('MSG,3', 'MSG,9'))).toBe('malformed');
    expect(decodeSbsLine(LINES.position.replace('53.1', '93.1'))).toMatchObject({ position: null });
    expect(decodeSbsLine(LINES.position.replace('53.1', '1e400'))).toMatchObject({ position: null });
  });

  test('decodes the same messages when the stream is cut at any byte, and never throws', () => {
    const stream = Buffer.from(
      Object.values(LINES)
        .map((line) => `${line}\r\n`)
        .join(''),
      'latin1',
    );
    const expected = JSON.stringify(createSbsReader().receive(stream, 0));
    for (let cut = 0; cut <= stream.length; cut++) {
      const reader = createSbsReader();
      const events: readonly FeedEvent[] = [
        ...reader.receive(stream.subarray(0, cut), 0),
        ...reader.receive(stream.subarray(cut), 0),
      ];
      if (JSON.stringify(events) !== expected) expect.fail(`cut after byte ${cut}`);
    }
    const random = seededRandom(5);
    for (let round = 0; round < 2_000; round++) {
      const bytes = Buffer.from(stream);
      for (let flips = 0; flips < 3; flips++)
        bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256);
      for (const event of createSbsReader().receive(bytes, 0)) {
        if (event.type !== 'message' || event.message.position === null) continue;
        expect(Math.abs(event.message.position.latitude)).toBeLessThanOrEqual(90);
      }
    }
  });
});

/** Fields and units as readsb documents them (README-json.md), with values of our own. */
const DOCUMENT = {
  now: 1_780_315_230.5,
  messages: 12,
  aircraft: [
    {
      hex: '3c6444',
      type: 'adsb_icao',
      flight: 'DLH4CK  ',
      r: 'D-AIXX',
      t: 'A359',
      alt_baro: 35_000,
      alt_geom: 35_400,
      gs: 450,
      track: 92.1,
      baro_rate: -64,
      squawk: '1000',
      emergency: 'none',
      category: 'A5',
      lat: 53.1,
      lon: 9.9,
      seen_pos: 0.5,
      seen: 0.1,
    },
    { hex: '~2a1b3c', alt_baro: 'ground', gs: 8, lat: 53.63, lon: 9.98, seen_pos: 3 },
    { hex: '3c6445', squawk: '7600', seen: 2 },
    { hex: '3c6446', emergency: 'lifeguard', lat: 53, lon: 9, seen_pos: 100 },
    { hex: '000000', lat: 53, lon: 9 },
    null,
  ],
};

describe('aircraft.json', () => {
  test('reads aircraft with the time of their position', () => {
    expect(decodeAircraftJson(JSON.stringify(DOCUMENT))).toEqual([
      {
        objectId: 'icao-3c6444',
        kind: 'aircraft',
        position: { latitude: 53.1, longitude: 9.9, valid: true },
        motion: { altitude: 10_668, altitudeKind: 3, speed: expect.closeTo(833.4, 6), course: 92.1 },
        time: 1_780_315_230_000,
        second: null,
        details: { callSign: 'DLH4CK', registration: 'D-AIXX', aircraftType: 'A359', category: 'A5' },
        dynamics: { squawk: '1000', verticalRate: -64, onGround: false },
        emergency: null,
        distress: null,
      },
      expect.objectContaining({
        objectId: 'nonicao-2a1b3c',
        motion: { altitude: null, speed: expect.closeTo(14.816, 6), course: null },
        time: 1_780_315_227_500,
        dynamics: { onGround: true },
      }),
      expect.objectContaining({
        objectId: 'icao-3c6445',
        position: null,
        time: null,
        emergency: { kind: 'nordo', squawk: '7600' },
      }),
      // Its position is older than a minute.
      expect.objectContaining({
        objectId: 'icao-3c6446',
        position: null,
        emergency: { kind: 'lifeguard', squawk: null },
      }),
      'address',
      'malformed',
    ]);
  });

  test('a geometric altitude is above the ellipsoid, and only a pressure altitude says whether it flies', () => {
    const aircraft = [
      { hex: '3c6444', alt_geom: 1_000, lat: 53, lon: 9 },
      { hex: '3c6445', alt_baro: 'ground', alt_geom: 200, lat: 53, lon: 9 },
      { hex: '3c6446', lat: 53, lon: 9 },
    ];
    // 1 ft = 0.3048 m.
    expect(decodeAircraftJson(JSON.stringify({ now: 1_780_315_230, aircraft }))).toMatchObject([
      { motion: { altitude: expect.closeTo(304.8, 6), altitudeKind: 2 }, dynamics: {} },
      { motion: { altitude: expect.closeTo(60.96, 6), altitudeKind: 2 }, dynamics: { onGround: true } },
      { motion: { altitude: null }, dynamics: {} },
    ]);
    const [geometric] = decodeAircraftJson(JSON.stringify({ now: 1_780_315_230, aircraft })) ?? [];
    expect(geometric).not.toHaveProperty('dynamics.onGround');
  });

  test('does not use the last position of an aircraft that sends none', () => {
    const lastPosition = { lat: 53.1, lon: 9.9, nic: 8, rc: 186, seen_pos: 75 };
    const aircraft = [{ hex: '3c6444', flight: 'DLH4CK', lastPosition, rr_lat: 53, rr_lon: 10 }];
    expect(decodeAircraftJson(JSON.stringify({ now: 1_780_315_230, aircraft }))).toMatchObject([
      { position: null, time: null, details: { callSign: 'DLH4CK' } },
    ]);
  });

  test('has the accuracy of the position', () => {
    const accuracyOf = (values: object) => {
      const aircraft = [{ hex: '3c6444', lat: 53, lon: 9, ...values }];
      const [message] = decodeAircraftJson(JSON.stringify({ now: 1_780_315_230, aircraft })) ?? [];
      return typeof message === 'string' ? message : message?.position?.accuracy;
    };
    // NACp 8 is 0.05 NM, 10 is 10 m; 1 NM = 1,852 m.
    expect([8, 10].map((nac_p) => accuracyOf({ nac_p, rc: 186 }))).toEqual([92.6, 10]);
    expect(accuracyOf({ nac_p: 0, rc: 186 })).toBe(186);
    expect(accuracyOf({ rc: 371 })).toBe(371);
    for (const unknown of [{}, { nac_p: 0, rc: 0 }, { nac_p: 12 }, { nac_p: '8' }, { nac_p: -1 }])
      expect(accuracyOf(unknown)).toBeUndefined();
    // Multilateration: an estimate.
    expect(accuracyOf({ type: 'mlat', nac_p: 9 })).toBe(200);
    expect(accuracyOf({ type: 'mode_s', mlat: ['lat', 'lon', 'gs'] })).toBe(200);
    expect(accuracyOf({ type: 'adsb_icao', mlat: [], nac_p: 9 })).toBe(30);
  });

  test('finds no emergency in garbage', () => {
    const aircraft = [
      { hex: '3c6444', squawk: 7700, emergency: 'reserved' },
      { hex: '3c6445', squawk: '77OO', emergency: 'alarm' },
      { hex: '3c6446', squawk: '', emergency: 1 },
    ];
    expect(decodeAircraftJson(JSON.stringify({ now: 1_780_315_230, aircraft }))).toMatchObject(
      aircraft.map(() => ({ emergency: null })),
    );
  });

  test('refuses other documents, and never throws on a damaged one', () => {
    for (const text of ['', '[]', '{}', '{"aircraft":{}}', 'null', '<html>'])
      expect(decodeAircraftJson(text)).toBeNull();
    const text = JSON.stringify(DOCUMENT);
    for (let cut = 0; cut < text.length; cut++) expect(decodeAircraftJson(text.slice(0, cut))).toBeNull();
    const wrongTypes = {
      now: '1',
      aircraft: [
        { hex: 3, lat: 'x' },
        { hex: '3c6444', lat: '53', lon: [], gs: -5, track: 400 },
      ],
    };
    expect(decodeAircraftJson(JSON.stringify(wrongTypes))).toEqual([
      'address',
      expect.objectContaining({ position: null, motion: { altitude: null, speed: null, course: null } }),
    ]);
  });
});
