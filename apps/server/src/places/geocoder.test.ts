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
let world: World;
let holder: Person;
let accountId: number;
let trackerId: number;
/** Each test asks about places of its own: what is known stays known. */
let position = { latitude: 24.881, longitude: 110.49 };
const OFFLINE = /^1[0-9] km N of Yangshuo$/;

async function startTestWorld(environment: Environment, sharesDatabaseWith?: World): Promise<World> {
  return startWorld({
    ...(sharesDatabaseWith === undefined ? {} : { sharesDatabaseWith }),
    environment: {
      WAKELINE_GEOCODER_URL: `${geocoder.url}/reverse?lat={lat}&lon={lon}&lang={language}&key={key}`,
      WAKELINE_GEOCODER_SEARCH_URL: `${geocoder.url}/search?q={keywords}&lang={language}&at={lat},{lon}`,
      WAKELINE_GEOCODER_KEY: 'k&y',
      WAKELINE_GEOCODER_TIMEOUT: '300',
      ...environment,
    },
  });
}

beforeAll(async () => {
  geocoder = await startExternalServer();
  world = await startTestWorld({});
  const harbour = await world.account('harbour');
  ({ accountId } = harbour);
  holder = await harbour.person('holder');
  trackerId = await harbour.tracker('7001', 'Gull');
});
afterAll(async () => {
  await world.stop();
  await geocoder.stop();
});
beforeEach(() => {
  geocoder.requests.length = 0;
  geocoder.respond = ({ url }) => ({ display_name: `Quay ${url.searchParams.get('lat')}` });
  position = { ...position, latitude: Math.round((position.latitude + 0.002) * 1e4) / 1e4 };
});
// What failed before is forgotten.
afterEach(() => world.clock.advance(60_000));

/** The holder, on another server. */
async function signInOn({ url, prefix }: World): Promise<Person> {
  const person = new Person({ login: holder.login, userId: holder.userId, accountId, url, prefix });
  await person.signIn();
  return person;
}

async function queryAddress(person: Person = holder): Promise<string> {
  return (await person.call('queryAddress', position)).address;
}

describe('a place in words', () => {
  test('is what the geocoder says, which is asked once', async () => {
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

  test('is asked for in the language of the reader', async () => {
    const lin = await (await world.account('harbour')).person('lin', { language: 'zh_CN' });
    await queryAddress(lin);
    expect(geocoder.requests.map(({ url }) => url.searchParams.get('lang'))).toEqual(['zh-CN']);
  });

  test('is stored: another server does not ask again', async () => {
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

  test.each<[string, () => unknown]>([
    ['is slow', () => NO_RESPONSE],
    ['fails', () => new RawResponse(500, '{"display_name": "broken"}')],
    ['leads elsewhere', () => new RawResponse(302, '{"display_name": "moved"}')],
    ['answers no JSON', () => new RawResponse(200, '<html>')],
    ['answers too much', () => new RawResponse(200, `"${'x'.repeat(1_100_000)}"`)],
    ['knows nothing', () => ({ error: 'Unable to geocode' })],
    ['answers null', () => null],
    ['answers no text', () => ({ display_name: [] })],
  ])('is the nearest one where the geocoder %s', async (_name, answer) => {
    geocoder.respond = answer;
    expect(await queryAddress()).toMatch(OFFLINE);
    expect(geocoder.requests).toHaveLength(1);
    const stored = await world.database.db
      .selectFrom('geocoded')
      .selectAll()
      .where('latitude', '=', Math.round(position.latitude * 10_000))
      .execute();
    expect(stored).toEqual([]);
  });

  test('has no more than a line of what the geocoder says', async () => {
    geocoder.respond = () => ({ display_name: `  Quay\n\u0007 1  ${'x'.repeat(500)}` });
    const words = await queryAddress();
    expect(words).toMatch(/^Quay 1 x+$/);
    expect(words).toHaveLength(200);
  });

  test('is not asked for while the geocoder is down, and again later', async () => {
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
  const notified = async (messageId: number) => {
    const { list } = await holder.call('queryAllNotices', { pageSize: 100 });
    return list.find((notice) => notice.messageId === messageId)?.address;
  };

  test('do not wait for the geocoder, and have its words when they are read again', async () => {
    geocoder.respond = () => NO_RESPONSE;
    const messageId = await world.appendNotice(accountId, trackerId, position);
    expect(await notified(messageId)).toMatch(OFFLINE);
    await expect.poll(() => geocoder.requests.length).toBe(1);
    await expect.poll(() => geocoder.waiting).toBe(0);
    geocoder.respond = () => ({ display_name: 'Quay 7' });
    await expect.poll(() => notified(messageId)).toBe('Quay 7');
    const asked = geocoder.requests.length;
    expect(await holder.call('queryMsgById', { messageId })).toMatchObject({ address: 'Quay 7' });
    expect(geocoder.requests).toHaveLength(asked);
  });

  test('come live at once, whatever the geocoder does', async () => {
    geocoder.respond = () => NO_RESPONSE;
    const console = await holder.console();
    await console.waitUntilLive();
    await world.appendNotice(accountId, trackerId, position);
    await console.waitUntil('the notice is there', ({ entries }) => entries.length === 1);
    expect(console.entries[0]?.notice.address).toMatch(OFFLINE);
  });

  test('that are stored come with the words at once', async () => {
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
  const search = async (keywords: string, near = {}) =>
    (await holder.call('geoLocInfoWithKeywords', { keywords, ...near })).list;

  test('are those of the geocoder as well, which is asked once', async () => {
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

  // Other letters are other keywords to what was asked before, and the same to the places that come along.
  test.each<[string, string, unknown]>([
    ['is slow', 'Yangshuo', NO_RESPONSE],
    ['fails', 'yangshuo', new RawResponse(500, '[]')],
    ['answers no list', 'YANGSHUO', { results: [] }],
    ['answers no JSON', '阳朔', new RawResponse(200, 'hello')],
  ])('are those that come along where the geocoder %s', async (_name, keywords, answer) => {
    geocoder.respond = () => answer;
    const list = await search(keywords);
    expect(geocoder.requests).toHaveLength(1);
    expect(list.map((found) => found.name)).toEqual(['Yangshuo']);
  });
});

test('addresses are dropped when they are old, or too many', async () => {
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

// The shapes that Amap's and Tencent's documentation shows; their coordinates are GCJ-02.
describe('a geocoder of GCJ-02', () => {
  test('is asked and understood in its own coordinates', async () => {
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

describe('what is asked outside', () => {
  const search = (person: Person, keywords: string) => person.call('geoLocInfoWithKeywords', { keywords });

  test('is neither coordinates nor the number, label or name of an own thing', async () => {
    geocoder.respond = () => [];
    await holder.call('editTracker', { trackerId, label: 'Tug 7' });
    for (const keywords of ['24.5, 110.2', '7001', 'tug 7', 'GULL']) {
      expect((await search(holder, keywords)).list.length).toBeGreaterThan(0);
    }
    expect(geocoder.requests).toEqual([]);
    await search(holder, 'gul');
    expect(geocoder.requests).toHaveLength(1);
  });

  test('is bounded for an account and minute; beyond it the words are those that the server has itself', async () => {
    const one = await (await world.account('busy')).person('busy');
    geocoder.respond = ({ url }) => (url.pathname === '/search' ? [] : { display_name: 'Quay' });
    const ask = (step: number) =>
      one.call('queryAddress', { latitude: -20 + step / 1_000, longitude: 110.49 });
    for (let step = 0; step < EXTERNAL_REQUESTS_PER_MINUTE - 1; step += 1)
      expect((await ask(step)).address).toBe('Quay');
    await search(one, 'somewhere');
    expect(geocoder.requests).toHaveLength(EXTERNAL_REQUESTS_PER_MINUTE);
    expect((await ask(EXTERNAL_REQUESTS_PER_MINUTE)).address).not.toBe('Quay');
    expect((await search(one, 'Yangshuo')).list.map(({ name }) => name)).toContain('Yangshuo');
    expect(geocoder.requests).toHaveLength(EXTERNAL_REQUESTS_PER_MINUTE);
    // What is known costs nothing, and another account has its own.
    expect((await ask(0)).address).toBe('Quay');
    expect(await queryAddress()).toBe('Quay');
    world.clock.advance(60_000);
    expect((await ask(EXTERNAL_REQUESTS_PER_MINUTE)).address).toBe('Quay');
  });
});
