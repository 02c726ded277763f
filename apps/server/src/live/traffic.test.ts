import { connect, type Socket } from 'node:net';
import { encodePosition } from '@wakeline/protocols/ais/encode';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../ingest/testing/eventually.ts';
import type { Person } from '../testing/person.ts';
import { startWorld, type World } from '../testing/world.ts';

let world: World;
let ada: Person;
let sender: Socket;

beforeAll(async () => {
  world = await startWorld();
  ada = await (await world.account('harbour')).person('ada');
  const { feedId } = await ada.call('addFeed', {
    feedName: 'Coast',
    kind: 'ais',
    connection: { type: 'listen', senders: [] },
    area: null,
    intervalSeconds: 10,
    unknownObjects: 'traffic',
    enabled: true,
  });
  const token = await eventually('the engine runs the feed', async () => {
    const { list } = await ada.call('queryFeeds', {});
    const feed = list.find((one) => one.feedId === feedId);
    return feed?.status == null ? null : feed.token;
  });
  sender = connect(world.port('ais'), '127.0.0.1');
  sender.write(`$WLFEED,${token}\r\n`);
});
afterAll(async () => {
  sender.destroy();
  await world.stop();
});

function send(mmsi: number, longitude: number): void {
  const at = { latitude: 54, longitude, speed: 18.52, course: 90, heading: 91, status: 0 };
  sender.write(`${encodePosition({ ...at, mmsi, time: world.clock.now() })}\r\n`);
}

/** Advances the clock until the console has what is expected: each step sends what has changed. */
async function until(what: string, isMet: () => boolean): Promise<void> {
  await expect
    .poll(
      () => {
        world.clock.advance(250);
        return isMet();
      },
      { message: what, timeout: 40_000, interval: 15 },
    )
    .toBe(true);
}

test('sends the traffic of the visible area, its changes, and removes what becomes a device', async () => {
  const console = await ada.console();
  await console.waitUntilLive();
  console.watchTraffic({ west: 6, south: 53, east: 9, north: 55 });
  await until('objects of the area arrive', () => {
    send(211_000_001, 7);
    send(211_000_002, 20);
    return console.traffic.has('mmsi-211000001');
  });
  expect(console.traffic.has('mmsi-211000002')).toBe(false);
  expect(console.traffic.get('mmsi-211000001')).toMatchObject({ longitude: 7, course: 90, kind: 'vessel' });

  await until('a movement arrives', () => {
    send(211_000_001, 7.001);
    return console.traffic.get('mmsi-211000001')?.longitude === 7.001;
  });
  await ada.call('addTracker', { trackerName: 'Moewe', imei: 'mmsi-211000001' });
  await until('the device is no traffic any more', () => !console.traffic.has('mmsi-211000001'));

  console.watchTraffic({ west: 19, south: 53, east: 21, north: 55 });
  await until('the objects of the other area arrive', () => console.traffic.has('mmsi-211000002'));
});

test('sends nothing to consoles of other accounts, or that do not draw traffic', async () => {
  const eve = await (await world.account('airfield')).person('eve');
  const [idle, foreign, watching] = await Promise.all([ada.console(), eve.console(), ada.console()]);
  for (const console of [idle, foreign, watching]) await console.waitUntilLive();
  for (const console of [foreign, watching])
    console.watchTraffic({ west: -180, south: -90, east: 180, north: 90 });
  await until('one console has the object', () => {
    send(211_000_003, 8);
    return watching.traffic.has('mmsi-211000003');
  });
  expect(idle.traffic.size).toBe(0);
  expect(foreign.traffic.size).toBe(0);
});

test('lists the objects of a feed by number, so that rows stay where they are', async () => {
  const { list: feeds } = await ada.call('queryFeeds', {});
  const numbers = await eventually('both objects have a position', async () => {
    for (const mmsi of [211_000_092, 211_000_091]) send(mmsi, 7);
    const payload = { feedId: feeds[0]?.feedId ?? 0, keywords: '21100009', pageIndex: 1, pageSize: 10 };
    const { list } = await ada.call('queryFeedTraffic', payload);
    return list.length === 2 ? list.map(({ objectId }) => objectId) : null;
  });
  expect(numbers).toEqual(['mmsi-211000091', 'mmsi-211000092']);
});
