import { expect, test } from 'vitest';
import { measureLine } from './course-line.ts';
import type { Fix } from './fix.ts';
import { LineProgress } from './line-progress.ts';
import { nearDistance } from './local-plane.ts';
import { type Place, place, track } from './testing/synthetic-race.ts';

/** Metres along the line after each fix. */
function follow(line: readonly Place[], fixes: readonly Fix[]): number[] {
  const progress = new LineProgress(measureLine(line.map((at) => place(at))));
  return fixes.map((fix, index) => {
    const before = fixes[index - 1];
    progress.add(fix, before === undefined ? null : nearDistance(before, fix));
    return progress.metres;
  });
}

/** The greatest difference from the metres that were moved, and the greatest step back. */
function errors(metres: readonly number[], perFix: number): readonly [difference: number, back: number] {
  const differences = metres.map((each, index) => Math.abs(each - index * perFix));
  const steps = metres.slice(1).map((each, index) => (metres[index] ?? 0) - each);
  return [Math.max(...differences), Math.max(...steps)];
}

/** 1 km out and back on the same road. */
const OUT_AND_BACK: readonly Place[] = [
  [0, 0],
  [1_000, 0],
  [0, 0],
];
/** Crosses itself at 200, 0 after 200 m and 1,100 m. */
const EIGHT: readonly Place[] = [
  [0, 0],
  [500, 0],
  [500, 200],
  [200, 200],
  [200, -300],
];

test.each([
  ['out and back', OUT_AND_BACK],
  ['a figure of eight', EIGHT],
])('follows %s with a fix a second and a minute', (_, line) => {
  // Positions are used 10 m from the last one, which takes 20 m at the turn; corners are cut between fixes a minute apart.
  expect(errors(follow(line, track(line, { speed: 3 })).slice(0, -1), 3)[0]).toBeLessThan(20);
  const [difference, back] = errors(follow(line, track(line, { speed: 3, interval: 60 })).slice(0, -1), 180);
  // 20 m from the turn nothing shows that it is behind: 160 m until the next fix.
  expect(difference).toBeLessThan(170);
  expect(back).toBeLessThanOrEqual(0);
});

test('does not run ahead of noise before the turn', () => {
  const fixes = track(OUT_AND_BACK, { speed: 3 }).map((fix, index): Fix => {
    // 12 m to the side, alternating.
    const [, lat] = place([0, index % 2 === 0 ? 12 : -12]);
    return { ...fix, lat: fix.lat + lat };
  });
  // Noise alone moves the odometer by 24 m a second, which may lead ahead by some of it.
  expect(errors(follow(OUT_AND_BACK, fixes).slice(0, -1), 3)[0]).toBeLessThan(60);
});

test('waits beside the line, and continues further along it', () => {
  const line: readonly Place[] = [
    [0, 0],
    [3_000, 0],
  ];
  const way: readonly Place[] = [
    [0, 0],
    [500, 0],
    [500, 400],
    [2_000, 400],
    [2_000, 0],
    [3_000, 0],
  ];
  const metres = follow(line, track(way, { speed: 5 }));
  // 100 s to 500 m, 80 s up, 300 s east, 80 s down.
  expect(metres[99]).toBeCloseTo(490, -2);
  expect(metres[300]).toBeCloseTo(500, -2);
  expect(metres[600]).toBeCloseTo(2_200, -2);
  expect(metres.at(-1)).toBeCloseTo(3_000, -2);
});
