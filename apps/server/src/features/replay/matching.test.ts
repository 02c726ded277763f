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

let outsideServer: ExternalServer;
let world: World;
let ada: Person;
let car: number;
let rower: number;
let start: number;

beforeAll(async () => {
  outsideServer = await startExternalServer();
  world = await startWorld({
    environment: {
      WAKELINE_MATCHING_URL: outsideServer.url,
      WAKELINE_ELEVATION_TILES: TILES,
      WAKELINE_ELEVATION_ENCODING: 'mapbox',
    },
  });
  const harbour = await world.account('harbour');
  ada = await harbour.person('ada');
  car = await harbour.tracker('13800000001', 'Gull');
  rower = await harbour.tracker('13800000002', 'Tern');
  start = world.clock.now() - 86_400_000;
  // Three fixes 65 m apart, ten at a red light that wander by a metre, a silence of an hour, two more.
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
  await outsideServer.stop();
});
beforeEach(() => {
  outsideServer.requests.length = 0;
  outsideServer.respond = () => new RawResponse(400, JSON.stringify({ code: 'NoMatch' }));
});

const fullWindow = () => ({ startTime: start, endTime: start + 120 * MINUTE });

test('a track is asked about between its gaps, without what stands still', async () => {
  await expect(ada.call('matchTrack', { trackerId: car, ...fullWindow() })).resolves.toEqual({
    lines: [],
    unmatched: 5,
  });
  expect(outsideServer.requests.map(({ url }) => url.pathname)).toEqual([
    '/match/v1/car/10.000000,54.000000;10.001000,54.000000;10.002000,54.000000',
    '/match/v1/car/10.010000,54.000000;10.011000,54.000000',
  ]);
});

test.each([
  ['walker', 'foot'],
  ['bicycle', 'bike'],
  ['truck', 'car'],
  ['https://elsewhere.example/walker', 'car'],
])('by the icon %s it goes %s', async (icon, profile) => {
  await world.database.db
    .updateTable('tracker')
    .set({ icon_url: icon })
    .where('tracker_id', '=', car)
    .execute();
  await ada.call('matchTrack', { trackerId: car, ...fullWindow() });
  expect(outsideServer.requests[0]?.url.pathname.split('/')[3]).toBe(profile);
});

test('a service that fails is told as that', async () => {
  outsideServer.respond = () => new RawResponse(500, 'no');
  await expect(ada.call('matchTrack', { trackerId: car, ...fullWindow() })).rejects.toMatchObject({
    errorName: 'matching-failed',
  });
});

test('a track that is not there, or too long, or a stranger’s, is not asked about', async () => {
  const refused = (who: Person, trackerId: number, times: { startTime: number; endTime: number }) =>
    who.call('matchTrack', { trackerId, ...times }).then(
      () => null,
      ({ errorName }: { errorName: string }) => errorName,
    );
  expect(await refused(ada, rower, fullWindow())).toBe('track-none');
  expect(await refused(ada, rower, { startTime: start, endTime: start })).toBe('time-order');
  await storeSeconds(world.database.db, rower, start, LIMITS.matchPoints + 1);
  expect(await refused(ada, rower, { startTime: start, endTime: start + 1_440 * MINUTE })).toBe(
    'track-too-long',
  );
  const eve = await (await world.account('strangers')).person('eve');
  expect(await refused(eve, car, fullWindow())).toBe('tracker-unknown');
  expect(outsideServer.requests).toEqual([]);
});

test('consoles are told what is set up, and browsers may ask for the heights', async () => {
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

test('whoever opens a link to devices has the heights too, and no matching', async () => {
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
