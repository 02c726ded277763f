import { LIMITS } from '@wakeline/contract/limits';
import { expect, test } from 'vitest';
import {
  countFilters,
  NO_CONDITIONS,
  parsePlaneRequest,
  toPlaneFilter,
  toPlaneSearch,
} from './plane-request.ts';

const parse = (query: string) => parsePlaneRequest(new URLSearchParams(query));

test('reads filter and page of an address and writes the same address', () => {
  const query = 'keywords=B-10&kind=light&group=7&bound=no&sort=model&order=descending&page=3&size=50';
  const request = parse(query);
  expect(request).toEqual({
    keywords: 'B-10',
    kind: 'light',
    groupId: 7,
    isBound: false,
    sort: 'model',
    descending: true,
    index: 3,
    size: 50,
  });
  expect(new URLSearchParams(toPlaneSearch(request)).toString()).toBe(query);
  expect(countFilters(request)).toBe(3);
});

test('ignores values that the server would refuse', () => {
  const all = { ...NO_CONDITIONS, sort: 'tailNumber', descending: false, index: 1, size: 20 } as const;
  expect(parse('kind=ufo&group=0&sort=note&order=up&bound=maybe&page=-1&size=7')).toEqual(all);
  expect(parse('group=2147483648&page=1e400&size=')).toEqual(all);
  expect(toPlaneSearch(all)).toEqual({});
  expect(toPlaneFilter(all)).toEqual({});
  expect(parse(`keywords=${'a'.repeat(LIMITS.name + 1)}`).keywords).toHaveLength(LIMITS.name);
});

test('sends only conditions that are set, also that no device is bound', () => {
  expect(toPlaneFilter(parse('bound=no'))).toEqual({ isBound: false });
  expect(toPlaneFilter(parse('group=none'))).toEqual({ groupId: null });
  expect(toPlaneSearch(parse('group=none'))).toEqual({ group: 'none' });
  expect(toPlaneFilter(parse('keywords=+42+&kind=drone&group=3'))).toEqual({
    keywords: '42',
    kind: 'drone',
    groupId: 3,
  });
});
