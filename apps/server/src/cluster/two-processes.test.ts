import { connect, type Socket } from 'node:net';
import { encodePosition } from '@wakeline/protocols/ais/encode';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { appendNotices } from '../db/account-log.ts';
import type { NoticePayload } from '../db/schema.ts';
import { eventually } from '../ingest/testing/eventually.ts';
import { report } from '../ingest/testing/reports.ts';
import type { TestConsole } from '../testing/console-of.ts';
import { NATS_SERVER, NatsServers } from '../testing/nats-servers.ts';
import { PASSWORD, Person } from '../testing/person.ts';
import { startWorld, type World } from '../testing/world.ts';
import { respondWithDeviceMemory } from './device-memory.ts';
import { encodeLiveMessage } from './live-messages.ts';
import { loadClusterSettings } from './members.ts';
import { connectNats, type NatsConnection } from './nats-connection.ts';
import { createSubjects, type Subjects } from './subjects.ts';

const log = pino({ level: 'silent' });

function lowPower(time: number): NoticePayload {
  return { noticeType: 'LOWPOWER', time, latitude: 55, longitude: 10, battery: 10, speed: null };
}

/**
 * Two servers with a database and NATS in common: one receives the devices, the other one serves consoles. Its clock stands still
 * unless a test advances it, so it never polls the database.
 */
describe.skipIf(NATS_SERVER === null)('two processes of a cluster', { tags: ['cluster'] }, () => {
  let servers: NatsServers;
  let engine: World;
  let api: World;
  let nats: NatsConnection;
  let subjects: Subjects;
  let people = 0;
  let devices = 0;

  beforeAll(async () => {
    servers = await NatsServers.start();
    const environment = {
      NATS_URL: servers.url,
      WAKELINE_PARTITIONS: '2',
      WAKELINE_STREAM_REPLICAS: '1',
      WAKELINE_STREAM_GB: '1',
    };
    engine = await startWorld({
      environment: { ...environment, WAKELINE_ROLE: 'gateway,engine,api,worker' },
    });
    api = await startWorld({
      environment: { ...environment, WAKELINE_ROLE: 'api' },
      sharesDatabaseWith: engine,
    });
    subjects = createSubjects((await loadClusterSettings(engine.database.db, 2)).name);
    nats = await connectNats(servers.urls, 'test', log);
  });
  afterAll(async () => {
    await nats.close();
    await api.stop();
    await engine.stop();
    await servers.stop();
  });

  /** A new account with a user who is signed in to both servers. */
  async function addAccount(groupIds?: (holder: Person) => Promise<number[]>) {
    people += 1;
    const account = await engine.account(`harbour ${people}`);
    const holder = await account.person(`holder ${people}`);
    const groups = await groupIds?.(holder);
    const login = `user ${people}`;
    const onEngine = await account.person(login, groups === undefined ? {} : { groupIds: groups });
    const { userId, accountId } = onEngine;
    const onApi = new Person({ login, userId, accountId, url: api.url, prefix: api.prefix });
    await onApi.signIn(PASSWORD);
    return { account, holder, onEngine, onApi, groups };
  }

  async function open(person: Person): Promise<TestConsole> {
    const console = await person.console();
    await console.waitUntilLive();
    return console;
  }

  async function addDevice(account: Awaited<ReturnType<typeof addAccount>>['account'], groupId?: number) {
    devices += 1;
    const imei = String(13_800_000_000 + devices);
    const trackerId = await account.tracker(imei, `Boat ${devices}`, groupId);
    const device = await engine.device('jt808', imei);
    return {
      trackerId,
      async at(latitude: number, alarms: string[] = []): Promise<void> {
        engine.clock.advance(1_000);
        const content = report({
          time: engine.clock.now(),
          fix: { latitude, longitude: 10 },
          alarms: alarms as never,
        });
        expect((await device.reply(device.report(content))).ok).toBe(true);
      },
    };
  }

  /** Changes a state without publishing it. */
  async function storeState(trackerId: number, latitude: number): Promise<void> {
    await engine.database.db
      .updateTable('tracker_state')
      .set(({ eb }) => ({ version: eb('version', '+', 1), latitude }))
      .where('tracker_id', '=', trackerId)
      .execute();
  }

  const isAt = (console: TestConsole, trackerId: number, latitude: number) =>
    Math.abs((console.states.get(trackerId)?.latitude ?? 0) - latitude) < 1e-6;

  test('sends states and notices to the consoles of both, once and in order', async () => {
    const { account, onEngine, onApi } = await addAccount();
    const boats = [await addDevice(account), await addDevice(account)];
    const consoles = [await open(onEngine), await open(onApi)];
    for (const [index, boat] of boats.entries()) {
      for (let step = 1; step <= 10; step += 1)
        await boat.at(54 + index + step / 100, step === 5 ? ['SOS'] : []);
    }
    for (const console of consoles) {
      for (const [index, { trackerId }] of boats.entries())
        await console.waitUntil('the last state', () => isAt(console, trackerId, 54 + index + 0.1));
      await console.waitUntil('both notices', ({ entries }) => entries.length === 2);
    }
    const [atEngine, atApi] = consoles;
    expect(atApi?.entries).toEqual(atEngine?.entries);
    // Devices can be in partitions that are stored side by side.
    expect(new Set(atApi?.entries.map(({ notice }) => notice.trackerId))).toEqual(
      new Set(boats.map(({ trackerId }) => trackerId)),
    );
    expect(atApi?.cursor).toBe(atEngine?.cursor);
    // The first one only.
    expect(atApi?.reloads).toBe(1);
    for (const console of consoles) console.close();
  });

  test('sends everything that was stored while NATS was killed', async () => {
    const { account, onApi } = await addAccount();
    const boat = await addDevice(account);
    const console = await open(onApi);
    await boat.at(55, ['SOS']);
    await console.waitUntil('the first state', () => isAt(console, boat.trackerId, 55));
    await servers.end();
    // As an engine stores what was in the stream before.
    await storeState(boat.trackerId, 55.2);
    await engine.database.db
      .transaction()
      .execute((tx) =>
        appendNotices(
          tx,
          [{ accountId: onApi.accountId, trackerId: boat.trackerId, notice: lowPower(engine.clock.now()) }],
          engine.clock.now(),
        ),
      );
    // Without NATS the database is polled each second.
    await eventually('a state without NATS', () => {
      api.clock.advance(1_000);
      return isAt(console, boat.trackerId, 55.2);
    });
    await storeState(boat.trackerId, 55.3);
    await servers.run();
    // The clock stands still: the reconnection alone makes it read.
    await console.waitUntil('the last state before NATS was available', () =>
      isAt(console, boat.trackerId, 55.3),
    );
    // The other server may connect later: then it notifies of a gap, which is read in the next interval. Its versions continue
    // behind those that it stored itself, so that some commits pass until one is newer.
    let latitude = 55.4;
    await eventually('a later state', async () => {
      latitude += 0.01;
      await boat.at(latitude);
      api.clock.advance(1_000);
      return (console.states.get(boat.trackerId)?.latitude ?? 0) > 55.35;
    });
    await console.waitUntil('the notices', ({ entries }) => entries.length === 2);
    expect(console.entries.map(({ notice }) => notice.msgType)).toEqual(['SOS', 'LOWPOWER']);
    // The first one only.
    expect(console.reloads).toBe(1);
    console.close();
  });

  test('reads the database when a message is missing', async () => {
    const { account, onApi } = await addAccount();
    const boat = await addDevice(account);
    const console = await open(onApi);
    await boat.at(56);
    await console.waitUntil('the first state', () => isAt(console, boat.trackerId, 56));
    // The readings that follow a subscription.
    for (let interval = 0; interval < 4; interval += 1) api.clock.advance(1_000);
    await storeState(boat.trackerId, 56.5);
    const message = encodeLiveMessage({ publisher: 'another engine', number: 3, states: [], logSeq: null });
    nats.publish(subjects.live(onApi.accountId), message);
    await console.waitUntil('the change', () => isAt(console, boat.trackerId, 56.5));
    console.close();
  });

  test('removes a device at once that leaves the groups of a user', async () => {
    const { account, holder, onApi, groups } = await addAccount(async (person) => [
      (await person.call('createGroup', { groupName: 'Pilots' })).groupId,
    ]);
    const { groupId: others } = await holder.call('createGroup', { groupName: 'Tugs' });
    const [own, foreign] = [await addDevice(account, groups?.[0]), await addDevice(account, others)];
    const console = await open(onApi);
    await own.at(57);
    await foreign.at(58, ['SOS']);
    await console.waitUntil('the own device', () => isAt(console, own.trackerId, 57));
    await holder.call('editTracker', { trackerId: own.trackerId, trackerName: 'Moved', groupId: others });
    await console.waitUntil('it is removed', ({ removed }) => removed.includes(own.trackerId));
    await own.at(57.1, ['SOS']);
    // A notice that is passed on later, when the device is visible again, would be sent.
    await console.waitUntil('both notices are passed', ({ cursor }) => cursor === 2);
    await holder.call('editTracker', { trackerId: own.trackerId, trackerName: 'Back', groupId: groups?.[0] });
    await own.at(57.2);
    await console.waitUntil('it is back', () => isAt(console, own.trackerId, 57.2));
    expect(console.states.has(foreign.trackerId)).toBe(false);
    expect(console.entries).toEqual([]);
    console.close();
  });

  test('shows the messages of a device from the gateway that received the last one', async () => {
    const { account, onApi } = await addAccount();
    const boat = await addDevice(account);
    await boat.at(54);
    const load = () => onApi.call('loadGPSTrackerMsg', { trackerId: boat.trackerId });
    const { list, connection } = await load();
    expect(list.map(({ kind }) => kind).slice(0, 2)).toEqual(['reply', 'report']);
    expect(connection).toMatchObject({ protocol: 'jt808', until: null });
    let lastTime = engine.clock.now() - 1;
    const stop = respondWithDeviceMemory(
      { nats, subjects, log },
      {
        messagesOf: () => ({
          recordedSince: 1,
          hiddenSince: null,
          list: [],
          connection: { protocol: 'gt06', transport: 'tcp', address: '::1', since: 1, until: null, lastTime },
        }),
        feedStatus: () => null,
        traffic: () => null,
      },
    );
    await nats.flush();
    expect((await load()).connection?.protocol).toBe('jt808');
    lastTime = engine.clock.now() + 1;
    expect((await load()).connection?.protocol).toBe('gt06');
    stop();
    await nats.flush();
  });

  test('requests nothing about a device of another account', async () => {
    const { account } = await addAccount();
    const { onApi: otherUser } = await addAccount();
    const boat = await addDevice(account);
    const requests: string[] = [];
    const subscription = nats.subscribe(subjects.request('messages').replace(/[^.]*$/, '>'), {
      callback: (_, { subject }) => {
        requests.push(subject);
      },
    });
    await nats.flush();
    await expect(otherUser.call('loadGPSTrackerMsg', { trackerId: boat.trackerId })).rejects.toMatchObject({
      errorName: 'tracker-unknown',
    });
    await expect(
      otherUser.call('queryFeedTraffic', { feedId: 1_000, pageIndex: 1, pageSize: 10 }),
    ).rejects.toMatchObject({ errorName: 'feed-unknown' });
    await nats.flush();
    expect(requests).toEqual([]);
    subscription.unsubscribe();
  });

  describe('with a feed', () => {
    let sender: Socket;
    let feedId: number;
    let person: Awaited<ReturnType<typeof addAccount>>;

    beforeAll(async () => {
      person = await addAccount();
      ({ feedId } = await person.holder.call('addFeed', {
        feedName: 'Coast',
        kind: 'ais',
        connection: { type: 'listen', senders: [] },
        area: null,
        intervalSeconds: 10,
        unknownObjects: 'traffic',
        enabled: true,
      }));
      // Through NATS: this process does not receive the feed.
      const token = await eventually('the feed runs', async () => {
        const { list } = await person.onApi.call('queryFeeds', {});
        return list[0]?.status == null ? null : list[0].token;
      });
      sender = connect(engine.port('ais'), '127.0.0.1');
      sender.write(`$WLFEED,${token}\r\n`);
    });
    afterAll(() => sender.destroy());

    function send(mmsi: number, longitude: number): void {
      const at = { latitude: 54, longitude, speed: 18.52, course: 90, heading: 91, status: 0 };
      sender.write(`${encodePosition({ ...at, mmsi, time: engine.clock.now() })}\r\n`);
    }

    /** Both publish and send what has changed in each step. */
    async function until(what: string, isMet: () => boolean): Promise<void> {
      await eventually(what, () => {
        engine.clock.advance(250);
        api.clock.advance(250);
        return isMet();
      });
    }

    test('shows its status and objects', async () => {
      const query = { feedId, keywords: '21100', pageIndex: 2, pageSize: 1 };
      const { list } = await eventually('both objects', async () => {
        for (const mmsi of [211_000_092, 211_000_091]) send(mmsi, 7);
        const found = await person.onApi.call('queryFeedTraffic', query);
        return found.total === 2 ? found : null;
      });
      expect(list.map(({ objectId }) => objectId)).toEqual(['mmsi-211000092']);
      const { list: feeds } = await person.onApi.call('queryFeeds', {});
      expect(feeds[0]?.status).toMatchObject({ state: 'connected', senders: 1, objects: 2 });
    });

    test('sends the traffic and its changes to the consoles of both', async () => {
      const everywhere = { west: -180, south: -90, east: 180, north: 90 };
      const consoles = [await open(person.onApi), await open(person.onEngine)];
      for (const console of consoles) console.watchTraffic(everywhere);
      const all = (isMet: (console: TestConsole) => boolean) => consoles.every(isMet);
      await until('the objects that were known before', () => all(({ traffic }) => traffic.size === 2));
      let longitude = 7;
      await until('a movement', () => {
        longitude += 0.000_1;
        send(211_000_091, longitude);
        return all(({ traffic }) => (traffic.get('mmsi-211000091')?.longitude ?? 0) > 7.000_1);
      });
      await person.holder.call('addTracker', { trackerName: 'Moewe', imei: 'mmsi-211000092' });
      await until('a device is no traffic any more', () => all(({ traffic }) => traffic.size === 1));
      // Its changes are lost: what follows shows the gap.
      await servers.end();
      send(211_000_093, 9);
      await servers.run();
      await until('an object from the time without NATS', () =>
        all(({ traffic }) => traffic.has('mmsi-211000093')),
      );
      for (const console of consoles) console.close();
    });
  });
});

describe.skipIf(NATS_SERVER === null)('a process of a cluster', { tags: ['cluster'] }, () => {
  test('responds as a standby does when no process receives devices', async () => {
    const servers = await NatsServers.start();
    // It holds the engine lock, and is not connected to NATS.
    const engine = await startWorld();
    const environment = { WAKELINE_ROLE: 'api', NATS_URL: servers.url };
    const api = await startWorld({ environment, sharesDatabaseWith: engine });
    const account = await engine.account('harbour');
    const trackerId = await account.tracker('13800000000');
    const ada = await account.person('ada');
    const { feedId } = await ada.call('addFeed', {
      feedName: 'Coast',
      kind: 'ais',
      connection: { type: 'listen', senders: [] },
      area: null,
      intervalSeconds: 10,
      unknownObjects: 'traffic',
      enabled: true,
    });
    const onApi = new Person({ ...ada, url: api.url, prefix: api.prefix });
    await onApi.signIn();
    expect(await onApi.call('loadGPSTrackerMsg', { trackerId })).toEqual({
      recordedSince: null,
      connection: null,
      hiddenSince: null,
      list: [],
    });
    const { list } = await onApi.call('queryFeeds', {});
    expect(list[0]).toMatchObject({ feedId, status: null });
    const traffic = await onApi.call('queryFeedTraffic', { feedId, pageIndex: 1, pageSize: 10 });
    expect(traffic).toEqual({ list: [], total: 0 });
    await api.stop();
    await engine.stop();
    await servers.stop();
  });
});
