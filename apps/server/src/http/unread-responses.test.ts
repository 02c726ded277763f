import { once } from 'node:events';
import { connect as connectTcp, type Socket } from 'node:net';
import pino from 'pino';
import { afterEach, expect, test } from 'vitest';
import { createHandlers } from '../app/handlers.ts';
import { offerBaseLayers } from '../base-layers/base-layers.handlers.ts';
import { NO_BASE_LAYERS } from '../base-layers/base-layers.ts';
import { systemClock } from '../clock.ts';
import { connect } from '../db/database.ts';
import { Partitions } from '../db/partitions.ts';
import { serveStoredFiles } from '../files/serve-files.ts';
import { PositionColumns } from '../positions/insert.ts';
import { postgresPositions } from '../positions/postgres/postgres-positions.ts';
import { TEST_UPLOADS, testFiles } from '../testing/files.ts';
import { NO_DELIVERY } from '../testing/no-delivery.ts';
import { NO_FEEDS } from '../testing/no-feeds.ts';
import { NO_FORWARDING } from '../testing/no-forwarding.ts';
import { NO_LIVE_EVENTS } from '../testing/no-live-events.ts';
import { NO_RACES } from '../testing/no-races.ts';
import { noVideo } from '../testing/no-video.ts';
import type { Person } from '../testing/person.ts';
import { testPlaces } from '../testing/places.ts';
import { testSigningIn } from '../testing/signing-in.ts';
import { testTaskQueue } from '../testing/tasks.ts';
import { startWorld, type World } from '../testing/world.ts';
import { JsonChunks } from './handler.ts';
import { createHttp } from './http.ts';
import { MAX_STREAMS_PER_USER } from './streamed-responses.ts';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** Opens a call and reads only the start of the response, which it returns. */
async function openUnreadDownload(port: string, path: string, body: object, token = ''): Promise<Download> {
  const socket = connectTcp(Number(port), '127.0.0.1');
  cleanups.push(() => socket.destroy());
  socket.on('error', () => undefined);
  const text = JSON.stringify(body);
  socket.write(
    `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${token}\r\n` +
      `content-type: application/json\r\ncontent-length: ${text.length}\r\n\r\n${text}`,
  );
  let start = '';
  while (!/\r\n\r\n.*\S{20}/s.test(start)) {
    await once(socket, 'readable');
    start += socket.read() ?? '';
  }
  return { socket, start };
}

interface Download {
  readonly socket: Socket;
  readonly start: string;
}

const POINTS = 60_000;

/** A user with a boat whose track is a response of about 15 MB: more than a connection's buffers hold. */
async function withLongTrack(world: World): Promise<{ ada: Person; payload: TrackCall }> {
  const account = await world.account('harbour');
  const ada = await account.person('ada');
  const trackerId = await account.tracker('13800000001');
  const start = world.clock.now() - POINTS * 1_000;
  const columns = new PositionColumns();
  const noValues = { altitude: null, speed: null, course: null, accuracy: null, valid: true };
  for (let second = 0; second < POINTS; second += 1) {
    columns.add(trackerId, {
      time: start + second * 1_000,
      fix: { latitude: 54 + second * 1e-5, longitude: 10, ...noValues },
      battery: null,
      gsm: null,
      satellites: null,
      alarms: [],
      attributes: { note: 'x'.repeat(80) },
    });
  }
  const { db } = world.database;
  await new Partitions().ensure(db, columns.weeks);
  await db.transaction().execute((tx) => columns.insert(tx));
  return { ada, payload: { trackerId, startTime: start, endTime: world.clock.now() } };
}

interface TrackCall {
  readonly trackerId: number;
  readonly startTime: number;
  readonly endTime: number;
}

test('of one user take no slots from other users', { timeout: 60_000 }, async () => {
  const world = await startWorld();
  cleanups.push(() => world.stop());
  const { ada, payload } = await withLongTrack(world);
  const bob = await (await world.account('airfield')).person('bob');
  const path = `${world.prefix}/getTrackByTime`;
  const { port } = new URL(world.url);
  const token = await ada.token();
  const downloads = await Promise.all(
    Array.from({ length: 510 }, () => openUnreadDownload(port, path, payload, token)),
  );
  const started = downloads.filter(({ start }) => start.includes('"result_code":"000"'));
  const refused = downloads.filter(({ start }) => start.includes('too-many-requests'));
  expect([started.length, refused.length]).toEqual([MAX_STREAMS_PER_USER, 510 - MAX_STREAMS_PER_USER]);
  expect(await bob.call('queryAllTrackers', {})).toMatchObject({ total: 0 });
  // Short responses are not counted, and closed connections free their slots.
  expect(await ada.call('queryAllTrackers', {})).toMatchObject({ total: 1 });
  await expect(ada.call('getTrackByTime', payload)).rejects.toMatchObject({ errorName: 'too-many-requests' });
  for (const { socket } of started) socket.destroy();
  await expect
    .poll(() => ada.call('getTrackByTime', payload).then(({ points }) => points.length, String), {
      // One response can take longer than the default second on a busy machine.
      timeout: 30_000,
    })
    .toBe(POINTS);
});

test('are ended after a timeout; slowly read ones are not', async () => {
  const database = connect('postgres://nobody@127.0.0.1:1/nothing', 1);
  async function* endless(): AsyncGenerator<string> {
    for (;;) yield 'x'.repeat(65_536);
  }
  const http = await createHttp({
    routes: [serveStoredFiles(testFiles(database.db))],
    uploadFolder: TEST_UPLOADS,
    host: '127.0.0.1',
    port: 0,
    prefix: '/service',
    db: database.db,
    clock: systemClock,
    log: pino({ level: 'silent' }),
    handlers: {
      ...createHandlers({
        database,
        positions: postgresPositions,
        eventArchive: null,
        reads: database.db,
        files: testFiles(database.db),
        tasks: testTaskQueue(database.db),
        places: testPlaces(database.db),
        boards: NO_RACES,
        elevation: null,
        devicePorts: {},
        devicePublicHost: null,
        // There is no database from which the secret could be loaded.
        reportKey: () => '',
        terminalTokens: { create: () => '', read: () => null, matches: () => false },
        video: noVideo(database.db),
        hasSmsGateway: false,
        readMessages: async () => null,
        countConsoles: () => 0,
        delivery: NO_DELIVERY,
        forwarding: NO_FORWARDING,
        liveEvents: NO_LIVE_EVENTS,
        satelliteGateways: new Set(),
        feeds: NO_FEEDS,
        baseLayersFor: offerBaseLayers(NO_BASE_LAYERS),
        signingIn: testSigningIn(database.db),
      }),
      loadSysConf: async () => new JsonChunks(endless()),
    },
    acceptConsole: (socket) => socket.close(),
    readiness: async () => ({}),
    metrics: null,
    webRoot: null,
    tls: false,
    trustProxy: false,
    validateResponses: false,
    sendTimeoutMs: 1_000,
  });
  cleanups.push(
    () => database.close(),
    () => http.close(),
  );
  const { port } = await http.listen();
  const stalled = await openUnreadDownload(String(port), '/service/loadSysConf', {});
  const slow = await openUnreadDownload(String(port), '/service/loadSysConf', {});
  // Reads in intervals far shorter than the timeout, for much longer than the timeout.
  const reading = setInterval(() => slow.socket.read(), 50);
  cleanups.push(() => clearInterval(reading));
  const connections = () =>
    new Promise<number>((resolve, reject) =>
      http.fastify.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
    );
  expect(await connections()).toBe(2);
  await expect.poll(connections, { timeout: 30_000 }).toBe(1);
  const before = slow.socket.bytesRead;
  await expect.poll(() => slow.socket.bytesRead, { timeout: 30_000 }).toBeGreaterThan(before + 3_000_000);
  expect(await connections()).toBe(1);
  stalled.socket.destroy();
});
