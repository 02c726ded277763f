import type { FenceShape, Position } from '@wakeline/domain/fences/fence-shape';
import { describe, expect, test } from 'vitest';
import type { MapFeature } from './map-feature.ts';
import { readAll, writeAll } from './testing/read.ts';

const common = { name: '码头 <&> "x"', note: 'one\ntwo', color: '#0b5cad', line: null };
const FORMATS = ['geojson', 'kml', 'gpx'] as const;

function writeAndRead(format: (typeof FORMATS)[number], feature: MapFeature): MapFeature {
  const { features } = readAll(writeAll(format, [feature]));
  const [read] = features;
  if (read === undefined || features.length > 1) throw new Error(`${features.length} features were read`);
  return { ...read, line: null };
}

function polygon(...rings: Position[][]): FenceShape {
  return { type: 'POLYGON', rings };
}

describe('restores', () => {
  const features: [description: string, feature: MapFeature][] = [
    ['a point with altitude', { kind: 'point', coordinates: [110.123456, 24.5, -12.25], ...common }],
    [
      'a point without a name, note or colour',
      { kind: 'point', coordinates: [1, 2], name: '', note: '', color: null, line: null },
    ],
    ['a point at the pole', { kind: 'point', coordinates: [-179.999999, -90], ...common }],
    [
      'a line with altitudes at some vertices',
      {
        kind: 'line',
        vertices: [
          [1, 2, 3],
          [4, 5],
          [6, 7, 0],
        ],
        ...common,
      },
    ],
    [
      'a line across the antimeridian',
      {
        kind: 'line',
        vertices: [
          [179.9, 1, 2],
          [180.3, 2, 5],
          [179.5, 4],
        ],
        ...common,
      },
    ],
    [
      'the same westward',
      {
        kind: 'line',
        vertices: [
          [-179, 1],
          [-181.5, 2],
          [-190, 2],
        ],
        ...common,
      },
    ],
    [
      'an area with holes',
      {
        kind: 'area',
        shape: polygon(
          [
            [0, 0],
            [9, 0],
            [9, 9],
            [0, 9],
          ],
          [
            [1, 1],
            [1, 2],
            [2, 1],
          ],
          [
            [5, 5],
            [5, 6],
            [6, 5],
          ],
        ),
        ...common,
      },
    ],
    [
      'an area across the antimeridian with a hole on it',
      {
        kind: 'area',
        shape: polygon(
          [
            [170, 0],
            [190, 0],
            [190, 9],
            [170, 9],
          ],
          [
            [178, 1],
            [178, 2],
            [182, 1],
          ],
        ),
        ...common,
      },
    ],
  ];
  for (const format of FORMATS) {
    test.each(features)(`from ${format}: %s`, (_description, feature) => {
      expect(writeAndRead(format, feature)).toEqual(feature);
    });
  }

  test.each<[string, FenceShape]>([
    ['a circle', { type: 'CIRCULAR', center: [110.5, 24.5], radius: 1_234.5 }],
    ['a circle across the antimeridian', { type: 'CIRCULAR', center: [179.99, 24.5], radius: 5_000 }],
    ['a circle of 5,000 km', { type: 'CIRCULAR', center: [10, 5], radius: 5_000_000 }],
    ['a rectangle', { type: 'RECTANGLE', west: 1, south: 2, east: 3, north: 4 }],
    ['a rectangle across the antimeridian', { type: 'RECTANGLE', west: 170, south: 2, east: -170, north: 4 }],
    [
      'a rectangle wider than half the earth',
      { type: 'RECTANGLE', west: -170, south: 2, east: 170, north: 4 },
    ],
  ])('from GeoJSON: %s', (_description, shape) => {
    const feature: MapFeature = { kind: 'area', shape, ...common };
    expect(writeAndRead('geojson', feature)).toEqual(feature);
  });

  test.each(FORMATS)('from %s: a line along the antimeridian, which has two longitudes', (format) => {
    const line: MapFeature = {
      kind: 'line',
      vertices: [
        [180, 1],
        [180, 2],
        [179, 3],
      ],
      ...common,
    };
    const read = writeAndRead(format, line);
    const vertices = read.kind === 'line' ? read.vertices : [];
    expect(vertices.map(([lng, lat]) => [(lng + 360) % 360, lat])).toEqual([
      [180, 1],
      [180, 2],
      [179, 3],
    ]);
  });

  test.each(['kml', 'gpx'] as const)('from %s: a circle as a polygon with 72 vertices', (format) => {
    const circle: MapFeature = {
      kind: 'area',
      shape: { type: 'CIRCULAR', center: [110.5, 24.5], radius: 1_500 },
      ...common,
    };
    const once = writeAndRead(format, circle);
    expect(once).toHaveProperty('shape.type', 'POLYGON');
    expect(once).toHaveProperty('shape.rings[0].length', 72);
    expect(writeAndRead(format, once)).toEqual(once);
  });
});

describe('a circle in GeoJSON', () => {
  const circle: MapFeature = {
    kind: 'area',
    shape: { type: 'CIRCULAR', center: [110.5, 24.5], radius: 1_500 },
    ...common,
  };

  test('is restored after another program rounded its vertices to seven decimals', () => {
    const text = writeAll('geojson', [circle]).replace(/(\d+\.\d{7})\d+/g, '$1');
    expect(readAll(text).features).toMatchObject([{ shape: circle.shape }]);
  });

  test('becomes a polygon if a vertex was moved', () => {
    const text = writeAll('geojson', [circle]);
    const vertex = /\[\[(\[[^\]]+\])/.exec(text)?.[1] ?? 'none';
    const moved = text.replaceAll(vertex, '[110.6,24.5]');
    expect(moved).not.toBe(text);
    expect(readAll(moved).features).toMatchObject([{ shape: { type: 'POLYGON' } }]);
  });

  test('is ignored if its properties are invalid', () => {
    for (const invalid of [
      '{"center":[1],"radius":5}',
      '{"center":[110.5,24.5],"radius":-1}',
      '7',
      '{"center":[1,200]}',
    ]) {
      const text = writeAll('geojson', [circle]).replace(/"circle":\{[^}]*\}/, `"circle":${invalid}`);
      expect(text).toContain(invalid);
      expect(readAll(text).features).toMatchObject([{ shape: { type: 'POLYGON' } }]);
    }
  });
});

/** RFC 7946, 3.1.6 and 3.1.9. */
describe('GeoJSON of the standard', () => {
  /** Twice the signed area; above 0: counterclockwise. */
  const signedArea = (ring: readonly Position[]) =>
    ring.slice(1).reduce((sum, [x, y], at) => {
      const [u, v] = ring[at] as Position;
      return sum + (u * y - x * v);
    }, 0);
  const shapes: FenceShape[] = [
    polygon(
      [
        [0, 0],
        [0, 9],
        [9, 9],
        [9, 0],
      ],
      [
        [1, 1],
        [2, 1],
        [1, 2],
      ],
    ),
    // A comb whose teeth extend across the antimeridian, and one of whose vertices touches it.
    polygon([
      [170, 0],
      [175, 0],
      [175, 8],
      [185, 8],
      [185, 6],
      [178, 6],
      [178, 4],
      [180, 3],
      [186, 2],
      [178, 1],
      [190, 0],
      [190, 10],
      [170, 10],
    ]),
    // Vertices on the meridian, from both sides.
    polygon([
      [170, 0],
      [180, 2],
      [190, 0],
      [190, 10],
      [180, 8],
      [170, 10],
    ]),
    polygon(
      [
        [-190, 0],
        [-170, 0],
        [-170, 9],
        [-190, 9],
      ],
      [
        [-185, 2],
        [-185, 3],
        [-184, 2],
      ],
      [
        [-175, 2],
        [-175, 3],
        [-174, 2],
      ],
    ),
    { type: 'RECTANGLE', west: -180, south: -90, east: 180, north: 90 },
    { type: 'CIRCULAR', center: [180, 60], radius: 1_000_000 },
  ];
  test.each(shapes)('has closed, correctly oriented rings on one side of the antimeridian: %#', (shape) => {
    const { features } = JSON.parse(writeAll('geojson', [{ kind: 'area', shape, ...common }]));
    const { type, coordinates } = features[0].geometry;
    const polygons: Position[][][] = type === 'Polygon' ? [coordinates] : coordinates;
    for (const rings of polygons) {
      for (const [at, ring] of rings.entries()) {
        expect(ring.length).toBeGreaterThanOrEqual(4);
        expect(ring.at(-1)).toEqual(ring[0]);
        expect(Math.sign(signedArea(ring))).toBe(at === 0 ? 1 : -1);
        for (const [lng, lat] of ring) {
          expect(Math.abs(lng)).toBeLessThanOrEqual(180);
          expect(Math.abs(lat)).toBeLessThanOrEqual(90);
        }
      }
    }
    // The areas of the parts (in square degrees) add up to the original area.
    const original = (ring: readonly Position[]) => signedArea([...ring, ring[0] as Position]) / 2;
    if (shape.type !== 'POLYGON') return;
    const expected = shape.rings.reduce(
      (sum, ring, at) => sum + Math.abs(original(ring)) * (at === 0 ? 1 : -1),
      0,
    );
    const found = polygons.flat().reduce((sum, ring) => sum + signedArea(ring) / 2, 0);
    expect(found).toBeCloseTo(expected, 6);
  });

  test('assigns holes to the part that contains them', () => {
    const shape = shapes[3] as FenceShape;
    const { features } = JSON.parse(writeAll('geojson', [{ kind: 'area', shape, ...common }]));
    expect(features[0].geometry.coordinates.map((rings: unknown[]) => rings.length)).toEqual([2, 2]);
  });
});

describe('across the antimeridian', () => {
  test.each([
    [
      'GPX',
      '<gpx><rte><rtept lat="1" lon="179"/><rtept lat="2" lon="-179"/><rtept lat="3" lon="178"/></rte></gpx>',
    ],
    [
      'KML',
      '<kml><Placemark><LineString><coordinates>179,1 -179,2 178,3</coordinates></LineString></Placemark></kml>',
    ],
    [
      'KML with unwrapped longitudes',
      '<kml><Placemark><LineString><coordinates>179,1 181,2 178,3</coordinates></LineString></Placemark></kml>',
    ],
    ['GeoJSON from before RFC 7946', '{"type":"LineString","coordinates":[[179,1],[-179,2],[178,3]]}'],
    [
      'GeoJSON that was cut',
      '{"type":"MultiLineString","coordinates":[[[179,1],[180,1.5]],[[-180,1.5],[-179,2],[-180,2.25]],[[180,2.25],[178,3]]]}',
    ],
  ])('joins a line of %s', (_description, text) => {
    // From (181, 2) to (178, 3) the meridian is crossed at 2 + 1/3; the cut at 2.25 is off that line, so its vertex stays.
    const curved = text.includes('2.25') ? [[180, 2.25]] : [];
    expect(readAll(text).features).toMatchObject([{ vertices: [[179, 1], [181, 2], ...curved, [178, 3]] }]);
  });

  test('reads an area and its hole with unwrapped longitudes', () => {
    const text = `<kml><Placemark><Polygon><outerBoundaryIs><LinearRing><coordinates>170,0 -170,0 -170,9 170,9 170,0</coordinates></LinearRing></outerBoundaryIs>
      <innerBoundaryIs><LinearRing><coordinates>-175,1 -174,1 -174,2 -175,1</coordinates></LinearRing></innerBoundaryIs></Polygon></Placemark></kml>`;
    expect(readAll(text).features).toMatchObject([
      {
        shape: {
          rings: [
            [
              [170, 0],
              [190, 0],
              [190, 9],
              [170, 9],
            ],
            [
              [185, 1],
              [186, 1],
              [186, 2],
            ],
          ],
        },
      },
    ]);
  });
});
