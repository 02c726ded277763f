import { deflateRawSync } from 'node:zlib';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { MapFileError } from './map-file-error.ts';
import { AMPLE_LIMITS, readAll } from './testing/read.ts';

const MEGABYTE = 1_048_576;
/** Milliseconds: ample for a busy machine; without the protections the tests would take minutes to hours. */
const TIMEOUT_MS = 10_000;

function gpx(content: string): string {
  return `<?xml version="1.0"?>\n<gpx version="1.1" creator="x" xmlns="http://www.topografix.com/GPX/1/1">\n${content}\n</gpx>`;
}

function kml(content: string): string {
  return `<?xml version="1.0"?>\n<kml xmlns="http://www.opengis.net/kml/2.2"><Document>\n${content}\n</Document></kml>`;
}

function geoJson(...coordinates: string[]): string {
  const features = coordinates.map(
    (each) => `{"type":"Feature","properties":{},"geometry":{"type":"LineString","coordinates":${each}}}`,
  );
  return `{"type":"FeatureCollection","features":[\n${features.join(',\n')}\n]}`;
}

function errorOf(file: string | Uint8Array): { code: string; line: number | null } | string {
  try {
    readAll(file);
    return 'read';
  } catch (error) {
    if (!(error instanceof MapFileError)) throw error;
    return { code: error.code, line: error.line };
  }
}

/** Each entity is ten times the previous one: finally 10^9 times "ha". */
const LAUGHS = `<?xml version="1.0"?>
<!DOCTYPE kml [
 <!ENTITY l0 "ha">
${Array.from({ length: 9 }, (_, at) => ` <!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`).join('\n')}
]>
<kml xmlns="http://www.opengis.net/kml/2.2"><Placemark><name>&l9;</name><Point><coordinates>1,2</coordinates></Point></Placemark></kml>`;

/** A hand-made KMZ whose header declares any size. */
function zipWithDeclaredSize(name: string, unpacked: Uint8Array, size: number): Uint8Array {
  const packed = deflateRawSync(unpacked, { level: 9 });
  const local = Buffer.alloc(30);
  // APPNOTE.TXT 4.3.7: signature, version, flags, method 8, time, date, CRC, packed size, size, length of the name.
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(20, 4);
  local.writeUInt16LE(8, 8);
  local.writeUInt32LE(packed.length, 18);
  local.writeUInt32LE(size, 22);
  local.writeUInt16LE(name.length, 26);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  return Buffer.concat([local, Buffer.from(name), packed, end]);
}

/** An archive of this many empty entries before `rest`: headers as in APPNOTE.TXT 4.3.7, method 0 and no bytes. */
function zipOfEmpty(entries: number, name: string, rest: Uint8Array): Uint8Array {
  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(20, 4);
  local.writeUInt16LE(name.length, 26);
  const entry = Buffer.concat([local, Buffer.from(name)]);
  return Buffer.concat([...Array.from({ length: entries }, () => entry), rest]);
}

const ONE_POINT = kml('<Placemark><Point><coordinates>1,2</coordinates></Point></Placemark>');

const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489', 'hex');
const JPEG = Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex');

describe('refuses', () => {
  test.each<[description: string, file: string | Uint8Array, code: string, line: number | null]>([
    ['GPX latitude 200', gpx('<wpt lat="1" lon="1"/>\n<wpt lat="200" lon="110"/>'), 'coordinates', 4],
    ['GPX longitude 181', gpx('<wpt lat="20" lon="181"/>'), 'coordinates', 3],
    ['GPX without a longitude', gpx('<trk><trkseg>\n<trkpt lat="1"/></trkseg></trk>'), 'coordinates', 4],
    ['GPX without coordinates', gpx('<wpt><name>x</name></wpt>'), 'coordinates', 3],
    ['a GPX latitude that is not a number', gpx('<wpt lat="1,5" lon="1"/>'), 'coordinates', 3],
    ['a GPX latitude of NaN', gpx('<wpt lat="NaN" lon="1"/>'), 'coordinates', 3],
    ['an empty GPX latitude', gpx('<wpt lat="" lon="1"/>'), 'coordinates', 3],
    [
      'KML with one of two numbers',
      kml('<Placemark><LineString><coordinates>1,2\n 3,4\n 5\n</coordinates></LineString></Placemark>'),
      'coordinates',
      5,
    ],
    [
      'KML with letters',
      kml('<Placemark><Point><coordinates>a,b</coordinates></Point></Placemark>'),
      'coordinates',
      3,
    ],
    ['a KML point without coordinates', kml('<Placemark>\n<Point></Point></Placemark>'), 'coordinates', 4],
    [
      'a KML latitude of 91',
      kml('<Placemark><Point><coordinates>1,91</coordinates></Point></Placemark>'),
      'coordinates',
      3,
    ],
    ['a GeoJSON latitude of 200', geoJson('[[1,2],[3,4]]', '[[1,2],[3,200]]'), 'coordinates', 3],
    ['GeoJSON without a latitude', geoJson('[[1,2],[3]]'), 'coordinates', 2],
    ['GeoJSON with null', geoJson('[[1,2],[null,4]]'), 'coordinates', 2],
    ['GeoJSON without coordinates', '{"type":"Point"}', 'coordinates', 1],
    ['a GeoJSON line of one position', geoJson('[[1,2]]'), 'coordinates', 2],
    ['unfinished GPX', gpx('<trk>\n<trkseg>').slice(0, -6), 'malformed', 5],
    ['GPX with crossed tags', gpx('<trk><name>\n</trk></name>'), 'malformed', 4],
    ['KML with a bare ampersand', kml('<Placemark>\n<name>Fish & Chips</name></Placemark>'), 'malformed', 4],
    ['an undeclared entity', kml('<Placemark><name>&nope;</name></Placemark>'), 'malformed', 3],
    ['GeoJSON that ends too early', geoJson('[[1,2],[3,4]]').slice(0, -4), 'malformed', 2],
    ['GeoJSON with a trailing comma', geoJson('[[1,2],[3,4],]'), 'malformed', 2],
    [
      'an invalid feature',
      '{"type":"FeatureCollection","features":[\n{"type":"Feature","geometry":null},\n7]}',
      'malformed',
      3,
    ],
    [
      'an unknown geometry type',
      '{"type":"Feature","properties":{},"geometry":{"type":"Circle","coordinates":[1,2]}}',
      'malformed',
      1,
    ],
    [
      'bytes that are not UTF-8',
      Buffer.concat([
        Buffer.from('<gpx>\n<wpt lat="1" lon="2"><name>'),
        Buffer.from([0xc2, 0xeb]),
        Buffer.from('</name></wpt></gpx>'),
      ]),
      'malformed',
      2,
    ],
    [
      'bytes that are not UTF-8 after two million lines',
      Buffer.concat([Buffer.from('<'), Buffer.alloc(2_100_000, '\n'), Buffer.from([0x20, 0xff])]),
      'malformed',
      2_100_001,
    ],
    [
      'a character that is cut off by a line feed',
      Buffer.concat([Buffer.from('<gpx>\n'), Buffer.from([0xe4, 0xb8, 0x0a]), Buffer.from('</gpx>\n')]),
      'malformed',
      2,
    ],
    [
      'a character that is cut off by the end of the file',
      Buffer.concat([Buffer.from('<gpx>\n\n'), Buffer.from([0xe4, 0xb8])]),
      'malformed',
      3,
    ],
    [
      'KML with ten numbers in one position',
      kml('<Placemark><Point><coordinates>\n1,2,3,4,5,6,7,8,9,10</coordinates></Point></Placemark>'),
      'malformed',
      4,
    ],
    [
      'KML with an empty value between two commas',
      kml('<Placemark><Point><coordinates>1,,2</coordinates></Point></Placemark>'),
      'coordinates',
      3,
    ],
    ['an unknown encoding', '<?xml version="1.0" encoding="klingon"?><gpx/>', 'malformed', 1],
    ['an entity bomb', LAUGHS, 'entities', 2],
    [
      'an entity that includes a file',
      '<?xml version="1.0"?>\n\n<!DOCTYPE gpx [<!ENTITY x SYSTEM "file:///etc/passwd">]>\n<gpx><wpt lat="1" lon="2"><name>&x;</name></wpt></gpx>',
      'entities',
      3,
    ],
    [
      'a document type without entities',
      '<!DOCTYPE gpx SYSTEM "http://192.0.2.1/gpx.dtd"><gpx/>',
      'entities',
      1,
    ],
    ['a renamed PNG', PNG, 'type', null],
    ['a renamed JPEG', JPEG, 'type', null],
    ['a web page', '<!DOCTYPE html>\n<html><body>404</body></html>', 'type', 1],
    ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'type', null],
    ['a table', 'lat,lon\n1,2\n', 'type', null],
    ['JSON of something else', '{"lat": 1, "lon": 2}', 'type', null],
    ['a zip without KML', zipSync({ 'a.txt': strToU8('x') }), 'type', null],
    ['a zip with an image named doc.kml', zipSync({ 'doc.kml': new Uint8Array(PNG) }), 'type', null],
    [
      'a truncated zip',
      zipSync({ 'doc.kml': strToU8(kml('<Placemark/>'.repeat(500))) }).subarray(0, 90),
      'malformed',
      null,
    ],
    [
      'a KMZ with more than 10,000 entries',
      zipOfEmpty(10_000, 'a', zipSync({ 'doc.kml': strToU8(ONE_POINT) })),
      'entries',
      null,
    ],
    ['a KMZ with a name of 1,025 characters', zipOfEmpty(1, 'a'.repeat(1_025), zipSync({})), 'entries', null],
    ['an empty file', '', 'empty', null],
    ['GPX without features', gpx('<metadata/>'), 'empty', null],
    ['an empty collection', '{"type":"FeatureCollection","features":[]}', 'empty', null],
    ['elements nested a thousand levels deep', gpx('<a>'.repeat(1_000)), 'malformed', 3],
    [
      'a line that winds around the earth',
      geoJson(`[${Array.from({ length: 40 }, (_, at) => `[${((at * 100 + 180) % 360) - 180},0]`).join()}]`),
      'coordinates',
      2,
    ],
  ])('%s', (_description, file, code, line) => {
    expect(errorOf(file)).toEqual({ code, line });
  });
});

test('reads a KMZ of 10,000 entries', () => {
  const archive = zipOfEmpty(9_999, 'a'.repeat(1_024), zipSync({ 'doc.kml': strToU8(ONE_POINT) }));
  expect(readAll(archive).features).toHaveLength(1);
});

describe('stops early', () => {
  /** Milliseconds until the result, and the result. */
  function costOf(file: string | Uint8Array): { ms: number; error: ReturnType<typeof errorOf> } {
    const startedAt = performance.now();
    const error = errorOf(file);
    return { ms: performance.now() - startedAt, error };
  }

  test('at the first point beyond the limit of a GPX of 1,000,000 points', () => {
    const points = '<trkpt lat="1.5" lon="2.5"/>\n'.repeat(1_000_000);
    const file = gpx(`<trk><trkseg>\n${points}</trkseg></trk>`);
    const { ms, error } = costOf(strToU8(file));
    // The first point is in line 4; a line may have 50,000.
    expect(error).toEqual({ code: 'points', line: 4 + AMPLE_LIMITS.linePoints });
    expect(ms).toBeLessThan(TIMEOUT_MS);
  });

  test('in a KML of 1,000,000 points in many lines', () => {
    const line = `<Placemark><LineString><coordinates>${'1,2 '.repeat(1_000)}</coordinates></LineString></Placemark>\n`;
    const { ms, error } = costOf(kml(line.repeat(1_000)));
    // 200 lines of 1,000 are read, from line 3 on.
    expect(error).toEqual({ code: 'points', line: 203 });
    expect(ms).toBeLessThan(TIMEOUT_MS);
  });

  test.each([
    ['with its real size', zipSync({ 'doc.kml': new Uint8Array(300 * MEGABYTE) }, { level: 9 })],
    ['with a false size', zipWithDeclaredSize('doc.kml', new Uint8Array(300 * MEGABYTE), 100)],
  ])('in a KMZ of 300 MB in 300 kB %s', (_description, bomb) => {
    expect(bomb.length).toBeLessThan(MEGABYTE / 2);
    const before = process.memoryUsage().rss;
    const { ms, error } = costOf(bomb);
    expect(error).toEqual({ code: 'expands', line: null });
    expect(ms).toBeLessThan(TIMEOUT_MS);
    // The size unpacked before it stopped, and the same again for garbage not yet collected.
    expect(process.memoryUsage().rss - before).toBeLessThan(160 * MEGABYTE);
  });

  test('in a KMZ of 30,000,000 lines with an invalid byte in the last one', () => {
    const lines = new Uint8Array(30_000_000).fill(0x0a);
    lines.set([0x3c], 0);
    lines.set([0xff], lines.length - 1);
    const { ms, error } = costOf(zipSync({ 'doc.kml': lines }));
    expect(error).toEqual({ code: 'malformed', line: 29_999_999 });
    // A second; with an allocation for each line it takes half a minute.
    expect(ms).toBeLessThan(TIMEOUT_MS);
  });

  /** Each file would take hours with quadratic run time. */
  const LONG_LENGTH = 3_900_000;
  const repeated = (text: string) => text.repeat(LONG_LENGTH / text.length);
  const wpt = (content: string) => gpx(`<wpt lat="1" lon="1">${content}</wpt>`);
  test.each([
    ['endless digits', gpx(`<wpt lat="${repeated('1')}x" lon="1"/>`), 'malformed'],
    [
      'endless digits of a coordinate',
      kml(`<Placemark><Point><coordinates>${repeated('1')}x,1</coordinates></Point></Placemark>`),
      'coordinates',
    ],
    [
      'endless commas',
      kml(`<Placemark><Point><coordinates>1${repeated(',')}</coordinates></Point></Placemark>`),
      'malformed',
    ],
    [
      'endless commas with spaces',
      kml(`<Placemark><Point><coordinates>${repeated('1 , ')}</coordinates></Point></Placemark>`),
      'malformed',
    ],
    ['a long attribute', gpx(`<wpt lat="1" lon="1" sym="${repeated('x')}"/>`), 'malformed'],
    [
      'many attributes',
      gpx(`<wpt lat="1" lon="1" ${Array.from({ length: 300_000 }, (_, at) => `a${at}=""`).join(' ')}/>`),
      'malformed',
    ],
    [
      'spaces in coordinates',
      kml(`<Placemark><Point><coordinates>1${repeated(' ')}2</coordinates></Point></Placemark>`),
      'coordinates',
    ],
    ['unclosed tags', wpt(`<desc><![CDATA[<b>${repeated('<b ')}]]></desc>`), 'read'],
    ['unclosed elements', wpt(`<desc><![CDATA[<b>${repeated('<style>')}]]></desc>`), 'read'],
    ['unclosed comments', gpx(repeated('<!-- ')), 'malformed'],
    ['ampersands', wpt(`<name>${repeated('&')}</name>`), 'malformed'],
    ['an unclosed JSON string', `{"type":"${repeated('a')}`, 'malformed'],
    ['JSON brackets', repeated('[').replace('[', '{"type":'), 'malformed'],
    [
      'deeply nested JSON lists',
      `{"type":"Point","coordinates":${'['.repeat(LONG_LENGTH / 2)}${']'.repeat(LONG_LENGTH / 2)}}`,
      'malformed',
    ],
    [
      'nested lists next to a circle',
      `{"type":"Feature","properties":{"circle":{"center":[1,1],"radius":5}},"geometry":{"type":"GeometryCollection","geometries":[],"coordinates":${'['.repeat(100)}${']'.repeat(100)}}}`,
      'empty',
    ],
    ['200,000 tracks without positions', gpx(repeated('<trk></trk>')), 'empty'],
    [
      'features without coordinates',
      `{"type":"FeatureCollection","features":[${repeated('{"type":"Feature"},').slice(0, -1)}]}`,
      'empty',
    ],
    [
      'colours with names of object members',
      wpt('<extensions><color>constructor</color></extensions>'),
      'read',
    ],
  ])('with %s', (_description, file, code) => {
    const { ms, error } = costOf(file);
    expect(typeof error === 'string' ? error : error.code).toBe(code);
    expect(ms).toBeLessThan(TIMEOUT_MS);
  });
});
