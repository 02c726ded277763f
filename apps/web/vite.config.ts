import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip, constants as zlib } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { createScreenGroups, textGroupOf } from './chunk-groups.ts';
import { serviceWorker } from './service-worker-plugin.ts';

/** The server to which `vite dev` forwards requests. */
const server = `http://127.0.0.1:${process.env.WAKELINE_PORT ?? '8080'}`;

/**
 * Writes a compressed copy beside each script and style sheet, at a quality that a server could not afford for each
 * request.
 */
function compressAssets(): Plugin {
  let folder = '';
  return {
    name: 'compress-assets',
    apply: 'build',
    configResolved({ root, build }) {
      folder = resolve(root, build.outDir, build.assetsDir);
    },
    // Not in closeBundle, which also runs after a failed build and would hide the error.
    async writeBundle() {
      const names = (await readdir(folder)).filter((name) => /\.(js|css)$/.test(name));
      await Promise.all(
        names.map(async (name) => {
          const path = join(folder, name);
          const bytes = await readFile(path);
          // Browsers accept Brotli only over TLS and from localhost; all others get gzip. Quality 11 instead of 9 would
          // make the build three times as long and the files two percent smaller.
          const params = { [zlib.BROTLI_PARAM_QUALITY]: 9, [zlib.BROTLI_PARAM_SIZE_HINT]: bytes.length };
          await writeFile(`${path}.br`, await promisify(brotliCompress)(bytes, { params }));
          await writeFile(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }));
        }),
      );
    },
  };
}

const screenGroup = createScreenGroups(import.meta.dirname);

export default defineConfig({
  plugins: [react(), compressAssets(), serviceWorker()],
  build: {
    // MapLibre requires features that all browsers have had since 2023; older ones could not draw the map anyway.
    target: 'es2023',
    sourcemap: true,
    rolldownOptions: {
      output: {
        // Few files, because each costs a round trip and compresses worse than in a larger one.
        codeSplitting: {
          groups: [
            { name: 'start', tags: ['$initial'], priority: 7 },
            { name: textGroupOf, priority: 6 },
            { name: screenGroup('common'), priority: 5 },
            { name: 'map-engine', test: /[\\/]node_modules[\\/]maplibre-gl[\\/]/, priority: 4 },
            // In this order, because a group takes what its modules import.
            { name: screenGroup('shell'), priority: 3 },
            { name: screenGroup('controls'), priority: 2 },
            { name: screenGroup('map'), priority: 1 },
          ],
        },
      },
    },
    // The map engine is one library that cannot be split further; it loads after sign-in.
    chunkSizeWarningLimit: 1_200,
  },
  server: {
    host: '127.0.0.1',
    proxy: { '/service': { target: server, ws: true } },
  },
});
