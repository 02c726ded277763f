import type { Page } from '@playwright/test';
import { expect, test } from '../support/layered-server.ts';

/** 2026-05-01 16:00:00 in the account's zone, GMT+8. */
const START = Date.UTC(2026, 4, 1, 8);
const SPAN = { startTime: START - 60_000, endTime: START + 1_200_000 };

const tools = (page: Page) => page.getByRole('toolbar', { name: 'Map tools' }).getByRole('button');
const tool = (page: Page, name: string) => tools(page).and(page.getByRole('button', { name }));

test('offers layers and measuring in replays and watches, and hides the account from visitors', {
  tag: '@long',
}, async ({ console, page, server, register, connect, browser }) => {
  test.setTimeout(180_000);
  const { client } = server;
  const trackerId = await register({ name: 'Tortoise', imei: '13900000391' });
  const fixes = [0, 1, 2, 3].map((step) => ({
    lat: 36 + step * 0.001,
    lng: 120.4,
    speed: 20,
    time: START + step * 10_000,
  }));
  await (await connect('13900000391')).report(...fixes);
  await client.call('createFence', {
    fenceName: 'Anchorage',
    fenceType: 'CIRCULAR',
    fenceData: { center: [120.4, 36.001], radius: 200 },
    color: '#c0392b',
  });

  const fences = page.waitForResponse(/queryAllFences/);
  await console.openSignedIn(
    `/traceReplaySingle?trackerId=${trackerId}&start=${SPAN.startTime}&end=${SPAN.endTime}`,
  );
  await fences;
  await expect(tools(page)).toHaveCount(2);
  await tool(page, 'Layers').click();
  const layers = page.getByRole('region', { name: 'Layers' });
  await layers.getByText('Streets').click();
  await expect(page.getByText('© Streets')).toBeVisible();
  await expect(layers.getByText('Transparency')).toBeVisible();
  await layers.getByRole('checkbox', { name: 'Fences' }).uncheck();

  // Another panel replaces it; the choice stays, here and on the other screens.
  await tool(page, 'Measure').click();
  await expect(layers).toBeHidden();
  // The panel confirms when the map accepts clicks.
  await expect(page.getByRole('region', { name: 'Measure' }).getByText(/Click the map/)).toBeVisible();
  await page.mouse.move(590, 290, { steps: 3 });
  await page.mouse.click(600, 300);
  await page.mouse.dblclick(700, 300);
  await expect(page.getByRole('status', { name: 'Measured distance' })).toHaveText(/\d m$/);
  await page.goto(`${server.url}/realTimeTrace?devices=${trackerId}`);
  await tool(page, 'Layers').click();
  await expect(layers.getByRole('checkbox', { name: 'Fences' })).not.toBeChecked();
  await expect(layers.getByRole('checkbox', { name: 'Routes' })).toBeChecked();

  // A visitor of a link selects a base layer and measures. No data of the account is requested.
  const { code } = await client.call('createShareLink', {
    shareName: 'Race day',
    trackerIds: [trackerId],
    expireTime: Date.now() + 3_600_000,
    replay: SPAN,
  });
  const visitor = await (await browser.newContext({ locale: 'en-US' })).newPage();
  const requests: string[] = [];
  visitor.on('request', (request) => requests.push(request.url()));
  await visitor.addInitScript(() => localStorage.setItem('lang', 'en_US'));
  await visitor.goto(`${server.url}/traceReplay?share=${code}`);
  await expect(tools(visitor)).toHaveCount(2);
  await tool(visitor, 'Layers').click();
  const offeredLayers = visitor.getByRole('region', { name: 'Layers' });
  await offeredLayers.getByText('Streets').click();
  await expect(visitor.getByText('© Streets')).toBeVisible();
  await expect(offeredLayers.getByRole('checkbox')).toHaveCount(0);
  await expect(offeredLayers.getByText('Blank')).toHaveCount(0);
  expect(requests.filter((url) => /queryAll|queryBaseLayers/.test(url))).toEqual([]);
  await visitor.context().close();
});
