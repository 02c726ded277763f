import { expect, test } from 'vitest';
import { spiderOffsets } from './spider.ts';

function minDistance(offsets: { x: number; y: number }[]): number {
  let result = Number.POSITIVE_INFINITY;
  offsets.forEach((a, i) => {
    for (const b of offsets.slice(i + 1)) result = Math.min(result, Math.hypot(a.x - b.x, a.y - b.y));
  });
  return result;
}

const legs = (count: number) => spiderOffsets(count).map(({ x, y }) => Math.hypot(x, y));

test('arranges fewer than nine markers in a circle, the first one at the top', () => {
  for (let count = 2; count < 9; count += 1) {
    const [first = 0, ...others] = legs(count);
    for (const leg of others) expect(leg).toBeCloseTo(first, 9);
    expect(spiderOffsets(count)[0]?.x).toBeCloseTo(0, 9);
    expect(spiderOffsets(count)[0]?.y).toBeLessThan(0);
  }
});

test('arranges nine and more in a spiral that only widens', () => {
  for (const count of [9, 30, 80]) {
    const all = legs(count);
    expect(all).toEqual([...all].sort((a, b) => a - b));
    expect(new Set(all).size).toBe(count);
  }
});

test('keeps markers of 40 px from overlapping', () => {
  for (const count of [2, 8, 9, 40, 80])
    expect(minDistance(spiderOffsets(count)), String(count)).toBeGreaterThan(40);
});
