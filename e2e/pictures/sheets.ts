import type { Page } from '@playwright/test';
import type { Language } from '../support/console.ts';
import type { ServerProcess } from '../support/server.ts';
import { MAP_SHEETS } from './map-sheets.ts';
import { REPLAY_SHEETS } from './replay-sheets.ts';

/** A screen whose sheet shows all variants: both languages, light and dark, desktop and phone. */
export interface Sheet {
  /** File name without `.png`. */
  readonly name: string;
  readonly path: string;
  /** Whether a user is signed in. */
  readonly signedIn: boolean;
  /** Camera of the live map. */
  readonly camera?: { readonly lng: number; readonly lat: number; readonly zoom: number };
  /** Whether it or one of its steps has terrain, or more track colours than a palette holds. */
  readonly manyColours?: boolean;
  /** Prepares the server before the first capture. */
  readonly prepare?: (server: ServerProcess) => Promise<void>;
  /** Prepares the page before each capture. */
  readonly act?: Act;
  /** Further sheets, each reached from the previous one. */
  readonly steps?: readonly { readonly name: string; readonly act: Act }[];
}

export type Act = (page: Page, language: Language, server: ServerProcess) => Promise<void>;

/** Clicks the button or link of this name. */
const press =
  (names: Readonly<Record<Language, string | RegExp>>, role: 'button' | 'link' | 'tab' = 'button') =>
  async (page: Page, language: Language) => {
    await page.getByRole(role, { name: names[language] }).first().click();
  };

/** Opens a box of the header and waits until it is visible. */
const openBox = (names: Readonly<Record<Language, RegExp>>) => async (page: Page, language: Language) => {
  await page.getByRole('button', { name: names[language] }).click();
  await page.getByRole('region', { name: names[language] }).waitFor();
};

/** The first capture shows new items; afterwards they are seen. */
export const SHEETS: readonly Sheet[] = [
  {
    name: 'update-dialog',
    path: '/systemSet?tab=display',
    signedIn: true,
    act: (page) => page.getByRole('dialog').waitFor(),
  },
  { name: 'login', path: '/login?t=harbour', signedIn: false },
  {
    name: 'login-code',
    path: '/login?t=harbour',
    signedIn: false,
    act: press({ zh_CN: '短信验证码登录', en_US: 'Use a text message' }, 'link'),
  },
  {
    name: 'login-register',
    path: '/login?t=harbour',
    signedIn: false,
    act: press({ zh_CN: '注册账号', en_US: 'Create an account' }, 'link'),
  },
  { name: 'find-password', path: '/findPsd?t=harbour', signedIn: false },
  {
    name: 'reset-password',
    path: '/findPsd?t=harbour',
    signedIn: false,
    async act(page) {
      await page.evaluate(() => sessionStorage.setItem('resetToken', 'of an earlier step'));
      await page.goto(new URL('/resetPsd?t=harbour', page.url()).href);
    },
  },
  { name: 'reset-done', path: '/resetSuccess?t=harbour', signedIn: false },
  { name: 'settings-info', path: '/systemSet?tab=info', signedIn: true },
  { name: 'settings-devices', path: '/systemSet?tab=devices', signedIn: true },
  { name: 'settings-display', path: '/systemSet?tab=display', signedIn: true },
  { name: 'settings-menu', path: '/systemSet?tab=menu', signedIn: true },
  { name: 'settings-notices', path: '/systemSet?tab=notifications', signedIn: true },
  { name: 'settings-security', path: '/systemSet?tab=security', signedIn: true },
  { name: 'devices', path: '/deviceManger', signedIn: true },
  {
    name: 'device-form',
    path: '/deviceManger',
    signedIn: true,
    act: press({ zh_CN: '添加设备', en_US: 'Add device' }),
  },
  {
    name: 'devices-batch',
    path: '/deviceManger',
    signedIn: true,
    async act(page, language) {
      const tick = { zh_CN: '勾选本页全部', en_US: 'Tick all rows of this page' };
      await page.getByRole('checkbox', { name: tick[language] }).check();
      await press({ zh_CN: '批量修改', en_US: 'Batch edit' })(page, language);
    },
  },
  {
    name: 'device-page',
    path: '/deviceManger',
    signedIn: true,
    async act(page) {
      await page.locator('a[href*="/deviceManger/"]').first().click();
      // On a phone the cards of the table are lists, too.
      await page.getByText(/^(最新状态|Latest state)$/).waitFor();
    },
  },
  { name: 'device-groups', path: '/deviceManger?tab=groups', signedIn: true },
  { name: 'device-icons', path: '/deviceManger?tab=icons', signedIn: true },
  { name: 'rights-users', path: '/authorityManage', signedIn: true },
  {
    name: 'rights-form',
    path: '/authorityManage',
    signedIn: true,
    act: press({ zh_CN: '新建子账号', en_US: 'New sub-account' }),
  },
  { name: 'rights-audit', path: '/authorityManage?tab=audit', signedIn: true },
  { name: 'application-center', path: '/appCenter', signedIn: true },
  { name: 'extension-panels', path: '/extensionPanel', signedIn: true },
  { name: 'update-log', path: '/updateLog', signedIn: true },
  { name: 'notices', path: '/notificationRecord', signedIn: true },
  {
    name: 'notice-box',
    path: '/',
    signedIn: true,
    act: openBox({ zh_CN: /^通知/, en_US: /^Notifications/ }),
  },
  {
    name: 'task-box',
    path: '/',
    signedIn: true,
    act: openBox({ zh_CN: /^批量任务/, en_US: /^Batch tasks/ }),
  },
  {
    name: 'chunk-failed',
    path: '/systemSet?tab=display',
    signedIn: true,
    async act(page) {
      await page.route(/\/assets\/update-log-page/, (route) => route.abort());
      await page.goto(new URL('/updateLog', page.url()).href);
    },
  },
  { name: 'not-built', path: '/dashboard', signedIn: true },
  ...MAP_SHEETS,
  ...REPLAY_SHEETS,
];
