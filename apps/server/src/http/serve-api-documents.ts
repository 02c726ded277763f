import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { openApiDocument } from './openapi.ts';
import { openApiPage } from './openapi-page.ts';
import type { RouteTools } from './routes.ts';

/**
 * Serves the API's description, as megabytes that are generated when they are first requested: few servers need them.
 * Rate-limited, because they are compressed for every request.
 */
export function serveApiDocuments(
  fastify: FastifyInstance,
  { prefix, checkRate }: Pick<RouteTools, 'prefix' | 'checkRate'>,
): void {
  const rateLimited = { onRequest: checkRate };
  let document: Promise<Buffer> | null = null;
  fastify.get(`${prefix}/openapi.json`, rateLimited, async (_request, reply) => {
    document ??= join(openApiDocument(prefix));
    return reply.type('application/json; charset=utf-8').send(await document);
  });
  let page: Promise<Buffer> | null = null;
  fastify.get(`${prefix}/docs`, rateLimited, async (_request, reply) => {
    page ??= join(openApiPage(prefix));
    return reply.type('text/html; charset=utf-8').send(await page);
  });
}

/** Other requests and devices get their turn between two parts. */
async function join(parts: Iterable<string>): Promise<Buffer> {
  const bytes: Buffer[] = [];
  for (const part of parts) {
    bytes.push(Buffer.from(part));
    await yieldToEventLoop();
  }
  return Buffer.concat(bytes);
}
