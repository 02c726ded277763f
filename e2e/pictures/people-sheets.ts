import { press } from './acts.ts';
import { expect } from './expect.ts';
import type { Sheet } from './sheets.ts';

const PEOPLE = '/personManage';

/** Rows with errors of several kinds. */
const SHEET = `参赛号,姓名,性别,年龄,国籍,电话,绑定设备,俱乐部
601,覃海燕,女,27,中国,13800001234,,柳州跑团
101,Jonas Meier,M,33,SUI,+41 44 668 18 00,,OLG Zürich
602,Emma Virtanen,F,129,FIN,,,Helsingin Suunnistajat
603,莫小勇,男,31,Atlantis,,李晓峰,桂林山地越野俱乐部
`;

/** People of the demo. */
export const PEOPLE_SHEETS: readonly Sheet[] = [
  {
    name: 'people',
    path: PEOPLE,
    signedIn: true,
    steps: [
      {
        name: 'people-batch',
        async act(page, language) {
          for (const name of ['李晓峰', 'Anna Berg'])
            await page.getByLabel({ zh_CN: `选择“${name}”`, en_US: `Select ${name}` }[language]).check();
          await page
            .getByRole('toolbar')
            .getByRole('button', { name: { zh_CN: '退赛', en_US: 'Withdraw' }[language] })
            .click();
          await expect(page.getByRole('dialog')).toBeVisible();
        },
      },
    ],
  },
  {
    name: 'person-form',
    path: PEOPLE,
    signedIn: true,
    async act(page, language) {
      await press({ zh_CN: '编辑“周启明”', en_US: 'Edit 周启明' })(page, language);
      await expect(page.getByRole('dialog').locator('img')).toBeVisible();
    },
  },
  {
    name: 'person-history',
    path: PEOPLE,
    signedIn: true,
    async act(page, language) {
      await press({ zh_CN: '“李晓峰”的绑定记录', en_US: 'Devices of 李晓峰' })(page, language);
      await expect(page.getByRole('dialog').getByText('harbour', { exact: true })).toBeVisible();
    },
  },
  {
    name: 'people-import',
    path: PEOPLE,
    signedIn: true,
    async act(page, language) {
      await press({ zh_CN: '导入', en_US: 'Import' })(page, language);
      const file = { name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(SHEET) };
      await page.getByRole('dialog').locator('input[type=file]').setInputFiles(file);
      await expect(page.getByRole('dialog').getByRole('table').first()).toBeVisible();
    },
  },
];

/** The same screen of an account without people. */
export const EMPTY_PEOPLE_SHEETS: readonly Sheet[] = [{ name: 'people-empty', path: PEOPLE, signedIn: true }];
