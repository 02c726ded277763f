import type { Page } from '@playwright/test';
import { Encoder } from '@wakeline/server/testing/ffmpeg';
import type { ServerProcess } from '../support/server.ts';
import { expect } from './expect.ts';
import type { Sheet } from './sheets.ts';

const MATCH_NAME = '漓江山地定向赛';
const HOUR_MS = 3_600_000;

let encoder: Encoder | null = null;

/** A match whose video is not sent yet. Returns what ends it. */
export async function populateVideo(server: ServerProcess) {
  const { client } = server;
  const startTime = server.now();
  const form = { matchName: MATCH_NAME, startTime, endTime: startTime + 4 * HOUR_MS };
  const { matchId } = await client.call('createMatch', form);
  await client.call('editMatchStatus', { matchId, state: 'open' });
  await client.call('setMatchRecording', { matchId, record: true, publish: true });
  return async () => encoder?.stop();
}

async function findMatch({ client }: ServerProcess) {
  const [match] = (await client.call('queryMatchMsgByPage', { keywords: MATCH_NAME })).list;
  if (match === undefined) throw new Error('no match');
  return match;
}

/** Sends a test picture until the end of the pictures. */
async function startEncoder(server: ServerProcess): Promise<void> {
  if (encoder !== null) return;
  const { matchId } = await findMatch(server);
  const { address, key } = await server.client.call('renewStreamKey', { matchId });
  encoder = new Encoder(`${address}/${key}`);
}

/** Changes the address without loading the page: with an open stream, its network is never idle. */
async function changeSearch(page: Page, search: string): Promise<void> {
  await page.evaluate((text) => {
    history.pushState(null, '', text);
    dispatchEvent(new PopStateEvent('popstate'));
  }, search);
}

async function openVideo(page: Page, server: ServerProcess): Promise<void> {
  await changeSearch(page, `?code=${(await findMatch(server)).code}`);
  await expect(page.getByRole('heading', { name: MATCH_NAME })).toBeVisible();
}

const isPlaying = (page: Page) => expect(page.locator('[data-live=true]')).toBeVisible();

/** The video of an event before and while it is live, and its settings. */
export const VIDEO_SHEETS: readonly Sheet[] = [
  {
    name: 'event-video-waiting',
    path: '/flvLive',
    signedIn: false,
    act: (page, _language, server) => openVideo(page, server),
  },
  {
    name: 'event-video',
    path: '/flvLive',
    signedIn: false,
    manyColours: true,
    prepare: startEncoder,
    async act(page, _language, server) {
      await openVideo(page, server);
      await isPlaying(page);
    },
  },
  {
    name: 'video-settings',
    path: '/liveManger/liveSetting',
    signedIn: true,
    manyColours: true,
    prepare: startEncoder,
    async act(page, language) {
      await page.getByRole('tab', { name: { zh_CN: '视频直播', en_US: 'Video' }[language] }).click();
      const record = { zh_CN: '录制直播', en_US: 'Record streams' }[language];
      await expect(page.getByRole('switch', { name: record })).toBeChecked();
      const isPhone = (page.viewportSize()?.width ?? 0) < 600;
      if (!isPhone) await isPlaying(page);
    },
  },
];
