import { expect, test } from 'vitest';
import { createFramePacer } from './frame-pacer.ts';

test('allows the next frame at once while frames are fast', () => {
  const pacer = createFramePacer();
  pacer.add(100, 116);
  expect(pacer.nextAt).toBe(116);
});

test('uses half of the time for slow frames', () => {
  const pacer = createFramePacer();
  pacer.add(100, 200);
  expect(pacer.nextAt).toBe(300);
  // The mean is 100 - 0.3 * 60 = 82.
  pacer.add(300, 340);
  expect(pacer.nextAt).toBe(422);
});
