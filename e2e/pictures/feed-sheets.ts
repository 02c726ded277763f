import type { Page } from '@playwright/test';
import type { ServerProcess } from '../support/server.ts';
import { expect } from './expect.ts';
import { startReceiver } from './receiver.ts';
import type { Sheet } from './sheets.ts';

/** At a vessel at anchor of the demo's fleet (`harbour-traffic.ts`). */
const ANCHORAGE = { lng: 120.431_875, lat: 35.916_944, zoom: 11.4 } as const;
const HARBOUR = /港口 AIS Harbour AIS/;
const TRAFFIC = { zh_CN: '周边目标', en_US: 'Traffic' } as const;

/** Feeds and what they show on the map. */
export const FEED_SHEETS: readonly Sheet[] = [
  {
    name: 'feeds',
    path: '/deviceManger?tab=feeds',
    signedIn: true,
    prepare: addFeeds,
    act: (page) => page.getByText(HARBOUR).waitFor(),
    steps: [
      {
        name: 'feed-details',
        async act(page, language) {
          const details = { zh_CN: /^港口 AIS.* 详情$/, en_US: /^Details of 港口 AIS/ }[language];
          // On a phone a notice can cover it.
          await page.getByRole('button', { name: details }).press('Enter');
          await page
            .getByRole('dialog')
            .getByText(/^mmsi-/)
            .first()
            .waitFor();
        },
      },
    ],
  },
  {
    name: 'feed-form',
    path: '/deviceManger?tab=feeds',
    signedIn: true,
    act: (page, language) =>
      page.getByRole('button', { name: { zh_CN: '新增数据源', en_US: 'New feed' }[language] }).press('Enter'),
  },
  {
    name: 'map-traffic',
    path: '/',
    signedIn: true,
    camera: ANCHORAGE,
    async act(page, language) {
      const hide = { zh_CN: '隐藏周边目标', en_US: 'Hide traffic' }[language];
      await page.getByRole('button', { name: hide }).waitFor();
      const { x, y } = await findMiddle(page);
      const card = page.getByRole('dialog', { name: TRAFFIC[language] });
      // The vessel is drawn some frames after the button.
      await expect(async () => {
        await page.mouse.click(x, y);
        await expect(card).toBeVisible({ timeout: 1_000 });
      }).toPass({ timeout: 60_000 });
    },
  },
];

/** The middle of the map beside the device list, which a phone does not show. */
async function findMiddle(page: Page): Promise<{ readonly x: number; readonly y: number }> {
  const map = await page.locator('canvas').first().boundingBox();
  if (map === null) throw new Error('the map is not on the page');
  const panel = page.getByRole('complementary').first();
  const list = (await panel.isVisible()) ? await panel.boundingBox() : null;
  const left = list === null ? map.x : list.x + list.width;
  return { x: (left + map.x + map.width) / 2, y: map.y + map.height / 2 };
}

/** Besides the demo's feed: one that is connected, one that fails, and one that is off. */
async function addFeeds({ client }: ServerProcess): Promise<void> {
  const port = await startReceiver();
  const common = { area: null, intervalSeconds: 5, unknownObjects: 'traffic', enabled: true } as const;
  const connectTo = (to: number) => ({ type: 'connect', host: '127.0.0.1', port: to }) as const;
  await client.call('addFeed', {
    ...common,
    feedName: '两江机场 ADS-B',
    kind: 'adsb-sbs',
    connection: connectTo(port),
  });
  await client.call('addFeed', {
    ...common,
    feedName: 'Coast station of the northern approaches',
    kind: 'ais',
    connection: connectTo(1),
  });
  await client.call('addFeed', {
    ...common,
    feedName: 'tar1090 备用',
    kind: 'adsb-json',
    connection: { type: 'poll', url: 'http://127.0.0.1:1/data/aircraft.json', seconds: 10 },
    enabled: false,
  });
  await expect
    .poll(async () => (await client.call('queryFeeds', {})).list.map(({ status }) => status?.state).sort())
    .toEqual(['connected', 'connected', 'failed', 'off']);
}
