import { readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import files from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** The build names what lies here by its content: such a file never changes. */
const HASHED = `${sep}assets${sep}`;

/** Where the page says under which prefix the service lies. */
const PREFIX_META = /(<meta name="wakeline-prefix" content=")[^"]*(")/;

/** Sends the console's page. */
export type SendConsolePage = (reply: FastifyReply) => Promise<FastifyReply>;

/** Serves the built console in `root`, told where the service lies, and answers how its page is sent. */
export async function serveConsole(
  fastify: FastifyInstance,
  root: string,
  prefix: string,
): Promise<SendConsolePage> {
  // Read each time: a console that was built anew is served without a restart.
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
    // The build lays them beside the files (vite.config.ts).
    preCompressed: true,
    setHeaders(response, path) {
      const lifetime = path.includes(HASHED) ? 'public, max-age=31536000, immutable' : 'no-cache';
      response.header('cache-control', lifetime);
    },
  });
  return send;
}

/** Whether a path that is no file is a route of the console, so that the answer is its page. */
export function isConsoleRoute(request: FastifyRequest, prefix: string): boolean {
  const path = request.url.split('?')[0] ?? '';
  if (request.method !== 'GET' && request.method !== 'HEAD') return false;
  if (path === prefix || path.startsWith(`${prefix}/`)) return false;
  return request.headers.accept?.includes('text/html') === true;
}
