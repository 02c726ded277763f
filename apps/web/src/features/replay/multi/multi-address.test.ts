import { expect, test } from 'vitest';
import { parseMultiView, writeMultiView } from './multi-address.ts';

const read = (query: string) => parseMultiView(new URLSearchParams(query), [3, 7, 9]);

test('an address without a word shows everybody', () => {
  expect(read('trackerId=3,7,9')).toEqual({ hidden: new Set(), keepAll: false, encounterPair: [null, null] });
});

test('what is hidden, kept in view and looked for is read', () => {
  expect(read('hide=7,9&keep=all&meet=3,9')).toEqual({
    hidden: new Set([7, 9]),
    keepAll: true,
    encounterPair: [3, 9],
  });
  expect(read('meet=3,').encounterPair).toEqual([3, null]);
  expect(read('meet=,9').encounterPair).toEqual([null, 9]);
});

test('devices that are not replayed, and what is no device, are passed over', () => {
  expect(read('hide=4,7,x,-3,0,7.5&keep=none&meet=8,abc')).toEqual({
    hidden: new Set([7]),
    keepAll: false,
    encounterPair: [null, null],
  });
});

test('a view is written as it is read, beside what stood there', () => {
  const query = writeMultiView(new URLSearchParams('t=abc&hide=3'), {
    hidden: new Set([9]),
    keepAll: true,
    encounterPair: [null, 7],
  });
  expect(query.get('t')).toBe('abc');
  expect(parseMultiView(query, [3, 7, 9])).toEqual({
    hidden: new Set([9]),
    keepAll: true,
    encounterPair: [null, 7],
  });
  const back = writeMultiView(query, { hidden: new Set(), keepAll: false, encounterPair: [null, null] });
  expect(back.toString()).toBe('t=abc');
});
