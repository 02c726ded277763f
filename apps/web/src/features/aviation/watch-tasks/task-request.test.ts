import { expect, test } from 'vitest';
import { parseTaskRequest, toTaskFilter, toTaskSearch } from './task-request.ts';

const parse = (search: string) => parseTaskRequest(new URLSearchParams(search));

test('the address contains filter and page, and nothing that is usual', () => {
  const request = parse('keywords=line&state=closed&page=3&size=50');
  expect(request).toEqual({ keywords: 'line', isOpen: false, index: 3, size: 50 });
  expect(new URLSearchParams(toTaskSearch(request)).toString()).toBe(
    'keywords=line&state=closed&page=3&size=50',
  );
  expect(toTaskSearch(parse(''))).toEqual({});
  expect(toTaskFilter(request)).toEqual({ keywords: 'line', isOpen: false });
  expect(toTaskFilter(parse('state=open'))).toEqual({ isOpen: true });
});

test('ignores what the server would refuse', () => {
  expect(parse('state=other&page=-1&size=7')).toEqual({
    keywords: '',
    isOpen: undefined,
    index: 1,
    size: 20,
  });
});
