import { expect, test } from 'vitest';
import { parseMultiView, writeMultiView } from './multi-address.ts';

const read = (query: string) => parseMultiView(new URLSearchParams(query), [3, 7, 9]);

test('shows all devices by default', () => {
  expect(read('trackerId=3,7,9')).toEqual({ hidden: new Set(), keepAll: false, encounterPair: [null, null] });
});

test('reads hidden devices, the follow mode and the encounter pair', () => {
  expect(read('hide=7,9&keep=all&meet=3,9')).toEqual({
    hidden: new Set([7, 9]),
    keepAll: true,
    encounterPair: [3, 9],
  });
  expect(read('meet=3,').encounterPair).toEqual([3, null]);
  expect(read('meet=,9').encounterPair).toEqual([null, 9]);
});

test('ignores devices outside the replay and invalid ids', () => {
  expect(read('hide=4,7,x,-3,0,7.5&keep=none&meet=8,abc')).toEqual({
    hidden: new Set([7]),
    keepAll: false,
    encounterPair: [null, null],
  });
});

test('round-trips a view, and keeps other parameters', () => {
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
