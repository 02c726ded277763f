import type { ServerProcess } from '../support/server.ts';
import { type Act, openBox, press, tickDevices } from './acts.ts';
import { AVIATION_SHEETS } from './aviation-sheets.ts';
import { COURSE_SHEETS } from './course-sheets.ts';
import { EVENT_SHEETS } from './event-sheets.ts';
import { FEED_SHEETS } from './feed-sheets.ts';
import { INSTRUCTION_SHEETS } from './instruction-sheets.ts';
import { LIVE_EVENT_SHEETS } from './live-event-sheets.ts';
import { MAP_SHEETS } from './map-sheets.ts';
import { MATCH_SHEETS } from './match-sheets.ts';
import { NOTICE_SHEETS } from './notice-sheets.ts';
import { PEOPLE_SHEETS } from './people-sheets.ts';
import { REPLAY_SHEETS } from './replay-sheets.ts';
import { REPORT_SHEETS } from './report-sheets.ts';
import { RULE_SHEETS } from './rule-sheets.ts';
import { SATELLITE_SHEETS } from './satellite-sheets.ts';

/** A screen whose sheet shows all variants: both languages, light and dark, two sizes. */
export interface Sheet {
  /** File name without `.png`. */
  readonly name: string;
  readonly path: string;
  /** Whether a user is signed in. */
  readonly signedIn: boolean;
  /** Whether it requests something every second or two, so that the network is never idle. */
  readonly polls?: boolean;
  /** Whether it is for displays on a wall, full HD and 4K, instead of desktops and phones. */
  readonly onDisplays?: boolean;
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
  /** Undoes on the server what the capture has done. */
  readonly finish?: Act;
}

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
  {
    name: 'settings-limits',
    path: '/systemSet?tab=devices',
    signedIn: true,
    async act(page, language) {
      const title = { zh_CN: '用量上限', en_US: 'Limits' }[language];
      await page.getByText(title, { exact: true }).scrollIntoViewIfNeeded();
    },
  },
  { name: 'settings-display', path: '/systemSet?tab=display', signedIn: true },
  { name: 'settings-menu', path: '/systemSet?tab=menu', signedIn: true },
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
      await tickDevices(page, language);
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
  ...INSTRUCTION_SHEETS,
  ...FEED_SHEETS,
  { name: 'extension-panels', path: '/extensionPanel', signedIn: true },
  { name: 'update-log', path: '/updateLog', signedIn: true },
  ...NOTICE_SHEETS,
  ...RULE_SHEETS,
  ...SATELLITE_SHEETS,
  ...AVIATION_SHEETS,
  ...PEOPLE_SHEETS,
  ...EVENT_SHEETS,
  ...MATCH_SHEETS,
  ...LIVE_EVENT_SHEETS,
  ...REPORT_SHEETS,
  ...COURSE_SHEETS,
  {
    name: 'task-box',
    path: '/appCenter',
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
  ...MAP_SHEETS,
  ...REPLAY_SHEETS,
];
