import type { Page } from '@playwright/test';
import type { ServerProcess } from '../support/server.ts';
import type { Act } from './acts.ts';
import { raceOfDemo } from './match-sheets.ts';
import type { Sheet } from './sheets.ts';

/** Of the helper in the pictures. */
let helperCode = '';

async function createHelper(server: ServerProcess): Promise<void> {
  const helper = { matchId: await raceOfDemo(server), helperName: '韦海燕', points: 'any' as const };
  helperCode = (await server.client.call('createMatchHelper', helper)).code;
}

/** Opens a page of live management with the race of the demo, and waits for its content. */
const openPage =
  (name: string, content: (page: Page) => ReturnType<Page['locator']>): Act =>
  async (page, _language, server) => {
    await page.goto(`${server.url}/liveManger/${name}?match=${await raceOfDemo(server)}`);
    await content(page).first().waitFor();
  };

const listed = (page: Page) => page.getByRole('listitem');
/** The rows of a table; on a phone they are a list of cards. */
const rows = (page: Page) =>
  page.locator('tbody tr[data-row-key]').or(page.getByRole('main').getByRole('listitem'));

/** The desk of a live event, its gifts, and the page of helpers, with the race of the demo. */
export const LIVE_EVENT_SHEETS: readonly Sheet[] = [
  {
    name: 'live-holder',
    path: '/liveManger/liveHolder',
    signedIn: true,
    polls: true,
    prepare: createHelper,
    act: openPage('liveHolder', rows),
  },
  {
    name: 'live-gifts',
    path: '/liveManger/giftManger',
    signedIn: true,
    polls: true,
    act: openPage('giftManger', rows),
  },
  {
    name: 'gift-records',
    path: '/liveManger/giftRecord',
    signedIn: true,
    polls: true,
    act: openPage('giftRecord', rows),
  },
  {
    name: 'match-helper-sign-in',
    path: '/matchHelper',
    signedIn: false,
    polls: true,
    prepare: createHelper,
    steps: [
      {
        name: 'match-helper',
        async act(page) {
          await page.getByRole('textbox').fill(helperCode);
          await page.getByRole('textbox').press('Enter');
          await listed(page).first().waitFor();
        },
      },
    ],
  },
];

/** The same screens of an account without matches. */
export const EMPTY_LIVE_EVENT_SHEETS: readonly Sheet[] = [
  { name: 'live-holder-empty', path: '/liveManger/liveHolder', signedIn: true },
];
