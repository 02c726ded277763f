import { sep } from 'node:path';
import files from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** The build names what lies here by its content: such a file never changes. */
const HASHED = `${sep}assets${sep}`;

/** Serves the built console in `root`. */
export async function serveConsole(fastify: FastifyInstance, root: string): Promise<void> {
  await fastify.register(files, {
    root,
    cacheControl: false,
    setHeaders(response, path) {
      const lifetime = path.includes(HASHED) ? 'public, max-age=31536000, immutable' : 'no-cache';
      response.header('cache-control', lifetime);
    },
  });
}

/** Whether a path that is no file is a route of the console, so that the answer is its page. */
export function isConsoleRoute(request: FastifyRequest, prefix: string): boolean {
  const path = request.url.split('?')[0] ?? '';
  if (request.method !== 'GET' && request.method !== 'HEAD') return false;
  if (path === prefix || path.startsWith(`${prefix}/`)) return false;
  return request.headers.accept?.includes('text/html') === true;
}

export function sendConsolePage(reply: FastifyReply): FastifyReply {
  return reply.sendFile('index.html');
}
