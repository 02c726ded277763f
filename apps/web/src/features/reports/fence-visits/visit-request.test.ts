import { expect, test } from 'vitest';
import { countVisitFilters, parseVisitRequest, toVisitSearch, withRows } from './visit-request.ts';

const TODAY = '2026-06-10';

test.each([
  ['center', 'from=2026-05-01&to=2026-05-31&fences=2%2C4&min=300&sort=duration&order=ascending&page=2'],
  ['count', 'from=2026-05-01&to=2026-05-31&devices=9&by=fence&sort=duration&order=descending&chart=metres'],
  ['count', 'from=2026-05-01&to=2026-05-31&chart=none'],
] as const)('an address of %s has the complete request', (kind, text) => {
  const request = parseVisitRequest(kind, new URLSearchParams(text), TODAY);
  expect(`${new URLSearchParams(toVisitSearch(kind, request))}`).toBe(text);
});

test('an address without or with values that the server refuses has usual ones', () => {
  for (const text of ['', 'by=colour&min=x&sort=pie&fences=0']) {
    const visits = parseVisitRequest('center', new URLSearchParams(text), TODAY);
    expect(visits).toMatchObject({
      ...{ startDay: TODAY, endDay: TODAY, by: 'visit', sort: 'start', descending: true, measure: null },
      ...{ fenceIds: [], minSeconds: 0 },
    });
    expect(countVisitFilters(visits)).toBe(0);
    const sums = parseVisitRequest('count', new URLSearchParams(text), TODAY);
    expect(sums).toMatchObject({
      ...{ startDay: '2026-06-01', endDay: TODAY, by: 'day', sumSort: 'name', descending: false },
      measure: 'visits',
    });
  }
});

test('other rows have their usual order', () => {
  expect(withRows('visit')).toMatchObject({ sort: 'start', descending: true });
  expect(withRows('fence')).toMatchObject({ sumSort: 'name', descending: false });
});
