import { press } from './acts.ts';
import type { Sheet } from './sheets.ts';

const PATH = '/satelliteNews/phoneAccount';

/** Screens of satellite messages, with the accounts of the demo. */
export const SATELLITE_SHEETS: readonly Sheet[] = [
  {
    name: 'satellite-accounts',
    path: PATH,
    signedIn: true,
    steps: [
      {
        name: 'satellite-account-form',
        async act(page, language) {
          await press({ zh_CN: '添加账号', en_US: 'Add account' })(page, language);
          const form = page.getByRole('dialog');
          await form.getByLabel({ zh_CN: '名称', en_US: 'Name' }[language]).fill('粤渔60134');
          await form.getByLabel({ zh_CN: '卡号', en_US: 'Card number' }[language]).fill('4210134');
          await press({ zh_CN: '再添加一个', en_US: 'Add another' })(page, language);
        },
      },
    ],
  },
  {
    name: 'satellite-card',
    path: PATH,
    signedIn: true,
    act: press({ zh_CN: /^更换.+的卡号$/, en_US: /^Assign another card to / }),
  },
];

/** The page of an account without communication accounts. */
export const EMPTY_SATELLITE_SHEET: Sheet = { name: 'satellite-accounts-empty', path: PATH, signedIn: true };
