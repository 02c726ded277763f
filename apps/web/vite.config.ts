import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip, constants as zlib } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** The server that `vite dev` passes calls on to. */
const server = `http://127.0.0.1:${process.env.WAKELINE_PORT ?? '8080'}`;

/** Beside each script and style sheet, the same packed: better than a server could afford to with each request. */
function packed(): Plugin {
  let folder = '';
  return {
    name: 'packed',
    apply: 'build',
    configResolved({ root, build }) {
      folder = resolve(root, build.outDir, build.assetsDir);
    },
    // Not when the bundle is closed: that happens after a failure as well, and would hide it.
    async writeBundle() {
      const names = (await readdir(folder)).filter((name) => /\.(js|css)$/.test(name));
      await Promise.all(
        names.map(async (name) => {
          const path = join(folder, name);
          const bytes = await readFile(path);
          // Browsers take Brotli over TLS and from their own machine alone; for all others there is gzip. The step from
          // quality 9 to 11 would make the build three times as long for two percent.
          const params = { [zlib.BROTLI_PARAM_QUALITY]: 9, [zlib.BROTLI_PARAM_SIZE_HINT]: bytes.length };
          await writeFile(`${path}.br`, await promisify(brotliCompress)(bytes, { params }));
          await writeFile(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }));
        }),
      );
    },
  };
}

export default defineConfig({
  plugins: [react(), packed()],
  build: {
    // MapLibre asks for what all browsers have had since 2023; older ones could not draw the map anyway.
    target: 'es2023',
    sourcemap: true,
    // The map engine is one library that cannot be cut further; it loads after signing in.
    chunkSizeWarningLimit: 1_200,
  },
  server: {
    host: '127.0.0.1',
    proxy: { '/service': { target: server, ws: true } },
  },
});
