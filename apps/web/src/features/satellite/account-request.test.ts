import { LIMITS } from '@wakeline/contract/limits';
import { expect, test } from 'vitest';
import {
  countFilters,
  NO_CONDITIONS,
  parseAccountRequest,
  toAccountFilter,
  toAccountSearch,
} from './account-request.ts';

const parse = (query: string) => parseAccountRequest(new URLSearchParams(query));

test('reads filter and page of an address and writes the same address', () => {
  const query = 'keywords=Tern&network=iridium&bound=no&page=3&size=50';
  const request = parse(query);
  expect(request).toEqual({ keywords: 'Tern', network: 'iridium', isBound: false, index: 3, size: 50 });
  expect(new URLSearchParams(toAccountSearch(request)).toString()).toBe(query);
  expect(toAccountSearch(parse('bound=yes'))).toEqual({ bound: 'yes' });
  expect(countFilters(request)).toBe(2);
});

test('ignores values that the server would refuse', () => {
  const all = { ...NO_CONDITIONS, index: 1, size: 20 };
  expect(parse('network=gps&bound=maybe&page=-1&size=7')).toEqual(all);
  expect(parse('page=1e400&size=')).toEqual(all);
  expect(toAccountSearch(all)).toEqual({});
  expect(toAccountFilter(all)).toEqual({});
  expect(parse(`keywords=${'a'.repeat(LIMITS.name + 1)}`).keywords).toHaveLength(LIMITS.name);
});

test('sends only conditions that are set, also that no device is bound', () => {
  expect(toAccountFilter(parse('bound=no'))).toEqual({ isBound: false });
  expect(toAccountFilter(parse('keywords=+42+&network=beidou'))).toEqual({
    keywords: '42',
    network: 'beidou',
  });
});
