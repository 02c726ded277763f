import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Environment } from '../config.ts';
import { Person } from '../testing/person.ts';
import { startWorld, type World } from '../testing/world.ts';
import { EXTERNAL_REQUESTS_PER_MINUTE } from './external-request-budget.ts';
import { dropOldAddresses } from './stored-addresses.ts';
import {
  type ExternalServer,
  NO_RESPONSE,
  RawResponse,
  startExternalServer,
} from './testing/external-server.ts';

let geocoder: ExternalServer;
/** Its timeout is out of reach, so that a busy machine does not turn a result into a timeout. */
let world: World;
/** Another server on the same database, for tests that wait for the timeout. */
let shortTimeoutWorld: World;
let holder: Person;
let shortTimeoutHolder: Person;
let accountId: number;
let trackerId: number;
/** Each test uses its own position, because addresses are cached. */
let position = { latitude: 24.881, longitude: 110.49 };
const OFFLINE = /^1[0-9] km N of Yangshuo$/;

async function startTestWorld(environment: Environment, sharesDatabaseWith?: World): Promise<World> {
  return startWorld({
    ...(sharesDatabaseWith === undefined ? {} : { sharesDatabaseWith }),
    environment: {
      WAKELINE_GEOCODER_URL: `${geocoder.url}/reverse?lat={lat}&lon={lon}&lang={language}&key={key}`,
      WAKELINE_GEOCODER_SEARCH_URL: `${geocoder.url}/search?q={keywords}&lang={language}&at={lat},{lon}`,
      WAKELINE_GEOCODER_KEY: 'k&y',
      WAKELINE_GEOCODER_TIMEOUT: '60000',
      ...environment,
    },
  });
}

beforeAll(async () => {
  geocoder = await startExternalServer();
  world = await startTestWorld({});
  shortTimeoutWorld = await startTestWorld({ WAKELINE_GEOCODER_TIMEOUT: '1500' }, world);
  const harbour = await world.account('harbour');
  ({ accountId } = harbour);
  holder = await harbour.person('holder');
  trackerId = await harbour.tracker('7001', 'Gull');
  shortTimeoutHolder = await signInOn(shortTimeoutWorld);
});
afterAll(async () => {
  await shortTimeoutWorld.stop();
  await world.stop();
  await geocoder.stop();
});
beforeEach(() => {
  geocoder.requests.length = 0;
  geocoder.respond = ({ url }) => ({ display_name: `Quay ${url.searchParams.get('lat')}` });
  position = { ...position, latitude: Math.round((position.latitude + 0.002) * 1e4) / 1e4 };
});
// Ends the pause after failures.
afterEach(() => {
  geocoder.abortWaiting();
  for (const { clock } of [world, shortTimeoutWorld]) clock.advance(60_000);
});

/** Signs the holder in on another server. */
async function signInOn({ url, prefix }: World): Promise<Person> {
  const person = new Person({ login: holder.login, userId: holder.userId, accountId, url, prefix });
  await person.signIn();
  return person;
}

async function queryAddress(person: Person = holder): Promise<string> {
  return (await person.call('queryAddress', position)).address;
}

function storedAddresses() {
  return world.database.db
    .selectFrom('geocoded')
    .selectAll()
    .where('latitude', '=', Math.round(position.latitude * 10_000))
    .execute();
}

describe('the address of a position', () => {
  test('is that of the geocoder, requested once', async () => {
    const expectedAddress = `Quay ${position.latitude.toFixed(6)}`;
    expect(await Promise.all([queryAddress(), queryAddress()])).toEqual([expectedAddress, expectedAddress]);
    expect(await queryAddress()).toBe(expectedAddress);
    expect(geocoder.requests).toHaveLength(1);
    expect(Object.fromEntries(geocoder.requests[0]?.url.searchParams ?? [])).toEqual({
      lat: position.latitude.toFixed(6),
      lon: '110.490000',
      lang: 'en-US',
      key: 'k&y',
    });
  });

  test('is requested in the language of the reader', async () => {
    const lin = await (await world.account('harbour')).person('lin', { language: 'zh_CN' });
    await queryAddress(lin);
    expect(geocoder.requests.map(({ url }) => url.searchParams.get('lang'))).toEqual(['zh-CN']);
  });

  test('is stored, so that another server does not request it again', async () => {
    const first = await queryAddress();
    const standby = await startTestWorld({}, world);
    try {
      const again = await (await signInOn(standby)).call('queryAddress', position);
      expect(again).toEqual({ address: first });
      expect(geocoder.requests).toHaveLength(1);
    } finally {
      await standby.stop();
    }
  });

  test('is the nearest place if the geocoder does not respond in time', async () => {
    geocoder.respond = () => NO_RESPONSE;
    expect(await queryAddress(shortTimeoutHolder)).toMatch(OFFLINE);
    // The server may still have been reading stored addresses.
    await expect.poll(() => geocoder.requests.length).toBe(1);
    expect(await storedAddresses()).toEqual([]);
  });

  test.each<[string, () => unknown]>([
    ['fails', () => new RawResponse(500, '{"display_name": "broken"}')],
    ['redirects', () => new RawResponse(302, '{"display_name": "moved"}')],
    ['does not return JSON', () => new RawResponse(200, '<html>')],
    ['returns too much', () => new RawResponse(200, `"${'x'.repeat(1_100_000)}"`)],
    ['has no result', () => ({ error: 'Unable to geocode' })],
    ['returns null', () => null],
    ['returns no text', () => ({ display_name: [] })],
  ])('is the nearest place if the geocoder %s', async (_name, respond) => {
    geocoder.respond = respond;
    expect(await queryAddress()).toMatch(OFFLINE);
    expect(geocoder.requests).toHaveLength(1);
    expect(await storedAddresses()).toEqual([]);
  });

  test('is limited to one line of 200 characters', async () => {
    geocoder.respond = () => ({ display_name: `  Quay\n\u0007 1  ${'x'.repeat(500)}` });
    const address = await queryAddress();
    expect(address).toMatch(/^Quay 1 x+$/);
    expect(address).toHaveLength(200);
  });

  test('is not requested while the geocoder is down, and requested again later', async () => {
    geocoder.respond = () => new RawResponse(503, '');
    for (let i = 0; i < 8; i++) {
      position = { ...position, latitude: Math.round((position.latitude + 0.0003) * 1e4) / 1e4 };
      expect(await queryAddress()).toMatch(OFFLINE);
    }
    expect(geocoder.requests).toHaveLength(5);
    world.clock.advance(30_000);
    geocoder.respond = () => ({ display_name: 'Quay again' });
    expect(await queryAddress()).toBe('Quay again');
  });
});

describe('notices', () => {
  const readAddress = async (messageId: number) => {
    const { list } = await holder.call('queryAllNotices', { pageSize: 100 });
    return list.find((notice) => notice.messageId === messageId)?.address;
  };

  test('do not wait for the geocoder, and have its address when they are read again', async () => {
    geocoder.respond = () => NO_RESPONSE;
    const messageId = await world.appendNotice(accountId, trackerId, position);
    expect(await readAddress(messageId)).toMatch(OFFLINE);
    await expect.poll(() => geocoder.requests.length).toBe(1);
    geocoder.abortWaiting();
    await expect.poll(() => geocoder.waiting).toBe(0);
    geocoder.respond = () => ({ display_name: 'Quay 7' });
    await expect.poll(() => readAddress(messageId)).toBe('Quay 7');
    const requestCount = geocoder.requests.length;
    expect(await holder.call('queryMsgById', { messageId })).toMatchObject({ address: 'Quay 7' });
    expect(geocoder.requests).toHaveLength(requestCount);
  });

  test('are sent live at once while the geocoder does not respond', async () => {
    geocoder.respond = () => NO_RESPONSE;
    const console = await holder.console();
    await console.waitUntilLive();
    await world.appendNotice(accountId, trackerId, position);
    await console.waitUntil('the notice has arrived', ({ entries }) => entries.length === 1);
    expect(console.entries[0]?.notice.address).toMatch(OFFLINE);
  });

  test('have a stored address at once', async () => {
    await queryAddress();
    const standby = await startTestWorld({}, world);
    try {
      const messageId = await world.appendNotice(accountId, trackerId, position);
      const read = await (await signInOn(standby)).call('queryMsgById', { messageId });
      expect(read.address).toBe(`Quay ${position.latitude.toFixed(6)}`);
    } finally {
      await standby.stop();
    }
  });
});

describe('places by keywords', () => {
  const search = async (keywords: string, near = {}, person = holder) =>
    (await person.call('geoLocInfoWithKeywords', { keywords, ...near })).list;

  test('include those of the geocoder, requested once', async () => {
    geocoder.respond = () => [
      { name: 'Pier 3', display_name: 'Pier 3, Yangshuo, China', lat: '24.7', lon: '110.4' },
      { name: '', display_name: 'Lane 9, Yangshuo', lat: 24.71, lon: 110.41 },
      { name: 'Nowhere', display_name: 'x', lat: 'abc', lon: '110.4' },
      { name: 'Off the globe', display_name: 'x', lat: '99', lon: '110.4' },
      'nonsense',
    ];
    const list = await search('pier & co', { latitude: 24.7, longitude: 110.4 });
    expect(list).toEqual([
      {
        kind: 'place',
        id: null,
        name: 'Pier 3',
        detail: 'Pier 3, Yangshuo, China · 0 m',
        latitude: 24.7,
        longitude: 110.4,
        bounds: null,
      },
      expect.objectContaining({ name: 'Lane 9', latitude: 24.71 }),
    ]);
    await search('pier & co', { latitude: 24.7, longitude: 110.4 });
    expect(geocoder.requests).toHaveLength(1);
    expect(Object.fromEntries(geocoder.requests[0]?.url.searchParams ?? [])).toEqual({
      q: 'pier & co',
      lang: 'en-US',
      at: '24.700000,110.400000',
    });
  });

  test('are the built-in ones if the geocoder does not respond in time', async () => {
    geocoder.respond = () => NO_RESPONSE;
    const list = await search('Yangshuo', {}, shortTimeoutHolder);
    expect(geocoder.requests).toHaveLength(1);
    expect(list.map(({ name }) => name)).toEqual(['Yangshuo']);
  });

  // Each spelling is a different key of the cache, but the same name to the gazetteer.
  test.each<[string, string, unknown]>([
    ['fails', 'yangshuo', new RawResponse(500, '[]')],
    ['does not return a list', 'YANGSHUO', { results: [] }],
    ['does not return JSON', '阳朔', new RawResponse(200, 'hello')],
  ])('are the built-in ones if the geocoder %s', async (_name, keywords, response) => {
    geocoder.respond = () => response;
    const list = await search(keywords);
    expect(geocoder.requests).toHaveLength(1);
    expect(list.map(({ name }) => name)).toEqual(['Yangshuo']);
  });
});

test('deletes old addresses, and the oldest of too many', async () => {
  const { db } = world.database;
  await db.deleteFrom('geocoded').execute();
  const now = world.clock.now();
  const day = 86_400_000;
  const row = (latitude: number, age: number) => ({
    latitude,
    longitude: 0,
    language: 'en_US',
    address: 'x',
    asked_at: new Date(now - age),
  });
  await db
    .insertInto('geocoded')
    .values([row(1, 91 * day), row(2, 89 * day), row(3, 2 * day), row(4, day)])
    .execute();
  const left = async () =>
    (await db.selectFrom('geocoded').select('latitude').orderBy('latitude').execute()).map(
      ({ latitude }) => latitude,
    );
  await dropOldAddresses(db, now);
  expect(await left()).toEqual([2, 3, 4]);
  await dropOldAddresses(db, now, 2);
  expect(await left()).toEqual([3, 4]);
});

// The format in the documentation of Amap and Tencent, whose coordinates are GCJ-02.
describe('a GCJ-02 geocoder', () => {
  test('receives and returns coordinates in its own datum', async () => {
    const chinese = await startTestWorld({
      WAKELINE_GEOCODER_URL: `${geocoder.url}/v3/geocode/regeo?location={lon},{lat}&key={key}`,
      WAKELINE_GEOCODER_SEARCH_URL: `${geocoder.url}/v3/place/text?keywords={keywords}&key={key}`,
      WAKELINE_GEOCODER_ADDRESS: 'regeocode.formatted_address',
      WAKELINE_GEOCODER_PLACES: '{"list":"pois","name":"name","detail":"address","location":"location"}',
      WAKELINE_GEOCODER_DATUM: 'gcj02',
    });
    try {
      const ada = await (await chinese.account('gcj')).person('ada');
      geocoder.respond = () => ({ status: '1', regeocode: { formatted_address: '北京市东城区天安门' } });
      const at = { latitude: 39.9073, longitude: 116.3912 };
      expect(await ada.call('queryAddress', at)).toEqual({ address: '北京市东城区天安门' });
      const [lng = 0, lat = 0] = (geocoder.requests[0]?.url.searchParams.get('location') ?? '')
        .split(',')
        .map(Number);
      // The offset at Tiananmen: some 0.0014 degrees north and 0.0062 east.
      expect(lat - at.latitude).toBeCloseTo(0.0014, 3);
      expect(lng - at.longitude).toBeCloseTo(0.0062, 3);
      geocoder.respond = () => ({ pois: [{ name: '天安门', address: [], location: `${lng},${lat}` }] });
      const { list } = await ada.call('geoLocInfoWithKeywords', { keywords: '天安门' });
      expect(list[0]).toMatchObject({ name: '天安门', detail: '' });
      expect(list[0]?.latitude).toBeCloseTo(at.latitude, 5);
      expect(list[0]?.longitude).toBeCloseTo(at.longitude, 5);
    } finally {
      await chinese.stop();
    }
  });
});

describe('requests to the geocoder', () => {
  const search = (person: Person, keywords: string) => person.call('geoLocInfoWithKeywords', { keywords });

  test('contain neither coordinates nor the number, label or name of an account object', async () => {
    geocoder.respond = () => [];
    await holder.call('editTracker', { trackerId, label: 'Tug 7' });
    for (const keywords of ['24.5, 110.2', '7001', 'tug 7', 'GULL']) {
      expect((await search(holder, keywords)).list.length).toBeGreaterThan(0);
    }
    expect(geocoder.requests).toEqual([]);
    await search(holder, 'gul');
    expect(geocoder.requests).toHaveLength(1);
  });

  test('are limited per account and minute; beyond that, built-in places are used', async () => {
    const busyUser = await (await world.account('busy')).person('busy');
    geocoder.respond = ({ url }) => (url.pathname === '/search' ? [] : { display_name: 'Quay' });
    const queryStep = (step: number) =>
      busyUser.call('queryAddress', { latitude: -20 + step / 1_000, longitude: 110.49 });
    for (let step = 0; step < EXTERNAL_REQUESTS_PER_MINUTE - 1; step += 1)
      expect((await queryStep(step)).address).toBe('Quay');
    await search(busyUser, 'somewhere');
    expect(geocoder.requests).toHaveLength(EXTERNAL_REQUESTS_PER_MINUTE);
    expect((await queryStep(EXTERNAL_REQUESTS_PER_MINUTE)).address).not.toBe('Quay');
    expect((await search(busyUser, 'Yangshuo')).list.map(({ name }) => name)).toContain('Yangshuo');
    expect(geocoder.requests).toHaveLength(EXTERNAL_REQUESTS_PER_MINUTE);
    // Cached addresses cost nothing, and another account has its own limit.
    expect((await queryStep(0)).address).toBe('Quay');
    expect(await queryAddress()).toBe('Quay');
    world.clock.advance(60_000);
    expect((await queryStep(EXTERNAL_REQUESTS_PER_MINUTE)).address).toBe('Quay');
  });
});
