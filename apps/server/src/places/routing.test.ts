import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createRouting } from './routing.ts';
import type { RoutingService } from './routing-service.ts';
import { ServiceLimiter } from './service-limiter.ts';
import {
  type ExternalServer,
  NO_RESPONSE,
  RawResponse,
  startExternalServer,
} from './testing/external-server.ts';

const FROM = [-120.2, 38.5] as const;
const TO = [-126.453, 43.252] as const;
/**
 * With five decimals the example of the format, (38.5, -120.2), (40.7, -120.95), (43.252, -126.453); with six a tenth
 * of it.
 */
const LINE = '_p~iF~ps|U_ulLnnqC_mqNvxq`@';
const POINTS = [
  [-12.02, 3.85],
  [-12.095, 4.07],
  [-12.6453, 4.3252],
];

let service: ExternalServer;
beforeEach(async () => {
  service = await startExternalServer();
});
afterEach(() => service.stop());

function createLimiter() {
  return new ServiceLimiter({
    concurrency: 4,
    maxQueued: 4,
    maxFailures: 100,
    pauseMs: 1,
    now: () => 0,
    onPause: () => undefined,
  });
}
function createTestRouting(kind: RoutingService['kind'], url = service.url, timeoutMs = 5_000) {
  return createRouting({ kind, url, timeoutMs }, createLimiter());
}

test('refuses a plan without a service', async () => {
  await expect(createRouting(null, createLimiter())('drive', [FROM, TO])).rejects.toMatchObject({
    errorName: 'routing-unset',
  });
});

describe('OSRM', () => {
  beforeEach(() => {
    service.respond = () => ({ code: 'Ok', routes: [{ geometry: LINE, distance: 1_234.5, duration: 99.9 }] });
  });

  test('receives the points, and its route is decoded', async () => {
    await expect(createTestRouting('osrm')('drive', [FROM, [-120.95, 40.7], TO])).resolves.toEqual({
      dataPoints: POINTS,
      distance: 1_234.5,
      duration: 99.9,
    });
    const [request] = service.requests;
    // OSRM, HTTP API v1: /route/v1/{profile}/{lng},{lat};{lng},{lat}
    expect(request?.url.pathname).toBe(
      '/route/v1/car/-120.200000,38.500000;-120.950000,40.700000;-126.453000,43.252000',
    );
    expect(Object.fromEntries(request?.url.searchParams ?? [])).toEqual({
      overview: 'full',
      geometries: 'polyline6',
    });
  });

  test('is requested by profile, under its own path and with its key', async () => {
    const routing = createTestRouting('osrm', `${service.url}/routed-{profile}/?key=k`);
    for (const type of ['drive', 'walk', 'cycle'] as const) await routing(type, [FROM, TO]);
    expect(service.requests.map(({ url }) => url.pathname.split('/').slice(0, 5).join('/'))).toEqual([
      '/routed-car/route/v1/car',
      '/routed-foot/route/v1/foot',
      '/routed-bike/route/v1/bike',
    ]);
    for (const { url } of service.requests) expect(url.searchParams.get('key')).toBe('k');
  });

  test.each(['NoRoute', 'NoSegment'])('reports that there is no route: %s', async (code) => {
    service.respond = () => new RawResponse(400, JSON.stringify({ code, message: 'x' }));
    await expect(createTestRouting('osrm')('drive', [FROM, TO])).rejects.toMatchObject({
      errorName: 'route-not-found',
    });
  });
});

describe('Valhalla', () => {
  test('receives the points, and its legs are joined', async () => {
    // The second leg starts where the first one ends, at (4.3252, -12.6453), and continues by 0.000001 degrees.
    const second = { shape: `${encodeValues(4_325_200)}${encodeValues(-12_645_300)}AA` };
    service.respond = () => ({
      trip: { legs: [{ shape: LINE }, second], summary: { length: 12.3, time: 600 } },
    });
    await expect(
      createTestRouting('valhalla', `${service.url}/?api_key=k`)('walk', [FROM, TO]),
    ).resolves.toEqual({
      dataPoints: [...POINTS, [-12.645_299, 4.325_201]],
      distance: 12_300,
      duration: 600,
    });
    const [request] = service.requests;
    expect(request).toMatchObject({ method: 'POST' });
    expect(request?.url.pathname).toBe('/route');
    expect(request?.url.searchParams.get('api_key')).toBe('k');
    expect(JSON.parse(request?.body ?? '')).toMatchObject({
      locations: [
        { lat: 38.5, lon: -120.2 },
        { lat: 43.252, lon: -126.453 },
      ],
      costing: 'pedestrian',
      units: 'kilometers',
    });
  });

  test.each([
    ['drive', 'auto'],
    ['cycle', 'bicycle'],
  ] as const)('plans %s as %s', async (type, costing) => {
    service.respond = () => ({ trip: { legs: [{ shape: LINE }], summary: { length: 1, time: 1 } } });
    await createTestRouting('valhalla')(type, [FROM, TO]);
    expect(JSON.parse(service.requests[0]?.body ?? '')).toMatchObject({ costing });
  });

  test.each([442, 171, 154])('reports that there is no route: %d', async (error_code) => {
    service.respond = () =>
      new RawResponse(400, JSON.stringify({ error_code, error: 'x', status_code: 400 }));
    await expect(createTestRouting('valhalla')('drive', [FROM, TO])).rejects.toMatchObject({
      errorName: 'route-not-found',
    });
  });
});

/** Encodes a value by the steps of the format: shifted left, inverted if negative, in groups of five bits. */
function encodeValues(value: number): string {
  let rest = value < 0 ? ~(value << 1) : value << 1;
  let text = '';
  while (rest >= 32) {
    text += String.fromCharCode((32 | (rest & 31)) + 63);
    rest >>= 5;
  }
  return text + String.fromCharCode(rest + 63);
}

describe.each(['osrm', 'valhalla'] as const)('reports a failure of %s for', (kind) => {
  test.each<[string, unknown]>([
    ['an error', new RawResponse(500, '{"error": "x"}')],
    ['a response that is not JSON', new RawResponse(200, '<html>')],
    ['a redirect', new RawResponse(302, '')],
    ['null', null],
    ['an empty object', {}],
    [
      'a response without a line',
      { code: 'Ok', routes: [], trip: { legs: [], summary: { length: 1, time: 1 } } },
    ],
    [
      'a truncated line',
      {
        code: 'Ok',
        routes: [{ geometry: '_p~iF~ps|', distance: 1, duration: 1 }],
        trip: { legs: [{ shape: '_p~iF~ps|' }], summary: { length: 1, time: 1 } },
      },
    ],
    [
      'a single position',
      {
        code: 'Ok',
        routes: [{ geometry: '_p~iF~ps|U', distance: 1, duration: 1 }],
        trip: { legs: [{ shape: '_p~iF~ps|U' }], summary: { length: 1, time: 1 } },
      },
    ],
    [
      'a route without a length',
      {
        code: 'Ok',
        routes: [{ geometry: LINE, distance: 'far' }],
        trip: { legs: [{ shape: LINE }], summary: { length: null } },
      },
    ],
  ])('%s', async (_name, response) => {
    service.respond = () => response;
    await expect(createTestRouting(kind)('drive', [FROM, TO])).rejects.toMatchObject({
      errorName: 'routing-failed',
    });
    expect(service.requests).toHaveLength(1);
  });

  test('a timeout', async () => {
    service.respond = () => NO_RESPONSE;
    await expect(createTestRouting(kind, service.url, 50)('drive', [FROM, TO])).rejects.toMatchObject({
      errorName: 'routing-failed',
    });
  });

  test('a refused connection', async () => {
    await expect(createTestRouting(kind, 'http://127.0.0.1:1')('drive', [FROM, TO])).rejects.toMatchObject({
      errorName: 'routing-failed',
    });
  });
});
