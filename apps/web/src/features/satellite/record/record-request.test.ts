import { expect, test } from 'vitest';
import { countConditions, parseConditions, toFilter, toSearch } from './record-request.ts';

const parse = (search: string) => parseConditions(new URLSearchParams(search));

test('the address contains all conditions', () => {
  const search = {
    keywords: 'in port',
    terminal: '7',
    type: 'terminal-to-phone,system-to-terminal',
    state: 'delivered,failed',
    from: '1700000000000',
    to: '1700000060000',
  };
  const conditions = parse(String(new URLSearchParams(search)));
  expect(conditions).toEqual({
    keywords: 'in port',
    terminal: 7,
    types: ['terminal-to-phone', 'system-to-terminal'],
    states: ['delivered', 'failed'],
    startTime: 1_700_000_000_000,
    endTime: 1_700_000_060_000,
  });
  expect(toSearch(conditions)).toEqual(search);
  expect(countConditions(conditions)).toBe(4);
  expect(toFilter(conditions)).toEqual({
    keywords: 'in port',
    bdUserId: 7,
    types: ['terminal-to-phone', 'system-to-terminal'],
    states: ['delivered', 'failed'],
    startTime: 1_700_000_000_000,
    endTime: 1_700_000_060_000,
  });
});

test('without parameters it is the complete record', () => {
  expect(toFilter(parse(''))).toEqual({});
  expect(toSearch(parse(''))).toEqual({});
  expect(countConditions(parse(''))).toBe(0);
});

test('ignores values that the server would refuse', () => {
  expect(toFilter(parse('terminal=-1&type=x&state=,y&from=abc&to=1e9'))).toEqual({});
  expect(parse(`keywords=${'a'.repeat(500)}`).keywords.length).toBeLessThan(500);
});
