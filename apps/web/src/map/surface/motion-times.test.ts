import { expect, test } from 'vitest';
import { createMotionTimes } from './motion-times.ts';

test('keeps times exact to a fraction of a millisecond in 32 bits, also after weeks', () => {
  const times = createMotionTimes();
  const weeks = 30 * 86_400_000;
  expect(times.renew(3_599_999)).toBe(false);
  expect(times.renew(weeks)).toBe(true);
  const time = weeks + 3_599_000.5;
  expect(times.renew(time)).toBe(false);
  expect(Math.abs(Math.fround(times.toShader(time)) - 3_599_000.5)).toBeLessThanOrEqual(0.25);
});
