import { defineConfig } from '@playwright/test';

/** Disables all network requests of the browser itself. */
const BROWSER_FLAGS = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-quic',
];
/** The map is rendered without a graphics card, which slows down the rest of the page. */
const WITH_MAP = [
  ...BROWSER_FLAGS,
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--disable-gpu-rasterization',
];
/** Disables WebGL, as in some users' browsers: rendering a map that is not tested takes half of a journey's time. */
const WITHOUT_MAP = [...BROWSER_FLAGS, '--disable-3d-apis', '--disable-gpu'];
/** Journeys that do not need a rendered map. */
const JOURNEYS_WITHOUT_MAP =
  /(accessibility|dashboard|chunk-hangs|delivery|device-events|device-messages|device-models|device-sheets|device-transfer|devices|event-video|feeds|flights|forwarding|devices-icons|history|instruction-catalogue|instructions|instruction-texts|login|manual-commands|notice-records|panels|people|photos|planes|push|recovery|rights|rules|satellite-accounts|satellite-import|satellite-planes|satellite-record|satellite-sending|satellite-settings|satellite-terminal|settings|task-tooltip|tasks|legs|live-events|reports-overview|reports-episodes|reports-positions|reports-records|report-schedules)\.spec\.ts/;

const browser = (args: string[]) => ({
  launchOptions: { executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium', args },
});

/** User journeys through the console build (apps/web/dist), with a real server and devices. */
export default defineConfig({
  testDir: './journeys',
  // One PostgreSQL for all servers of a run, with a separate database for each.
  globalSetup: '../apps/server/src/testing/global-setup.ts',
  outputDir: './test-results',
  // One server and one browser at a time: two would only slow each other down.
  workers: 1,
  fullyParallel: false,
  forbidOnly: process.env.CI !== undefined,
  // Waits end as soon as their condition holds. These timeouts only end hanging tests, also on a busy machine.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: [['list']],
  use: {
    viewport: { width: 1440, height: 900 },
    // Accounts use China's time zone by default; the browser's own zone must not matter.
    timezoneId: 'America/New_York',
    locale: 'zh-CN',
    // On a busy machine, clicks miss menus that slide in, and animations take time.
    contextOptions: { reducedMotion: 'reduce' },
    actionTimeout: 30_000,
    // It would respond to the requests that journeys delay or refuse; journeys about it allow it.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    trace: 'off',
    ...browser(WITH_MAP),
  },
  projects: [
    { name: 'maps', testIgnore: JOURNEYS_WITHOUT_MAP },
    { name: 'pages', testMatch: JOURNEYS_WITHOUT_MAP, use: browser(WITHOUT_MAP) },
  ],
});
