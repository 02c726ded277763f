import { expect, test } from 'vitest';
import { NO_CONDITIONS, parseFlightRequest, toFlightFilter, toFlightSearch } from './flight-request.ts';

test('reads and writes the address', () => {
  const address = 'keywords=CA1&state=overdue&from=1000&to=2000&order=ascending&page=3&size=50';
  const request = parseFlightRequest(new URLSearchParams(address));
  expect(request).toEqual({
    ...{ keywords: 'CA1', state: 'overdue', startTime: 1_000, endTime: 2_000 },
    ...{ descending: false, index: 3, size: 50 },
  });
  expect(new URLSearchParams(toFlightSearch(request)).toString()).toBe(address);
  expect(toFlightFilter(request)).toEqual({
    keywords: 'CA1',
    state: 'overdue',
    startTime: 1_000,
    endTime: 2_000,
  });
});

test('ignores values that the server would refuse', () => {
  const request = parseFlightRequest(new URLSearchParams('state=lost&from=-1&to=x&page=0&size=7&order=up'));
  expect(request).toEqual({ ...NO_CONDITIONS, descending: true, index: 1, size: 20 });
  expect(toFlightSearch(request)).toEqual({});
  expect(toFlightFilter(request)).toEqual({});
});
