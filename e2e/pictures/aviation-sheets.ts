import { press } from './acts.ts';
import { expect } from './expect.ts';
import type { Sheet } from './sheets.ts';

const PLANES = '/planeManage';
const LANDING_PLACES = '/planeManage/landingPlaces';
const TASK_MAP = '/taskTracking';
const TASKS = '/taskTracking/tasks';
const LEGS = '/aviationData';
const FLIGHTS = '/flightManage';

/** More than the PNG of a map that is not drawn yet. */
const DRAWN_MAP_BYTES = 5_000;

/** Rows with errors of several kinds. */
const SHEET = `机尾号,十六进制地址,类别,机型,布局,分组,绑定设备,备注
B-10KD,780a04,轻型飞机,C172,4 座,,,教练机
B-10KA,780a05,轻型飞机,C172,4 座,,,教练机
B-7786,780zzz,直升机,AW119,,,救援直升机 Rescue,
B-2072,,飞艇,Zeppelin NT,14 座,,,
`;

/** Rows with errors of several kinds. */
const FLIGHT_SHEET = `航班号,机尾号,起飞地点,着陆地点,计划起飞,预计到达,备降机场,机上人数,备注
WL601,B-8812,YSF,ZGNN,2027-03-01 08:30,2027-03-01 10:05,ZGWZ,2,转场训练 Cross-country
WL602,B-9999,YSF,YSF,2027-03-01 09:00,2027-03-01 09:50,,2,
WL603,B-10KA,YSF,ZZZZ,2027-03-01 11:00,2027-03-01 10:00,,2,起落航线 Circuits
`;

/** Screens of planes, landing places and tasks, with those of the demo. */
export const AVIATION_SHEETS: readonly Sheet[] = [
  {
    name: 'planes',
    path: PLANES,
    signedIn: true,
    steps: [
      {
        name: 'plane-history',
        async act(page, language) {
          await page
            .getByRole('button', {
              name: { zh_CN: '“B-10KA”的绑定记录', en_US: 'Devices of B-10KA' }[language],
            })
            .click();
          await expect(page.getByRole('dialog')).toContainText('B-10KA');
        },
      },
    ],
  },
  {
    name: 'plane-form',
    path: PLANES,
    signedIn: true,
    act: press({ zh_CN: '编辑“B-0936”', en_US: 'Edit B-0936' }),
  },
  {
    name: 'plane-import',
    path: PLANES,
    signedIn: true,
    async act(page, language) {
      await press({ zh_CN: '导入', en_US: 'Import' })(page, language);
      const file = { name: 'planes.csv', mimeType: 'text/csv', buffer: Buffer.from(SHEET) };
      await page.getByRole('dialog').locator('input[type=file]').setInputFiles(file);
      await expect(page.getByRole('dialog').getByRole('table').first()).toBeVisible();
    },
  },
  {
    name: 'legs',
    path: LEGS,
    signedIn: true,
    steps: [{ name: 'leg-correction', act: press({ zh_CN: /^更正 /, en_US: /^Correct times of / }) }],
  },
  { name: 'leg-sums', path: `${LEGS}?view=plane`, signedIn: true },
  {
    name: 'flights',
    path: FLIGHTS,
    signedIn: true,
    steps: [{ name: 'flight-form', act: press({ zh_CN: '编辑“XC8812”', en_US: 'Edit XC8812' }) }],
  },
  {
    name: 'flight-import',
    path: FLIGHTS,
    signedIn: true,
    async act(page, language) {
      await press({ zh_CN: '导入', en_US: 'Import' })(page, language);
      const file = { name: 'flights.csv', mimeType: 'text/csv', buffer: Buffer.from(FLIGHT_SHEET) };
      await page.getByRole('dialog').locator('input[type=file]').setInputFiles(file);
      await expect(page.getByRole('dialog').getByRole('table').first()).toBeVisible();
    },
  },
  {
    name: 'task-map',
    path: TASK_MAP,
    signedIn: true,
    act: (page) => expect(page.getByRole('article').first()).toBeVisible(),
    steps: [{ name: 'task-map-follow', act: press({ zh_CN: /^B-8812/, en_US: /^B-8812/ }) }],
  },
  {
    name: 'tasks',
    path: TASKS,
    signedIn: true,
    steps: [
      {
        name: 'task-form',
        act: press({ zh_CN: '编辑“兴安转场 Cross-country”', en_US: 'Edit 兴安转场 Cross-country' }),
      },
    ],
  },
  {
    name: 'tracking-mode',
    path: TASKS,
    signedIn: true,
    act: press({ zh_CN: '“应急救援 Rescue”的追踪模式', en_US: 'Tracking mode of 应急救援 Rescue' }),
  },
  {
    name: 'plane-messages',
    path: '/satelliteNews/sendMessage?of=plane',
    signedIn: true,
    async act(page) {
      await page.getByRole('button', { name: /^B-7785/ }).click();
      await expect(page.getByRole('log')).toBeVisible();
    },
  },
  {
    name: 'landing-places',
    path: LANDING_PLACES,
    signedIn: true,
    steps: [
      {
        name: 'landing-place-form',
        async act(page, language) {
          await press({ zh_CN: '编辑“阳朔机场 Airfield”', en_US: 'Edit 阳朔机场 Airfield' })(page, language);
          const map = page.getByRole('dialog').locator('canvas').first();
          // An image of one colour, with the attribution, has fewer bytes.
          await expect(async () => {
            const png = await map.screenshot();
            expect(png.length).toBeGreaterThan(DRAWN_MAP_BYTES);
          }).toPass({ timeout: 30_000 });
        },
      },
    ],
  },
];

/** The same screens of an account without planes. */
export const EMPTY_AVIATION_SHEETS: readonly Sheet[] = [
  { name: 'flights-empty', path: FLIGHTS, signedIn: true },
  { name: 'legs-empty', path: LEGS, signedIn: true },
  { name: 'task-map-empty', path: TASK_MAP, signedIn: true },
  { name: 'tasks-empty', path: TASKS, signedIn: true },
  { name: 'planes-empty', path: PLANES, signedIn: true },
  { name: 'landing-places-empty', path: LANDING_PLACES, signedIn: true },
];
