import { readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import files from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** The build puts a hash of the content into the names of these files, so they never change. */
const HASHED = `${sep}assets${sep}`;

/** The element of the page that contains the service's prefix. */
const PREFIX_META = /(<meta name="wakeline-prefix" content=")[^"]*(")/;

/** Sends the console's page. */
export type SendConsolePage = (reply: FastifyReply) => Promise<FastifyReply>;

/** Serves the console build in `root` with the service's prefix, and returns the function that sends its page. */
export async function serveConsole(
  fastify: FastifyInstance,
  root: string,
  prefix: string,
): Promise<SendConsolePage> {
  // Read on every request, so that a new build is served without a restart.
  const send: SendConsolePage = async (reply) => {
    const page = await readFile(join(root, 'index.html'), 'utf8');
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(page.replace(PREFIX_META, (_meta, before, after) => `${before}${prefix}${after}`));
  };
  for (const path of ['/', '/index.html']) fastify.get(path, (_request, reply) => send(reply));
  await fastify.register(files, {
    root,
    index: false,
    cacheControl: false,
    // The build writes the compressed files next to the originals (vite.config.ts).
    preCompressed: true,
    setHeaders(response, path) {
      const lifetime = path.includes(HASHED) ? 'public, max-age=31536000, immutable' : 'no-cache';
      response.header('cache-control', lifetime);
    },
  });
  return send;
}

/** Whether a path that is not a file is a route of the console and gets the console's page. */
export function isConsoleRoute(request: FastifyRequest, prefix: string): boolean {
  const path = request.url.split('?')[0] ?? '';
  if (request.method !== 'GET' && request.method !== 'HEAD') return false;
  if (path === prefix || path.startsWith(`${prefix}/`)) return false;
  return request.headers.accept?.includes('text/html') === true;
}
