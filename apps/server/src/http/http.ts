import { existsSync } from 'node:fs';
import { join } from 'node:path';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import websocket from '@fastify/websocket';
import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { WebSocket } from 'ws';
import type { BaseLayers } from '../base-layers/base-layers.ts';
import { serveArchives } from '../base-layers/serve-archives.ts';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/database.ts';
import type { Files } from '../files/files.ts';
import type { Caller } from '../identity/caller.ts';
import { type TrustedProxies, trustOf } from './address.ts';
import { bindAll } from './bind.ts';
import { isConsoleRoute, serveConsole } from './console-files.ts';
import type { Handlers } from './handler.ts';
import { hostsOf } from './hosts.ts';
import { openApiDocument } from './openapi.ts';
import { openApiPage } from './openapi-page.ts';
import { isForeign } from './origin.ts';
import { rateCheck } from './rate.ts';
import { sendSecurityHeaders } from './security.ts';
import { callerOf, sendFailure, serveOperations } from './service.ts';
import { serveStoredFiles } from './stored-files.ts';
import { makeTemporaryFolder } from './temporary-files.ts';

/** Milliseconds that calls in hand get for their answers when the server stops. */
const CLOSE_PATIENCE = 15_000;
/** Responses shorter than this are not worth packing, bytes. */
const COMPRESS_FROM = 1_024;
/** Paths that are answered under any host name: who probes them may use an address, or a name of its own. */
const PROBES: ReadonlySet<string> = new Set(['/healthz', '/readyz']);
/** Somebody who takes nothing of an answer for so long will not come back for it, in milliseconds. */
const UNREAD_PATIENCE = 30_000;

export interface HttpOptions {
  readonly host: string;
  /** Names under which it is reached besides; absent: none. */
  readonly allowedHosts?: readonly string[];
  /** 0: any free port. */
  readonly port: number;
  /** `/service` */
  readonly prefix: string;
  readonly db: Db;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
  readonly files: Files;
  /** Folder for the files of calls, while they last; made where it is missing. */
  readonly uploadFolder: string;
  /** `allHandlers` of app/handlers.ts. */
  readonly handlers: Handlers;
  /** Takes a console's socket, at once: what it says before it is known who it is must not be lost. */
  readonly acceptConsole: (socket: WebSocket, from: ConsoleOrigin) => void;
  /** What `/readyz` tells: each part and whether it is up. */
  readonly readiness: () => Promise<Readonly<Record<string, boolean>>>;
  /** Text of `/metrics` in Prometheus' format, and its content type; null: not served. */
  readonly metrics: { readonly contentType: string; metrics(): Promise<string> } | null;
  /** What the maps of the configuration need of HTTP; absent: there are none. */
  readonly baseLayers?: Pick<BaseLayers, 'folder' | 'files' | 'origins'>;
  /** Folder of the built console; null or absent: only the service is served. */
  readonly webRoot: string | null;
  /** Whether the console is reached over TLS (by a proxy in front): cookies are sent over TLS only. */
  readonly tls: boolean;
  readonly trustProxy: TrustedProxies;
  /** Check results and failures against the contract: in tests. */
  readonly checkAnswers: boolean;
  /** After how long without progress a caller who does not read his answer is cut off, in milliseconds; by default 30 s. */
  readonly unreadPatience?: number;
  /** After how long without progress of its body a call is cut off, in milliseconds; by default 10 s. */
  readonly bodyPatience?: number;
}

/** Where a console's socket comes from. */
export interface ConsoleOrigin {
  /** Another site's page opened it. */
  readonly foreign: boolean;
  /** Null: there is no session. Rejects while the database is away. */
  readonly caller: Promise<Caller | null>;
}

export interface HttpServer {
  readonly fastify: FastifyInstance;
  listen(): Promise<{ readonly port: number }>;
  close(): Promise<void>;
}

/** The HTTP side of the server: service, live socket, console, API page, health. */
export async function createHttp(options: HttpOptions): Promise<HttpServer> {
  const { prefix, log, db, clock } = options;
  const fastify = Fastify({
    loggerInstance: log,
    // Failures are logged by `sendFailure`, with their names; calls that succeed are no news.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustOf(options.trustProxy),
    bodyLimit: LIMITS.bodyBytes,
    // A body has to arrive in this time, however slowly it trickles.
    requestTimeout: 60_000,
    forceCloseConnections: 'idle',
  });

  await makeTemporaryFolder(options.uploadFolder);
  const { unreadPatience = UNREAD_PATIENCE } = options;
  fastify.addHook('onSend', async (request, reply) => {
    reply.raw.setTimeout(unreadPatience, () => request.raw.socket.destroy());
  });

  await fastify.register(cookie);
  const checkRate = await rateCheck(fastify);
  await sendSecurityHeaders(fastify, {
    tls: options.tls,
    tileOrigins: options.baseLayers?.origins ?? [],
  });
  await fastify.register(compress, {
    encodings: ['zstd', 'gzip'],
    threshold: COMPRESS_FROM,
    globalDecompression: false,
  });
  await fastify.register(websocket, {
    options: { maxPayload: LIMITS.consoleMessageBytes, perMessageDeflate: false },
    // A broken connection and a frame that is none are the caller's doing.
    errorHandler: (error, socket, request) => {
      request.log.debug({ err: error }, 'a socket failed');
      socket.terminate();
    },
  });
  const hosts = hostsOf(options.host, options.allowedHosts ?? []);
  const socketPath = `${prefix}/socket`;
  fastify.addHook('onRequest', async (request) => {
    const path = request.routeOptions.url;
    if (!PROBES.has(path ?? '') && !hosts.allows(request.headers.host)) throw new NamedError('host-refused');
    if (!request.ws) return;
    // Before the handshake: whatever is answered after it is a socket first.
    await checkRate(request);
    if (path !== socketPath) throw new NamedError('operation-unknown');
  });

  // Operations answer their own failures; this is for the paths of files, health and documents.
  fastify.setErrorHandler((error, request, reply) => {
    const { statusCode = 500 } = Object(error) as { statusCode?: number };
    const asked = statusCode < 500 ? new NamedError('operation-unknown') : error;
    return sendFailure(asked, request, reply, { log, caller: null, plainStatus: 500 });
  });

  serveOperations(fastify, {
    prefix,
    operations: bindAll(options.handlers, { checkAnswers: options.checkAnswers }),
    db,
    clock,
    log,
    uploadFolder: options.uploadFolder,
    hosts,
    tls: options.tls,
    bodyPatience: options.bodyPatience,
    checkRate,
  });

  if (options.baseLayers !== undefined) await serveArchives(fastify, prefix, options.baseLayers);
  serveStoredFiles(fastify, { prefix, files: options.files, db, clock, log, checkRate });

  fastify.get(socketPath, { websocket: true }, (socket: WebSocket, request: FastifyRequest) => {
    const foreign = isForeign(request.headers, options.tls);
    const caller = foreign ? Promise.resolve(null) : callerOf(db, request, clock.now());
    options.acceptConsole(socket, { foreign, caller });
  });

  // Megabytes that are packed for each who asks.
  const counted = { onRequest: checkRate };
  const document = JSON.stringify(openApiDocument(prefix));
  fastify.get(`${prefix}/openapi.json`, counted, (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(document),
  );
  const page = openApiPage(prefix);
  fastify.get(`${prefix}/docs`, counted, (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(page),
  );

  fastify.get('/healthz', () => ({ alive: true }));
  const readiness = shared(options.readiness);
  fastify.get('/readyz', async (_request, reply) => {
    const parts = await readiness();
    const ready = Object.values(parts).every(Boolean);
    return reply.code(ready ? 200 : 503).send({ ready, ...parts });
  });
  const { metrics } = options;
  if (metrics !== null) {
    fastify.get('/metrics', counted, async (_request, reply) =>
      reply.type(metrics.contentType).send(await metrics.metrics()),
    );
  }

  const { webRoot } = options;
  const console = webRoot !== null && existsSync(join(webRoot, 'index.html'));
  const sendConsolePage = console ? await serveConsole(fastify, webRoot, prefix) : null;
  fastify.setNotFoundHandler((request, reply) => {
    if (sendConsolePage && isConsoleRoute(request, prefix)) return sendConsolePage(reply);
    return sendFailure(new NamedError('operation-unknown'), request, reply, { log, caller: null });
  });

  return {
    fastify,
    async listen() {
      await fastify.listen({ host: options.host, port: options.port });
      const address = fastify.server.address();
      return { port: typeof address === 'object' && address !== null ? address.port : options.port };
    },
    async close() {
      // A request whose body was refused, and is never sent, would keep its connection for as long as it is unread.
      const cutOff = setTimeout(() => fastify.server.closeAllConnections(), CLOSE_PATIENCE);
      await fastify.close();
      clearTimeout(cutOff);
    },
  };
}

/** One answer for all who ask while it is worked out: however many ask, it costs a connection to the database at most. */
function shared<Answer>(ask: () => Promise<Answer>): () => Promise<Answer> {
  let asked: Promise<Answer> | null = null;
  return () => {
    asked ??= ask().finally(() => {
      asked = null;
    });
    return asked;
  };
}
