import type { Page } from '@playwright/test';
import { type Act, openDevice, press, tickDevices } from './acts.ts';
import { CUSTOMER, EXPIRED_NAME, LONGEST_NAME, SHIFT_NAME } from './populate-harbour.ts';
import type { Sheet } from './sheets.ts';

const FILE_NAME = '港口设备 harbour.csv';
const PROGRESS_ROWS = 40_000;
/** Every capture imports other devices. */
let nextImei = 868_120_100_400_000;

/** Rows with errors of several kinds, and a column that does not exist. */
const sheetWithErrors = (imei: number) => `Name,IMEI/ID,Model,Group,Valid until,Label,Harbour master
Crane 21,${imei},GT06N,三号泊位,2030-12-31,21,Li
Crane 22,${imei + 1},GT06N,Pier 9,2030-12-31,22,Li
Crane 23,8.6812E+14,GT06N,三号泊位,2030-12-31,23,Li
,${imei + 2},GT06N,,2030-12-31,24,Li
"${LONGEST_NAME.slice(0, -2)}03",${imei + 3},Harbour transponder with external antenna,,31 December,25,Li
拖轮 26,${imei},V808,Qingdao,2030-12-31,number 26 of the harbour,Li
拖轮 27,${imei + 4},V808,Qingdao,2030-12-31,27,Li
`;

const largeSheet = () =>
  `Name,IMEI/ID\n${Array.from({ length: PROGRESS_ROWS }, (_, row) => `Container ${row},7${row}`).join('\n')}\n`;

async function chooseSheet(page: Page, text: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: FILE_NAME, mimeType: 'text/csv', buffer: Buffer.from(text) });
  await dialog.getByRole('table').first().waitFor({ timeout: 120_000 });
}

const openImport = press({ zh_CN: /导入$/, en_US: 'Import' });
const startImport = press({ zh_CN: /^导入 .* 台/, en_US: /^Import .* device/ });

const runImport: Act = async (page, language) => {
  await openImport(page, language);
  await chooseSheet(page, largeSheet());
  await startImport(page, language);
  await page
    .getByRole('dialog')
    .getByText(/^[1-9]\d?%$/)
    .waitFor();
};

/** Device management of an account without devices. */
export const EMPTY_SHEETS: readonly Sheet[] = [
  { name: 'devices-empty', path: '/deviceManger', signedIn: true },
];

/** Device management of the harbour (`populate-harbour.ts`). The import adds devices, so it comes last. */
export const HARBOUR_SHEETS: readonly Sheet[] = [
  { name: 'devices-12', path: '/deviceManger', signedIn: true },
  { name: 'devices-expired', path: '/deviceManger?activation=expired', signedIn: true },
  {
    name: 'devices-renew',
    path: '/deviceManger?activation=expired',
    signedIn: true,
    async act(page, language) {
      await tickDevices(page, language);
      await press({ zh_CN: '续期', en_US: 'Renew' })(page, language);
    },
  },
  {
    name: 'devices-transfer',
    path: '/deviceManger',
    signedIn: true,
    async act(page, language) {
      await tickDevices(page, language);
      await press({ zh_CN: '批量修改', en_US: 'Batch edit' })(page, language);
      await page.getByRole('menuitem', { name: /…$/ }).click();
      await page.getByRole('dialog').getByRole('combobox').first().fill('qianwan');
      await page.locator('.ant-select-item-option').getByText(CUSTOMER).click();
    },
  },
  {
    name: 'device-expired',
    path: '/deviceManger',
    signedIn: true,
    act: (page, _language, server) => openDevice(page, server, EXPIRED_NAME, 'state'),
  },
  {
    name: 'device-events',
    path: '/deviceManger',
    signedIn: true,
    async act(page, _language, server) {
      await openDevice(page, server, SHIFT_NAME, 'events');
      await page
        .getByText(/^(行程结束|Trip ended)$/)
        .first()
        .waitFor();
    },
  },
  {
    name: 'device-messages',
    path: '/deviceManger',
    signedIn: true,
    async act(page, _language, server) {
      await openDevice(page, server, LONGEST_NAME, 'messages');
      await page.locator('summary').filter({ hasText: '0x0200' }).first().click();
    },
  },
  { name: 'device-models', path: '/deviceManger?tab=models', signedIn: true },
  { name: 'devices-unregistered', path: '/deviceManger?tab=unregistered', signedIn: true },
  {
    name: 'devices-import',
    path: '/deviceManger',
    signedIn: true,
    act: openImport,
    steps: [
      {
        name: 'devices-import-preview',
        act(page) {
          nextImei += 10;
          return chooseSheet(page, sheetWithErrors(nextImei));
        },
      },
      {
        name: 'devices-import-result',
        async act(page, language) {
          await startImport(page, language);
          const again = { zh_CN: '导入其他文件', en_US: 'Import another file' }[language];
          await page.getByRole('button', { name: again }).waitFor();
        },
      },
    ],
  },
];

/** Device management with 100,000 devices. */
export const LARGE_FLEET_SHEETS: readonly Sheet[] = [
  { name: 'devices-100000', path: '/deviceManger?sort=latestCommTime&order=descending', signedIn: true },
  {
    name: 'devices-import-progress',
    path: '/deviceManger',
    signedIn: true,
    act: runImport,
    finish: press({ zh_CN: '取消导入', en_US: 'Cancel import' }),
  },
];
