import { expect, test } from 'vitest';
import { validateSheet } from './sheet-file.ts';

test.each([
  ['devices.xlsx', 10, undefined],
  ['DEVICES.CSV', 10, undefined],
  ['devices.xls', 10, 'sheet-legacy'],
  ['photo.png', 10, 'sheet-type'],
  ['devices.csv', 0, 'sheet-empty'],
  ['devices.xlsx', 33_554_433, 'sheet-too-large'],
])('%s of %d bytes: %s', (name, size, error) => {
  expect(validateSheet({ name, size })?.errorName).toBe(error);
});

test('a kind of sheets can have a limit of its own', () => {
  const limit = { bytes: 1_000, error: 'start-list-too-large' } as const;
  const errorOf = (size: number) => validateSheet({ name: 'runners.csv', size }, limit)?.errorName;
  expect([errorOf(1_000), errorOf(1_001)]).toEqual([undefined, 'start-list-too-large']);
});
