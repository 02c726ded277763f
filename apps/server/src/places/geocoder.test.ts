import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Environment } from '../config.ts';
import { Person } from '../testing/person.ts';
import { startWorld, type World } from '../testing/world.ts';
import { OUTSIDE_PER_MINUTE } from './outside-budget.ts';
import { dropOldAddresses } from './stored-addresses.ts';
import { NEVER, type OutsideServer, Plain, startOutsideServer } from './testing/outside-server.ts';

let outside: OutsideServer;
let world: World;
let holder: Person;
let accountId: number;
let trackerId: number;
/** Each test asks about places of its own: what is known stays known. */
let place = { latitude: 24.881, longitude: 110.49 };
const OFFLINE = /^1[0-9] km N of Yangshuo$/;

async function open(environment: Environment, beside?: World): Promise<World> {
  return startWorld({
    ...(beside === undefined ? {} : { beside }),
    environment: {
      WAKELINE_GEOCODER_URL: `${outside.url}/reverse?lat={lat}&lon={lon}&lang={language}&key={key}`,
      WAKELINE_GEOCODER_SEARCH_URL: `${outside.url}/search?q={keywords}&lang={language}&at={lat},{lon}`,
      WAKELINE_GEOCODER_KEY: 'k&y',
      WAKELINE_GEOCODER_TIMEOUT: '300',
      ...environment,
    },
  });
}

beforeAll(async () => {
  outside = await startOutsideServer();
  world = await open({});
  const harbour = await world.account('harbour');
  ({ accountId } = harbour);
  holder = await harbour.person('holder');
  trackerId = await harbour.tracker('7001', 'Gull');
});
afterAll(async () => {
  await world.stop();
  await outside.stop();
});
beforeEach(() => {
  outside.requests.length = 0;
  outside.answer = ({ url }) => ({ display_name: `Quay ${url.searchParams.get('lat')}` });
  place = { ...place, latitude: Math.round((place.latitude + 0.002) * 1e4) / 1e4 };
});
// What failed before is forgotten.
afterEach(() => world.clock.advance(60_000));

/** The holder, on another server. */
async function at({ url, prefix }: World): Promise<Person> {
  const person = new Person({ login: holder.login, userId: holder.userId, accountId, url, prefix });
  await person.signIn();
  return person;
}

async function address(person: Person = holder): Promise<string> {
  return (await person.call('queryAddress', place)).address;
}

describe('a place in words', () => {
  test('is what the geocoder says, which is asked once', async () => {
    const quay = `Quay ${place.latitude.toFixed(6)}`;
    expect(await Promise.all([address(), address()])).toEqual([quay, quay]);
    expect(await address()).toBe(quay);
    expect(outside.requests).toHaveLength(1);
    expect(Object.fromEntries(outside.requests[0]?.url.searchParams ?? [])).toEqual({
      lat: place.latitude.toFixed(6),
      lon: '110.490000',
      lang: 'en-US',
      key: 'k&y',
    });
  });

  test('is asked for in the language of the reader', async () => {
    const lin = await (await world.account('harbour')).person('lin', { language: 'zh_CN' });
    await address(lin);
    expect(outside.requests.map(({ url }) => url.searchParams.get('lang'))).toEqual(['zh-CN']);
  });

  test('is stored: another server does not ask again', async () => {
    const first = await address();
    const standby = await open({}, world);
    try {
      const again = await (await at(standby)).call('queryAddress', place);
      expect(again).toEqual({ address: first });
      expect(outside.requests).toHaveLength(1);
    } finally {
      await standby.stop();
    }
  });

  test.each<[string, () => unknown]>([
    ['is slow', () => NEVER],
    ['fails', () => new Plain(500, '{"display_name": "broken"}')],
    ['leads elsewhere', () => new Plain(302, '{"display_name": "moved"}')],
    ['answers no JSON', () => new Plain(200, '<html>')],
    ['answers too much', () => new Plain(200, `"${'x'.repeat(1_100_000)}"`)],
    ['knows nothing', () => ({ error: 'Unable to geocode' })],
    ['answers null', () => null],
    ['answers no text', () => ({ display_name: [] })],
  ])('is the nearest one where the geocoder %s', async (_name, answer) => {
    outside.answer = answer;
    expect(await address()).toMatch(OFFLINE);
    expect(outside.requests).toHaveLength(1);
    const stored = await world.database.db
      .selectFrom('geocoded')
      .selectAll()
      .where('latitude', '=', Math.round(place.latitude * 10_000))
      .execute();
    expect(stored).toEqual([]);
  });

  test('has no more than a line of what the geocoder says', async () => {
    outside.answer = () => ({ display_name: `  Quay\n\u0007 1  ${'x'.repeat(500)}` });
    const words = await address();
    expect(words).toMatch(/^Quay 1 x+$/);
    expect(words).toHaveLength(200);
  });

  test('is not asked for while the geocoder is down, and again later', async () => {
    outside.answer = () => new Plain(503, '');
    for (let i = 0; i < 8; i++) {
      place = { ...place, latitude: Math.round((place.latitude + 0.0003) * 1e4) / 1e4 };
      expect(await address()).toMatch(OFFLINE);
    }
    expect(outside.requests).toHaveLength(5);
    world.clock.advance(30_000);
    outside.answer = () => ({ display_name: 'Quay again' });
    expect(await address()).toBe('Quay again');
  });
});

describe('notices', () => {
  const told = async (messageId: number) => {
    const { list } = await holder.call('queryAllNotices', { pageSize: 100 });
    return list.find((notice) => notice.messageId === messageId)?.address;
  };

  test('do not wait for the geocoder, and have its words when they are read again', async () => {
    outside.answer = () => NEVER;
    const messageId = await world.notice(accountId, trackerId, place);
    expect(await told(messageId)).toMatch(OFFLINE);
    await expect.poll(() => outside.requests.length).toBe(1);
    await expect.poll(() => outside.waiting).toBe(0);
    outside.answer = () => ({ display_name: 'Quay 7' });
    await expect.poll(() => told(messageId)).toBe('Quay 7');
    const asked = outside.requests.length;
    expect(await holder.call('queryMsgById', { messageId })).toMatchObject({ address: 'Quay 7' });
    expect(outside.requests).toHaveLength(asked);
  });

  test('come live at once, whatever the geocoder does', async () => {
    outside.answer = () => NEVER;
    const console = await holder.console();
    await console.live();
    await world.notice(accountId, trackerId, place);
    await console.until('the notice is there', ({ entries }) => entries.length === 1);
    expect(console.entries[0]?.notice.address).toMatch(OFFLINE);
  });

  test('that are stored come with the words at once', async () => {
    await address();
    const standby = await open({}, world);
    try {
      const messageId = await world.notice(accountId, trackerId, place);
      const read = await (await at(standby)).call('queryMsgById', { messageId });
      expect(read.address).toBe(`Quay ${place.latitude.toFixed(6)}`);
    } finally {
      await standby.stop();
    }
  });
});

describe('places by keywords', () => {
  const search = async (keywords: string, near = {}) =>
    (await holder.call('geoLocInfoWithKeywords', { keywords, ...near })).list;

  test('are those of the geocoder as well, which is asked once', async () => {
    outside.answer = () => [
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
    expect(outside.requests).toHaveLength(1);
    expect(Object.fromEntries(outside.requests[0]?.url.searchParams ?? [])).toEqual({
      q: 'pier & co',
      lang: 'en-US',
      at: '24.700000,110.400000',
    });
  });

  // Other letters are other keywords to what was asked before, and the same to the places that come along.
  test.each<[string, string, unknown]>([
    ['is slow', 'Yangshuo', NEVER],
    ['fails', 'yangshuo', new Plain(500, '[]')],
    ['answers no list', 'YANGSHUO', { results: [] }],
    ['answers no JSON', '阳朔', new Plain(200, 'hello')],
  ])('are those that come along where the geocoder %s', async (_name, keywords, answer) => {
    outside.answer = () => answer;
    const list = await search(keywords);
    expect(outside.requests).toHaveLength(1);
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
    const chinese = await open({
      WAKELINE_GEOCODER_URL: `${outside.url}/v3/geocode/regeo?location={lon},{lat}&key={key}`,
      WAKELINE_GEOCODER_SEARCH_URL: `${outside.url}/v3/place/text?keywords={keywords}&key={key}`,
      WAKELINE_GEOCODER_ADDRESS: 'regeocode.formatted_address',
      WAKELINE_GEOCODER_PLACES: '{"list":"pois","name":"name","detail":"address","location":"location"}',
      WAKELINE_GEOCODER_DATUM: 'gcj02',
    });
    try {
      const ada = await (await chinese.account('gcj')).person('ada');
      outside.answer = () => ({ status: '1', regeocode: { formatted_address: '北京市东城区天安门' } });
      const at = { latitude: 39.9073, longitude: 116.3912 };
      expect(await ada.call('queryAddress', at)).toEqual({ address: '北京市东城区天安门' });
      const [lng = 0, lat = 0] = (outside.requests[0]?.url.searchParams.get('location') ?? '')
        .split(',')
        .map(Number);
      // The offset at Tiananmen: some 0.0014 degrees north and 0.0062 east.
      expect(lat - at.latitude).toBeCloseTo(0.0014, 3);
      expect(lng - at.longitude).toBeCloseTo(0.0062, 3);
      outside.answer = () => ({ pois: [{ name: '天安门', address: [], location: `${lng},${lat}` }] });
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
    outside.answer = () => [];
    await holder.call('editTracker', { trackerId, label: 'Tug 7' });
    for (const keywords of ['24.5, 110.2', '7001', 'tug 7', 'GULL']) {
      expect((await search(holder, keywords)).list.length).toBeGreaterThan(0);
    }
    expect(outside.requests).toEqual([]);
    await search(holder, 'gul');
    expect(outside.requests).toHaveLength(1);
  });

  test('is bounded for an account and minute; beyond it the words are those that the server has itself', async () => {
    const one = await (await world.account('busy')).person('busy');
    outside.answer = ({ url }) => (url.pathname === '/search' ? [] : { display_name: 'Quay' });
    const ask = (step: number) =>
      one.call('queryAddress', { latitude: -20 + step / 1_000, longitude: 110.49 });
    for (let step = 0; step < OUTSIDE_PER_MINUTE - 1; step += 1)
      expect((await ask(step)).address).toBe('Quay');
    await search(one, 'somewhere');
    expect(outside.requests).toHaveLength(OUTSIDE_PER_MINUTE);
    expect((await ask(OUTSIDE_PER_MINUTE)).address).not.toBe('Quay');
    expect((await search(one, 'Yangshuo')).list.map(({ name }) => name)).toContain('Yangshuo');
    expect(outside.requests).toHaveLength(OUTSIDE_PER_MINUTE);
    // What is known costs nothing, and another account has its own.
    expect((await ask(0)).address).toBe('Quay');
    expect(await address()).toBe('Quay');
    world.clock.advance(60_000);
    expect((await ask(OUTSIDE_PER_MINUTE)).address).toBe('Quay');
  });
});
