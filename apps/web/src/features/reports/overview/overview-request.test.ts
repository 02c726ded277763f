import { expect, test } from 'vitest';
import {
  buildOverviewUrl,
  findPeriodProblem,
  parseOverviewRequest,
  toOverviewFilter,
  toOverviewSearch,
  withGrouping,
} from './overview-request.ts';

const TODAY = '2026-11-25';
const parse = (kind: 'center' | 'count', search = '') =>
  parseOverviewRequest(kind, new URLSearchParams(search), TODAY);

test('the address contains all of the request, and always its days', () => {
  const search =
    'from=2026-11-01&to=2026-11-07&groups=3%2C4&devices=7&keywords=gull&by=deviceDay&sort=mileage&order=descending&chart=stops&page=2&size=50';
  const request = parse('center', search);
  expect(new URLSearchParams(toOverviewSearch('center', request)).toString()).toBe(search);
  expect(toOverviewFilter(request)).toEqual({
    ...{ by: 'deviceDay', startDay: '2026-11-01', endDay: '2026-11-07' },
    ...{ groupIds: [3, 4], trackerIds: [7], keywords: 'gull' },
  });
  expect(toOverviewSearch('center', parse('center'))).toEqual({ from: TODAY, to: TODAY });
  expect(toOverviewSearch('count', parse('count'))).toEqual({ from: '2026-11-01', to: TODAY });
  expect(buildOverviewUrl('count', { ...parse('count'), measure: null })).toBe(
    '/dataCount/operationCountRecord?from=2026-11-01&to=2026-11-25&chart=none',
  );
});

test('ignores what the server would refuse', () => {
  const search = 'by=day&from=2026-02-30&to=x&groups=a,0,3,3&devices=-1&sort=imei&order=up&chart=fuel&page=0';
  expect(parse('center', search)).toEqual({ ...parse('center'), groupIds: [3] });
});

test('another grouping keeps a sort by a figure, and no sort by what it lacks', () => {
  expect(withGrouping(parse('count', 'sort=stops&order=descending&page=3'), 'group')).toMatchObject({
    ...{ by: 'group', sort: 'stops', descending: true, index: 1 },
  });
  expect(withGrouping(parse('count', 'order=descending'), 'group')).toMatchObject({
    ...{ sort: 'name', descending: false },
  });
});

test('finds periods that are too long, or end before they start', () => {
  const problemOf = (by: 'device' | 'deviceDay', startDay: string, endDay: string) =>
    findPeriodProblem({ by, startDay, endDay });
  expect(problemOf('device', '2026-11-02', '2026-11-01')).toBe('order');
  // 366 days, and one more.
  expect(problemOf('device', '2025-01-01', '2026-01-01')).toBeNull();
  expect(problemOf('device', '2025-01-01', '2026-01-02')).toBe('tooLong');
  expect(problemOf('deviceDay', '2026-10-01', '2026-10-31')).toBeNull();
  expect(problemOf('deviceDay', '2026-10-01', '2026-11-01')).toBe('rowsTooLong');
});
