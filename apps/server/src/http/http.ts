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
import type { Clock } from '../clock.ts';
import type { Db } from '../db/database.ts';
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
import type { Routes, RouteTools } from './routes.ts';
import { sendSecurityHeaders } from './security.ts';
import { callerOf, sendFailure, serveOperations } from './service.ts';
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
  /** What is served besides operations. */
  readonly routes: readonly Routes[];
  /** Origins that the maps of the configuration load tiles from; absent: none. */
  readonly tileOrigins?: readonly string[];
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

/** The HTTP side of the server: service, live socket, files, console, API page, health. */
export async function createHttp(options: HttpOptions): Promise<HttpServer> {
  const { prefix, log, db, clock } = options;
  const fastify = newFastify(options);
  await makeTemporaryFolder(options.uploadFolder);
  await fastify.register(cookie);
  const checkRate = await rateCheck(fastify);
  await sendSecurityHeaders(fastify, { tls: options.tls, tileOrigins: options.tileOrigins ?? [] });
  await registerPlugins(fastify);
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
  const tools: RouteTools = {
    prefix,
    checkRate,
    callerOf: (request) => callerOf(db, request, clock.now()),
    refuse: (thrown, request, reply, caller) =>
      sendFailure(thrown, request, reply, { log, caller, plainStatus: 500 }),
  };
  for (const serve of options.routes) await serve(fastify, tools);

  fastify.get(socketPath, { websocket: true }, (socket: WebSocket, request: FastifyRequest) => {
    const foreign = isForeign(request.headers, options.tls);
    const caller = foreign ? Promise.resolve(null) : tools.callerOf(request);
    options.acceptConsole(socket, { foreign, caller });
  });
  serveDocuments(fastify, tools);
  serveHealth(fastify, options, tools);
  await serveConsolePages(fastify, options);
  return serverOf(fastify, options);
}

function newFastify({
  log,
  trustProxy,
  unreadPatience = UNREAD_PATIENCE,
}: Pick<HttpOptions, 'log' | 'trustProxy' | 'unreadPatience'>): FastifyInstance {
  const fastify = Fastify({
    loggerInstance: log,
    // Failures are logged by `sendFailure`, with their names; calls that succeed are no news.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustOf(trustProxy),
    bodyLimit: LIMITS.bodyBytes,
    // A body has to arrive in this time, however slowly it trickles.
    requestTimeout: 60_000,
    forceCloseConnections: 'idle',
  });
  fastify.addHook('onSend', async (request, reply) => {
    reply.raw.setTimeout(unreadPatience, () => request.raw.socket.destroy());
  });
  return fastify;
}

/** Packing of answers, and sockets. */
async function registerPlugins(fastify: FastifyInstance): Promise<void> {
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
}

/** The API's description: megabytes that are packed for each who asks. */
function serveDocuments(
  fastify: FastifyInstance,
  { prefix, checkRate }: Pick<RouteTools, 'prefix' | 'checkRate'>,
): void {
  const counted = { onRequest: checkRate };
  const document = JSON.stringify(openApiDocument(prefix));
  fastify.get(`${prefix}/openapi.json`, counted, (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(document),
  );
  const page = openApiPage(prefix);
  fastify.get(`${prefix}/docs`, counted, (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(page),
  );
}

/** Whether the server lives, whether it is ready, and what it counts. */
function serveHealth(
  fastify: FastifyInstance,
  { readiness, metrics }: Pick<HttpOptions, 'readiness' | 'metrics'>,
  { checkRate }: Pick<RouteTools, 'checkRate'>,
): void {
  fastify.get('/healthz', () => ({ alive: true }));
  const ask = shared(readiness);
  fastify.get('/readyz', async (_request, reply) => {
    const parts = await ask();
    const ready = Object.values(parts).every(Boolean);
    return reply.code(ready ? 200 : 503).send({ ready, ...parts });
  });
  if (metrics === null) return;
  fastify.get('/metrics', { onRequest: checkRate }, async (_request, reply) =>
    reply.type(metrics.contentType).send(await metrics.metrics()),
  );
}

/** The built console, and the answer for paths that lead nowhere. */
async function serveConsolePages(
  fastify: FastifyInstance,
  { webRoot, prefix, log }: Pick<HttpOptions, 'webRoot' | 'prefix' | 'log'>,
): Promise<void> {
  const console = webRoot !== null && existsSync(join(webRoot, 'index.html'));
  const sendConsolePage = console ? await serveConsole(fastify, webRoot, prefix) : null;
  fastify.setNotFoundHandler((request, reply) => {
    if (sendConsolePage && isConsoleRoute(request, prefix)) return sendConsolePage(reply);
    return sendFailure(new NamedError('operation-unknown'), request, reply, { log, caller: null });
  });
}

function serverOf(fastify: FastifyInstance, { host, port }: Pick<HttpOptions, 'host' | 'port'>): HttpServer {
  return {
    fastify,
    async listen() {
      await fastify.listen({ host, port });
      const address = fastify.server.address();
      return { port: typeof address === 'object' && address !== null ? address.port : port };
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
