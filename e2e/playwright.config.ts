import { defineConfig } from '@playwright/test';

/** Draws the map without a graphics card, and asks nobody on the network for anything. */
const BROWSER_FLAGS = [
  '--no-sandbox',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-quic',
];

/** Journeys of people through the built console (apps/web/dist), with the real server and devices behind it. */
export default defineConfig({
  testDir: './journeys',
  outputDir: './test-results',
  // One server and one browser at a time: two would fight for the machine, and measure nothing but that.
  workers: 1,
  fullyParallel: false,
  forbidOnly: process.env.CI !== undefined,
  timeout: 45_000,
  expect: { timeout: 15_000 },
  reporter: [['list']],
  use: {
    viewport: { width: 1440, height: 900 },
    // An account is in China until it says otherwise; the browser's own zone must not matter.
    timezoneId: 'America/New_York',
    locale: 'zh-CN',
    // Menus that slide in are missed by a click on a busy machine, and gliding takes time.
    contextOptions: { reducedMotion: 'reduce' },
    actionTimeout: 15_000,
    screenshot: 'only-on-failure',
    trace: 'off',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      args: BROWSER_FLAGS,
    },
  },
});
