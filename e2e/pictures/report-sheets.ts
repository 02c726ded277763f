import { press } from './acts.ts';
import type { Sheet } from './sheets.ts';

const ROWS = '/dataCenter/operationCountRecord';
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
];

/** The same screens of an account without devices. */
export const EMPTY_REPORT_SHEETS: readonly Sheet[] = [
  { name: 'operation-overview-empty', path: ROWS, signedIn: true },
  { name: 'operation-statistics-empty', path: SUMS, signedIn: true },
];
