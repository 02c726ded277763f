import { expect, test } from 'vitest';
import { parseMatchesRequest, toMatchesSearch } from './matches-request.ts';

test('a request survives the address, and defaults are not written', () => {
  const request = { keywords: 'Jura', state: 'running', index: 3, size: 50 } as const;
  expect(parseMatchesRequest(new URLSearchParams(toMatchesSearch(request)))).toEqual(request);
  expect(toMatchesSearch({ keywords: '', state: undefined, index: 1, size: 20 })).toEqual({});
});

test('ignores values that the server would refuse', () => {
  const search = new URLSearchParams('state=lost&page=-2&size=7');
  expect(parseMatchesRequest(search)).toEqual({ keywords: '', state: undefined, index: 1, size: 20 });
});
