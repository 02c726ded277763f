import type { FastifyInstance, RouteShorthandOptions } from 'fastify';
import type { HttpOptions } from './http.ts';

/**
 * Serves liveness, readiness and metrics.
 *
 * @param metricsOptions of the route of the metrics: its rate limit
 */
export function serveHealth(
  fastify: FastifyInstance,
  { readiness, metrics }: Pick<HttpOptions, 'readiness' | 'metrics'>,
  metricsOptions: RouteShorthandOptions,
): void {
  fastify.get('/healthz', () => ({ alive: true }));
  const checkReadiness = shareInFlight(readiness);
  fastify.get('/readyz', async (_request, reply) => {
    const components = await checkReadiness();
    const ready = Object.values(components).every(Boolean);
    return reply.code(ready ? 200 : 503).send({ ready, ...components });
  });
  if (metrics === null) return;
  fastify.get('/metrics', metricsOptions, async (_request, reply) =>
    reply.type(metrics.contentType).send(await metrics.metrics()),
  );
}

/** Shares one computation between concurrent requests, so that it uses one database connection at most. */
function shareInFlight<Result>(compute: () => Promise<Result>): () => Promise<Result> {
  let inFlight: Promise<Result> | null = null;
  return () => {
    inFlight ??= compute().finally(() => {
      inFlight = null;
    });
    return inFlight;
  };
}
