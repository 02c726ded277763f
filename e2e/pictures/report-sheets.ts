import { press } from './acts.ts';
import type { Sheet } from './sheets.ts';

const ROWS = '/dataCenter/operationCountRecord';
const SCHEDULES = '/dataCenter/schedules';
const SUMS = '/dataCount/operationCountRecord';
/** Pages of single records, and the period that has some in the demo. */
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
  ...{ name: `report-${name}`, path, signedIn: true },
}));

/** Screens of reports and statistics, with the fleet of the demo. */
export const REPORT_SHEETS: readonly Sheet[] = [
  {
    name: 'operation-overview',
    path: ROWS,
    signedIn: true,
    steps: [
      {
        name: 'operation-overview-figures',
        act: press({ zh_CN: '指标说明', en_US: 'How figures are computed' }),
      },
    ],
  },
  { name: 'operation-overview-chart', path: `${ROWS}?chart=mileage`, signedIn: true },
  {
    name: 'operation-overview-days',
    path: `${ROWS}?by=deviceDay&sort=stops&order=descending`,
    signedIn: true,
  },
  { name: 'operation-statistics', path: `${SUMS}?by=group`, signedIn: true },
  ...RECORD_SHEETS,
  { name: 'report-fence-statistics', path: '/dataCount/fenceDataRecord', signedIn: true },
  { name: 'report-alarm-statistics', path: '/dataCount/warnDataRecord', signedIn: true },
  { name: 'dashboard', path: '/dashboard', signedIn: true },
  { name: 'visual-screen', path: '/visualScreen', signedIn: true },
  { name: 'data-screen', path: '/dataScreen', signedIn: true },
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
  { name: 'visual-screen-empty', path: '/visualScreen', signedIn: true },
  { name: 'data-screen-empty', path: '/dataScreen', signedIn: true },
  { name: 'report-schedules-empty', path: SCHEDULES, signedIn: true },
];
