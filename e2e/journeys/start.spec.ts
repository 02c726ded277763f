import type { Page } from '@playwright/test';
import { expect, test } from '../support/journey.ts';

/** Sizes of the scripts that a page loads until its network is quiet, compressed, by path. */
async function scriptsOf(page: Page, open: () => Promise<unknown>): Promise<ReadonlyMap<string, number>> {
  const network = await page.context().newCDPSession(page);
  await network.send('Network.enable');
  const paths = new Map<string, string>();
  const scripts = new Map<string, number>();
  network.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.mimeType.includes('javascript')) paths.set(requestId, new URL(response.url).pathname);
  });
  network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const path = paths.get(requestId);
    if (path !== undefined) scripts.set(path, encodedDataLength);
  });
  await open();
  await page.waitForLoadState('networkidle');
  return scripts;
}

test('loads at most 200 kB of script for the login page, and the map in few files', async ({
  console,
  page,
}) => {
  const login = await scriptsOf(page, async () => {
    await console.open('/login');
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  });
  expect([...login.values()].reduce((sum, bytes) => sum + bytes, 0)).toBeLessThanOrEqual(200_000);
  expect(
    [...login.keys()].filter((path) => /antd|map|shell|controls/.test(path) && !path.includes('texts')),
  ).toEqual([]);

  const map = await scriptsOf(page, async () => {
    await console.openSignedIn('/Map');
    await expect(console.map).toBeVisible();
  });
  expect(map.size).toBeLessThanOrEqual(20);
});

test('loads no code of the map for the settings', { tag: '@long' }, async ({ console, page }) => {
  const scripts = await scriptsOf(page, async () => {
    await console.openSignedIn('/systemSet');
    await expect(page.getByRole('heading', { name: 'System settings' })).toBeVisible();
  });
  expect([...scripts.keys()].filter((path) => /\/assets\/map/.test(path))).toEqual([]);
});
