import { LIMITS } from '@wakeline/contract/limits';
import type { FeedForm } from '@wakeline/contract/trackers/feeds';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Person } from '../../../testing/person.ts';
import { startWorld, type World } from '../../../testing/world.ts';

let world: World;
let ada: Person;

beforeAll(async () => {
  world = await startWorld();
  ada = await (await world.account('harbour')).person('ada');
});
afterAll(() => world.stop());

const COAST: FeedForm = {
  feedName: '海岸 AIS',
  kind: 'ais',
  connection: { type: 'listen', senders: ['203.0.113.7'] },
  area: { west: 6, south: 53, east: 9, north: 55 },
  intervalSeconds: 10,
  unknownObjects: 'traffic',
  enabled: false,
};
const AIRPORT: FeedForm = {
  ...COAST,
  feedName: 'Airport',
  kind: 'adsb-json',
  connection: { type: 'poll', url: 'https://tar1090.example/data/aircraft.json?key=secret', seconds: 5 },
  area: null,
};

test('adds, edits and removes a feed, and records each step without secrets', async () => {
  const { feedId } = await ada.call('addFeed', COAST);
  const [feed] = (await ada.call('queryFeeds', {})).list;
  expect(feed).toMatchObject({ feedId, ...COAST, abilities: { edit: true, remove: true } });
  expect(feed?.token).toMatch(new RegExp(`^${feedId}-[0-9a-f]{24}$`));

  await ada.call('editFeed', { ...AIRPORT, feedId, renewToken: true });
  const [edited] = (await ada.call('queryFeeds', {})).list;
  expect(edited).toMatchObject({ ...AIRPORT, token: null });

  await ada.call('removeFeed', { feedId });
  expect(await ada.call('queryFeeds', {})).toMatchObject({ list: [], total: 0, abilities: { add: true } });

  const { list } = await ada.call('queryAuditLog', { pageSize: 3 });
  expect(list.map(({ action, target }) => [action, target])).toEqual([
    ['removeFeed', 'Airport'],
    ['editFeed', '海岸 AIS'],
    ['addFeed', '海岸 AIS'],
  ]);
  expect(list[1]?.after).toMatchObject({
    token: 'changed',
    connection: 'https://tar1090.example/data/aircraft.json, 5 s',
  });
  expect(JSON.stringify(list)).not.toContain('secret');
  expect(JSON.stringify(list)).not.toContain(feed?.token);
});

test.each<readonly [string, Partial<FeedForm>, string]>([
  ['a document by connection', { kind: 'adsb-json' }, 'feed-connection-unsupported'],
  ['lines by polling', { connection: AIRPORT.connection }, 'feed-connection-unsupported'],
  ['an empty area', { area: { west: 6, south: 55, east: 9, north: 53 } }, 'feed-area-empty'],
  [
    'a private address',
    { connection: { type: 'connect', host: '192.168.1.9', port: 1 } },
    'feed-address-refused',
  ],
  [
    'a metadata address',
    { ...AIRPORT, connection: { type: 'poll', url: 'http://169.254.169.254/', seconds: 5 } },
    'feed-address-refused',
  ],
  [
    'an IPv6 loopback URL',
    { ...AIRPORT, connection: { type: 'poll', url: 'http://[::1]:80/', seconds: 5 } },
    'feed-address-refused',
  ],
  [
    'an address in another notation',
    { ...AIRPORT, connection: { type: 'poll', url: 'http://0x7f.1/', seconds: 5 } },
    'feed-address-refused',
  ],
  [
    'a file',
    { ...AIRPORT, connection: { type: 'poll', url: 'file:///etc/passwd', seconds: 5 } },
    'feed-url-invalid',
  ],
  [
    'a password in the URL',
    { ...AIRPORT, connection: { type: 'poll', url: 'http://a:b@c.example/', seconds: 5 } },
    'feed-url-invalid',
  ],
  ['an interval of 0', { intervalSeconds: 0 }, 'field-invalid'],
  ['a sender that is no address', { connection: { type: 'listen', senders: ['boat'] } }, 'field-invalid'],
  ['a latitude of 91', { area: { west: 6, south: 53, east: 9, north: 91 } }, 'field-invalid'],
])('refuses %s', async (_what, changes, errorName) => {
  await expect(ada.call('addFeed', { ...COAST, ...changes })).rejects.toMatchObject({ errorName });
});

test('limits the feeds of an account', async () => {
  const quiet: FeedForm = { ...COAST, connection: { type: 'listen', senders: [] } };
  for (let count = 0; count < LIMITS.feedsPerAccount; count++) await ada.call('addFeed', quiet);
  await expect(ada.call('addFeed', quiet)).rejects.toMatchObject({ errorName: 'feed-limit' });
});

test('shows feeds to no user who is limited to groups, and tokens only to users who may edit', async () => {
  const harbour = await world.account('harbour');
  const { groupId } = await ada.call('createGroup', { groupName: 'Boats' });
  const limited = await harbour.person('limited', { groupIds: [groupId] });
  await expect(limited.call('queryFeeds', {})).rejects.toMatchObject({ errorName: 'not-allowed' });
  const viewer = await harbour.person('viewer', { permission: 'viewer' });
  const { list, abilities } = await viewer.call('queryFeeds', {});
  expect(abilities).toEqual({ add: false });
  expect(list.map(({ token }) => token)).toEqual(list.map(() => null));
});
