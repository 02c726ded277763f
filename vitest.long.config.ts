import { defineConfig } from 'vitest/config';

/** What takes minutes and downloads: `npm test -- --all`, or `npx vitest run --config vitest.long.config.ts`. */
export default defineConfig({ test: { include: ['scripts/**/*.long.ts'] } });
