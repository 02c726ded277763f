import { expect, test } from 'vitest';
import { alignSecond } from './align-second.ts';

const at = (time: string) => Date.parse(`2026-06-01T${time}Z`);

test.each([
  ['12:00:30.500', 30, '12:00:30.000'],
  ['12:00:30.500', 25, '12:00:25.000'],
  // Received just after the minute.
  ['12:00:01.200', 58, '11:59:58.000'],
  // The clock of the server is behind: not in the future.
  ['12:00:29.400', 30, '12:00:29.400'],
  ['12:00:59.400', 0, '12:00:59.400'],
  // Half a minute old.
  ['12:00:45.000', 15, '12:00:15.000'],
])('received at %s with second %i: %s', (received, second, expected) => {
  expect(alignSecond(at(received), second)).toBe(at(expected));
});
