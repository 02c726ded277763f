import type { Page } from '@playwright/test';
import type { ServerProcess } from '../support/server.ts';
import { type Act, mapIsDrawn, press } from './acts.ts';
import { expect } from './expect.ts';
import type { Sheet } from './sheets.ts';

const MATCHES = '/matches';

/** The match of the demo's race. */
export async function raceOfDemo({ client }: ServerProcess): Promise<number> {
  const { list } = await client.call('queryMatchMsgByPage', { keywords: 'Yaoshan' });
  const [match] = list;
  if (match === undefined) throw new Error('there is no match of the demo');
  return match.matchId;
}

/** Opens a tab of the match. */
const openMatch =
  (tab: string): Act =>
  async (page, _language, server) => {
    await page.goto(`${server.url}${MATCHES}/${await raceOfDemo(server)}?tab=${tab}`);
    await expect(page.getByRole('tablist')).toBeVisible();
  };

/** The first of the ranking. */
const standings = (page: Page) =>
  page
    .getByRole('list')
    .filter({ has: page.locator('[aria-pressed]') })
    .getByRole('button')
    .first();

/** Matches and live settings with the race of the demo. */
export const MATCH_SHEETS: readonly Sheet[] = [
  {
    name: 'matches',
    path: MATCHES,
    signedIn: true,
    act: async (page) => expect(page.getByText('Yaoshan trail race').first()).toBeVisible(),
    steps: [{ name: 'match-create', act: press({ zh_CN: '新建比赛', en_US: 'New match' }) }],
  },
  { name: 'match-overview', path: MATCHES, signedIn: true, act: openMatch('overview') },
  {
    name: 'match-courses',
    path: MATCHES,
    signedIn: true,
    act: openMatch('courses'),
    steps: [
      {
        name: 'match-course-source',
        async act(page, language) {
          await press({ zh_CN: '更换“11 km”', en_US: 'Replace 11 km' })(page, language);
          await expect(page.locator('#course-splits')).toHaveValue('2, 4, 6, 8, 10');
          await expect(page.getByText(/12\.07/).first()).toBeVisible();
        },
      },
    ],
  },
  { name: 'match-participants', path: MATCHES, signedIn: true, act: openMatch('participants') },
  {
    name: 'match-race',
    path: MATCHES,
    signedIn: true,
    polls: true,
    async act(page, language, server) {
      await openMatch('race')(page, language, server);
      await standings(page).waitFor();
      await mapIsDrawn(page);
    },
    steps: [
      {
        name: 'match-splits',
        async act(page) {
          await standings(page).click();
          await page.locator('table tbody tr').first().waitFor();
        },
      },
    ],
  },
  {
    name: 'live-setting',
    path: '/liveManger/liveSetting',
    signedIn: true,
    async act(page, _language, server) {
      await page.goto(`${server.url}/liveManger/liveSetting?match=${await raceOfDemo(server)}`);
      await expect(page.locator('form')).toBeVisible();
    },
  },
];

/** The same screens of an account without matches. */
export const EMPTY_MATCH_SHEETS: readonly Sheet[] = [
  { name: 'matches-empty', path: MATCHES, signedIn: true },
  { name: 'live-setting-empty', path: '/liveManger/liveSetting', signedIn: true },
];
