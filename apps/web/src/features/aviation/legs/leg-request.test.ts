import { expect, test } from 'vitest';
import { countFilters, parseLegRequest, toGroupSearch, toLegFilter, toLegSearch } from './leg-request.ts';

const parse = (search: string) => parseLegRequest(new URLSearchParams(search));

test('the address contains view, filter and page, and nothing that is usual', () => {
  const search = 'view=day&chart=landings&keywords=b-10&from=1000&to=2000&airport=ZGKL&page=2&size=50';
  const request = parse(search);
  expect(request).toMatchObject({
    view: 'day',
    measure: 'landings',
    keywords: 'b-10',
    startTime: 1_000,
    ident: 'ZGKL',
    index: 2,
  });
  expect(new URLSearchParams(toLegSearch(request)).toString()).toBe(search);
  expect(toLegSearch(parse(''))).toEqual({});
  expect(countFilters(request)).toBe(2);
  expect(toLegFilter(request)).toEqual({ keywords: 'b-10', startTime: 1_000, endTime: 2_000, ident: 'ZGKL' });
  expect(toLegFilter(parse('place=7'))).toEqual({ landingPlaceId: 7 });
});

test('ignores what the server would refuse', () => {
  const request = parse('view=week&chart=fuel&from=-1&to=x&airport=%27&place=0&page=0&size=7');
  expect(toLegSearch(request)).toEqual({});
});

test('a group leads to its legs', () => {
  const search = (view: string, key: string, label: string) =>
    toGroupSearch(parse(`view=${view}&page=3`), { key, label }, 'Asia/Shanghai');
  expect(search('plane', '7', 'B-10KA')).toBe('?keywords=B-10KA');
  expect(search('field', 'ZGKL', 'Guilin')).toBe('?airport=ZGKL');
  expect(search('field', 'p7', 'Apron')).toBe('?place=7');
  expect(search('field', 'none', '')).toBeNull();
  // China is 8 hours ahead of UTC.
  const [from, to] = [Date.UTC(2026, 4, 31, 16), Date.UTC(2026, 5, 1, 16)];
  expect(search('day', '2026-06-01', '2026-06-01')).toBe(`?from=${from}&to=${to}`);
});
