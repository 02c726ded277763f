import { expect, test } from 'vitest';
import { countConditions, parseConditions, toFilter, toSearch } from './record-request.ts';

test('keeps the conditions in the address', () => {
  const conditions = {
    keywords: 'Gull',
    statuses: ['sent', 'failed'] as const,
    instructions: ['locate'] as const,
    startTime: 1_700_000_000_000,
    endTime: undefined,
  };
  expect(parseConditions(new URLSearchParams(toSearch(conditions)))).toEqual(conditions);
  expect(toSearch(conditions)).toEqual({
    tab: 'records',
    keywords: 'Gull',
    status: 'sent,failed',
    instruction: 'locate',
    from: '1700000000000',
  });
});

test('ignores values of an address that do not exist', () => {
  const search = new URLSearchParams('status=lost,waiting&instruction=fly&from=-1&to=now');
  expect(parseConditions(search)).toEqual({
    keywords: '',
    statuses: ['waiting'],
    instructions: [],
    startTime: undefined,
    endTime: undefined,
  });
});

test('requests both states that are shown as waiting for a receipt', () => {
  const conditions = parseConditions(new URLSearchParams('status=sent'));
  expect(toFilter(conditions)).toEqual({ states: ['sent', 'received'] });
});

test('counts a period as one condition, and not the search', () => {
  const count = (query: string) => countConditions(parseConditions(new URLSearchParams(query)));
  expect(count('keywords=gull')).toBe(0);
  expect(count('status=sent,failed&instruction=locate&from=1&to=2')).toBe(3);
  expect(count('to=2')).toBe(1);
});
