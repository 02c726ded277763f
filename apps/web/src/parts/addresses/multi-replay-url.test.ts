import { expect, test } from 'vitest';
import { buildMultiReplayUrl } from './multi-replay-url.ts';

test('ends the period of inactive devices at the last fix, and without a fix at the present', () => {
  const now = 1_000_000_000;
  const day = 86_400_000;
  expect(buildMultiReplayUrl([3, 7], [null, now - 5000], now)).toBe(
    `/traceReplaySatellite?trackerId=3%2C7&start=${now - 5000 - day}&end=${now - 5000}`,
  );
  expect(buildMultiReplayUrl([3], [null], now)).toContain(`end=${now}`);
  expect(buildMultiReplayUrl([3], [now + 60_000], now)).toContain(`end=${now}`);
});
