import { expect, test } from 'vitest';
import { Viewers } from './viewers.ts';

test('counts each viewer once, for 15 s after their last request', () => {
  const viewers = new Viewers();
  viewers.note('viewer-a', '10.0.0.1', 0);
  viewers.note('viewer-b', '10.0.0.1', 1_000);
  viewers.note('viewer-a', '10.0.0.2', 2_000);
  expect(viewers.count(2_000)).toBe(2);
  expect(viewers.count(16_000)).toBe(2);
  expect(viewers.count(16_001)).toBe(1);
  expect(viewers.count(17_001)).toBe(0);
});

test('one address makes 1,000 viewers count at most', () => {
  const viewers = new Viewers();
  for (let index = 0; index < 1_500; index += 1) viewers.note(`forged-${index}`, '10.0.0.1', 0);
  viewers.note('viewer-a', '10.0.0.2', 0);
  expect(viewers.count(0)).toBe(1_001);
  // Those who left make room.
  expect(viewers.count(15_001)).toBe(0);
  viewers.note('forged-1', '10.0.0.1', 15_001);
  expect(viewers.count(15_001)).toBe(1);
});
