import Fastify, { LogController } from 'fastify';
import { type HttpOptions, type HttpServer, toHttpServer } from './http.ts';
import { createRateCheck } from './rate.ts';
import { serveHealth } from './serve-health.ts';

/** The HTTP side of a process without console: health and metrics. */
export async function createProbeServer({
  host,
  port,
  log,
  readiness,
  metrics,
}: Pick<HttpOptions, 'host' | 'port' | 'log' | 'readiness' | 'metrics'>): Promise<HttpServer> {
  const fastify = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    requestTimeout: 10_000,
    forceCloseConnections: 'idle',
  });
  serveHealth(fastify, { readiness, metrics }, { onRequest: await createRateCheck(fastify) });
  return toHttpServer(fastify, { host, port });
}
