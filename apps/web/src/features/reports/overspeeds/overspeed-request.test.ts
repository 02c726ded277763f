import { expect, test } from 'vitest';
import { countOverspeedFilters, parseOverspeedRequest, toOverspeedSearch } from './overspeed-request.ts';

const TODAY = '2026-06-01';

test('an address has the complete request', () => {
  const text =
    'from=2026-05-01&to=2026-05-31&groups=3&keywords=gull&min=30&excess=10&rules=7&fences=2%2C4&sort=maxSpeed&order=ascending&chart=day&page=2';
  const request = parseOverspeedRequest(new URLSearchParams(text), TODAY);
  expect(request).toMatchObject({
    ...{ startDay: '2026-05-01', endDay: '2026-05-31', groupIds: [3], keywords: 'gull', index: 2 },
    ...{ minSeconds: 30, minExcess: 10, ruleIds: [7], fenceIds: [2, 4] },
    ...{ sort: 'maxSpeed', descending: false, chart: 'day' },
  });
  expect(`${new URLSearchParams(toOverspeedSearch(request))}`).toBe(text);
  expect(countOverspeedFilters(request)).toBe(5);
});

test('an address without or with values that the server refuses is of today, without limits', () => {
  const text = 'min=-1&excess=1001&rules=x&sort=colour&chart=pie&from=2026-02-30&to=2026-03-01';
  for (const search of ['', text]) {
    const request = parseOverspeedRequest(new URLSearchParams(search), TODAY);
    expect(request).toMatchObject({
      ...{ startDay: TODAY, endDay: TODAY, minSeconds: 0, minExcess: 0, ruleIds: [], fenceIds: [] },
      ...{ sort: 'start', descending: true, chart: null },
    });
    expect(countOverspeedFilters(request)).toBe(0);
  }
});
