import pino from 'pino';
import { createHandlers } from '../app/handlers.ts';
import { offerBaseLayers } from '../base-layers/base-layers.handlers.ts';
import { NO_BASE_LAYERS } from '../base-layers/base-layers.ts';
import { systemClock } from '../clock.ts';
import { connect } from '../db/database.ts';
import { serveStoredFiles } from '../files/serve-files.ts';
import type { Handlers } from '../http/handler.ts';
import { createHttp, type HttpOptions, type HttpServer } from '../http/http.ts';
import { postgresPositions } from '../positions/postgres/postgres-positions.ts';
import { TEST_UPLOADS, testFiles } from './files.ts';
import { NO_DELIVERY } from './no-delivery.ts';
import { NO_FEEDS } from './no-feeds.ts';
import { NO_FORWARDING } from './no-forwarding.ts';
import { NO_LIVE_EVENTS } from './no-live-events.ts';
import { NO_RACES } from './no-races.ts';
import { noVideo } from './no-video.ts';
import { testPlaces } from './places.ts';
import { testSigningIn } from './signing-in.ts';
import { testTaskQueue } from './tasks.ts';

export interface HttpWithoutDatabase extends HttpServer {
  /** Lines of the log so far. */
  readonly logLines: readonly string[];
  /** Stops the server and its connections to the database. */
  end(): Promise<void>;
}

/** Starts only HTTP, with an unreachable database: `options` and `handlers` replace the real ones. */
export async function startHttpWithoutDatabase(
  options: Partial<HttpOptions> = {},
  handlers: Partial<Handlers> = {},
): Promise<HttpWithoutDatabase> {
  const database = connect('postgres://nobody@127.0.0.1:1/nothing', 2);
  const logLines: string[] = [];
  const files = testFiles(database.db);
  const http = await createHttp({
    host: '127.0.0.1',
    port: 0,
    prefix: '/service',
    db: database.db,
    clock: systemClock,
    log: pino({ level: 'debug' }, { write: (line: string) => void logLines.push(line) }),
    routes: [serveStoredFiles(files)],
    uploadFolder: TEST_UPLOADS,
    handlers: {
      ...createHandlers({
        database,
        positions: postgresPositions,
        eventArchive: null,
        reads: database.db,
        files,
        tasks: testTaskQueue(database.db),
        places: testPlaces(database.db),
        boards: NO_RACES,
        elevation: null,
        devicePorts: {},
        devicePublicHost: null,
        // There is no database from which the secret could be loaded.
        reportKey: () => '',
        hasSmsGateway: false,
        readMessages: async () => null,
        countConsoles: () => 0,
        delivery: NO_DELIVERY,
        forwarding: NO_FORWARDING,
        liveEvents: NO_LIVE_EVENTS,
        satelliteGateways: new Set(),
        terminalTokens: { create: () => '', read: () => null, matches: () => false },
        video: noVideo(database.db),
        feeds: NO_FEEDS,
        baseLayersFor: offerBaseLayers(NO_BASE_LAYERS),
        signingIn: testSigningIn(database.db),
      }),
      ...handlers,
    },
    acceptConsole: (socket) => socket.close(),
    readiness: async () => ({ database: false }),
    metrics: null,
    webRoot: null,
    tls: false,
    trustProxy: false,
    validateResponses: false,
    ...options,
  });
  return {
    ...http,
    logLines,
    async end() {
      await http.close();
      await database.close();
    },
  };
}
