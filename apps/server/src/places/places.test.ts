import { LIMITS } from '@wakeline/contract/limits';
import type { SearchResultKind } from '@wakeline/contract/places';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Person } from '../testing/person.ts';
import { startWorld, type World, type WorldAccount } from '../testing/world.ts';

/** Without a geocoder and a routing service: only the built-in places. */
let world: World;
let account: WorldAccount;
let holder: Person;
let pilots: number;
let juniors: number;
let tugs: number;

async function createGroup(groupName: string, parentId?: number): Promise<number> {
  return (await holder.call('createGroup', { groupName, parentId })).groupId;
}

async function setPosition(trackerId: number, latitude: number, longitude: number): Promise<void> {
  await world.database.db
    .insertInto('tracker_state')
    .values({
      tracker_id: trackerId,
      account_id: account.accountId,
      version: 1,
      mileage: 0,
      status: 'STOP',
      latitude,
      longitude,
      memory: '{}',
    })
    .execute();
}

const style = { color: '#0b5cad' };
async function createFence(fenceName: string, groupId: number | null, note = ''): Promise<number> {
  const rings: [number, number][][] = [
    [
      [10, 54],
      [10.2, 54],
      [10.1, 54.4],
    ],
  ];
  const form = { ...style, fenceName, fenceType: 'POLYGON' as const, fenceData: { rings }, groupId, note };
  return (await holder.call('createFence', form)).fenceId;
}
async function createLabelPoint(placeName: string, groupId: number | null): Promise<number> {
  const form = { placeName, latitude: 54.3, longitude: 10.1, groupId };
  return (await holder.call('addLabelPoint', form)).labelPointId;
}
async function createRoute(routeName: string, groupId: number | null): Promise<number> {
  const dataPoints: [number, number][] = [
    [10, 54],
    [10.1, 54.2],
    [10.3, 54.1],
  ];
  return (await holder.call('addRoute', { ...style, routeName, dataPoints, groupId })).routeId;
}

beforeAll(async () => {
  world = await startWorld();
  account = await world.account('harbour');
  holder = await account.person('holder');
  pilots = await createGroup('Xenon pilots');
  juniors = await createGroup('Xenon juniors', pilots);
  tugs = await createGroup('Xenon tugs');
  await setPosition(await account.tracker('8001', 'Xenon one', pilots), 54.3, 10.1);
  await setPosition(await account.tracker('8002', 'Xenon two', juniors), 54.5, 10.4);
  await setPosition(await account.tracker('8003', 'Xenon three', tugs), -16, 179.9);
  await setPosition(await account.tracker('8004', 'Other', tugs), -17, -179.8);
  await account.tracker('8005', 'Xenon four');
  await createFence('Xenon fence of all', null);
  await createFence('Xenon fence of pilots', pilots);
  await createFence('Xenon fence of tugs', tugs);
  await createLabelPoint('Xenon point of all', null);
  await createLabelPoint('Xenon point of juniors', juniors);
  await createLabelPoint('Xenon point of tugs', tugs);
  await createRoute('Xenon route of all', null);
  await createRoute('Xenon route of pilots', pilots);
  await createRoute('Xenon route of tugs', tugs);
  const other = await (await world.account('other')).person('outsider');
  await other.call('addTracker', { imei: '9001', trackerName: 'Xenon of an outsider' });
});
afterAll(() => world.stop());

async function find(person: Person, keywords: string, near: object = {}) {
  return (await person.call('geoLocInfoWithKeywords', { keywords, ...near })).list;
}
async function findNames(person: Person, keywords: string, kind?: SearchResultKind): Promise<string[]> {
  const list = await find(person, keywords);
  return list.filter((found) => kind === undefined || found.kind === kind).map(({ name }) => name);
}

describe('finds objects of the account', () => {
  test('of every kind, with their coordinates', async () => {
    const list = await find(holder, 'xenon');
    expect(list.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
      'tracker Xenon four',
      'tracker Xenon one',
      'tracker Xenon three',
      'tracker Xenon two',
      'group Xenon juniors',
      'group Xenon pilots',
      'group Xenon tugs',
      'fence Xenon fence of all',
      'fence Xenon fence of pilots',
      'fence Xenon fence of tugs',
      'labelPoint Xenon point of all',
      'labelPoint Xenon point of juniors',
      'labelPoint Xenon point of tugs',
      'route Xenon route of all',
      'route Xenon route of pilots',
      'route Xenon route of tugs',
    ]);
    const named = (name: string) => list.find((found) => found.name === name);
    expect(named('Xenon one')).toMatchObject({
      detail: '8001',
      latitude: 54.3,
      longitude: 10.1,
      bounds: null,
    });
    expect(named('Xenon four')).toMatchObject({ latitude: null, longitude: null, bounds: null });
    expect(named('Xenon fence of all')?.bounds).toEqual({ west: 10, south: 54, east: 10.2, north: 54.4 });
    expect(named('Xenon fence of all')?.latitude).toBeCloseTo(54.2, 9);
    expect(named('Xenon point of all')).toMatchObject({ latitude: 54.3, longitude: 10.1 });
    expect(named('Xenon route of all')?.bounds).toEqual({ west: 10, south: 54, east: 10.3, north: 54.2 });
  });

  test('with the extent of a group and its subgroups, also across the antimeridian', async () => {
    const list = await find(holder, 'xenon');
    expect(list.find(({ name }) => name === 'Xenon pilots')).toMatchObject({
      detail: '2 devices',
      bounds: { west: 10.1, south: 54.3, east: 10.4, north: 54.5 },
    });
    const tug = list.find(({ name }) => name === 'Xenon tugs');
    // By hand: from 179.9 to -179.8, which is 180.2 continued; the middle is at -179.95.
    expect(tug?.bounds?.west).toBeCloseTo(179.9, 9);
    expect(tug?.bounds?.east).toBeCloseTo(180.2, 9);
    expect(tug?.longitude).toBeCloseTo(-179.95, 9);
    const lin = await account.person('lin', { language: 'zh_CN' });
    expect((await find(lin, 'Xenon juniors'))[0]).toMatchObject({ detail: '1 台设备' });
  });

  test('by IMEI and label', async () => {
    await holder.call('addTracker', { imei: '8006', trackerName: 'Quiet', label: 'Krypton 7' });
    expect(await findNames(holder, '8006', 'tracker')).toEqual(['Quiet']);
    expect(await findNames(holder, 'krypton', 'tracker')).toEqual(['Quiet']);
    expect((await find(holder, 'krypton'))[0]?.detail).toBe('8006 · Krypton 7');
  });

  test('with full names first, then prefixes, then parts', async () => {
    for (const trackerName of ['An argon', 'Argon fleet', 'Argon']) {
      await holder.call('addTracker', { imei: trackerName.replaceAll(' ', '-'), trackerName });
    }
    expect(await findNames(holder, 'argon', 'tracker')).toEqual(['Argon', 'Argon fleet', 'An argon']);
  });

  test('with LIKE wildcards as literal characters', async () => {
    for (const placeName of ['100% full', '100 of it', 'a_b', 'acb', 'c\\d'])
      await createLabelPoint(placeName, null);
    expect(await findNames(holder, '100%', 'labelPoint')).toEqual(['100% full']);
    expect(await findNames(holder, 'a_b', 'labelPoint')).toEqual(['a_b']);
    expect(await findNames(holder, 'c\\d', 'labelPoint')).toEqual(['c\\d']);
  });

  test('never of another account, and only of the groups that a user may see', async () => {
    expect(await findNames(holder, 'outsider', 'tracker')).toEqual([]);
    const scoped = await account.person('scoped', { permission: 'viewer', groupIds: [pilots] });
    expect(await findNames(scoped, 'xenon')).toEqual([
      'Xenon one',
      'Xenon two',
      'Xenon juniors',
      'Xenon pilots',
      'Xenon fence of all',
      'Xenon fence of pilots',
      'Xenon point of all',
      'Xenon point of juniors',
      'Xenon route of all',
      'Xenon route of pilots',
    ]);
    const withoutGroups = await account.person('lost', { permission: 'viewer', groupIds: [] });
    expect(await findNames(withoutGroups, 'xenon')).toEqual([
      'Xenon fence of all',
      'Xenon point of all',
      'Xenon route of all',
    ]);
  });

  test('up to the limit of 50', async () => {
    for (let i = 0; i < 60; i++) await createLabelPoint(`Neon ${i}`, null);
    const response = await holder.call('geoLocInfoWithKeywords', { keywords: 'neon' });
    expect(response.list).toHaveLength(50);
    expect(response.total).toBe(50);
  });
});

describe('finds coordinates', () => {
  test('in any usual notation, before anything else, with a description', async () => {
    for (const keywords of ['24.881, 110.49', '北纬24°52′51.6″ 东经110°29′24″', 'geo:24.881,110.49']) {
      const [first] = await find(holder, keywords);
      expect(first).toMatchObject({ kind: 'coordinates', id: null, name: '24.88100, 110.49000' });
      expect(first?.latitude).toBeCloseTo(24.881, 9);
      // Yangshuo is at 24.781, 110.49.
      expect(first?.detail).toBe('11 km N of Yangshuo');
    }
  });

  test('only within their range', async () => {
    expect(await find(holder, '95, 200')).toEqual([]);
  });
});

describe('finds places', () => {
  test('in both languages, with their kind and distance', async () => {
    const lin = await account.person('lin', { language: 'zh_CN' });
    const [inEnglish] = await find(holder, '阳朔');
    expect(inEnglish).toMatchObject({
      kind: 'place',
      name: 'Yangshuo',
      detail: 'City · 阳朔',
      latitude: 24.781,
    });
    const [inChinese] = await find(lin, 'yangshuo', { latitude: 24.781, longitude: 110.49 });
    expect(inChinese).toMatchObject({ name: '阳朔', detail: '城市 · Yangshuo · 0 m', bounds: null });
  });

  test('after objects of the account that match equally well', async () => {
    await createLabelPoint('Yangshuo', null);
    await createLabelPoint('Road to Yangshuo', null);
    const list = await find(holder, 'yangshuo');
    expect(list.map(({ kind, name }) => `${kind} ${name}`).slice(0, 3)).toEqual([
      'labelPoint Yangshuo',
      'place Yangshuo',
      'labelPoint Road to Yangshuo',
    ]);
  });
});

describe('the address of a position', () => {
  test('is the nearest place, in the language of the reader', async () => {
    const lin = await account.person('lin', { language: 'zh_CN' });
    const position = { latitude: 24.881, longitude: 110.49 };
    expect(await holder.call('queryAddress', position)).toEqual({ address: '11 km N of Yangshuo' });
    expect(await lin.call('queryAddress', position)).toEqual({ address: '距阳朔 11 km（北）' });
    // The page language may differ from that of the user.
    expect(await holder.call('queryAddress', { ...position, lang: 'zh_CN' })).toEqual({
      address: '距阳朔 11 km（北）',
    });
    expect(await holder.call('queryAddress', { latitude: -48, longitude: -123 })).toEqual({ address: '' });
  });

  test('is refused for invalid coordinates', async () => {
    for (const position of [
      { latitude: 91, longitude: 0 },
      { latitude: 0, longitude: 181 },
    ]) {
      await expect(holder.call('queryAddress', position)).rejects.toMatchObject({
        errorName: 'field-invalid',
      });
    }
  });

  test('is part of notices', async () => {
    const trackerId = await account.tracker('8010', 'Notified');
    const messageId = await world.appendNotice(account.accountId, trackerId, {
      latitude: 24.881,
      longitude: 110.49,
    });
    expect(await holder.call('queryMsgById', { messageId })).toMatchObject({
      address: '11 km N of Yangshuo',
    });
    const lin = await account.person('lin', { language: 'zh_CN' });
    expect(await lin.call('queryMsgById', { messageId })).toMatchObject({ address: '距阳朔 11 km（北）' });
    const withoutFix = await world.appendNotice(account.accountId, trackerId, {
      latitude: null,
      longitude: null,
    });
    expect(await holder.call('queryMsgById', { messageId: withoutFix })).toMatchObject({ address: '' });
  });
});

describe('refuses to plan a route', () => {
  const points: [number, number][] = [
    [10, 54],
    [10.1, 54.1],
  ];
  test('without a routing service', async () => {
    await expect(holder.call('getRoutePlan', { points })).rejects.toMatchObject({
      errorName: 'routing-unset',
    });
  });

  test('for a viewer, with a single point, or with too many', async () => {
    const viewer = await account.person('viewer', { permission: 'viewer' });
    await expect(viewer.call('getRoutePlan', { points })).rejects.toMatchObject({ errorName: 'not-allowed' });
    for (const wrong of [points.slice(1), Array.from({ length: LIMITS.routeFlags + 1 }, () => points[0])]) {
      await expect(
        holder.call('getRoutePlan', { points: wrong as [number, number][] }),
      ).rejects.toMatchObject({ errorName: 'field-invalid' });
    }
  });
});
