import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { LngLatAlt, MapFeature } from './map-feature.ts';
import { isInstalled, runProgram, validateXml } from './testing/programs.ts';
import { readAll, writeAll } from './testing/read.ts';

/** Files written here are read by other programs, and their files are read here. Every position is compared. */
const SCHEMAS = join(import.meta.dirname, 'testing/schemas');
const HIGHFIELD = readFileSync(join(import.meta.dirname, 'fixtures/highfield-park.gpx'));

const common = { note: 'deep\nwater', color: '#0b5cad', line: null };
const POINTS: readonly MapFeature[] = Array.from({ length: 300 }, (_, at) => ({
  kind: 'point',
  coordinates: [-180 + at * 1.2, -80 + at / 2, at / 4],
  name: `码头 <${at}> & "co"`,
  ...common,
}));
const [TRACK] = readAll(HIGHFIELD).features;
if (TRACK?.kind !== 'line') throw new Error('the fixture is a track');
const LINES: readonly MapFeature[] = [
  { ...TRACK, ...common, line: null },
  {
    kind: 'line',
    name: 'Pacific',
    vertices: [
      [179, 10],
      [181, 11],
      [190, 12],
    ],
    ...common,
  },
];
const AREAS: readonly MapFeature[] = [
  {
    kind: 'area',
    name: 'Basin',
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
          [5, 6],
          [6, 4],
        ],
      ],
    },
    ...common,
  },
  {
    kind: 'area',
    name: 'Berth',
    shape: { type: 'CIRCULAR', center: [110.5, 24.5], radius: 1_500 },
    ...common,
  },
  {
    kind: 'area',
    name: 'Yard',
    shape: { type: 'RECTANGLE', west: 1, south: 2, east: 3, north: 4 },
    ...common,
  },
];
const CROSSING_AREAS: readonly MapFeature[] = [
  {
    kind: 'area',
    name: 'Date line',
    shape: {
      type: 'POLYGON',
      rings: [
        [
          [170, 0],
          [190, 0],
          [190, 10],
          [170, 10],
        ],
        [
          [175, 2],
          [178, 8],
          [185, 2],
        ],
      ],
    },
    ...common,
  },
];
const ALL = [...POINTS, ...LINES, ...AREAS, ...CROSSING_AREAS];

describe.skipIf(!isInstalled('xmllint'))('xmllint', () => {
  test.each([
    ['gpx', 'gpx-1.1/gpx.xsd'],
    ['kml', 'kml-2.2/ogckml22.xsd'],
  ] as const)('validates %s against its schema %s', (format, schema) => {
    const validate = (text: string) => validateXml(text, join(SCHEMAS, schema));
    const control: MapFeature = {
      ...common,
      kind: 'point',
      coordinates: [180, 1e-9],
      name: 'a\u0001\u000b]]>\ud800',
      note: '',
    };
    validate(writeAll(format, [control, ...ALL]));
    validate(writeAll(format, []));
    expect(() => validate(writeAll(format, ALL).replace(/lat=|coordinates>/, 'broken'))).toThrow();
  });
});

interface GeoJson {
  readonly features: readonly {
    readonly properties: Readonly<Record<string, unknown>>;
    readonly geometry: { readonly type: string; readonly coordinates: unknown };
  }[];
}

/** A layer of a file as GDAL reads it. */
function readWithGdal(text: string, extension: string, ...layers: string[]): GeoJson['features'] {
  const options = ['--config', 'GPX_ELE_AS_25D', 'YES', '-f', 'GeoJSON', '-lco', 'COORDINATE_PRECISION=12'];
  const out = runProgram('ogr2ogr', text, extension, (file) => [...options, '/vsistdout/', file, ...layers]);
  return (JSON.parse(out) as GeoJson).features;
}

/** The positions of a geometry in order. */
function collectCoordinates(value: unknown): readonly (readonly number[])[] {
  if (!Array.isArray(value)) return [];
  return typeof value[0] === 'number' ? [value as number[]] : value.flatMap(collectCoordinates);
}

function expectPositions(found: readonly (readonly number[])[], expected: readonly LngLatAlt[]): void {
  expect(found).toHaveLength(expected.length);
  for (const [at, point] of expected.entries()) {
    const [lng, lat, altitude] = found[at] ?? [];
    // Longitudes that differ by 360 are the same meridian.
    expect((((lng ?? Number.NaN) - point[0]) % 360) + 0).toBeCloseTo(0, 8);
    expect(lat).toBeCloseTo(point[1], 8);
    if (point[2] !== undefined) expect(altitude).toBeCloseTo(point[2], 6);
  }
}

const closeRing = (ring: readonly LngLatAlt[]): LngLatAlt[] => [...ring, ring[0] as LngLatAlt];

describe.skipIf(!isInstalled('ogr2ogr'))('GDAL', () => {
  test.each([
    ['geojson', '.geojson', []],
    ['kml', '.kml', []],
    ['gpx', '.gpx', ['waypoints']],
  ] as const)('reads every point of %s with name and altitude', (format, extension, layers) => {
    const features = readWithGdal(writeAll(format, POINTS), extension, ...layers);
    const names = features.map(({ properties }) => properties.name ?? properties.Name);
    expect(names).toEqual(POINTS.map(({ name }) => name));
    expectPositions(
      features.flatMap(({ geometry }) => collectCoordinates(geometry.coordinates)),
      POINTS.flatMap((point) => (point.kind === 'point' ? [point.coordinates] : [])),
    );
  });

  test.each([
    ['kml', '.kml', []],
    ['gpx', '.gpx', ['tracks']],
    ['geojson', '.geojson', []],
  ] as const)('reads every position of the lines of %s', (format, extension, layers) => {
    const features = readWithGdal(writeAll(format, LINES), extension, ...layers);
    expect(features).toHaveLength(2);
    const [track, pacific] = features.map(({ geometry }) => collectCoordinates(geometry.coordinates));
    expectPositions(track ?? [], TRACK.vertices);
    // GeoJSON is cut at the antimeridian, halfway between 179 and 181.
    const cut: LngLatAlt[] = [
      [179, 10],
      [180, 10.5],
      [-180, 10.5],
      [-179, 11],
      [-170, 12],
    ];
    expectPositions(
      pacific ?? [],
      format === 'geojson'
        ? cut
        : [
            [179, 10],
            [181, 11],
            [190, 12],
          ],
    );
  });

  test.each([
    ['kml', '.kml'],
    ['geojson', '.geojson'],
  ] as const)('reads every vertex of the areas of %s', (format, extension) => {
    const features = readWithGdal(writeAll(format, AREAS), extension);
    expect(features.map(({ geometry }) => geometry.type)).toEqual(['Polygon', 'Polygon', 'Polygon']);
    const [basin, berth, yard] = features.map(({ geometry }) => geometry.coordinates as LngLatAlt[][]);
    expectPositions(
      basin?.[0] ?? [],
      closeRing([
        [0, 0],
        [10, 0],
        [10, 10],
        [0, 10],
      ]),
    );
    expectPositions(
      basin?.[1] ?? [],
      closeRing([
        [4, 4],
        [5, 6],
        [6, 4],
      ]),
    );
    expectPositions(
      yard?.[0] ?? [],
      closeRing([
        [1, 2],
        [3, 2],
        [3, 4],
        [1, 4],
      ]),
    );
    expect(berth?.[0]).toHaveLength(73);
    // 1,500 m north of the centre: 1500 / 6371008.8 * 180 / pi = 0.01348981 degrees.
    expect(Math.max(...(berth?.[0] ?? []).map(([, lat]) => lat))).toBeCloseTo(24.51348981, 7);
  });

  test('reads an area across the antimeridian as two valid polygons of GeoJSON', () => {
    const [area] = readWithGdal(writeAll('geojson', CROSSING_AREAS), '.geojson');
    expect(area?.geometry.type).toBe('MultiPolygon');
    // The hole's edge from (178, 8) to (185, 2) crosses 180 at 8 - 6 * 2 / 7 = 44 / 7.
    const crossingLat = 44 / 7;
    const [west, east] = (area?.geometry.coordinates ?? []) as LngLatAlt[][][];
    const vertexSet = (ring: readonly LngLatAlt[] | undefined) =>
      new Set(ring?.map(([x, y]) => `${x} ${y.toFixed(6)}`));
    const expectedSet = (list: [number, number][]) => new Set(list.map(([x, y]) => `${x} ${y.toFixed(6)}`));
    expect(vertexSet(west?.[0])).toEqual(
      expectedSet([
        [180, 0],
        [180, 2],
        [175, 2],
        [178, 8],
        [180, crossingLat],
        [180, 10],
        [170, 10],
        [170, 0],
      ]),
    );
    expect(vertexSet(east?.[0])).toEqual(
      expectedSet([
        [-180, 0],
        [-170, 0],
        [-170, 10],
        [-180, 10],
        [-180, crossingLat],
        [-175, 2],
        [-180, 2],
      ]),
    );
  });

  test.each([
    ['KML', 'LIBKML'],
    ['GPX', 'GPX'],
    ['GeoJSON', 'GeoJSON'],
  ])('writes %s files that are read completely', (_name, driver) => {
    const text = runProgram('ogr2ogr', HIGHFIELD.toString(), '.gpx', (file) => [
      '--config',
      'GPX_ELE_AS_25D',
      'YES',
      '-f',
      driver,
      `/vsistdout/`,
      file,
      'tracks',
    ]);
    const lines = readAll(text).features.flatMap((each) => (each.kind === 'line' ? [each.vertices] : []));
    expectPositions(lines[0] ?? [], TRACK.vertices);
  });
});

describe.skipIf(!isInstalled('gpsbabel'))('gpsbabel', () => {
  /** Rows of latitude, longitude and an optional name. */
  function readWithGpsBabel(text: string, format: string, ...options: string[]): readonly string[][] {
    const out = runProgram('gpsbabel', text, `.${format}`, (file) => [
      ...options,
      '-i',
      format,
      '-f',
      file,
      '-o',
      'unicsv,prec=9,fields=lat+lon',
      '-F',
      '-',
    ]);
    return out
      .trim()
      .split('\n')
      .slice(1)
      .map((row) => row.split(','));
  }

  const written = (vertices: readonly LngLatAlt[]) =>
    vertices.map(([lng, lat]) => [lat.toFixed(6), (lng > 180 ? lng - 360 : lng).toFixed(6)]);
  const found = (rows: readonly string[][]) =>
    rows.map(([, lat, lon]) => [Number(lat).toFixed(6), Number(lon).toFixed(6)]);

  test.each(['gpx', 'kml', 'geojson'] as const)('reads every point of %s', (format) => {
    const expected = POINTS.flatMap((point) => (point.kind === 'point' ? [point.coordinates] : []));
    expect(found(readWithGpsBabel(writeAll(format, POINTS), format))).toEqual(written(expected));
  });

  test.each(['gpx', 'kml'] as const)('reads every position of the tracks of %s', (format) => {
    const expected = LINES.flatMap((line) => (line.kind === 'line' ? line.vertices : []));
    expect(found(readWithGpsBabel(writeAll(format, LINES), format, '-t'))).toEqual(written(expected));
  });

  test('writes KML files that are read completely', () => {
    const args = ['-o', 'kml,points=0,line_color=ff112233', '-F', '-'];
    const text = runProgram('gpsbabel', HIGHFIELD.toString(), '.gpx', (file) => [
      '-t',
      '-i',
      'gpx',
      '-f',
      file,
      ...args,
    ]);
    const lines = readAll(text).features.flatMap((each) => (each.kind === 'line' ? [each] : []));
    expectPositions(
      lines[0]?.vertices ?? [],
      // gpsbabel rounds to six decimals of a degree.
      TRACK.vertices.map(([lng, lat]) => [Number(lng.toFixed(6)), Number(lat.toFixed(6))]),
    );
  });
});
