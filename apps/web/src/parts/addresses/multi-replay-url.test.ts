import { expect, test } from 'vitest';
import { buildMultiReplayUrl } from './multi-replay-url.ts';

test('a fleet that has been silent is replayed up to its last fix, and one without a fix up to now', () => {
  const now = 1_000_000_000;
  const day = 86_400_000;
  expect(buildMultiReplayUrl([3, 7], [null, now - 5000], now)).toBe(
    `/traceReplaySatellite?trackerId=3%2C7&start=${now - 5000 - day}&end=${now - 5000}`,
  );
  expect(buildMultiReplayUrl([3], [null], now)).toContain(`end=${now}`);
  expect(buildMultiReplayUrl([3], [now + 60_000], now)).toContain(`end=${now}`);
});
