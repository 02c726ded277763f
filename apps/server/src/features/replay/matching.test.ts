import { LIMITS } from '@wakeline/contract/limits';
import type { ResultOf } from '@wakeline/contract/operation';
import type { queryShare } from '@wakeline/contract/shares';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  type ExternalServer,
  RawResponse,
  startExternalServer,
} from '../../places/testing/external-server.ts';
import { fixAt, storeFixes, storeSeconds } from '../../testing/fixes.ts';
import type { Person } from '../../testing/person.ts';
import { startWorld, type World } from '../../testing/world.ts';

const TILES = 'http://heights.harbour:8082/{z}/{x}/{y}.png';
const MINUTE = 60_000;

let externalServer: ExternalServer;
let world: World;
let ada: Person;
let car: number;
let rower: number;
let start: number;

beforeAll(async () => {
  externalServer = await startExternalServer();
  world = await startWorld({
    environment: {
      WAKELINE_MATCHING_URL: externalServer.url,
      WAKELINE_ELEVATION_TILES: TILES,
      WAKELINE_ELEVATION_ENCODING: 'mapbox',
    },
  });
  const harbour = await world.account('harbour');
  ada = await harbour.person('ada');
  car = await harbour.tracker('13800000001', 'Gull');
  rower = await harbour.tracker('13800000002', 'Tern');
  start = world.clock.now() - 86_400_000;
  // Three fixes 65 m apart, ten at a red light within a metre, a gap of an hour, two more.
  const east = [
    0,
    0.001,
    0.002,
    ...Array.from({ length: 10 }, (_, at) => 0.002 + (at % 2) * 0.00001),
    0.01,
    0.011,
  ];
  const fixes = east.map((degrees, at) =>
    fixAt(start + at * 10_000 + (at >= 13 ? 60 * MINUTE : 0), { longitude: 10 + degrees }),
  );
  await storeFixes(world.database.db, car, fixes);
});
afterAll(async () => {
  await world.stop();
  await externalServer.stop();
});
beforeEach(() => {
  externalServer.requests.length = 0;
  externalServer.respond = () => new RawResponse(400, JSON.stringify({ code: 'NoMatch' }));
});

const fullWindow = () => ({ startTime: start, endTime: start + 120 * MINUTE });

test('sends the segments between gaps without stationary fixes', async () => {
  await expect(ada.call('matchTrack', { trackerId: car, ...fullWindow() })).resolves.toEqual({
    lines: [],
    unmatched: 5,
  });
  expect(externalServer.requests.map(({ url }) => url.pathname)).toEqual([
    '/match/v1/car/10.000000,54.000000;10.001000,54.000000;10.002000,54.000000',
    '/match/v1/car/10.010000,54.000000;10.011000,54.000000',
  ]);
});

test.each([
  ['walker', 'foot'],
  ['bicycle', 'bike'],
  ['truck', 'car'],
  ['https://elsewhere.example/walker', 'car'],
])('maps the icon %s to the profile %s', async (icon, profile) => {
  await world.database.db
    .updateTable('tracker')
    .set({ icon_url: icon })
    .where('tracker_id', '=', car)
    .execute();
  await ada.call('matchTrack', { trackerId: car, ...fullWindow() });
  expect(externalServer.requests[0]?.url.pathname.split('/')[3]).toBe(profile);
});

test('reports a failing service with a named error', async () => {
  externalServer.respond = () => new RawResponse(500, 'no');
  await expect(ada.call('matchTrack', { trackerId: car, ...fullWindow() })).rejects.toMatchObject({
    errorName: 'matching-failed',
  });
});

test('sends no request for empty, too long or inaccessible tracks', async () => {
  const errorNameFor = (who: Person, trackerId: number, times: { startTime: number; endTime: number }) =>
    who.call('matchTrack', { trackerId, ...times }).then(
      () => null,
      ({ errorName }: { errorName: string }) => errorName,
    );
  expect(await errorNameFor(ada, rower, fullWindow())).toBe('track-none');
  expect(await errorNameFor(ada, rower, { startTime: start, endTime: start })).toBe('time-order');
  await storeSeconds(world.database.db, rower, start, LIMITS.matchPoints + 1);
  expect(await errorNameFor(ada, rower, { startTime: start, endTime: start + 1_440 * MINUTE })).toBe(
    'track-too-long',
  );
  const eve = await (await world.account('outsiders')).person('eve');
  expect(await errorNameFor(eve, car, fullWindow())).toBe('tracker-unknown');
  expect(externalServer.requests).toEqual([]);
});

test('sends consoles the configuration and allows elevation tiles in the content security policy', async () => {
  await expect(ada.call('queryReplaySetup', {})).resolves.toEqual({
    matching: true,
    elevation: {
      tiles: TILES,
      encoding: 'mapbox',
      tileSize: 256,
      minZoom: 0,
      maxZoom: 12,
      attribution: '',
    },
  });
  const { headers } = await fetch(`${world.url}/healthz`);
  const policy = (headers.get('content-security-policy') ?? '').split(';').map((one) => one.trim());
  for (const name of ['img-src', 'connect-src'])
    expect(policy.find((one) => one.startsWith(name))?.split(' ')).toContain('http://heights.harbour:8082');
});

test('offers elevation but no matching to share links', async () => {
  const { code } = await ada.call('createShareLink', {
    shareName: 'harbour',
    trackerIds: [car],
    backMinutes: 0,
    expireTime: world.clock.now() + 60 * MINUTE,
  });
  const response = await world.post('queryShare', {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code }),
  });
  const { result } = (await response.json()) as { result: ResultOf<typeof queryShare> };
  expect(result.replaySetup).toMatchObject({ matching: false, elevation: { tiles: TILES } });
});
