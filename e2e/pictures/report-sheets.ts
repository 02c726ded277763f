import { press } from './acts.ts';
import type { Sheet } from './sheets.ts';

const ROWS = '/dataCenter/operationCountRecord';
const SCHEDULES = '/dataCenter/schedules';
const SUMS = '/dataCount/operationCountRecord';

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
  { name: 'report-schedules-empty', path: SCHEDULES, signedIn: true },
];
