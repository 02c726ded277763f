import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { Feed, FeedForm } from '@wakeline/contract/trackers/feeds';
import { encodeDetails, encodePosition } from '@wakeline/protocols/ais/encode';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Person } from '../../testing/person.ts';
import { startWorld, type World } from '../../testing/world.ts';
import { eventually } from '../testing/eventually.ts';

let world: World;
let ada: Person;
const cleanups: (() => unknown)[] = [];

beforeAll(async () => {
  world = await startWorld({ environment: { WAKELINE_FEED_NETWORKS: '127.0.0.1' } });
  ada = await (await world.account('harbour')).person('ada');
});
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});
afterAll(() => world.stop());

const FORM: FeedForm = {
  feedName: 'Coast',
  kind: 'ais',
  connection: { type: 'listen', senders: [] },
  area: null,
  intervalSeconds: 10,
  unknownObjects: 'traffic',
  enabled: true,
};

/** Adds a feed and waits until the engine runs it. */
async function addFeed(changes: Partial<FeedForm> = {}, person = ada): Promise<Feed> {
  const { feedId } = await person.call('addFeed', { ...FORM, ...changes });
  cleanups.push(() => person.call('removeFeed', { feedId }));
  return eventually('the engine runs the feed', async () => {
    const feed = await readFeed(feedId, person);
    return feed.status === null ? null : feed;
  });
}

async function readFeed(feedId: number, person = ada): Promise<Feed> {
  const { list } = await person.call('queryFeeds', {});
  const found = list.find((feed) => feed.feedId === feedId);
  if (found === undefined) throw new Error('no such feed');
  return found;
}

function statusWhere(feedId: number, isMet: (status: NonNullable<Feed['status']>) => boolean) {
  return eventually('the status of the feed', async () => {
    const { status } = await readFeed(feedId);
    return status !== null && isMet(status) ? status : null;
  });
}

async function connectSender(...lines: readonly string[]): Promise<Socket> {
  const socket = connect(world.port('ais'), '127.0.0.1');
  cleanups.push(() => socket.destroy());
  await once(socket, 'connect');
  socket.write(lines.map((line) => `${line}\r\n`).join(''));
  return socket;
}

function positionOf(mmsi: number, latitude = 54, heading = 91): string {
  const at = { latitude, longitude: 7, speed: 18.52, course: 90, heading, status: 0 };
  return encodePosition({ ...at, mmsi, time: world.clock.now() });
}

test('stores positions of devices from a sender with the token, and lists the others as traffic', async () => {
  const { feedId, token } = await addFeed();
  const { trackerId } = await ada.call('addTracker', { trackerName: 'Moewe', imei: 'MMSI-211378120' });
  const details = {
    mmsi: 211_378_120,
    imo: 9_074_729,
    callSign: 'DABC',
    name: 'MOEWE',
    shipType: 70,
    length: 120,
    beam: 18,
    draught: 6,
    destination: 'HAMBURG',
  };
  const socket = await connectSender(
    `$WLFEED,${token}`,
    ...encodeDetails(details, 1),
    positionOf(244_000_001, 55),
  );
  let heading = 0;
  const state = await eventually('the position is stored', async () => {
    // The engine reads the new device a moment later; equal messages would be duplicates.
    socket.write(`${positionOf(211_378_120, 54, heading++)}\r\n`);
    const one = await world.database.db
      .selectFrom('tracker_state')
      .selectAll()
      .where('tracker_id', '=', trackerId)
      .executeTakeFirst();
    return one?.latitude == null ? null : one;
  });
  expect(state).toMatchObject({ latitude: 54, longitude: 7 });
  const status = await statusWhere(feedId, ({ objects, bound }) => objects === 2 && bound === 1);
  expect(status).toMatchObject({ state: 'connected', senders: 1, damaged: 0, dropped: 0 });
  expect(await ada.call('queryFeedTraffic', { feedId })).toMatchObject({
    total: 1,
    list: [{ objectId: 'mmsi-244000001', kind: 'vessel', latitude: 55, longitude: 7, course: 90 }],
  });
  expect(await ada.call('queryFeedTraffic', { feedId, keywords: '211' })).toEqual({ total: 0, list: [] });
});

test('refuses a sender without a valid token, and disconnects senders when the token is renewed', async () => {
  const { feedId, token } = await addFeed();
  for (const line of ['$WLFEED,1-000000000000000000000000', positionOf(211_378_120), `$WLFEED,${token}0`]) {
    const socket = await connectSender(line);
    const [reply] = await once(socket, 'data');
    expect(String(reply)).toBe('$WLFEED,refused\r\n');
  }
  const socket = await connectSender(`$WLFEED,${token}`, positionOf(211_000_001));
  await statusWhere(feedId, ({ messages, senders }) => messages === 1 && senders === 1);
  const closed = once(socket, 'close');
  await ada.call('editFeed', { ...FORM, feedId, renewToken: true });
  await closed;
  expect((await readFeed(feedId)).token).not.toBe(token);
});

test('takes datagrams from an allowed address, which belongs to one feed only', async () => {
  const { feedId } = await addFeed({ connection: { type: 'listen', senders: ['127.0.0.1'] } });
  await expect(
    ada.call('addFeed', { ...FORM, connection: { type: 'listen', senders: ['127.0.0.1'] } }),
  ).rejects.toMatchObject({ errorName: 'feed-sender-taken' });
  const socket = createSocket('udp4');
  cleanups.push(() => socket.close());
  const sentence = positionOf(211_000_002);
  await eventually('a datagram arrives', async () => {
    socket.send(sentence, world.port('ais'), '127.0.0.1');
    return ((await readFeed(feedId)).status?.messages ?? 0) > 0;
  });
});

test('never binds a device of another account', async () => {
  const eve = await (await world.account('airfield')).person('eve');
  const { trackerId } = await eve.call('addTracker', { trackerName: 'Eve', imei: 'mmsi-211000003' });
  const { feedId, token } = await addFeed();
  await connectSender(`$WLFEED,${token}`, positionOf(211_000_003));
  expect(await statusWhere(feedId, ({ messages }) => messages === 1)).toMatchObject({ objects: 1, bound: 0 });
  const row = await world.database.db
    .selectFrom('tracker_state')
    .select('tracker_id')
    .where('tracker_id', '=', trackerId)
    .where('latitude', 'is not', null)
    .executeTakeFirst();
  expect(row).toBeUndefined();
  await expect(eve.call('queryFeedTraffic', { feedId })).rejects.toMatchObject({ errorName: 'feed-unknown' });
});

test('connects to an SBS receiver, and again after the connection is lost', async () => {
  const line =
    'MSG,3,1,1,3C6444,1,2026/06/01,12:00:00.000,2026/06/01,12:00:00.010,,35000,,,53.1,9.9,,,0,0,0,0\r\n';
  let connections = 0;
  const server = createServer((socket) => {
    connections++;
    socket.on('error', () => undefined);
    socket.write(line);
    // The first connection is lost; the next one stays.
    if (connections === 1) socket.end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanups.push(() => server.close());
  const { port } = server.address() as AddressInfo;
  const { feedId } = await addFeed({
    kind: 'adsb-sbs',
    connection: { type: 'connect', host: '127.0.0.1', port },
  });
  const status = await statusWhere(feedId, ({ state }) => state === 'connected' && connections === 2);
  expect(status.error).toBeNull();
  expect((await ada.call('queryFeedTraffic', { feedId })).list[0]).toMatchObject({
    objectId: 'icao-3c6444',
    altitude: 10_668,
  });
});

test('raises one alarm of an aircraft with an emergency squawk, which ends with the squawk', async () => {
  const { trackerId } = await ada.call('addTracker', { trackerName: 'B-1234', imei: 'icao-3c6444' });
  let receiver: Socket | null = null;
  const server = createServer((socket) => {
    receiver = socket.on('error', () => undefined);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanups.push(() => server.close());
  const { port } = server.address() as AddressInfo;
  const { feedId } = await addFeed({
    kind: 'adsb-sbs',
    connection: { type: 'connect', host: '127.0.0.1', port },
  });
  await statusWhere(feedId, ({ state }) => state === 'connected');
  let lines = 0;
  // Equal lines are copies of one message.
  const send = (type: 3 | 6, squawk: string) => {
    lines++;
    const values =
      type === 3
        ? ',35000,,,53.1,9.9,,,0,0,0,0'
        : `,35000,,,,,,${squawk},0,${squawk === '7600' ? -1 : 0},0,0`;
    receiver?.write(
      `MSG,${type},1,1,3C6444,1,2026/06/01,12:00:00.000,2026/06/01,12:00:0${lines}.010,${values}\r\n`,
    );
  };
  const status = async () => {
    const { trackerStatusDto } = await ada.call('queryTrackerById', { trackerId });
    return trackerStatusDto;
  };
  send(3, '');
  await eventually('the position', async () => ((await status()).fixTime === null ? null : true));
  send(6, '7600');
  send(6, '7600');
  const { emergency } = await eventually('the emergency', async () => {
    const state = await status();
    return state.emergency === undefined ? null : { emergency: state.emergency };
  });
  expect(emergency).toMatchObject({ kind: 'nordo', squawk: '7600' });
  send(6, '7600');
  send(6, '1000');
  send(6, '1000');
  await eventually('its end', async () => ((await status()).emergency === undefined ? true : null));
  const { list } = await ada.call('queryMsgByPage', { trackerIds: [trackerId], pageSize: 10 });
  expect(list.map(({ msgType }) => msgType)).toEqual(['EMERGENCY']);
  expect(list[0]).toMatchObject({
    location: { latitude: 53.1, longitude: 9.9 },
    handling: { state: 'open' },
  });
  expect(list[0]?.content).toContain('7600');
  await ada.call('acknowledgeAlarm', { messageId: list[0]?.messageId ?? 0 });
  expect((await ada.call('queryAlarm', { messageId: list[0]?.messageId ?? 0 })).handling).toMatchObject({
    state: 'acknowledged',
    owner: 'ada',
  });
});

test('polls aircraft.json, and names what is wrong with a response', async () => {
  let respond = { status: 500, body: '' };
  const server = createHttpServer((_request, response) => {
    response.writeHead(respond.status, { location: 'http://127.0.0.1:1/' }).end(respond.body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanups.push(() => server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/data/aircraft.json`;
  const { feedId } = await addFeed({ kind: 'adsb-json', connection: { type: 'poll', url, seconds: 1 } });
  await statusWhere(feedId, ({ state, error }) => state === 'failed' && error === 'http-status');
  respond = { status: 200, body: '{"aircraft": 3}' };
  await statusWhere(feedId, ({ error }) => error === 'response-invalid');
  respond = {
    status: 200,
    body: JSON.stringify({ aircraft: [{ hex: '3c6445', lat: 53, lon: 9, gs: 100, r: 'D-EABC' }] }),
  };
  await statusWhere(feedId, ({ state, objects }) => state === 'connected' && objects === 1);
  expect((await ada.call('queryFeedTraffic', { feedId })).list[0]).toMatchObject({
    objectId: 'icao-3c6445',
    name: 'D-EABC',
  });
});

test('refuses private addresses that the operator has not allowed', async () => {
  const connection = { type: 'connect', host: '10.0.0.1', port: 30_003 } as const;
  await expect(ada.call('addFeed', { ...FORM, kind: 'adsb-sbs', connection })).rejects.toMatchObject({
    errorName: 'feed-address-refused',
  });
  // The name resolves to 127.0.0.1 and ::1; the operator allows the first one only, where nothing listens.
  const free = createServer();
  free.listen(0, '127.0.0.1');
  await once(free, 'listening');
  const { port } = free.address() as AddressInfo;
  free.close();
  await once(free, 'close');
  const { feedId } = await addFeed({
    kind: 'adsb-sbs',
    connection: { type: 'connect', host: 'localhost', port },
  });
  expect((await statusWhere(feedId, ({ state }) => state === 'failed')).error).toBe('connection-refused');
});

test('counts damaged lines, and closes a disabled feed', async () => {
  const { feedId, token } = await addFeed();
  const socket = await connectSender(
    `$WLFEED,${token}`,
    'hello',
    `${positionOf(211_000_004).slice(0, -2)}ZZ`,
    'x'.repeat(2_000),
  );
  await statusWhere(feedId, ({ damaged }) => damaged === 3);
  const closed = once(socket, 'close');
  await ada.call('editFeed', { ...FORM, feedId, enabled: false });
  await closed;
  await statusWhere(feedId, ({ state }) => state === 'off');
});
