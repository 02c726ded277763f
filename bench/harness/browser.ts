import { type Browser, chromium } from '@playwright/test';

/** Chromium as the journeys have it: WebGL in software, no traffic of its own. */
export function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--use-angle=swiftshader',
      '--enable-unsafe-swiftshader',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-quic',
    ],
  });
}

export const DESKTOP = { width: 1440, height: 900 };
