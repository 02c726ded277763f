import { deflateRawSync } from 'node:zlib';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { MapFileError } from './map-file-error.ts';
import { AMPLE_LIMITS, readAll } from './testing/read.ts';

const MEGABYTE = 1_048_576;
/** Milliseconds: a busy machine takes its time, and what is held here would take minutes to hours. */
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

function errorOf(file: string | Uint8Array): { fault: string; line: number | null } | string {
  try {
    readAll(file);
    return 'read';
  } catch (error) {
    if (!(error instanceof MapFileError)) throw error;
    return { fault: error.code, line: error.line };
  }
}

/** Each entity is ten times the one before: 10^9 times "ha" in the end. */
const LAUGHS = `<?xml version="1.0"?>
<!DOCTYPE kml [
 <!ENTITY l0 "ha">
${Array.from({ length: 9 }, (_, at) => ` <!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`).join('\n')}
]>
<kml xmlns="http://www.opengis.net/kml/2.2"><Placemark><name>&l9;</name><Point><coordinates>1,2</coordinates></Point></Placemark></kml>`;

/** A KMZ by hand, whose headers say what they like. */
function zipWithDeclaredSize(name: string, unpacked: Uint8Array, size: number): Uint8Array {
  const packed = deflateRawSync(unpacked, { level: 9 });
  const local = Buffer.alloc(30);
  // APPNOTE.TXT 4.3.7: signature, version, flags, method 8, time, date, CRC, packed size, size, name's length.
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

/** An archive of this many empty entries, and what follows them: headers as APPNOTE.TXT 4.3.7 has them, method 0 and no bytes. */
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

describe('refused', () => {
  test.each<[what: string, file: string | Uint8Array, fault: string, line: number | null]>([
    ['GPX latitude 200', gpx('<wpt lat="1" lon="1"/>\n<wpt lat="200" lon="110"/>'), 'coordinates', 4],
    ['GPX longitude 181', gpx('<wpt lat="20" lon="181"/>'), 'coordinates', 3],
    ['GPX without a longitude', gpx('<trk><trkseg>\n<trkpt lat="1"/></trkseg></trk>'), 'coordinates', 4],
    ['GPX without coordinates', gpx('<wpt><name>x</name></wpt>'), 'coordinates', 3],
    ['a GPX latitude that is no number', gpx('<wpt lat="1,5" lon="1"/>'), 'coordinates', 3],
    ['a GPX latitude of NaN', gpx('<wpt lat="NaN" lon="1"/>'), 'coordinates', 3],
    ['an empty GPX latitude', gpx('<wpt lat="" lon="1"/>'), 'coordinates', 3],
    [
      'KML with one number of two',
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
    ['a KML point without a place', kml('<Placemark>\n<Point></Point></Placemark>'), 'coordinates', 4],
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
    ['an entity that nothing declares', kml('<Placemark><name>&nope;</name></Placemark>'), 'malformed', 3],
    ['GeoJSON that ends too early', geoJson('[[1,2],[3,4]]').slice(0, -4), 'malformed', 2],
    ['GeoJSON with a comma too many', geoJson('[[1,2],[3,4],]'), 'malformed', 2],
    [
      'a feature that is none',
      '{"type":"FeatureCollection","features":[\n{"type":"Feature","geometry":null},\n7]}',
      'malformed',
      3,
    ],
    [
      'a geometry of no kind',
      '{"type":"Feature","properties":{},"geometry":{"type":"Circle","coordinates":[1,2]}}',
      'malformed',
      1,
    ],
    [
      'bytes that are no UTF-8',
      Buffer.concat([
        Buffer.from('<gpx>\n<wpt lat="1" lon="2"><name>'),
        Buffer.from([0xc2, 0xeb]),
        Buffer.from('</name></wpt></gpx>'),
      ]),
      'malformed',
      2,
    ],
    [
      'bytes that are no UTF-8, far down',
      Buffer.concat([Buffer.from('<'), Buffer.alloc(2_100_000, '\n'), Buffer.from([0x20, 0xff])]),
      'malformed',
      2_100_001,
    ],
    [
      'a character that is cut off by a line',
      Buffer.concat([Buffer.from('<gpx>\n'), Buffer.from([0xe4, 0xb8, 0x0a]), Buffer.from('</gpx>\n')]),
      'malformed',
      2,
    ],
    [
      'a character that is cut off by the end',
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
      'KML with nothing between two commas',
      kml('<Placemark><Point><coordinates>1,,2</coordinates></Point></Placemark>'),
      'coordinates',
      3,
    ],
    ['an encoding that nobody knows', '<?xml version="1.0" encoding="klingon"?><gpx/>', 'malformed', 1],
    ['an entity bomb', LAUGHS, 'entities', 2],
    [
      'an entity from a file',
      '<?xml version="1.0"?>\n\n<!DOCTYPE gpx [<!ENTITY x SYSTEM "file:///etc/passwd">]>\n<gpx><wpt lat="1" lon="2"><name>&x;</name></wpt></gpx>',
      'entities',
      3,
    ],
    ['a document type alone', '<!DOCTYPE gpx SYSTEM "http://192.0.2.1/gpx.dtd"><gpx/>', 'entities', 1],
    ['a renamed PNG', PNG, 'type', null],
    ['a renamed JPEG', JPEG, 'type', null],
    ['a web page', '<!DOCTYPE html>\n<html><body>404</body></html>', 'type', 1],
    ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'type', null],
    ['a table', 'lat,lon\n1,2\n', 'type', null],
    ['JSON of something else', '{"lat": 1, "lon": 2}', 'type', null],
    ['a zip without KML', zipSync({ 'a.txt': strToU8('x') }), 'type', null],
    ['a zip with a picture that calls itself KML', zipSync({ 'doc.kml': new Uint8Array(PNG) }), 'type', null],
    [
      'a zip that ends too early',
      zipSync({ 'doc.kml': strToU8(kml('<Placemark/>'.repeat(500))) }).subarray(0, 90),
      'malformed',
      null,
    ],
    [
      'a KMZ of more entries than 10000',
      zipOfEmpty(10_000, 'a', zipSync({ 'doc.kml': strToU8(ONE_POINT) })),
      'entries',
      null,
    ],
    ['a KMZ with a name of 1025 characters', zipOfEmpty(1, 'a'.repeat(1_025), zipSync({})), 'entries', null],
    ['nothing', '', 'empty', null],
    ['GPX without things', gpx('<metadata/>'), 'empty', null],
    ['a collection of nothing', '{"type":"FeatureCollection","features":[]}', 'empty', null],
    ['elements a thousand deep', gpx('<a>'.repeat(1_000)), 'malformed', 3],
    [
      'a line that winds around the earth',
      geoJson(`[${Array.from({ length: 40 }, (_, at) => `[${((at * 100 + 180) % 360) - 180},0]`).join()}]`),
      'coordinates',
      2,
    ],
  ])('%s', (_what, file, code, line) => {
    expect(errorOf(file)).toEqual({ fault: code, line });
  });
});

test('a KMZ of 10000 entries is read', () => {
  const archive = zipOfEmpty(9_999, 'a'.repeat(1_024), zipSync({ 'doc.kml': strToU8(ONE_POINT) }));
  expect(readAll(archive).features).toHaveLength(1);
});

describe('stopped early is', () => {
  /** Milliseconds, and bytes that the heap grew by, of a refusal. */
  function costOf(file: string | Uint8Array): { ms: number; told: ReturnType<typeof errorOf> } {
    const startedAt = performance.now();
    const told = errorOf(file);
    return { ms: performance.now() - startedAt, told };
  }

  test('a GPX of 1,000,000 points, at the first one beyond the limit', () => {
    const points = '<trkpt lat="1.5" lon="2.5"/>\n'.repeat(1_000_000);
    const file = gpx(`<trk><trkseg>\n${points}</trkseg></trk>`);
    const { ms, told } = costOf(strToU8(file));
    // The first point stands in line 4; a line may have 50,000.
    expect(told).toEqual({ fault: 'points', line: 4 + AMPLE_LIMITS.linePoints });
    expect(ms).toBeLessThan(TIMEOUT_MS);
  });

  test('a KML of 1,000,000 points in many lines', () => {
    const line = `<Placemark><LineString><coordinates>${'1,2 '.repeat(1_000)}</coordinates></LineString></Placemark>\n`;
    const { ms, told } = costOf(kml(line.repeat(1_000)));
    // 200 lines of 1,000 are read, from line 3 on.
    expect(told).toEqual({ fault: 'points', line: 203 });
    expect(ms).toBeLessThan(TIMEOUT_MS);
  });

  test.each([
    ['that says its size', zipSync({ 'doc.kml': new Uint8Array(300 * MEGABYTE) }, { level: 9 })],
    ['that lies about its size', zipWithDeclaredSize('doc.kml', new Uint8Array(300 * MEGABYTE), 100)],
  ])('a KMZ of 300 MB in 300 kB, %s', (_what, bomb) => {
    expect(bomb.length).toBeLessThan(MEGABYTE / 2);
    const before = process.memoryUsage().rss;
    const { ms, told } = costOf(bomb);
    expect(told).toEqual({ fault: 'expands', line: null });
    expect(ms).toBeLessThan(TIMEOUT_MS);
    // What was unpacked before it stopped, and as much again for what the runtime has not thrown away.
    expect(process.memoryUsage().rss - before).toBeLessThan(160 * MEGABYTE);
  });

  test('a KMZ of 30,000,000 lines with a bad byte in the last', () => {
    const lines = new Uint8Array(30_000_000).fill(0x0a);
    lines.set([0x3c], 0);
    lines.set([0xff], lines.length - 1);
    const { ms, told } = costOf(zipSync({ 'doc.kml': lines }));
    expect(told).toEqual({ fault: 'malformed', line: 29_999_999 });
    // A second; with something made for each line it takes half a minute.
    expect(ms).toBeLessThan(TIMEOUT_MS);
  });

  /** Each would take hours where something looks at what follows again and again. */
  const MUCH = 3_900_000;
  const repeated = (text: string) => text.repeat(MUCH / text.length);
  const wpt = (content: string) => gpx(`<wpt lat="1" lon="1">${content}</wpt>`);
  test.each([
    ['digits without an end', gpx(`<wpt lat="${repeated('1')}x" lon="1"/>`), 'malformed'],
    [
      'digits of a coordinate without an end',
      kml(`<Placemark><Point><coordinates>${repeated('1')}x,1</coordinates></Point></Placemark>`),
      'coordinates',
    ],
    [
      'commas without an end',
      kml(`<Placemark><Point><coordinates>1${repeated(',')}</coordinates></Point></Placemark>`),
      'malformed',
    ],
    [
      'commas with spaces without an end',
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
    ['tags that do not end', wpt(`<desc><![CDATA[<b>${repeated('<b ')}]]></desc>`), 'read'],
    ['elements that do not end', wpt(`<desc><![CDATA[<b>${repeated('<style>')}]]></desc>`), 'read'],
    ['comments that do not end', gpx(repeated('<!-- ')), 'malformed'],
    ['ampersands', wpt(`<name>${repeated('&')}</name>`), 'malformed'],
    ['a JSON string that does not end', `{"type":"${repeated('a')}`, 'malformed'],
    ['JSON brackets', repeated('[').replace('[', '{"type":'), 'malformed'],
    [
      'a JSON list in a list in a list',
      `{"type":"Point","coordinates":${'['.repeat(MUCH / 2)}${']'.repeat(MUCH / 2)}}`,
      'malformed',
    ],
    [
      'lists in lists beside a circle',
      `{"type":"Feature","properties":{"circle":{"center":[1,1],"radius":5}},"geometry":{"type":"GeometryCollection","geometries":[],"coordinates":${'['.repeat(100)}${']'.repeat(100)}}}`,
      'empty',
    ],
    ['200,000 tracks without positions', gpx(repeated('<trk></trk>')), 'empty'],
    [
      'features without places',
      `{"type":"FeatureCollection","features":[${repeated('{"type":"Feature"},').slice(0, -1)}]}`,
      'empty',
    ],
    ['colours by strange names', wpt('<extensions><color>constructor</color></extensions>'), 'read'],
  ])('%s', (_what, file, code) => {
    const { ms, told } = costOf(file);
    expect(typeof told === 'string' ? told : told.fault).toBe(code);
    expect(ms).toBeLessThan(TIMEOUT_MS);
  });
});
