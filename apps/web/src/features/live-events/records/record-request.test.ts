import { expect, test } from 'vitest';
import { NO_CONDITIONS, parseRecordRequest, toRecordSearch } from './record-request.ts';

const parse = (query: string) => parseRecordRequest(new URLSearchParams(query));

test('reads filter and page from the address, and writes them back with the match', () => {
  const query = 'match=7&keywords=Rose&from=1000&to=2000&page=3&size=50';
  const request = parse(query);
  expect(request).toEqual({ keywords: 'Rose', startTime: 1_000, endTime: 2_000, index: 3, size: 50 });
  expect(new URLSearchParams(toRecordSearch(new URLSearchParams(query), request)).toString()).toBe(query);
});

test('ignores values that the server would refuse', () => {
  const request = { ...NO_CONDITIONS, index: 1, size: 20 };
  expect(parse('from=-1&to=x&page=0&size=33&keywords=%20')).toEqual(request);
  expect(toRecordSearch(new URLSearchParams('match=7&page=9'), request)).toEqual({ match: '7' });
});
