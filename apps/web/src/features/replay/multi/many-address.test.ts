import { expect, test } from 'vitest';
import { manyReplayAddress, readMany, writeMany } from './many-address.ts';

const read = (query: string) => readMany(new URLSearchParams(query), [3, 7, 9]);

test('an address without a word shows everybody', () => {
  expect(read('trackerId=3,7,9')).toEqual({ hidden: new Set(), keepAll: false, meeting: [null, null] });
});

test('what is hidden, kept in view and looked for is read', () => {
  expect(read('hide=7,9&keep=all&meet=3,9')).toEqual({
    hidden: new Set([7, 9]),
    keepAll: true,
    meeting: [3, 9],
  });
  expect(read('meet=3,').meeting).toEqual([3, null]);
  expect(read('meet=,9').meeting).toEqual([null, 9]);
});

test('devices that are not replayed, and what is no device, are passed over', () => {
  expect(read('hide=4,7,x,-3,0,7.5&keep=none&meet=8,abc')).toEqual({
    hidden: new Set([7]),
    keepAll: false,
    meeting: [null, null],
  });
});

test('a view is written as it is read, beside what stood there', () => {
  const query = writeMany(new URLSearchParams('t=abc&hide=3'), {
    hidden: new Set([9]),
    keepAll: true,
    meeting: [null, 7],
  });
  expect(query.get('t')).toBe('abc');
  expect(readMany(query, [3, 7, 9])).toEqual({ hidden: new Set([9]), keepAll: true, meeting: [null, 7] });
  const back = writeMany(query, { hidden: new Set(), keepAll: false, meeting: [null, null] });
  expect(back.toString()).toBe('t=abc');
});

test('a fleet that has been silent is replayed up to its last fix, and one without a fix up to now', () => {
  const now = 1_000_000_000;
  const day = 86_400_000;
  expect(manyReplayAddress([3, 7], [null, now - 5000], now)).toBe(
    `/traceReplaySatellite?trackerId=3%2C7&start=${now - 5000 - day}&end=${now - 5000}`,
  );
  expect(manyReplayAddress([3], [null], now)).toContain(`end=${now}`);
  expect(manyReplayAddress([3], [now + 60_000], now)).toContain(`end=${now}`);
});
