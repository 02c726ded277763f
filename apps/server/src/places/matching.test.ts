import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createMatching, type MatchFix } from './matching.ts';
import type { RoutingService } from './routing-service.ts';
import { ServiceLimiter } from './service-limiter.ts';
import {
  type ExternalRequest,
  type ExternalServer,
  NO_RESPONSE,
  RawResponse,
  startExternalServer,
} from './testing/external-server.ts';

const START = Date.UTC(2026, 4, 1);

let service: ExternalServer;
beforeEach(async () => {
  service = await startExternalServer();
});
afterEach(() => service.stop());

function createTestMatching(kind: RoutingService['kind'], url = service.url, timeoutMs = 5_000) {
  const limiter = new ServiceLimiter({
    concurrency: 4,
    maxQueued: 4,
    maxFailures: 100,
    pauseMs: 1,
    now: () => 0,
    onPause: () => undefined,
  });
  return createMatching({ kind, url, timeoutMs }, limiter);
}

/** Fixes on the equator, ten seconds and a thousandth of a degree (111 m) apart. */
function createFixes(count: number, from = 0): MatchFix[] {
  return Array.from({ length: count }, (_, at) => ({
    time: START + (from + at) * 10_000,
    lng: (from + at) / 1_000,
    lat: 0,
    accuracy: null,
  }));
}

/**
 * Encodes `[longitude, latitude]` by the steps of the format (Google, Encoded Polyline Algorithm Format) with six
 * decimals.
 */
function encodeLine(line: readonly (readonly [number, number])[]): string {
  let previous = [0, 0];
  return line
    .map(([lng, lat]) => {
      const current = [Math.round(lat * 1e6), Math.round(lng * 1e6)];
      const text = current.map((value, at) => encodeValue(value - (previous[at] ?? 0))).join('');
      previous = current;
      return text;
    })
    .join('');
}

function encodeValue(value: number): string {
  let rest = value < 0 ? ~(value << 1) : value << 1;
  let text = '';
  while (rest >= 32) {
    text += String.fromCharCode((32 | (rest & 31)) + 63);
    rest >>= 5;
  }
  return text + String.fromCharCode(rest + 63);
}

/** The coordinates in a request to OSRM. */
function requestedCoordinates({ url }: ExternalRequest): [number, number][] {
  const coordinates = url.pathname.split('/').at(-1) ?? '';
  return coordinates.split(';').map((coordinate) => coordinate.split(',').map(Number) as [number, number]);
}

/** Responds to a request to OSRM as if all fixes were on one road. */
function matchOneRoad(request: ExternalRequest): unknown {
  const coordinates = requestedCoordinates(request);
  return {
    code: 'Ok',
    matchings: [{ confidence: 0.9, geometry: encodeLine(coordinates), legs: [], distance: 1, duration: 1 }],
    tracepoints: coordinates.map((location, at) => ({ matchings_index: 0, waypoint_index: at, location })),
  };
}

describe('OSRM', () => {
  test('receives times and radiuses, and its lines are decoded', async () => {
    const [a, b, c, d, e] = createFixes(5);
    if (!a || !b || !c || !d || !e) throw new Error('five fixes');
    service.respond = () => ({
      code: 'Ok',
      matchings: [
        {
          confidence: 0.75,
          geometry: encodeLine([
            [0, 0.0001],
            [0.001, 0.0001],
          ]),
        },
        {
          confidence: 0.25,
          geometry: encodeLine([
            [0.003, 0.0002],
            [0.0035, 0.0002],
            [0.004, 0.0002],
          ]),
        },
      ],
      tracepoints: [
        { matchings_index: 0, waypoint_index: 0 },
        { matchings_index: 0, waypoint_index: 1 },
        null,
        { matchings_index: 1, waypoint_index: 0 },
        { matchings_index: 1, waypoint_index: 1 },
      ],
    });
    const fixes = [a, { ...b, accuracy: 4.4 }, { ...c, accuracy: 900 }, { ...d, accuracy: 0 }, e];
    await expect(
      createTestMatching('osrm', `${service.url}/routed-{profile}/?key=k`)('cycle', [fixes]),
    ).resolves.toEqual({
      lines: [
        {
          startTime: a.time,
          endTime: b.time,
          confidence: 0.75,
          points: [
            [0, 0.0001],
            [0.001, 0.0001],
          ],
        },
        {
          startTime: d.time,
          endTime: e.time,
          confidence: 0.25,
          points: [
            [0.003, 0.0002],
            [0.0035, 0.0002],
            [0.004, 0.0002],
          ],
        },
      ],
      unmatched: 1,
    });
    const [request] = service.requests;
    // OSRM, HTTP API v1: /match/v1/{profile}/{lng},{lat};..., times in seconds, radiuses in metres.
    expect(request?.url.pathname).toBe(
      '/routed-bike/match/v1/bike/0.000000,0.000000;0.001000,0.000000;0.002000,0.000000;0.003000,0.000000;0.004000,0.000000',
    );
    const second = START / 1_000;
    expect(Object.fromEntries(request?.url.searchParams ?? [])).toEqual({
      key: 'k',
      overview: 'full',
      geometries: 'polyline6',
      gaps: 'ignore',
      tidy: 'true',
      timestamps: [0, 10, 20, 30, 40].map((later) => second + later).join(';'),
      radiuses: '10;4;50;1;10',
    });
  });

  test('receives a long track in chunks that share a fix, and the result is one line', async () => {
    service.respond = matchOneRoad;
    const { lines, unmatched } = await createTestMatching('osrm')('drive', [createFixes(250)]);
    expect(service.requests.map((request) => requestedCoordinates(request).length)).toEqual([100, 100, 52]);
    expect(service.requests.map((request) => requestedCoordinates(request)[0]?.[0])).toEqual([
      0, 0.099, 0.198,
    ]);
    expect(unmatched).toBe(0);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({ startTime: START, endTime: START + 2_490_000, confidence: 0.9 });
    expect(lines[0]?.points.map(([lng]) => Math.round(lng * 1_000))).toEqual([...Array(250).keys()]);
  });

  test('receives segments between gaps separately; a single fix is unmatched', async () => {
    service.respond = matchOneRoad;
    const { lines, unmatched } = await createTestMatching('osrm')('walk', [
      createFixes(3),
      createFixes(1, 500),
      createFixes(3, 900),
    ]);
    expect(service.requests).toHaveLength(2);
    expect(lines.map(({ startTime, endTime }) => [startTime - START, endTime - START])).toEqual([
      [0, 20_000],
      [9_000_000, 9_020_000],
    ]);
    expect(unmatched).toBe(1);
  });

  test('receives distant fixes in chunks of 150 km', async () => {
    service.respond = matchOneRoad;
    // 55.6 km from one to the next.
    const far = createFixes(5).map((fix) => ({ ...fix, lng: fix.lng * 500 }));
    await createTestMatching('osrm')('drive', [far]);
    expect(service.requests.map((request) => requestedCoordinates(request).length)).toEqual([3, 3]);
  });

  test.each(['NoMatch', 'NoSegment'])('reports fixes without a road as unmatched: %s', async (code) => {
    service.respond = () => new RawResponse(400, JSON.stringify({ code, message: 'x' }));
    await expect(createTestMatching('osrm')('drive', [createFixes(4)])).resolves.toEqual({
      lines: [],
      unmatched: 4,
    });
  });
});

describe('Valhalla', () => {
  test('receives a POST request, and its trip and alternates are decoded', async () => {
    service.respond = () => ({
      trip: {
        legs: [
          {
            shape: encodeLine([
              [0, 0],
              [0.001, 0],
            ]),
          },
          {
            shape: encodeLine([
              [0.001, 0],
              [0.002, 0],
            ]),
          },
        ],
      },
      alternates: [
        {
          trip: {
            legs: [
              {
                shape: encodeLine([
                  [0.003, 0],
                  [0.004, 0],
                ]),
              },
            ],
          },
        },
      ],
    });
    const fixes = createFixes(5).map((fix, at) => ({ ...fix, accuracy: at === 2 ? 25 : 5 }));
    const { lines, unmatched } = await createTestMatching('valhalla', `${service.url}/?api_key=k`)('drive', [
      fixes,
    ]);
    const times = { startTime: START, endTime: START + 40_000, confidence: null };
    expect(lines).toEqual([
      {
        ...times,
        points: [
          [0, 0],
          [0.001, 0],
          [0.002, 0],
        ],
      },
      {
        ...times,
        points: [
          [0.003, 0],
          [0.004, 0],
        ],
      },
    ]);
    expect(unmatched).toBe(0);
    const [request] = service.requests;
    expect(request?.method).toBe('POST');
    expect(request?.url.pathname).toBe('/trace_route');
    expect(request?.url.searchParams.get('api_key')).toBe('k');
    expect(JSON.parse(request?.body ?? '')).toEqual({
      shape: fixes.map(({ lng, lat, time }) => ({ lat, lon: lng, time: time / 1_000 })),
      costing: 'auto',
      shape_match: 'map_snap',
      trace_options: { gps_accuracy: 25 },
      units: 'kilometers',
      directions_type: 'none',
    });
  });

  test.each([171, 442, 443, 444])('reports fixes without a road as unmatched: %d', async (error_code) => {
    service.respond = () =>
      new RawResponse(400, JSON.stringify({ error_code, error: 'x', status_code: 400 }));
    await expect(createTestMatching('valhalla')('walk', [createFixes(4)])).resolves.toEqual({
      lines: [],
      unmatched: 4,
    });
  });
});

describe.each(['osrm', 'valhalla'] as const)('reports a failure of %s for', (kind) => {
  const point = { matchings_index: 0 };
  test.each<[string, unknown]>([
    ['an error', new RawResponse(500, '{"error": "x"}')],
    ['another code', new RawResponse(400, JSON.stringify({ code: 'TooBig', error_code: 153 }))],
    ['a response that is not JSON', new RawResponse(200, '<html>')],
    ['a redirect', new RawResponse(302, '')],
    ['an empty object', {}],
    [
      'a response without a line',
      { code: 'Ok', matchings: [{}], tracepoints: [point, point], trip: { legs: [] } },
    ],
    [
      'a truncated line',
      {
        code: 'Ok',
        matchings: [{ geometry: '_p~iF~ps|' }],
        tracepoints: [point, point],
        trip: { legs: [{ shape: '_p~iF~ps|' }] },
      },
    ],
    [
      'a line without fixes',
      {
        code: 'Ok',
        matchings: [
          {
            geometry: encodeLine([
              [0, 0],
              [1, 1],
            ]),
          },
        ],
        tracepoints: [null, null],
        trip: { legs: [{ shape: 'A' }] },
      },
    ],
    [
      'fewer fixes than requested',
      {
        code: 'Ok',
        matchings: [
          {
            geometry: encodeLine([
              [0, 0],
              [1, 1],
            ]),
          },
        ],
        tracepoints: [point],
        trip: { legs: [{ shape: '' }] },
      },
    ],
  ])('%s', async (_name, response) => {
    service.respond = () => response;
    await expect(createTestMatching(kind)('drive', [createFixes(2)])).rejects.toMatchObject({
      errorName: 'matching-failed',
    });
    expect(service.requests).toHaveLength(1);
  });

  test('a timeout', async () => {
    service.respond = () => NO_RESPONSE;
    await expect(createTestMatching(kind, service.url, 50)('drive', [createFixes(2)])).rejects.toMatchObject({
      errorName: 'matching-failed',
    });
  });
});
