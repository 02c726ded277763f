import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { type Device, fixesIn, isInvalidRow, readTracks, writeTracks } from '../testing/tracks.ts';
import { computeFitCrc } from './fit-crc.ts';
import type { FixRow, TrackFileError } from './track-row.ts';

const fixture = (name: string) => readFileSync(join(import.meta.dirname, '../fixtures', name));
const HIGHFIELD = fixture('highfield-park.gpx');
const FENIX = fixture('fenix2-run.fit');
const NOON = Date.UTC(2026, 5, 1, 12);

async function errorsOf(file: string | Uint8Array) {
  return (await readTracks(file)).filter(isInvalidRow).map(({ row, error }) => [row, error]);
}
async function errorOf(file: string | Uint8Array, options = {}) {
  try {
    await readTracks(file, options);
    return 'none';
  } catch (error) {
    const { code, line } = error as TrackFileError;
    return line === null ? code : `${code} ${line}`;
  }
}

describe('GPX', () => {
  const point = (content: string, attributes = 'lat="1" lon="2"') =>
    `<gpx><trk><trkseg>\n<trkpt ${attributes}>${content}</trkpt></trkseg></trk></gpx>`;
  const TIME = '<time>2026-06-01T12:00:00Z</time>';

  test('reads speed (m/s) and course of GPX 1.0 points', async () => {
    const [fix] = await fixesIn(
      point(`<ele>-3.5</ele>${TIME}<course>90</course><speed>10</speed><sat>7</sat><hdop>0.9</hdop>`),
    );
    expect(fix).toMatchObject({
      time: NOON,
      fix: { latitude: 1, longitude: 2, altitude: -3.5, speed: 36, course: 90, accuracy: null },
      satellites: 7,
      attributes: { hdop: 0.9 },
    });
  });

  test('reads extensions of Garmin and OsmAnd, and unknown ones', async () => {
    const garmin =
      '<x:TrackPointExtension><x:hr>140</x:hr><x:atemp>21.5</x:atemp><x:speed>2.5</x:speed></x:TrackPointExtension>';
    const [fix] = await fixesIn(
      point(
        `${TIME}<extensions>${garmin}<pace>5:30</pace><__proto__>1</__proto__><constructor>2</constructor></extensions>`,
      ),
    );
    expect(fix?.fix.speed).toBe(9);
    expect(Object.entries(fix?.attributes ?? {})).toEqual([
      ['heartRate', 140],
      ['temperature1', 21.5],
      ['pace', '5:30'],
      ['__proto__', 1],
      ['constructor', 2],
    ]);
  });

  test.each([
    [point(''), 'time-missing'],
    [point('<time>noon</time>'), 'time-malformed'],
    [point('<time>2026-06-01T12:00:00</time>'), 'time-malformed'],
    [point('<time>2026-02-30T12:00:00Z</time>'), 'time-malformed'],
    [point(TIME, 'lat="1"'), 'place-missing'],
    [point(TIME, 'lat="1" lon="east"'), 'place-malformed'],
  ])('reports the invalid point %s as %s', async (text, error) => {
    expect(await errorsOf(text)).toEqual([[2, error]]);
  });

  test('drops and reports a value that is not a number', async () => {
    const [row] = await readTracks(point(`<ele>high</ele>${TIME}<hdop>x</hdop>`));
    expect((row as FixRow).unread).toEqual(['altitude', 'attributes']);
  });

  test('ignores waypoints and routes', async () => {
    expect(
      await errorOf(
        `<gpx><wpt lat="1" lon="2">${TIME}</wpt><rte><rtept lat="1" lon="2">${TIME}</rtept></rte></gpx>`,
      ),
    ).toBe('empty');
  });
});

describe('KML', () => {
  const kml = (content: string) =>
    `<kml xmlns:gx="g"><Document><Placemark>\n${content}</Placemark></Document></kml>`;

  test('reads gx:Track with angles and arrays, also in a gx:MultiTrack', async () => {
    const track = `<gx:Track><when>2026-06-01T12:00:00Z</when><when>2026-06-01T12:00:01Z</when>
      <gx:coord>2 1 30</gx:coord><gx:coord>2.5 1.5</gx:coord><gx:angles>90 0 0</gx:angles><gx:angles></gx:angles>
      <ExtendedData><SchemaData><gx:SimpleArrayData name="heartrate"><gx:value>120</gx:value><gx:value/></gx:SimpleArrayData>
      <gx:SimpleArrayData name="speed"><gx:value>1</gx:value><gx:value>2</gx:value></gx:SimpleArrayData></SchemaData></ExtendedData></gx:Track>`;
    const [first, second, ...otherRows] = await fixesIn(
      kml(`<gx:MultiTrack>${track}${track.replaceAll('12:00', '13:00')}</gx:MultiTrack>`),
    );
    expect(first).toMatchObject({
      time: NOON,
      fix: { longitude: 2, latitude: 1, altitude: 30, course: 90, speed: 3.6 },
      attributes: { heartRate: 120 },
    });
    expect(second).toMatchObject({
      fix: { longitude: 2.5, altitude: null, course: null, speed: 7.2 },
      attributes: {},
    });
    expect(otherRows).toHaveLength(2);
  });

  test('reads placemarks with a time', async () => {
    const text = kml(
      '<TimeStamp><when>2026-06-01T12:00:00Z</when></TimeStamp><ExtendedData><Data name="gear"><value>3</value></Data></ExtendedData><Point><coordinates>2,1,9</coordinates></Point>',
    );
    expect(await fixesIn(text)).toMatchObject([
      { time: NOON, fix: { longitude: 2, latitude: 1, altitude: 9 }, attributes: { gear: 3 } },
    ]);
  });

  test('reports lists of different lengths', async () => {
    const text = kml(
      '<gx:Track>\n<when>2026-06-01T12:00:00Z</when>\n<when></when>\n<when>x</when>\n<when>2026-06-01T12:00:03Z</when>\n<when>2026-06-01T12:00:04Z</when><gx:coord>1 2</gx:coord><gx:coord>1 2</gx:coord><gx:coord>1 2</gx:coord><gx:coord></gx:coord></gx:Track>',
    );
    expect(await errorsOf(text)).toEqual([
      [4, 'time-missing'],
      [5, 'time-malformed'],
      [6, 'place-missing'],
      [7, 'place-missing'],
    ]);
  });

  test('reads the doc.kml of a KMZ, and refuses one that is invalid or unpacks to too much', async () => {
    const doc = kml(
      '<TimeStamp><when>2026-06-01T12:00:00Z</when></TimeStamp><Point><coordinates>2,1</coordinates></Point>',
    );
    const kmz = zipSync({ 'a.png': new Uint8Array(9), 'doc.kml': strToU8(doc) });
    expect(await fixesIn(kmz)).toHaveLength(1);
    const bomb = zipSync({ 'doc.kml': strToU8(`<kml>${' '.repeat(3_000_000)}</kml>`) });
    expect(await errorOf(bomb, { unpackedBytes: 1_000_000 })).toBe('expands');
    expect(await errorOf(zipSync({ 'a.txt': strToU8('x') }))).toBe('type');
    const names = Array.from({ length: 10_001 }, (_, at) => [`${at}.txt`, new Uint8Array()] as const);
    expect(await errorOf(zipSync(Object.fromEntries(names), { level: 0 }))).toBe('entries');
    expect(await errorOf(kmz.subarray(0, kmz.length / 2))).toMatch(/malformed|type/);
  });
});

describe('CSV', () => {
  test.each([
    ['time,lat,lon\n2026-06-01T12:00:00Z,1.5,2.5\n', "commas, Wakeline's names"],
    [
      '时间;纬度;经度\n2026-06-01 20:00:00;1,5;2,5\n',
      'Chinese, semicolons, decimal commas, the zone of the account',
    ],
    ['Date\tTime\tLatitude\tLongitude\n2026/06/01\t20:00:00\t1,5\t2,5', 'tabs, separate date and time'],
    [
      '\ufeff"Timestamp","Latitude (°)","Longitude (°)"\r\n"1780315200","1.5","2.5"\r\n',
      'seconds, quotes, byte order mark, CRLF',
    ],
    ['deviceTime,latitude,longitude\n1780315200000,1.5,2.5', 'milliseconds'],
    ['LONGITUDE;LATITUDE;UTC_TIME\n2.5;1.5;01.06.2026 12:00:00 UTC', 'day first with dots'],
    [
      'Device,GT06\nExported,2026\n定位时间,经度,纬度\n2026年6月1日 20:00:00,2.5,1.5',
      'lines before the heading',
    ],
  ])('reads %j: %s', async (text) => {
    expect(await fixesIn(text)).toMatchObject([{ time: NOON, fix: { latitude: 1.5, longitude: 2.5 } }]);
  });

  test('reads GBK files of Chinese spreadsheets', async () => {
    // 时间,纬度,经度 in GB 18030.
    const heading = Buffer.from('cab1bce42cceb3b6c82cbeadb6c80a', 'hex');
    expect(await fixesIn(Buffer.concat([heading, Buffer.from('2026-06-01 20:00:00,1,2\n')]))).toHaveLength(1);
  });

  test.each([
    ['speed (knots)', 10, 18.52],
    ['Speed (m/s)', 10, 36],
    ['speed_mph', 10, 16.09344],
    ['speedKmh', 10, 10],
    ['速度(km/h)', 10, 10],
    ['speed', 10, 10],
  ])('converts %s', async (name, reported, speed) => {
    const [fix] = await fixesIn(`time,lat,lon,${name}\n2026-06-01T12:00:00Z,1,2,${reported}\n`);
    expect(fix?.fix.speed).toBeCloseTo(speed, 5);
  });

  test('reads other columns as attributes, with line ends, separators and quotes in fields', async () => {
    const [fix] = await fixesIn(
      'time,lat,lon,Engine temp,note\n2026-06-01T12:00:00Z,1,2,88.5,"a ""b"",\nc"\n',
    );
    expect(fix?.attributes).toEqual({ engineTemp: 88.5, note: 'a "b",\nc' });
  });

  test('reports invalid rows without affecting others', async () => {
    const rows = [
      'time,lat,lon',
      '2026-06-01T12:00:00Z,1,2,3',
      '2026-06-01T12:00:00Z,"1"x,2',
      '06/01/2026 12:00,1,2',
      '20260601,1,2',
      '2026-06-01T12:00:00Z,one,2',
      '2026-06-01T12:00:00Z',
      '',
      ',,',
      '2026-06-01T12:00:00Z,1,2',
    ];
    expect(await errorsOf(rows.join('\n'))).toEqual([
      [2, 'row-malformed'],
      [3, 'row-malformed'],
      [4, 'time-malformed'],
      [5, 'time-malformed'],
      [6, 'place-malformed'],
      [7, 'place-missing'],
    ]);
  });

  test('loses only one row to an unclosed quotation mark', async () => {
    const valid = '2026-06-01T12:00:00Z,1,2\n';
    const rows = await readTracks(`time,lat,lon\n"2026${'\n'}${valid.repeat(10_000)}`);
    expect(rows.filter(isInvalidRow)).toHaveLength(1);
    expect(rows).toHaveLength(10_001);
  });

  test('resolves local times that exist twice or not at all', async () => {
    const at = async (time: string) =>
      (await readTracks(`time,lat,lon\n${time},1,2`, { timeZone: 'Europe/Berlin' })).map(
        (row) => (row as FixRow).report.time,
      );
    // 2026-10-25: clocks go back from 03:00 to 02:00 (UTC+2 to UTC+1), 2026-03-29 forward from 02:00 to 03:00.
    expect(await at('2026-10-25 02:30:00')).toEqual([Date.UTC(2026, 9, 25, 0, 30)]);
    expect(await at('2026-10-25 03:30:00')).toEqual([Date.UTC(2026, 9, 25, 2, 30)]);
    expect(await at('2026-03-29 02:30:00')).toEqual([Date.UTC(2026, 2, 29, 1, 30)]);
    expect(await at('2026-07-01 00:00:00')).toEqual([Date.UTC(2026, 5, 30, 22)]);
  });
});

describe('NMEA 0183', () => {
  /** A sentence with its checksum: exclusive or of the characters between $ and *. */
  const sentence = (body: string) =>
    `$${body}*${[...body]
      .reduce((sum, letter) => sum ^ letter.charCodeAt(0), 0)
      .toString(16)
      .toUpperCase()
      .padStart(2, '0')}\r\n`;

  test('reads published sentences with their checksums', async () => {
    // Wikipedia, "NMEA 0183", and gpsd's "NMEA Revealed": 48 degrees 07.038', 11 degrees 31.000', 22.4 knots, 84.4 degrees.
    const text =
      '$GPGGA,123519,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,*47\r\n' +
      '$GPRMC,123519,A,4807.038,N,01131.000,E,022.4,084.4,230394,003.1,W*6A\r\n';
    const [fix, ...otherRows] = await fixesIn(text);
    expect(otherRows).toEqual([]);
    expect(fix).toMatchObject({
      time: Date.UTC(1994, 2, 23, 12, 35, 19),
      fix: { latitude: 48.1173, altitude: 545.4, course: 84.4 },
      satellites: 8,
      attributes: { hdop: 0.9 },
    });
    expect(fix?.fix.longitude).toBeCloseTo(11.516666667, 9);
    expect(fix?.fix.speed).toBeCloseTo(41.4848, 4);
  });

  test('reads any talker, VTG, the date of ZDA, midnight, south and west', async () => {
    const text = [
      sentence('GNZDA,235958.50,31,05,2026,00,00'),
      sentence('BDGGA,235959.50,0130.000,S,00230.000,W,1,09,0.9,5.0,M,,M,,'),
      sentence('GNVTG,45.5,T,,M,1.0,N,1.9,K,A'),
      sentence('GLGGA,000000.50,0130.000,S,00230.000,W,1,09,0.9,5.0,M,,M,,'),
      sentence('GPGSV,1,1,00'),
    ].join('');
    expect(await fixesIn(text)).toMatchObject([
      {
        time: Date.UTC(2026, 4, 31, 23, 59, 59, 500),
        fix: { latitude: -1.5, longitude: -2.5, speed: 1.9, course: 45.5 },
      },
      { time: Date.UTC(2026, 5, 1, 0, 0, 0, 500), fix: { speed: null } },
    ]);
  });

  test('reports invalid lines', async () => {
    const valid = 'GPRMC,120000,A,0100.000,N,00200.000,E,0,0,010626,,';
    const text = [
      sentence('GPGGA,115959,0100.000,N,00200.000,E,1,09,0.9,5.0,M,,M,,'),
      sentence(valid),
      sentence(valid.replace('120000', '120001')).replace('0100', '0109'),
      `$${valid}\r\n`,
      sentence(valid.replace('120000,A', '120002,V')),
      sentence(valid.replace('120000', '126000')),
      sentence(valid.replace('120000', '120003').replace('0100.000,N', '0175.000,N')),
      sentence(valid.replace('120000,A,0100.000', ',V,')),
      'rubbish\r\n',
      sentence('GPGSV,1').replace('1*', '2*'),
      '# a comment\r\n',
      sentence('GPXTE,A,A,4.07,L,N'),
    ].join('');
    expect(await errorsOf(text)).toEqual([
      // No sentence had a date yet.
      [1, 'time-missing'],
      [3, 'checksum'],
      [4, 'checksum'],
      [6, 'time-malformed'],
      [5, 'no-fix'],
      [8, 'no-fix'],
      [9, 'row-malformed'],
      [10, 'checksum'],
      [7, 'place-malformed'],
    ]);
    expect(await fixesIn(text)).toHaveLength(1);
  });
});

describe('FIT', () => {
  /** A file of these message bytes with header and checksum (FIT Protocol). */
  const fit = (...messages: readonly (readonly number[])[]) => {
    const body = Uint8Array.from(messages.flat());
    const head = Buffer.from('0c10640000000000' + '2e464954', 'hex');
    head.writeUInt32LE(body.length, 4);
    const crc = computeFitCrc(body, computeFitCrc(head));
    return Buffer.concat([head, body, Uint8Array.of(crc & 0xff, crc >> 8)]);
  };
  /** Definition of local message 0, little-endian: global number, then number, size and base type of each field. */
  const define = (global: number, ...fields: readonly (readonly number[])[]) => [
    ...[0x40, 0, 0, global, 0, fields.length],
    ...fields.flat(),
  ];
  const [LATITUDE, LONGITUDE, TIME] = [
    [0, 4, 0x85],
    [1, 4, 0x85],
    [253, 4, 0x86],
  ] as const;
  // 90 degrees are 2^30 semicircles; 1,000 seconds after 1989-12-31T00:00:00Z.
  const RECORD = [0, 0, 0, 0, 0x40, 0, 0, 0, 0xc0, 0xe8, 3, 0, 0];
  const COORDINATES = { latitude: 90, longitude: -90 };

  test('reads a record whose definition has fields of zero size', async () => {
    const empty = Array.from({ length: 252 }, () => [7, 0, 0x84]);
    const [fix] = await fixesIn(fit(define(20, ...empty, LATITUDE, LONGITUDE, TIME), RECORD));
    expect(fix).toMatchObject({ time: Date.UTC(1989, 11, 31, 0, 16, 40), fix: COORDINATES });
  });

  test('refuses too many messages and definitions of all files together', async () => {
    const file = fit(define(20, LATITUDE, LONGITUDE, TIME), RECORD, RECORD);
    expect(await errorOf(file, { messages: 3 })).toBe('none');
    expect(await errorOf(file, { messages: 2 })).toBe('messages');
    expect(await errorOf(Buffer.concat([file, file]), { messages: 6 })).toBe('none');
    expect(await errorOf(Buffer.concat([file, file]), { messages: 5 })).toBe('messages');
    // Messages without fields are one byte each.
    expect(await errorOf(fit(define(0), Array(200_000).fill(0)))).toBe('messages');
  });

  test('refuses more than 1,000 concatenated files', async () => {
    const file = fit(define(20, LATITUDE, LONGITUDE, TIME), RECORD);
    const files = (count: number) => Buffer.concat(Array.from({ length: count }, () => file));
    expect(await errorOf(files(1_000))).toBe('none');
    expect(await errorOf(files(1_001))).toBe('messages');
  });

  test('identifies a developer field only by its two bytes', async () => {
    // Message 206: index, number and base type (2: uint8) of the field, and its name.
    const describe = (index: number) => [
      ...define(206, [0, 2, 0x84], [1, 1, 2], [2, 1, 2], [3, 2, 7]),
      ...[0, index & 0xff, index >> 8, 1, 2, 0x78, 0],
    ];
    const record = [0x60, 0, 0, 20, 0, 3, ...LATITUDE, ...LONGITUDE, ...TIME, 1, 1, 1, 0, ...RECORD, 9];
    const [named] = await fixesIn(fit(describe(0), record));
    expect(named?.attributes).toEqual({ x: 9 });
    // 256 does not fit into a byte.
    const [unnamed] = await fixesIn(fit(describe(256), record));
    expect(unnamed?.attributes).toEqual({});
  });
});

describe('readTracks', () => {
  test.each([
    ['an empty file', '', 'empty'],
    ['a word', 'hello', 'type'],
    ['a web page', '<!doctype html><html></html>', 'type'],
    ['a table without coordinates', 'time,name\n1,2\n', 'type'],
    ['a picture', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10), 'type'],
    ['entities', '<!DOCTYPE gpx [<!ENTITY a "aaaa">]>\n<gpx>&a;</gpx>', 'entities 1'],
    ['only a heading', 'time,lat,lon\n', 'empty'],
    ['broken XML', '<gpx><trk>\n<trkpt lat=1></trk></gpx>', 'malformed 2'],
    ['truncated XML', '<gpx><trk>\n<trkseg>', 'cut 2'],
    ['endless text', `<gpx>${' '.repeat(17 * 1_048_576)}</gpx>`, 'malformed 1'],
    ['half a FIT file', FENIX.subarray(0, FENIX.length / 2), 'cut'],
    ['a FIT file without its last byte', FENIX.subarray(0, -1), 'cut'],
    [
      'a FIT file whose recorder lost power',
      Buffer.concat([FENIX.subarray(0, 4), Buffer.alloc(4), FENIX.subarray(8)]),
      'cut',
    ],
    ['a FIT file with a wrong byte', FENIX.with(60_000, (FENIX[60_000] ?? 0) ^ 1), 'malformed'],
  ])('refuses %s', async (_name, file, code) => {
    expect(await errorOf(file)).toBe(code);
  });

  test('reads the same rows for every chunk size', async () => {
    const [head] = await fixesIn(HIGHFIELD);
    if (head === undefined) throw new Error('the fixture has a position');
    const fixes = Array.from({ length: 3 }, (_, at) => ({ ...head, time: head.time + at }));
    const device: Device = { owner: { name: '海鸥', imei: '1' }, fixes };
    for (const format of ['gpx', 'kml', 'csv'] as const) {
      const file = writeTracks(format, [device]);
      const complete = await readTracks(file);
      for (const chunkSize of [1, 2, 3, 7, 64])
        expect(await readTracks(file, { chunkSize })).toEqual(complete);
    }
  });
});
