import { expect, test } from 'vitest';
import { spiderOffsets } from './spider.ts';

function closest(offsets: { x: number; y: number }[]): number {
  let least = Number.POSITIVE_INFINITY;
  offsets.forEach((a, i) => {
    for (const b of offsets.slice(i + 1)) least = Math.min(least, Math.hypot(a.x - b.x, a.y - b.y));
  });
  return least;
}

const legs = (count: number) => spiderOffsets(count).map(({ x, y }) => Math.hypot(x, y));

test('below nine it is a circle, the first one on top', () => {
  for (let count = 2; count < 9; count += 1) {
    const [first = 0, ...others] = legs(count);
    for (const leg of others) expect(leg).toBeCloseTo(first, 9);
    expect(spiderOffsets(count)[0]?.x).toBeCloseTo(0, 9);
    expect(spiderOffsets(count)[0]?.y).toBeLessThan(0);
  }
});

test('from nine on it is a spiral that only widens', () => {
  for (const count of [9, 30, 80]) {
    const all = legs(count);
    expect(all).toEqual([...all].sort((a, b) => a - b));
    expect(new Set(all).size).toBe(count);
  }
});

test('no two markers of 40 px cover each other', () => {
  for (const count of [2, 8, 9, 40, 80])
    expect(closest(spiderOffsets(count)), String(count)).toBeGreaterThan(40);
});
