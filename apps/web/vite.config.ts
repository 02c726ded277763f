import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The server that `vite dev` passes calls on to. */
const server = `http://127.0.0.1:${process.env.WAKELINE_PORT ?? '8080'}`;

export default defineConfig({
  plugins: [react()],
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
