import { expect, it } from 'vitest';
import { detailOf, isGrave } from './notice-words.ts';

it.each([
  ['a call for help is its type and name', 'SOS', 'Gull', 'Gull calls for help (SOS)', null],
  ['a figure is told', 'LOWPOWER', 'Gull', 'Gull has a low battery (15 %)', 'Gull has a low battery (15 %)'],
  [
    'who has no name is told of',
    'SOS',
    '',
    'A removed device calls for help',
    'A removed device calls for help',
  ],
] as const)('%s', (_, msgType, trackerName, content, said) => {
  expect(detailOf({ msgType, trackerName, content })).toBe(said);
});

it('takes a call for help as grave, and a low battery not', () => {
  expect(isGrave('SOS')).toBe(true);
  expect(isGrave('LOWPOWER')).toBe(false);
});
