import files from '@fastify/static';
import type { Routes } from '../http/routes.ts';
import type { BaseLayers } from './base-layers.ts';

/** An operator may replace an archive by a newer one: browsers then revalidate it. */
const CACHE_CONTROL = 'public, max-age=3600';

/**
 * Serves `GET {prefix}/base-layers/{file}` with byte ranges. Maps are public, and the page of a share link needs
 * them, too, so no session is required.
 */
export function serveArchives({ folder, files: names }: Pick<BaseLayers, 'folder' | 'files'>): Routes {
  return async (fastify, { prefix }) => {
    if (folder === null) return;
    await fastify.register(files, {
      root: folder,
      prefix: `${prefix}/base-layers/`,
      decorateReply: false,
      index: false,
      redirect: false,
      allowedPath: (path) => names.has(path.replace(/^\//, '')),
      cacheControl: false,
      setHeaders: (response) => void response.header('cache-control', CACHE_CONTROL),
    });
  };
}
