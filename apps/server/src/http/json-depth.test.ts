import { expect, test } from 'vitest';
import { isDeeperThan } from './json-depth.ts';

test.each([
  ['1', 0],
  ['[]', 1],
  ['{"a":[1,{"b":[]}]}', 4],
  ['[[],[],[[]]]', 3],
  ['"[[[["', 0],
  ['["[[","\\"[[","\\\\",[]]', 2],
  ['{"[{":"]}"}', 1],
])('measures the nesting of %s as %i', (text, depth) => {
  expect(isDeeperThan(text, depth)).toBe(false);
  if (depth > 0) expect(isDeeperThan(text, depth - 1)).toBe(true);
});

test('accepts malformed texts and stops at the maximum depth', () => {
  expect(isDeeperThan('[['.repeat(250_000), 16)).toBe(true);
  expect(isDeeperThan('{"a":"', 16)).toBe(false);
  expect(isDeeperThan(']]]]', 16)).toBe(false);
});
