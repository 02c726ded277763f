import { BIG_SCREEN_KINDS } from '@wakeline/contract/screens/screens';
import { type Act, press } from './acts.ts';
import { idsOf } from './race.ts';
import type { Sheet } from './sheets.ts';

const ROWS = '/dataCenter/operationCountRecord';
const SCHEDULES = '/dataCenter/schedules';
const SUMS = '/dataCount/operationCountRecord';
const DAY = 86_400_000;
/** A day of the account's zone, from today. */
const dayFrom = (days: number) =>
  new Date(Date.now() + 8 * 3_600_000 + days * DAY).toISOString().slice(0, 10);
/** A period that is not empty at midnight. */
const WEEK = `from=${dayFrom(-6)}&to=${dayFrom(0)}`;
const MONTH = `from=${dayFrom(-29)}&to=${dayFrom(0)}`;

/** Pages of single records. */
const RECORDS = {
  overspeeds: '/dataCenter/overSpeedRecord',
  stops: '/dataCenter/deviceStopRecord',
  'fence-visits': '/dataCenter/fenceDataRecord',
  alarms: '/dataCenter/warnDataRecord',
  positions: '/dataCenter/locationRecord',
  notifications: '/dataCenter/noticeRecord',
  instructions: '/dataCenter/instructionRecord',
} as const;
const RECORD_SHEETS: readonly Sheet[] = Object.entries(RECORDS).map(([name, path]) => ({
  ...{ name: `report-${name}`, signedIn: true },
  // Notifications and instructions are listed without a period.
  path: path.endsWith('noticeRecord') || path.endsWith('instructionRecord') ? path : `${path}?${WEEK}`,
}));

/** Opens the positions of a ferry and a truck that are always under way. */
const openPositions: Act = async (page, _, server) => {
  const ids = await idsOf(server, ['轮渡 海燕', 'Cold chain 3']);
  await page.goto(`${server.url}${RECORDS.positions}?${WEEK}&devices=${ids.join(',')}`);
  await page
    .getByRole('button', { name: /海燕|Cold chain/ })
    .first()
    .waitFor();
};

/** Big screens in the colors of the capture. */
const BIG_SCREEN_SHEETS: readonly Sheet[] = BIG_SCREEN_KINDS.map((kind) => ({
  ...{ name: `${kind}-screen`, path: `/${kind}Screen`, signedIn: true, onDisplays: true, manyColours: true },
  async prepare({ client }) {
    const [screen] = (await client.call('queryScreens', { kind })).list;
    if (screen === undefined) throw new Error(`there is no ${kind} screen`);
    const { screenId, screenName, boxes, settings } = screen;
    await client.call('saveScreen', {
      ...{ screenId, kind, boxes, screenName: screenName === '' ? 'Harbour' : screenName },
      settings: { ...settings, theme: 'auto' },
    });
  },
}));

/** Screens of reports and statistics, with the fleet of the demo. */
export const REPORT_SHEETS: readonly Sheet[] = [
  {
    name: 'operation-overview',
    path: `${ROWS}?${WEEK}`,
    signedIn: true,
    steps: [
      {
        name: 'operation-overview-figures',
        act: press({ zh_CN: '指标说明', en_US: 'How figures are computed' }),
      },
    ],
  },
  { name: 'operation-overview-chart', path: `${ROWS}?${WEEK}&chart=mileage`, signedIn: true },
  {
    name: 'operation-overview-days',
    path: `${ROWS}?${WEEK}&by=deviceDay&sort=stops&order=descending`,
    signedIn: true,
  },
  { name: 'operation-statistics', path: `${SUMS}?${MONTH}&by=day`, signedIn: true },
  ...RECORD_SHEETS.map((sheet) =>
    sheet.path.startsWith(RECORDS.positions) ? { ...sheet, act: openPositions } : sheet,
  ),
  { name: 'report-fence-statistics', path: `/dataCount/fenceDataRecord?${MONTH}`, signedIn: true },
  { name: 'report-alarm-statistics', path: `/dataCount/warnDataRecord?${MONTH}&by=day`, signedIn: true },
  { name: 'dashboard', path: '/dashboard', signedIn: true },
  ...BIG_SCREEN_SHEETS,
  {
    name: 'report-schedules',
    path: SCHEDULES,
    signedIn: true,
    steps: [
      {
        name: 'report-schedules-form',
        act: press({ zh_CN: '新建定时报表', en_US: 'Schedule a report' }),
      },
    ],
  },
];

/** The same screens of an account without devices. */
export const EMPTY_REPORT_SHEETS: readonly Sheet[] = [
  { name: 'operation-overview-empty', path: ROWS, signedIn: true },
  { name: 'operation-statistics-empty', path: SUMS, signedIn: true },
  ...RECORD_SHEETS.map((sheet) => ({ ...sheet, name: `${sheet.name}-empty` })),
  { name: 'dashboard-empty', path: '/dashboard', signedIn: true },
  ...BIG_SCREEN_SHEETS.map((sheet) => ({ ...sheet, name: `${sheet.name}-empty` })),
  { name: 'report-schedules-empty', path: SCHEDULES, signedIn: true },
];
