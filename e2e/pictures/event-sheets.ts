import type { Page } from '@playwright/test';
import type { Language } from '@wakeline/contract/entities/user-config';
import type { ServerProcess } from '../support/server.ts';
import { mapIsDrawn } from './acts.ts';
import type { Sheet } from './sheets.ts';

/** The address of the public page of the demo's race. */
async function eventPath(server: ServerProcess): Promise<string> {
  const { list } = await server.client.call('queryMatchMsgByPage', { state: 'running' });
  const [match] = list;
  if (match === undefined) throw new Error('no match is running');
  return `/event/${match.code}`;
}

const TABS = {
  passings: { zh_CN: '过点', en_US: 'Passings' },
  splits: { zh_CN: '分段', en_US: 'Splits' },
  about: { zh_CN: '赛事介绍', en_US: 'About' },
} as const;

async function openTab(page: Page, language: Language, tab: keyof typeof TABS): Promise<void> {
  await page.getByRole('tab', { name: TABS[tab][language] }).click();
}

/** The first row of the open tab: the carousel above has a list of its pictures. */
const listed = (page: Page) => page.getByRole('tabpanel').getByRole('listitem').first();

/** The public page of a race: with its ranking, passings, splits and introduction. */
export const EVENT_SHEETS: readonly Sheet[] = [
  {
    name: 'event-gone',
    path: '/event/AAAAAAAAAAAAAAAA',
    signedIn: false,
    polls: true,
    steps: [
      {
        name: 'event-page',
        async act(page, _language, server) {
          await page.goto(`${server.url}${await eventPath(server)}`);
          await listed(page).waitFor();
          await mapIsDrawn(page);
        },
      },
      {
        name: 'event-passings',
        async act(page, language) {
          await openTab(page, language, 'passings');
          await listed(page).waitFor();
        },
      },
      {
        name: 'event-splits',
        async act(page, language) {
          await openTab(page, language, 'splits');
          await page.getByRole('row').nth(1).waitFor();
        },
      },
      { name: 'event-about', act: (page, language) => openTab(page, language, 'about') },
    ],
  },
];
