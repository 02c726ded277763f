import { defineConfig } from '@playwright/test';

/** Asks nobody on the network for anything. */
const BROWSER_FLAGS = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-quic',
];
/** The map is drawn without a graphics card, which takes longest for what needs none: the page around it. */
const WITH_MAP = [
  ...BROWSER_FLAGS,
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--disable-gpu-rasterization',
];
/** There is no WebGL, which some people's browsers have not either: a map that nobody looks at takes half of a journey's time. */
const WITHOUT_MAP = [...BROWSER_FLAGS, '--disable-3d-apis', '--disable-gpu'];
/** Journeys for which it does not matter whether the map is drawn. */
const OFF_THE_MAP =
  /(accessibility|chunk-hangs|history|login|notice-records|panels|recovery|rights|settings|task-tip)\.spec\.ts/;

const browser = (args: string[]) => ({
  launchOptions: { executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium', args },
});

/** Journeys of people through the built console (apps/web/dist), with the real server and devices behind it. */
export default defineConfig({
  testDir: './journeys',
  // One PostgreSQL for all servers of a run; each has a database of its own in it.
  globalSetup: '../apps/server/src/testing/global-setup.ts',
  outputDir: './test-results',
  // One server and one browser at a time: two would fight for the machine, and measure nothing but that.
  workers: 1,
  fullyParallel: false,
  forbidOnly: process.env.CI !== undefined,
  // Waits end when their fact is there. These bounds only end what hangs, also where other work fills the machine.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: [['list']],
  use: {
    viewport: { width: 1440, height: 900 },
    // An account is in China until it says otherwise; the browser's own zone must not matter.
    timezoneId: 'America/New_York',
    locale: 'zh-CN',
    // Menus that slide in are missed by a click on a busy machine, and gliding takes time.
    contextOptions: { reducedMotion: 'reduce' },
    actionTimeout: 30_000,
    screenshot: 'only-on-failure',
    trace: 'off',
    ...browser(WITH_MAP),
  },
  projects: [
    { name: 'maps', testIgnore: OFF_THE_MAP },
    { name: 'pages', testMatch: OFF_THE_MAP, use: browser(WITHOUT_MAP) },
  ],
});
