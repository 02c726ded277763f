import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { greatCircleDistance } from '@wakeline/domain/geo/great-circle';
import type { LocatedReport } from '@wakeline/domain/tracker-state/apply-report';
import FitParser from 'fit-file-parser';
import { describe, expect, test } from 'vitest';
import { convertFile, isInstalled, runProgram, validateXml } from '../testing/programs.ts';
import { type Device, fixesIn, isInvalidRow, readTracks, writeTracks } from '../testing/tracks.ts';

/** Files written here are read by other programs, and their files are read here. Every position is compared. */
const SCHEMAS = join(import.meta.dirname, '../testing/schemas');
const fixture = (name: string) => readFileSync(join(import.meta.dirname, '../fixtures', name));
const HIGHFIELD = fixture('highfield-park.gpx');
const FENIX = fixture('fenix2-run.fit');

const runFixes = await fixesIn(HIGHFIELD);
const watchFixes = await fixesIn(FENIX);
const roundTo = (value: number, places: number) => Number(value.toFixed(places));
/** All values that a device can report, at the stored precision, also negative, between seconds, and across the antimeridian. */
const syntheticFixes: readonly LocatedReport[] = Array.from({ length: 1_200 }, (_, at) => ({
  time: 1_780_000_000_000 + at * 1_500,
  fix: {
    latitude: roundTo(-45.1234567 + at / 1e4, 7),
    longitude: roundTo(at < 600 ? 179.9 + at / 1e4 : -180.01 + at / 1e4, 7),
    altitude: at % 7 === 0 ? null : roundTo(-3.2 + at, 1),
    ...(at % 5 === 0 && { altitudeKind: 3 }),
    speed: at % 5 === 0 ? null : (at % 200) + 0.25,
    course: at % 3 === 0 ? null : (at * 7.25) % 360,
    accuracy: at % 4 === 0 ? null : 12.5,
    valid: true,
  },
  battery: at % 2 === 0 ? null : 87.25,
  gsm: at % 6 === 0 ? null : 54.5,
  satellites: at % 9 === 0 ? null : at % 20,
  alarms: at % 100 === 0 ? (['SOS', 'LOWPOWER'] as const) : [],
  attributes:
    at % 10 === 0
      ? { ignition: true, hdop: 0.9, odometer: 123_456.5, note: '<b> & "船" ]]>', code: '007' }
      : {},
}));

const RUN: Device = { owner: { name: 'Sea Gull & "co" <1>', imei: '860000000000001' }, fixes: runFixes };
const WATCH: Device = { owner: { name: '手表', imei: '860000000000002' }, fixes: watchFixes };
const SYNTHETIC: Device = { owner: { name: '=cmd', imei: '3' }, fixes: syntheticFixes };

test('reads the complete fixtures', async () => {
  expect(runFixes).toHaveLength(2_246);
  const rows = await readTracks(FENIX);
  // The README of the fixtures gives 2,809 records; the first ones precede the first fix of the watch.
  expect(rows).toHaveLength(2_809);
  expect(rows.filter(isInvalidRow).every(({ error }) => error === 'no-fix')).toBe(true);
});

describe('fit-file-parser', () => {
  const parse = async (bytes: Uint8Array) =>
    (await new FitParser({ force: false, mode: 'list' }).parseAsync(Buffer.from(bytes))).records?.filter(
      ({ position_lat }) => position_lat !== undefined,
    ) ?? [];

  test('reads the same values from the file of a watch', async () => {
    const records = await parse(FENIX);
    expect(watchFixes).toHaveLength(records.length);
    for (const [at, { time, fix, attributes }] of watchFixes.entries()) {
      const record = records[at];
      expect(time).toBe(Date.parse(String(record?.timestamp)));
      expect(fix.latitude).toBeCloseTo(record?.position_lat ?? Number.NaN, 6);
      expect(fix.longitude).toBeCloseTo(record?.position_long ?? Number.NaN, 6);
      if (record?.altitude !== undefined) expect(fix.altitude).toBeCloseTo(record.altitude, 6);
      if (record?.speed !== undefined) expect(fix.speed).toBeCloseTo(record.speed * 3.6, 6);
      expect(attributes.heartRate).toBe(record?.heart_rate);
    }
  });

  test('reads written files', async () => {
    const records = await parse(writeTracks('fit', [SYNTHETIC]));
    expect(records).toHaveLength(syntheticFixes.length);
    for (const [at, { time, fix }] of syntheticFixes.entries()) {
      const record = records[at];
      expect(Date.parse(String(record?.timestamp))).toBe(Math.floor(time / 1_000) * 1_000);
      // A semicircle is 8.4e-8 degrees; the resolution of altitude is 0.2 m, of speed 1 mm/s.
      expect(Math.abs((record?.position_lat ?? Number.NaN) - fix.latitude)).toBeLessThan(5e-8);
      expect(Math.abs((record?.position_long ?? Number.NaN) - fix.longitude)).toBeLessThan(5e-8);
      if (fix.altitude === null) expect(record?.enhanced_altitude).toBeUndefined();
      else
        expect(Math.abs((record?.enhanced_altitude ?? Number.NaN) - fix.altitude)).toBeLessThanOrEqual(0.101);
      if (fix.speed === null) expect(record?.enhanced_speed).toBeUndefined();
      else expect(Math.abs((record?.enhanced_speed ?? Number.NaN) * 3.6 - fix.speed)).toBeLessThan(0.002);
    }
  });
});

describe.skipIf(!isInstalled('xmllint'))('xmllint', () => {
  test.each([
    ['gpx', 'gpx-1.1/gpx.xsd'],
    ['kml', 'kml-2.2/gx-tracks.xsd'],
  ] as const)('validates %s against its schema %s', (format, schema) => {
    const validate = (text: string) => validateXml(text, join(SCHEMAS, schema));
    const text = new TextDecoder().decode(writeTracks(format, [RUN, WATCH, SYNTHETIC]));
    validate(text);
    validate(new TextDecoder().decode(writeTracks(format, [])));
    expect(() => validate(text.replace(/lat=|gx:interpolate>/, 'broken'))).toThrow();
  });
});

describe.skipIf(!isInstalled('gpsbabel'))('gpsbabel', () => {
  /** Rows of gpsbabel's CSV, by the names of its heading. */
  function convertWithGpsBabel(file: string | Uint8Array, format: string): readonly Record<string, string>[] {
    const text = runProgram('gpsbabel', file, `.${format}`, (name) => [
      '-t',
      '-i',
      format,
      '-f',
      name,
      '-o',
      'unicsv,utc=0,prec=9',
      '-F',
      '-',
    ]);
    const [heading = '', ...lines] = text.trim().split(/\r?\n/);
    const names = heading.split(',');
    return lines.map((line) =>
      Object.fromEntries(line.split(',').map((field, at) => [names[at] ?? '', field])),
    );
  }
  const timeOf = (row: Record<string, string> | undefined) =>
    Date.parse(`${row?.Date?.replaceAll('/', '-')}T${row?.Time}Z`);

  test.each(['gpx', 'kml', 'fit'] as const)('reads every position of %s with its time', (format) => {
    for (const device of [RUN, WATCH]) {
      const rows = convertWithGpsBabel(
        writeTracks(format, [device]),
        format === 'fit' ? 'garmin_fit' : format,
      );
      expect(rows).toHaveLength(device.fixes.length);
      for (const [at, { time, fix }] of device.fixes.entries()) {
        const row = rows[at];
        expect(timeOf(row)).toBe(time);
        expect(Number(row?.Latitude)).toBeCloseTo(fix.latitude, 6);
        expect(Number(row?.Longitude)).toBeCloseTo(fix.longitude, 6);
        if (fix.altitude !== null) expect(Number(row?.Altitude)).toBeCloseTo(fix.altitude, 0);
      }
    }
  });

  test.each(['gpx', 'kml'] as const)('reads two devices in one %s', (format) => {
    const rows = convertWithGpsBabel(writeTracks(format, [RUN, SYNTHETIC]), format);
    expect(rows).toHaveLength(runFixes.length + syntheticFixes.length);
  });

  test('reads satellites and heart rate of GPX', () => {
    const rows = convertWithGpsBabel(writeTracks('gpx', [RUN]), 'gpx');
    expect(rows.map(({ Heartrate }) => Number(Heartrate))).toEqual(
      runFixes.map(({ attributes }) => attributes.heartRate),
    );
    const wakeline = convertWithGpsBabel(writeTracks('gpx', [SYNTHETIC]), 'gpx');
    for (const [at, { satellites }] of syntheticFixes.entries()) {
      if (satellites !== null) expect(Number(wakeline[at]?.Satellites)).toBe(satellites);
    }
  });

  // Without a `fix` element gpsbabel writes NMEA without a valid fix.
  const fixed = HIGHFIELD.toString().replaceAll('</time>\n    <ext', '</time><fix>3d</fix><sat>7</sat><ext');

  test.each([
    ['gpx', 'gpx,gpxver=1.1'],
    ['gpx 1.0', 'gpx,gpxver=1.0'],
    ['kml', 'kml,points=0,track=1'],
    ['nmea', 'nmea,gpgsa=0'],
    ['csv', 'unicsv,utc=0,prec=9'],
    ['fit', 'garmin_fit'],
  ])('writes %s files that are read completely', async (_name, format) => {
    const written = convertFile('gpsbabel', fixed, '.gpx', (file, out) => [
      ...['-t', '-i', 'gpx', '-f', file],
      ...['-o', format, '-F', out],
    ]);
    const rows = await readTracks(written, { timeZone: 'UTC' });
    expect(rows.filter(isInvalidRow)).toEqual([]);
    const fixes = rows.flatMap((row) => ('report' in row ? [row.report] : []));
    expect(fixes).toHaveLength(runFixes.length);
    for (const [at, { time, fix }] of runFixes.entries()) {
      const converted = fixes[at];
      expect(converted?.time).toBe(time);
      // NMEA has a thousandth of a minute: half of that is 8.3e-6 degrees.
      const maxDistance = format.startsWith('nmea') ? 9e-6 : 1e-6;
      expect(Math.abs((converted?.fix.latitude ?? Number.NaN) - fix.latitude)).toBeLessThan(maxDistance);
      expect(Math.abs((converted?.fix.longitude ?? Number.NaN) - fix.longitude)).toBeLessThan(maxDistance);
    }
  });
});

describe.skipIf(!isInstalled('ogr2ogr'))('GDAL', () => {
  const totalDistance = (fixes: readonly LocatedReport[]) =>
    fixes.reduce((sum, { fix }, at) => {
      const before = fixes[at - 1];
      return before === undefined ? 0 : sum + greatCircleDistance(before.fix, fix);
    }, 0);

  test.each([
    ['the run', RUN],
    ['the watch', WATCH],
  ] as const)('measures the same length of %s in GeoJSON', (_name, device) => {
    const out = runProgram('ogr2ogr', writeTracks('geojson', [device]), '.geojson', (file) => [
      '-f',
      'CSV',
      '/vsistdout/',
      file,
      '-dialect',
      'sqlite',
      '-sql',
      // On the ellipsoid WGS 84.
      'select sum(st_length(geometry, 1)) as length, sum(st_numpoints(geometry)) as n from "Test"',
    ]);
    const [length, points] = (out.trim().split('\n')[1] ?? '').replaceAll('"', '').split(',').map(Number);
    expect(points).toBe(device.fixes.length);
    // A sphere differs by up to 0.3 % from the ellipsoid, depending on latitude and direction (Snyder, USGS Professional
    // Paper 1395).
    expect(Math.abs(totalDistance(device.fixes) / (length ?? Number.NaN) - 1)).toBeLessThan(0.004);
  });

  test('reads all positions of a track that was cut at the antimeridian in GeoJSON', () => {
    const out = runProgram('ogr2ogr', writeTracks('geojson', [SYNTHETIC]), '.geojson', (file) => [
      '-f',
      'GeoJSON',
      '-lco',
      'COORDINATE_PRECISION=9',
      '/vsistdout/',
      file,
    ]);
    const { features } = JSON.parse(out) as {
      features: { geometry: { coordinates: number[][] }; properties: { coordTimes: string[] } }[];
    };
    expect(features.length).toBe(
      syntheticFixes.filter(
        ({ fix }, at) =>
          at > 0 && Math.abs(fix.longitude - (syntheticFixes[at - 1]?.fix.longitude ?? 0)) > 180,
      ).length + 1,
    );
    const coordinates = features.flatMap(({ geometry }) => geometry.coordinates);
    expect(coordinates.map(([lng, lat]) => [lng, lat])).toEqual(
      syntheticFixes.map(({ fix }) => [Number(fix.longitude.toFixed(9)), Number(fix.latitude.toFixed(9))]),
    );
    const times = features.flatMap(({ properties }) => properties.coordTimes).map((time) => Date.parse(time));
    expect(times).toEqual(syntheticFixes.map(({ time }) => time));
  });
});

describe('written files', () => {
  test.each(['gpx', 'kml', 'csv'] as const)('restore all values of all devices from %s', async (format) => {
    const rows = await readTracks(writeTracks(format, [RUN, SYNTHETIC]));
    expect(rows.flatMap((row) => ('report' in row ? [row.report] : []))).toEqual([
      ...runFixes,
      ...syntheticFixes,
    ]);
    expect(rows.every((row) => 'report' in row && row.unread.length === 0)).toBe(true);
  });

  test('restore the values that FIT supports', async () => {
    const back = await fixesIn(writeTracks('fit', [WATCH, SYNTHETIC]));
    expect(back).toHaveLength(watchFixes.length + syntheticFixes.length);
    for (const [at, { time, fix, battery, gsm, satellites }] of syntheticFixes.entries()) {
      const converted = back[watchFixes.length + at];
      expect(converted).toMatchObject({ time, battery, gsm, satellites });
      expect(converted?.fix).toMatchObject({ course: fix.course, accuracy: fix.accuracy });
    }
  });
});
