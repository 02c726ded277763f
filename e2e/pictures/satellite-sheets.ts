import type { Page } from '@playwright/test';
import { press } from './acts.ts';
import { expect } from './expect.ts';
import { READER } from './populate-satellite.ts';
import type { Sheet } from './sheets.ts';

const ACCOUNTS = '/satelliteNews/phoneAccount';
const RECORD = '/satelliteNews/messageRecord';
const CONVERSATIONS = '/satelliteNews/sendMessage';
const SETTINGS = '/satelliteNews/settings';

const openConversation = (name: string) => async (page: Page) => {
  await page.getByRole('button', { name: new RegExp(`^${name}`) }).click();
  await expect(page.getByRole('log')).toBeVisible();
};

/** Rows with errors of several kinds. */
const SHEET = `名称,卡号/IMEI,网络,绑定设备,等级,服务频度（秒）,网关,密码,港口
粤渔60135,4210135,北斗,,3,60,北斗指挥机,signal66,青岛
粤渔60136,4210135,北斗,,3,60,北斗指挥机,signal66,青岛
粤渔60137辅助船舶,4210137,北斗,青岛港务局港作拖轮七号,9,60,北斗指挥机,signal66,青岛
Windrose9,300234063904190,Starlink,,,,Iridium e-mail,signal66,Qingdao
Mistral,8.6812E+14,Iridium,,,,Iridium e-mail,,Qingdao
`;

/** Screens of satellite messages, with the terminals and conversations of the demo. */
export const SATELLITE_SHEETS: readonly Sheet[] = [
  {
    name: 'satellite-record',
    path: RECORD,
    signedIn: true,
    steps: [
      {
        name: 'satellite-details',
        act: async (page, language) => {
          const label = { zh_CN: /^详情：日出/, en_US: /^Details: 日出/ }[language];
          await page.getByRole('button', { name: label }).click();
          await expect(page.getByRole('dialog')).toContainText('10017');
        },
      },
    ],
  },
  {
    name: 'satellite-conversation',
    path: CONVERSATIONS,
    signedIn: true,
    act: openConversation('粤渔60120'),
  },
  {
    name: 'satellite-conversations',
    path: CONVERSATIONS,
    signedIn: true,
    steps: [
      {
        name: 'satellite-sending',
        async act(page, language) {
          await openConversation('Windrose')(page);
          await page
            .getByRole('textbox', { name: { zh_CN: '消息内容', en_US: 'Message' }[language], exact: true })
            .fill('The finish line is open until 20:00. 请在19点前报告预计到达时间。');
        },
      },
    ],
  },
  {
    name: 'satellite-new-message',
    path: `${CONVERSATIONS}?to=new`,
    signedIn: true,
    async act(page, language) {
      const receivers = page.getByRole('combobox', {
        name: { zh_CN: '接收终端', en_US: 'Receivers' }[language],
      });
      for (const name of ['粤渔60120', '粤渔60127', 'Windrose']) {
        await receivers.fill(name);
        await page.locator('.ant-select-item-option').filter({ hasText: name }).click();
      }
      await page.keyboard.press('Escape');
      await page
        .getByRole('textbox', { name: { zh_CN: '消息内容', en_US: 'Message' }[language], exact: true })
        .fill('台风红色预警🌀，请立即回港避风，收到回复。');
    },
  },
  {
    name: 'satellite-accounts',
    path: ACCOUNTS,
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
    path: ACCOUNTS,
    signedIn: true,
    act: press({ zh_CN: /^更换.+的卡号$/, en_US: /^Assign another card to / }),
  },
  {
    name: 'satellite-import',
    path: ACCOUNTS,
    signedIn: true,
    act: press({ zh_CN: '导入', en_US: 'Import' }),
    steps: [
      {
        name: 'satellite-import-preview',
        async act(page) {
          const dialog = page.getByRole('dialog');
          const sheet = { name: '通信账号 harbour.csv', mimeType: 'text/csv', buffer: Buffer.from(SHEET) };
          await dialog.locator('input[type=file]').setInputFiles(sheet);
          await dialog.getByRole('table').first().waitFor({ timeout: 120_000 });
        },
      },
    ],
  },
  { name: 'satellite-contacts', path: SETTINGS, signedIn: true },
  { name: 'satellite-addresses', path: `${SETTINGS}?tab=convention`, signedIn: true },
  { name: 'satellite-templates', path: `${SETTINGS}?tab=templates`, signedIn: true },
  { name: 'satellite-quota', path: `${SETTINGS}?tab=quota`, signedIn: true },
  {
    name: 'terminal-sign-in',
    path: '/terminal',
    signedIn: false,
    steps: [
      {
        name: 'terminal-messages',
        async act(page, language) {
          const [card, password] = {
            zh_CN: ['卡号或IMEI', '密码'],
            en_US: ['Card number or IMEI', 'Password'],
          }[language] as [string, string];
          await page.getByLabel(card).fill(READER.card);
          await page.getByLabel(password).fill(READER.password);
          await page.keyboard.press('Enter');
          await expect(page.getByRole('heading', { name: READER.name })).toBeVisible();
        },
      },
    ],
  },
];

/** The pages of an account without communication accounts. */
export const EMPTY_SATELLITE_SHEETS: readonly Sheet[] = [
  { name: 'satellite-accounts-empty', path: ACCOUNTS, signedIn: true },
  { name: 'satellite-record-empty', path: RECORD, signedIn: true },
  { name: 'satellite-conversations-empty', path: CONVERSATIONS, signedIn: true },
  { name: 'satellite-contacts-empty', path: SETTINGS, signedIn: true },
];
