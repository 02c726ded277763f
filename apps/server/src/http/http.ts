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
import { type TrustedProxies, toTrustProxy } from './address.ts';
import { bindOperations } from './bind.ts';
import { isConsoleRoute, serveConsole } from './console-files.ts';
import type { Handlers } from './handler.ts';
import { createHosts } from './hosts.ts';
import { isCrossSite } from './origin.ts';
import { createRateCheck } from './rate.ts';
import type { Routes, RouteTools } from './routes.ts';
import { sendSecurityHeaders } from './security.ts';
import { serveApiDocuments } from './serve-api-documents.ts';
import { serveHealth } from './serve-health.ts';
import { callerOf, sendFailure, serveOperations } from './service.ts';
import { makeTemporaryFolder } from './temporary-files.ts';

/** Time that active calls get to finish when the server stops, milliseconds. */
const CLOSE_TIMEOUT_MS = 15_000;
/** Shorter responses are not worth compressing, bytes. */
const COMPRESSION_THRESHOLD = 1_024;
/** Paths served under any host name: health probes use IP addresses or internal names. */
const PROBE_PATHS: ReadonlySet<string> = new Set(['/healthz', '/readyz']);
/** A connection that accepts no bytes of a response for this time is closed, milliseconds. */
const SEND_TIMEOUT_MS = 30_000;

export interface HttpOptions {
  readonly host: string;
  /** Additional host names; absent: none. */
  readonly allowedHosts?: readonly string[];
  /** 0: any free port. */
  readonly port: number;
  /** `/service` */
  readonly prefix: string;
  readonly db: Db;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
  /** Folder for uploaded files while their calls run; created if missing. */
  readonly uploadFolder: string;
  /** `createHandlers` of app/handlers.ts. */
  readonly handlers: Handlers;
  /** Accepts a console's socket immediately, so that no message is lost while the caller is looked up. */
  readonly acceptConsole: (socket: WebSocket, from: ConsoleOrigin) => void;
  /** The content of `/readyz`: each component and whether it is up. */
  readonly readiness: () => Promise<Readonly<Record<string, boolean>>>;
  /** Text of `/metrics` in Prometheus' format, and its content type; null: not served. */
  readonly metrics: { readonly contentType: string; metrics(): Promise<string> } | null;
  /** Other routes, besides operations. */
  readonly routes: readonly Routes[];
  /** Origins of the tiles of the configured base layers; absent: none. */
  readonly tileOrigins?: readonly string[];
  /** Folder of the console build; null: only the service is served. */
  readonly webRoot: string | null;
  /** Whether users reach the console over TLS (through a proxy): cookies are then sent over TLS only. */
  readonly tls: boolean;
  readonly trustProxy: TrustedProxies;
  /** Validate results and failures against the contract: in tests. */
  readonly validateResponses: boolean;
  /** Closes the connection of a client that reads nothing of its response for this time, milliseconds; 30 s by default. */
  readonly sendTimeoutMs?: number;
  /** Ends a call whose body makes no progress for this time, milliseconds; 10 s by default. */
  readonly bodyTimeoutMs?: number;
}

/** The origin and caller of a console's socket. */
export interface ConsoleOrigin {
  /** Another site's page opened it. */
  readonly crossSite: boolean;
  /** Null: no session. Rejects while the database is unavailable. */
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
  const fastify = createFastify(options);
  await makeTemporaryFolder(options.uploadFolder);
  await fastify.register(cookie);
  const checkRate = await createRateCheck(fastify);
  sendSecurityHeaders(fastify, { tls: options.tls, tileOrigins: options.tileOrigins ?? [] });
  await registerPlugins(fastify);
  const hosts = createHosts(options.host, options.allowedHosts ?? []);
  const socketPath = `${prefix}/socket`;
  // Hooks of all requests return no promises, which cost more than what they do.
  fastify.addHook('onRequest', (request, _reply, done) => {
    if (!hosts.allows(request.headers.host) && !PROBE_PATHS.has(request.routeOptions.url ?? ''))
      done(new NamedError('host-refused'));
    // Before the handshake: afterwards a refusal would have to be sent over the open socket.
    else if (request.ws) checkSocket(request).then(() => done(), done);
    else done();
  });
  const checkSocket = async (request: FastifyRequest): Promise<void> => {
    await checkRate(request);
    if (request.routeOptions.url !== socketPath) throw new NamedError('operation-unknown');
  };

  // Operations handle their own failures; this is for the paths of files, health and API documents.
  fastify.setErrorHandler((error, request, reply) => {
    const { statusCode = 500 } = Object(error) as { statusCode?: number };
    const failure = statusCode < 500 ? new NamedError('operation-unknown') : error;
    return sendFailure(failure, request, reply, { log, caller: null, defaultStatus: 500 });
  });

  serveOperations(fastify, {
    prefix,
    operations: bindOperations(options.handlers, { validateResponses: options.validateResponses }),
    db,
    clock,
    log,
    uploadFolder: options.uploadFolder,
    hosts,
    tls: options.tls,
    bodyTimeoutMs: options.bodyTimeoutMs,
    checkRate,
  });
  const tools: RouteTools = {
    prefix,
    checkRate,
    callerOf: (request) => callerOf(db, request, clock.now()),
    refuse: (thrown, request, reply, caller) =>
      sendFailure(thrown, request, reply, { log, caller, defaultStatus: 500 }),
  };
  for (const serve of options.routes) await serve(fastify, tools);

  fastify.get(socketPath, { websocket: true }, (socket: WebSocket, request: FastifyRequest) => {
    const crossSite = isCrossSite(request.headers, options.tls);
    const caller = crossSite ? Promise.resolve(null) : tools.callerOf(request);
    options.acceptConsole(socket, { crossSite, caller });
  });
  serveApiDocuments(fastify, tools);
  serveHealth(fastify, options, { onRequest: checkRate });
  await serveConsolePages(fastify, options);
  return toHttpServer(fastify, options);
}

function createFastify({
  log,
  trustProxy,
  sendTimeoutMs = SEND_TIMEOUT_MS,
}: Pick<HttpOptions, 'log' | 'trustProxy' | 'sendTimeoutMs'>): FastifyInstance {
  const fastify = Fastify({
    loggerInstance: log,
    // `sendFailure` logs failures with their names; successful calls are not logged.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: toTrustProxy(trustProxy),
    bodyLimit: LIMITS.bodyBytes,
    // The complete request has to arrive within this time.
    requestTimeout: 60_000,
    forceCloseConnections: 'idle',
  });
  fastify.addHook('onSend', (request, reply, _payload, done) => {
    reply.raw.setTimeout(sendTimeoutMs, () => request.raw.socket.destroy());
    done();
  });
  return fastify;
}

/** Registers compression and WebSocket. */
async function registerPlugins(fastify: FastifyInstance): Promise<void> {
  await fastify.register(compress, {
    encodings: ['zstd', 'gzip'],
    threshold: COMPRESSION_THRESHOLD,
    globalDecompression: false,
  });
  await fastify.register(websocket, {
    options: { maxPayload: LIMITS.consoleMessageBytes, perMessageDeflate: false },
    // Lost connections and malformed frames are the client's, hence no warning.
    errorHandler: (error, socket, request) => {
      request.log.debug({ err: error }, 'a socket failed');
      socket.terminate();
    },
  });
}

/** Serves the console build, and the response for unknown paths. */
async function serveConsolePages(
  fastify: FastifyInstance,
  { webRoot, prefix, log }: Pick<HttpOptions, 'webRoot' | 'prefix' | 'log'>,
): Promise<void> {
  const hasConsole = webRoot !== null && existsSync(join(webRoot, 'index.html'));
  const sendConsolePage = hasConsole ? await serveConsole(fastify, webRoot, prefix) : null;
  fastify.setNotFoundHandler((request, reply) => {
    if (sendConsolePage && isConsoleRoute(request, prefix)) return sendConsolePage(reply);
    return sendFailure(new NamedError('operation-unknown'), request, reply, { log, caller: null });
  });
}

/** Listens at the configured address. */
export function toHttpServer(
  fastify: FastifyInstance,
  { host, port }: Pick<HttpOptions, 'host' | 'port'>,
): HttpServer {
  return {
    fastify,
    async listen() {
      await fastify.listen({ host, port });
      const address = fastify.server.address();
      return { port: typeof address === 'object' && address !== null ? address.port : port };
    },
    async close() {
      // A request whose refused body is never sent would keep its connection open.
      const closeTimer = setTimeout(() => fastify.server.closeAllConnections(), CLOSE_TIMEOUT_MS);
      await fastify.close();
      clearTimeout(closeTimer);
    },
  };
}
