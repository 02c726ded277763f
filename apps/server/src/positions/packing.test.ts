import { NOTICE_TYPES } from '@wakeline/domain/notices/notice-type';
import type { LocatedReport } from '@wakeline/domain/tracker-state/apply-report';
import { expect, test } from 'vitest';
import { packDegrees } from '../db/degrees.ts';
import { pack, unpack } from './packing.ts';

const MINIMAL: LocatedReport = {
  time: 1_795_216_508_458,
  fix: {
    latitude: -33.856_784_1,
    longitude: 179.999_999_9,
    altitude: null,
    speed: null,
    course: null,
    accuracy: null,
    valid: true,
  },
  battery: null,
  gsm: null,
  satellites: null,
  alarms: [],
  attributes: {},
};

function storeAndRead(report: LocatedReport): LocatedReport {
  return unpack({
    time: report.time,
    latitude: packDegrees(report.fix.latitude),
    longitude: packDegrees(report.fix.longitude),
    packed: pack(report),
  });
}

function packedHex(report: LocatedReport): string {
  return pack(report).toString('hex');
}

test('stores a missing value as null in no bytes', () => {
  expect(storeAndRead(MINIMAL)).toEqual(MINIMAL);
  expect(packedHex(MINIMAL)).toBe('00');
});

test('distinguishes zero from null', () => {
  const zeros: LocatedReport = {
    ...MINIMAL,
    fix: { ...MINIMAL.fix, altitude: 0, speed: 0, course: 0, accuracy: 0 },
    battery: 0,
    gsm: 0,
    satellites: 0,
  };
  expect(storeAndRead(zeros)).toEqual(zeros);
});

test('stores values at the resolution of the protocols without loss', () => {
  const full: LocatedReport = {
    ...MINIMAL,
    fix: {
      latitude: 22.123_456_7,
      longitude: -110.765_432_1,
      altitude: -430.5,
      speed: 1_234.56,
      course: 359.99,
      accuracy: 3.79,
      altitudeKind: 3,
      valid: false,
    },
    battery: 99.5,
    gsm: 48.39,
    satellites: 255,
    alarms: [...NOTICE_TYPES],
  };
  expect(storeAndRead(full)).toEqual(full);
});

test('stores a course that rounds to 360 as north', () => {
  expect(storeAndRead({ ...MINIMAL, fix: { ...MINIMAL.fix, course: 359.999 } }).fix.course).toBe(0);
});

test('returns attributes of any name and kind unchanged', () => {
  const report: LocatedReport = {
    ...MINIMAL,
    attributes: {
      ignition: true,
      charging: false,
      odometer: 1_234_567_800,
      fuel: 12.3,
      temperature1: -40,
      externalVoltage: 13.806_451_612_903_226,
      'unknown name': 'Größe 冰 🚤',
      empty: '',
      tiny: 5e-324,
      huge: 2 ** 53,
      minusHuge: -(2 ** 52),
      minusZero: -0,
      third: 1 / 3,
      half: -0.5,
      endless: Number.NEGATIVE_INFINITY,
      statusBits: 0xffff_ffff,
    },
  };
  const read = storeAndRead(report);
  expect(read).toEqual(report);
  expect(Object.is(read.attributes.minusZero, -0)).toBe(true);
});

test('stores flags first among the attributes', () => {
  const report: LocatedReport = {
    ...MINIMAL,
    fix: { ...MINIMAL.fix, speed: 1 },
    alarms: ['SOS'],
    attributes: { odometer: 5, charging: true, note: 'x', ignition: false },
  };
  expect(storeAndRead(report)).toEqual(report);
  // Two bytes each of bits, speed and alarms; then charging (6 * 8 + 1) and ignition (1 * 8), as in
  // packed-attributes.ts.
  expect(packedHex(report)).toMatch(/^......0131[0]8/);
});

test('packs a typical vehicle report in 11 bytes', () => {
  // 1 bits + 2 altitude + 2 speed + 2 course + 1 satellites + 2 gsm + 1 `ignition: true`.
  const common: LocatedReport = {
    ...MINIMAL,
    fix: { ...MINIMAL.fix, altitude: 50, speed: 36.5, course: 45 },
    gsm: 77.42,
    satellites: 12,
    attributes: { ignition: true },
  };
  expect(pack(common).length).toBe(11);
});

test('rejects the bits of a newer version', () => {
  const packed = Buffer.from('8008', 'hex');
  expect(() => unpack({ time: 0, latitude: 0, longitude: 0, packed })).toThrow(RangeError);
});

/** Written by hand from the tables of docs/pipeline.md and packed-attributes.ts. */
const GOLDEN = [
  'ff03', // bits 0 to 8: 511 = 127 + 3 * 128
  'f601', // altitude 12.3 m: 123 dm, twice as signed: 246 = 118 + 1 * 128
  'c21c', // speed 36.5 km/h: 3,650 = 66 + 28 * 128
  '9411', // course 45 degrees: 4,500 = 0x1194
  '0c', // 12 satellites
  'be3c', // gsm 77.42 %: 7,742 = 62 + 60 * 128
  'de4d', // battery 99.5 %: 9,950 = 94 + 77 * 128
  'fb02', // accuracy 3.79 m: 379 = 123 + 2 * 128
  '8104', // SOS and OVERSPEED: bits 0 and 9, 513 = 1 + 4 * 128
  '09', // ignition, number 1: 1 * 8 + yes
  '12c801', // odometer, number 2: 2 * 8 + whole; 100, twice as signed: 200 = 72 + 1 * 128
  '1b01f601', // fuel, number 3: 3 * 8 + decimal; one decimal; 123, twice as signed
  '0501780179', // no number: text, the name x, the value y
].join('');

test('matches the documented bytes of a stored position', () => {
  const report: LocatedReport = {
    ...MINIMAL,
    fix: { ...MINIMAL.fix, altitude: 12.3, speed: 36.5, course: 45, accuracy: 3.79 },
    battery: 99.5,
    gsm: 77.42,
    satellites: 12,
    alarms: ['OVERSPEED', 'SOS'],
    attributes: { odometer: 100, ignition: true, fuel: 12.3, x: 'y' },
  };
  expect(packedHex(report)).toBe(GOLDEN);
  const packed = Buffer.from(GOLDEN, 'hex');
  const read = unpack({ time: MINIMAL.time, latitude: -338_567_841, longitude: 1_799_999_999, packed });
  expect(read).toEqual({ ...report, alarms: ['SOS', 'OVERSPEED'] });
});

test('sets only bit 9 for a position that the receiver reported as invalid', () => {
  // 512 = 0 + 4 * 128
  expect(packedHex({ ...MINIMAL, fix: { ...MINIMAL.fix, valid: false } })).toBe('8004');
});
