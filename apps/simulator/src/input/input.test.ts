import { describe, expect, test } from 'vitest';
import { InputError } from './input-error.ts';
import { readGpx } from './read-gpx.ts';
import { readRoute } from './read-route.ts';

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>';
const NAMESPACE = 'xmlns="http://www.topografix.com/GPX/1/1"';

function errorNameOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    if (error instanceof InputError) return error.errorName;
    throw error;
  }
  return 'none';
}

describe('a GPX file', () => {
  test('gives the points of its tracks, segment by segment', () => {
    const points = readGpx(`${HEAD}<gpx version="1.1" creator="test" ${NAMESPACE}>
      <wpt lat="1" lon="1"/>
      <trk><trkseg>
        <trkpt lat="25.2805" lon="110.2901"><ele>153.5</ele><time>2026-05-01T08:00:00Z</time></trkpt>
        <trkpt lat="25.2806" lon="110.2902"><time>2026-05-01T16:00:05+08:00</time></trkpt>
      </trkseg><trkseg><trkpt lat="-25.5" lon="-110"/></trkseg></trk></gpx>`);
    expect(points).toEqual([
      { latitude: 25.2805, longitude: 110.2901, altitude: 153.5, time: Date.UTC(2026, 4, 1, 8, 0, 0) },
      { latitude: 25.2806, longitude: 110.2902, altitude: null, time: Date.UTC(2026, 4, 1, 8, 0, 5) },
      { latitude: -25.5, longitude: -110, altitude: null, time: null },
    ]);
  });

  test('without a track gives its route, with any namespace prefix', () => {
    const prefixed = `<g:gpx xmlns:g="http://www.topografix.com/GPX/1/0"><g:rte><g:rtept lat="1" lon="2"/></g:rte></g:gpx>`;
    expect(readGpx(prefixed)).toEqual([{ latitude: 1, longitude: 2, altitude: null, time: null }]);
  });

  test.each([
    ['no XML', 'lat,lon\n1,2', 'gpx-not-xml'],
    ['truncated', `<gpx ${NAMESPACE}><trk><trkseg><trkpt lat="1"`, 'gpx-not-xml'],
    ['an unclosed element', `<gpx ${NAMESPACE}><trk></gpx>`, 'gpx-not-xml'],
    ['empty', '', 'gpx-not-xml'],
    ['KML', '<kml xmlns="http://www.opengis.net/kml/2.2"/>', 'gpx-not-gpx'],
    ['no points', `<gpx ${NAMESPACE}><trk><trkseg/></trk></gpx>`, 'gpx-no-points'],
    ['a point without longitude', `<gpx ${NAMESPACE}><trkpt lat="1"/></gpx>`, 'gpx-bad-point'],
    ['latitude 91', `<gpx ${NAMESPACE}><trkpt lat="91" lon="2"/></gpx>`, 'gpx-bad-point'],
    ['a latitude of text', `<gpx ${NAMESPACE}><trkpt lat="north" lon="2"/></gpx>`, 'gpx-bad-point'],
    [
      'an invalid time',
      `<gpx ${NAMESPACE}><trkpt lat="1" lon="2"><time>noon</time></trkpt></gpx>`,
      'gpx-bad-point',
    ],
    [
      'an invalid elevation',
      `<gpx ${NAMESPACE}><trkpt lat="1" lon="2"><ele>high</ele></trkpt></gpx>`,
      'gpx-bad-point',
    ],
  ])('is refused: %s', (_, text, name) => {
    expect(errorNameOf(() => readGpx(text))).toBe(name);
  });
});

describe('a drawn route', () => {
  const line = {
    type: 'LineString',
    coordinates: [
      [110.2, 25.1],
      [110.3, 25.2, 150],
    ],
  };
  const expected = [
    { longitude: 110.2, latitude: 25.1, altitude: null, speed: null },
    { longitude: 110.3, latitude: 25.2, altitude: 150, speed: null },
  ];

  test.each([
    ['a line', line],
    ['a feature', { type: 'Feature', properties: {}, geometry: line }],
    [
      'a collection',
      {
        type: 'FeatureCollection',
        features: [
          { type: 'Feature', geometry: null },
          { type: 'Feature', geometry: line },
        ],
      },
    ],
    ['a geometry collection', { type: 'GeometryCollection', geometries: [line] }],
  ])('is read from %s of GeoJSON', (_, document) => {
    expect(readRoute(JSON.stringify(document))).toEqual(expected);
  });

  test.each(['110.2,25.1 110.3,25.2,150', '110.2,25.1;110.3,25.2,150\n'])('is read from a list', (text) => {
    expect(readRoute(text)).toEqual(expected);
  });

  test.each([
    ['broken JSON', '{"type":', 'route-not-geojson'],
    ['a point', '{"type":"Point","coordinates":[1,2]}', 'route-no-line'],
    ['one position', '110,25', 'route-no-line'],
    ['an empty file', '', 'route-no-line'],
    ['a position with one number', '110,25 110', 'route-bad-point'],
    ['latitude first', '25.1,110.2 25.2,110.3', 'route-bad-point'],
    ['text', '110,25 east,north', 'route-bad-point'],
    ['coordinates of text', '{"type":"LineString","coordinates":[["1","2"],["3","4"]]}', 'route-bad-point'],
  ])('is refused: %s', (_, text, name) => {
    expect(errorNameOf(() => readRoute(text))).toBe(name);
  });
});
