import { expect, test } from 'vitest';
import { emergencyOf } from './emergency.ts';

test.each([
  ['7500', null, { kind: 'unlawful', squawk: '7500' }],
  ['7600', 'none', { kind: 'nordo', squawk: '7600' }],
  ['7700', 'general', { kind: 'general', squawk: '7700' }],
  ['7700', 'minfuel', { kind: 'minfuel', squawk: '7700' }],
  // The squawk is what controllers see.
  ['7700', 'nordo', { kind: 'general', squawk: '7700' }],
  ['7500', 'general', { kind: 'unlawful', squawk: '7500' }],
  ['1000', 'lifeguard', { kind: 'lifeguard', squawk: null }],
  [null, 'downed', { kind: 'downed', squawk: null }],
])('names the emergency of squawk %s and status %s', (squawk, status, expected) => {
  expect(emergencyOf(squawk, status)).toEqual(expected);
});

test.each([
  ['7000', 'none'],
  ['7501', null],
  ['7780', 'reserved'],
  ['0', ''],
  [null, null],
  ['7 700', 'NONE'],
])('finds none in squawk %s and status %s', (squawk, status) => {
  expect(emergencyOf(squawk, status)).toBeNull();
});
