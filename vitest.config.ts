import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: [
      'packages/**/*.test.ts',
      'apps/**/*.test.{ts,tsx}',
      'scripts/**/*.test.ts',
      'bench/**/*.test.ts',
    ],
    // What takes long, or downloads: `npm test` leaves it out, `npm test -- --all` runs it.
    tags: [
      { name: 'long' },
      // Tests with the engines of a cluster: `npm test -- --cluster` installs the engines and runs them.
      { name: 'cluster' },
    ],
    globalSetup: ['apps/server/src/testing/global-setup.ts'],
    // Most tests wait for a database or a socket. On two cores, three at once take a third less time than two; a fourth gains nothing.
    maxWorkers: 3,
    // A worker loads each module once, not once per file: half of the processor time of all tests went into that.
    isolate: false,
    // A global that a test replaced is back for the next one, of whatever file.
    unstubGlobals: true,
    // Waits end when their fact is there. These bounds only end what hangs, also where other work fills the machine.
    testTimeout: 180_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 20_000 } },
  },
});
