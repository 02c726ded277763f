import type { FastifyBaseLogger } from 'fastify';
import { createHandlers } from '../app/handlers.ts';
import { createLiveReaders } from '../app/live-readers.ts';
import { offerBaseLayers } from '../base-layers/base-layers.handlers.ts';
import { NO_BASE_LAYERS } from '../base-layers/base-layers.ts';
import { connect, type Database } from '../db/database.ts';
import { listen } from '../db/notify.ts';
import { serveStoredFiles } from '../files/serve-files.ts';
import { createHttp, type HttpServer } from '../http/http.ts';
import { ensureFirstAccount } from '../identity/create-account.ts';
import { loadReportKey } from '../identity/report-key.ts';
import { openSession } from '../identity/session.ts';
import { changesOfOwnEngine } from '../live/change-source.ts';
import { createLiveHub, type LiveHub } from '../live/hub.ts';
import { postgresPositions } from '../positions/postgres/postgres-positions.ts';
import { TEST_UPLOADS, testFiles } from './files.ts';
import { NO_DELIVERY } from './no-delivery.ts';
import { NO_FEEDS } from './no-feeds.ts';
import { NO_FORWARDING } from './no-forwarding.ts';
import { NO_LIVE_EVENTS } from './no-live-events.ts';
import { NO_RACES } from './no-races.ts';
import { noVideo } from './no-video.ts';
import { testPlaces } from './places.ts';
import { createTestDatabase } from './postgres.ts';
import { testSigningIn } from './signing-in.ts';
import { testTaskQueue } from './tasks.ts';
import type { TestClock } from './test-clock.ts';

export interface HubBehindSocket {
  readonly hub: LiveHub;
  readonly http: HttpServer;
  /** The server's database. */
  readonly database: Database;
  /** For queries and locks of the test. */
  readonly probe: Database;
  readonly accountId: number;
  /** URL of the live socket, and the session of the account's holder. */
  readonly socketUrl: string;
  readonly token: string;
  end(): Promise<void>;
}

export interface HubBehindSocketOptions {
  readonly clock: TestClock;
  readonly log: FastifyBaseLogger;
  readonly isEngine: boolean;
  /** Connections of the server, and of the test. */
  readonly connections: { readonly server: number; readonly probe: number };
}

/** Starts the live hub behind a real socket, with its own database and without an engine. */
export async function startHubBehindSocket({
  clock,
  log,
  isEngine,
  connections,
}: HubBehindSocketOptions): Promise<HubBehindSocket> {
  const testDatabase = await createTestDatabase();
  const database = connect(testDatabase.url, connections.server);
  const probe = connect(testDatabase.url, connections.probe);
  const events = await listen(testDatabase.url, { onError: (error) => log.error(error) });
  const { db } = database;
  const { accountId } = await ensureFirstAccount(db, { login: 'ada', password: 'x' });
  const { user_id: userId } = await db.selectFrom('app_user').select('user_id').executeTakeFirstOrThrow();
  const session = { userId, now: clock.now(), address: '127.0.0.1', userAgent: '' };
  const token = await db.transaction().execute((tx) => openSession(tx, session));
  const places = testPlaces(db);
  const files = testFiles(db);
  const hub = createLiveHub({
    traffic: {
      all: () => [],
      takeChanges: () => ({ changed: [], removed: [] }),
      version: () => 0,
      stopWatching: () => undefined,
    },
    db,
    events,
    clock,
    log,
    readers: createLiveReaders({ db, addresses: places.addresses, addressOf: (fileId) => fileId }),
    changes: changesOfOwnEngine(() => isEngine),
  });
  const http = await createHttp({
    routes: [serveStoredFiles(files)],
    uploadFolder: TEST_UPLOADS,
    host: '127.0.0.1',
    port: 0,
    prefix: '/service',
    db,
    clock,
    log,
    handlers: createHandlers({
      database,
      positions: postgresPositions,
      eventArchive: null,
      reads: db,
      files,
      tasks: testTaskQueue(db),
      places,
      boards: NO_RACES,
      elevation: null,
      devicePorts: {},
      devicePublicHost: null,
      reportKey: await loadReportKey(db),
      hasSmsGateway: false,
      readMessages: async () => null,
      countConsoles: (id) => hub.consolesOf(id),
      delivery: NO_DELIVERY,
      forwarding: NO_FORWARDING,
      liveEvents: NO_LIVE_EVENTS,
      satelliteGateways: new Set(),
      terminalTokens: { create: () => '', read: () => null, matches: () => false },
      video: noVideo(database.db),
      feeds: NO_FEEDS,
      baseLayersFor: offerBaseLayers(NO_BASE_LAYERS),
      signingIn: testSigningIn(db),
    }),
    acceptConsole: hub.acceptConsole,
    readiness: async () => ({}),
    metrics: null,
    webRoot: null,
    tls: false,
    trustProxy: false,
    validateResponses: true,
  });
  const { port } = await http.listen();
  return {
    hub,
    http,
    database,
    probe,
    accountId,
    socketUrl: `ws://127.0.0.1:${port}/service/socket`,
    token,
    async end() {
      hub.close();
      await http.close();
      await events.close();
      await Promise.all([database.close(), probe.close()]);
      await testDatabase.drop();
    },
  };
}
