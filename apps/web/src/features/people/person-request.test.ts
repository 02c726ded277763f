import { LIMITS } from '@wakeline/contract/limits';
import { expect, test } from 'vitest';
import {
  countFilters,
  NO_CONDITIONS,
  parsePersonRequest,
  toPersonFilter,
  toPersonSearch,
} from './person-request.ts';

const parse = (query: string) => parsePersonRequest(new URLSearchParams(query));

test('reads filter and page of an address and writes the same address', () => {
  const query = 'keywords=A12&status=WITHDRAWN&bound=no&sort=age&order=descending&page=3&size=50';
  const request = parse(query);
  expect(request).toEqual({
    keywords: 'A12',
    status: 'WITHDRAWN',
    isBound: false,
    sort: 'age',
    descending: true,
    index: 3,
    size: 50,
  });
  expect(new URLSearchParams(toPersonSearch(request)).toString()).toBe(query);
  expect(countFilters(request)).toBe(2);
  expect(toPersonFilter(request)).toEqual({ keywords: 'A12', status: 'WITHDRAWN', isBound: false });
});

test('ignores values that the server would refuse', () => {
  const keywords = 'x'.repeat(LIMITS.name + 1);
  const request = parse(`keywords=${keywords}&status=GONE&bound=1&sort=shoe&page=-1&size=7`);
  expect(request).toEqual({
    ...NO_CONDITIONS,
    keywords: 'x'.repeat(LIMITS.name),
    sort: 'raceNumber',
    descending: false,
    index: 1,
    size: 20,
  });
  expect(toPersonSearch(parse(''))).toEqual({});
  expect(toPersonFilter(NO_CONDITIONS)).toEqual({});
});
