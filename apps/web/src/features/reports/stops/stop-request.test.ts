import { expect, test } from 'vitest';
import { countStopFilters, parseStopRequest, toStopFilter, toStopSearch } from './stop-request.ts';

const TODAY = '2026-11-25';
const parse = (search = '') => parseStopRequest(new URLSearchParams(search), TODAY);

test('the address contains all of the request, and always its days', () => {
  const search =
    'from=2026-11-01&to=2026-11-07&groups=3%2C4&devices=7&keywords=gull&min=30&fences=1%2C2&points=9&sort=duration&order=ascending&chart=stops&page=2&size=50';
  const request = parse(search);
  expect(new URLSearchParams(toStopSearch(request)).toString()).toBe(search);
  expect(toStopFilter(request)).toEqual({
    ...{ startDay: '2026-11-01', endDay: '2026-11-07', groupIds: [3, 4], trackerIds: [7], keywords: 'gull' },
    ...{ minMinutes: 30, fenceIds: [1, 2], labelPointIds: [9] },
  });
  expect(countStopFilters(request)).toBe(4);
  expect(toStopSearch(parse())).toEqual({ from: TODAY, to: TODAY });
});

test.each(['min=2', 'min=1441', 'min=4.5', 'min=x', 'fences=a,0', 'sort=imei', 'order=up', 'chart=fuel'])(
  'ignores %s, which the server would refuse',
  (search) => {
    expect(parse(search)).toEqual(parse());
  },
);

test('an address without minutes lists the stops that the account counts', () => {
  const read = (search: string) => parseStopRequest(new URLSearchParams(search), TODAY, 15);
  const request = read('');
  expect([request.minMinutes, countStopFilters(request, 15)]).toEqual([15, 0]);
  expect(toStopSearch(request, 15)).toEqual({ from: TODAY, to: TODAY });
  // The minutes of an address stay, also where the account has others.
  expect([read('min=5').minMinutes, countStopFilters(read('min=5'), 15)]).toEqual([5, 1]);
  expect(toStopSearch(read('min=5'), 15)).toMatchObject({ min: '5' });
});
