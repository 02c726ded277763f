import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { strToU8, Zip, ZipDeflate, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { readAll } from './testing/read.ts';

const fixture = (name: string) => readFileSync(join(import.meta.dirname, 'fixtures', name));

describe('GPX', () => {
  test('reads all positions, altitudes and the name of a track of another program', () => {
    const file = fixture('highfield-park.gpx');
    const { features, skipped } = readAll(file);
    expect(skipped).toBe(0);
    expect(features).toHaveLength(1);
    const [track] = features;
    expect(track).toMatchObject({ kind: 'line', name: 'Highfield Park: Short blue', line: 6, color: null });
    // Extracted from the text by a regular expression, independent of an XML parser.
    const written = [...file.toString().matchAll(/<trkpt lat="([^"]+)" lon="([^"]+)">\s*<ele>([^<]+)/g)];
    const expected = written.map(([, lat, lon, ele]) => [Number(lon), Number(lat), Number(ele)]);
    expect(expected).toHaveLength(2_246);
    expect(track).toHaveProperty('vertices', expected);
  });

  test('reads waypoints, routes and track segments of 1.0 and 1.1 with texts and colours', () => {
    const { features } = readAll(`<?xml version="1.0"?>
<gpx version="1.0" creator="x" xmlns="http://www.topografix.com/GPX/1/0">
<wpt lat="24.5" lon="110.25"><ele>12.5</ele><name>Pier  7</name><cmt>deep</cmt></wpt>
<rte><name>Out</name><desc>first</desc><cmt>second</cmt>
 <rtept lat="1" lon="2"><name>a</name></rtept><rtept lat="3" lon="4"/></rte>
<trk><name>Day</name><extensions><x:TrackExtension xmlns:x="u"><x:DisplayColor>DarkRed</x:DisplayColor></x:TrackExtension></extensions>
 <trkseg><trkpt lat="0" lon="0"><extensions><y:TrackPointExtension xmlns:y="v"><y:ele>9</y:ele></y:TrackPointExtension></extensions></trkpt><trkpt lat="1" lon="1"/></trkseg>
 <trkseg><trkpt lat="5" lon="5"/></trkseg>
 <trkseg><trkpt lat="2" lon="2"/><trkpt lat="3" lon="3"/></trkseg></trk>
</gpx>`);
    expect(features).toEqual([
      {
        kind: 'point',
        coordinates: [110.25, 24.5, 12.5],
        name: 'Pier 7',
        note: 'deep',
        color: null,
        line: 3,
      },
      {
        kind: 'line',
        vertices: [
          [2, 1],
          [4, 3],
        ],
        name: 'Out',
        note: 'first',
        color: null,
        line: 4,
      },
      {
        kind: 'line',
        vertices: [
          [0, 0],
          [1, 1],
        ],
        name: 'Day',
        note: '',
        color: '#8b0000',
        line: 6,
      },
      {
        kind: 'line',
        vertices: [
          [2, 2],
          [3, 3],
        ],
        name: 'Day 2',
        note: '',
        color: '#8b0000',
        line: 6,
      },
    ]);
  });
});

const KML = `<?xml version="1.0" encoding="UTF-8"?>
<kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2">
<Document><name>All</name>
<StyleMap id="m"><Pair><key>highlight</key><styleUrl>#other</styleUrl></Pair><Pair><key>normal</key><styleUrl>#s</styleUrl></Pair></StyleMap>
<Folder><name>Outer</name><Folder><name>Inner</name>
<Placemark><name>Basin</name><description><![CDATA[<b>Deep</b> water<br/>5 &gt; 3]]></description><styleUrl>#m</styleUrl>
 <Polygon><outerBoundaryIs><LinearRing><coordinates>0,0,7 10,0,7
   10,10,7 0,10,7 0,0,7</coordinates></LinearRing></outerBoundaryIs>
  <innerBoundaryIs><LinearRing><coordinates>4,4 6,4 5,6 4,4</coordinates></LinearRing></innerBoundaryIs></Polygon></Placemark>
</Folder></Folder>
<Placemark><name>Two</name><Style><LineStyle><color>7f0000ff</color></LineStyle><IconStyle><color>ff00ff00</color></IconStyle></Style>
 <MultiGeometry><LineString><coordinates>1,2,3 4,5,6</coordinates></LineString><Point><coordinates> 7, 8 ,9 </coordinates></Point></MultiGeometry></Placemark>
<Placemark><name>Ring</name><LinearRing><coordinates>0,0 1,0 1,1 0,0</coordinates></LinearRing></Placemark>
<Placemark><name>Run</name><gx:Track><when>2026-01-01T00:00:00Z</when><gx:coord>1 2 3</gx:coord><gx:coord>4 5 6</gx:coord></gx:Track></Placemark>
<GroundOverlay><name>Map</name></GroundOverlay>
<Placemark><name>Nothing</name></Placemark>
<Style id="s"><LineStyle><color>ff112233</color></LineStyle></Style>
</Document></kml>`;
const KML_FEATURES = [
  {
    kind: 'area',
    shape: {
      type: 'POLYGON',
      rings: [
        [
          [0, 0],
          [10, 0],
          [10, 10],
          [0, 10],
        ],
        [
          [4, 4],
          [6, 4],
          [5, 6],
        ],
      ],
    },
    name: 'Basin',
    note: 'Deep water\n5 > 3',
    // aabbggrr: blue 11, green 22, red 33.
    color: '#332211',
    line: 6,
  },
  {
    kind: 'line',
    vertices: [
      [1, 2, 3],
      [4, 5, 6],
    ],
    name: 'Two',
    note: '',
    color: '#ff0000',
    line: 11,
  },
  { kind: 'point', coordinates: [7, 8, 9], name: 'Two 2', note: '', color: '#00ff00', line: 11 },
  {
    kind: 'area',
    shape: {
      type: 'POLYGON',
      rings: [
        [
          [0, 0],
          [1, 0],
          [1, 1],
        ],
      ],
    },
    name: 'Ring',
    note: '',
    color: null,
    line: 13,
  },
  {
    kind: 'line',
    vertices: [
      [1, 2, 3],
      [4, 5, 6],
    ],
    name: 'Run',
    note: '',
    color: null,
    line: 14,
  },
];

describe('KML', () => {
  test('reads all geometries, tracks, folders, and styles before and after their use', () => {
    const { features, skipped } = readAll(KML);
    expect(features).toEqual(KML_FEATURES);
    // The overlay, and the placemark without a geometry.
    expect(skipped).toBe(2);
  });

  test.each([
    ['doc.kml after another KML file', { 'a.kml': strToU8('<kml/>'), 'doc.kml': strToU8(KML) }],
    ['the first KML file, in a folder', { 'pic.png': new Uint8Array(50_000), 'x/Way.KML': strToU8(KML) }],
  ])('reads a KMZ: %s', (_description, files) => {
    expect(readAll(zipSync(files)).features).toEqual(KML_FEATURES);
    // Stored without compression.
    expect(readAll(zipSync(files, { level: 0 })).features).toEqual(KML_FEATURES);
  });
});

test('reads a streamed KMZ, whose sizes follow the data', () => {
  const chunks: Uint8Array[] = [];
  const zip = new Zip((_error, chunk) => chunks.push(chunk));
  for (const [name, content] of Object.entries({
    'files/a.png': new Uint8Array(9_000),
    'doc.kml': strToU8(KML),
  })) {
    const file = new ZipDeflate(name);
    zip.add(file);
    file.push(content, true);
  }
  zip.end();
  expect(readAll(Buffer.concat(chunks)).features).toEqual(KML_FEATURES);
});

describe('GeoJSON', () => {
  test('reads all geometries, single and in collections, with simplestyle colours', () => {
    const { features, skipped } =
      readAll(`{"type": "FeatureCollection", "crs": {"features": [1]}, "features": [
  {"type":"Feature","properties":{"title":"A","description":"n","marker-color":"#ABC"},"geometry":{"type":"MultiPoint","coordinates":[[1,2],[3,4,5]]}},
  {"type":"Feature","properties":{"name":"a \\"{[\\" b","stroke":"#010203"},
   "geometry":{"type":"GeometryCollection","geometries":[{"type":"LineString","coordinates":[[1,2],[3,4]]},{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,0]]]}]}},
  {"type":"Feature","properties":null,"geometry":null},
  {"type":"Feature","properties":{"fill":"#0a0b0c"},"geometry":{"type":"MultiPolygon","coordinates":[[[[0,0],[1,0],[1,1],[0,0]]],[[[5,5],[6,5],[6,6],[5,5]]]]}}
]}`);
    const ring = [
      [0, 0],
      [1, 0],
      [1, 1],
    ];
    const other = [
      [5, 5],
      [6, 5],
      [6, 6],
    ];
    expect(features).toEqual([
      { kind: 'point', coordinates: [1, 2], name: 'A', note: 'n', color: '#aabbcc', line: 2 },
      { kind: 'point', coordinates: [3, 4, 5], name: 'A 2', note: 'n', color: '#aabbcc', line: 2 },
      {
        kind: 'line',
        vertices: [
          [1, 2],
          [3, 4],
        ],
        name: 'a "{[" b',
        note: '',
        color: '#010203',
        line: 3,
      },
      {
        kind: 'area',
        shape: { type: 'POLYGON', rings: [ring] },
        name: 'a "{[" b 2',
        note: '',
        color: '#010203',
        line: 3,
      },
      {
        kind: 'area',
        shape: { type: 'POLYGON', rings: [ring] },
        name: '',
        note: '',
        color: '#0a0b0c',
        line: 6,
      },
      {
        kind: 'area',
        shape: { type: 'POLYGON', rings: [other] },
        name: '',
        note: '',
        color: '#0a0b0c',
        line: 6,
      },
    ]);
    expect(skipped).toBe(1);
  });

  test('reads a single geometry and a single feature', () => {
    const geometry = '{"type":"Point","coordinates":[1,2]}';
    const point = { kind: 'point', coordinates: [1, 2], name: '', note: '', color: null, line: 1 };
    expect(readAll(geometry).features).toEqual([point]);
    expect(readAll(`{"type":"Feature","geometry":${geometry},"properties":{}}`).features).toEqual([point]);
  });
});

describe('encodings', () => {
  const text = (encoding: string) =>
    `<?xml version="1.0" encoding="${encoding}"?>\n<gpx><wpt lat="1" lon="2"><name>码头é</name></wpt></gpx>`;
  const utf16 = (littleEndian: boolean, byteOrderMark: boolean) => {
    const bytes = Buffer.from(`${byteOrderMark ? '\ufeff' : ''}${text('UTF-16')}`, 'utf16le');
    return littleEndian ? bytes : bytes.swap16();
  };
  // 码 C2EB and 头 CDB7 in GBK (GB/T 2312-1980); é A8A6.
  const gbk = Buffer.concat(
    text('GBK')
      .split('码头é')
      .flatMap((chunk, at) => [
        ...(at === 0 ? [] : [Buffer.from('c2ebcdb7a8a6', 'hex')]),
        Buffer.from(chunk),
      ]),
  );
  const latin = Buffer.from(text('ISO-8859-1').replace('码头', ''), 'latin1');
  test.each([
    ['UTF-8', Buffer.from(text('UTF-8')), '码头é'],
    ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${text('utf-8')}`), '码头é'],
    ['UTF-16, little-endian', utf16(true, true), '码头é'],
    ['UTF-16, big-endian', utf16(false, true), '码头é'],
    ['UTF-16 without a byte order mark', utf16(false, false), '码头é'],
    ['GBK as declared', gbk, '码头é'],
    ['ISO 8859-1 as declared', latin, 'é'],
    ['UTF-8 declared as UTF-16', Buffer.from(text('UTF-16')), '码头é'],
  ])('reads %s', (_name, bytes, name) => {
    expect(readAll(bytes).features).toMatchObject([{ name }]);
  });
});
