import type { Page } from '@playwright/test';
import type { Language } from '../support/console.ts';
import type { Box } from '../support/pixels.ts';
import type { ServerProcess } from '../support/server.ts';
import { expect } from './expect.ts';

/** Prepares a page for its capture. */
export type Act = (page: Page, language: Language, server: ServerProcess) => Promise<void>;

type Names<Name> = Readonly<Record<Language, Name>>;

/** Clicks the button, link or tab of this name. */
export const press =
  (names: Names<string | RegExp>, role: 'button' | 'link' | 'tab' = 'button') =>
  async (page: Page, language: Language) => {
    await page.getByRole(role, { name: names[language] }).first().click();
  };

/** Opens a box of the header and waits until it is visible. */
export const openBox = (names: Names<RegExp>) => async (page: Page, language: Language) => {
  await page.getByRole('button', { name: names[language] }).click();
  await page.getByRole('region', { name: names[language] }).waitFor();
};

/** Ticks the rows of the page of the device table. */
export async function tickDevices(page: Page, language: Language): Promise<void> {
  const name = { zh_CN: '勾选本页全部', en_US: 'Tick all rows of this page' }[language];
  await page.getByRole('checkbox', { name }).check();
}

/** Waits until two consecutive screenshots of a part of the page differ only by moving devices. */
export async function waitUntilStill(page: Page, clip: Box): Promise<void> {
  let before = 0;
  await expect(async () => {
    const now = (await page.screenshot({ clip })).length;
    const change = Math.abs(now - before) / now;
    before = now;
    expect(change).toBeLessThan(0.005);
  }).toPass({ intervals: [700] });
}

/** Waits until the map has its tiles and objects, on a page that polls. */
export async function mapIsDrawn(page: Page): Promise<void> {
  const box = await page.locator('canvas.maplibregl-canvas').boundingBox();
  if (box === null) throw new Error('the page has no map');
  await waitUntilStill(page, box);
}

/** Opens a section of the page of a device. */
export async function openDevice(
  page: Page,
  server: ServerProcess,
  name: string,
  section: string,
): Promise<void> {
  const { list } = await server.client.call('queryAllTrackers', {});
  const device = list.find(({ trackerName }) => trackerName === name);
  if (device === undefined) throw new Error(`there is no device ${name}`);
  await page.goto(`${server.url}/deviceManger/${device.trackerId}?section=${section}`);
}
