import { describe, expect, test } from 'vitest';
import { cornersOf, middleOf, type PaperBounds, printFrame, showsAll } from './print-frame.ts';

// A4 without margins of 8 mm and 10 mm for the title is 194 x 271 mm, and 281 x 184 mm in landscape.
describe('the frame of a page', () => {
  const page = { scale: 10_000, paper: 'A4', landscape: false, center: [20, -30] } as const;

  test('is as large as the page at the scale of the map', () => {
    expect(printFrame(10_000, page)).toEqual([-77, -165.5, 117, 105.5]);
    expect(printFrame(10_000, { ...page, landscape: true })).toEqual([-120.5, -122, 160.5, 62]);
  });

  test('is smaller on the map in an enlarged print', () => {
    // 194 / 2 and 271 / 2 mm.
    expect(printFrame(10_000, { ...page, scale: 5_000 })).toEqual([-28.5, -97.75, 68.5, 37.75]);
  });

  test('of A3 is 281 x 394 mm', () => {
    expect(printFrame(10_000, { ...page, paper: 'A3', center: [0, 0] })).toEqual([-140.5, -197, 140.5, 197]);
  });
});

test('compares a map with the frame', () => {
  const bounds: PaperBounds = [-90, -130, 100, 130];
  const center = middleOf(bounds);
  expect(center).toEqual([5, 0]);
  const page = { scale: 10_000, paper: 'A4', landscape: false, center } as const;
  const shows = (changes: Partial<Parameters<typeof printFrame>[1]>) =>
    showsAll(printFrame(10_000, { ...page, ...changes }), bounds);
  expect(shows({})).toBe(true);
  // 4 mm more than the map is wide: 2 mm on each side.
  expect(shows({ center: [6.9, 0] })).toBe(true);
  expect(shows({ center: [7.1, 0] })).toBe(false);
  expect(shows({ landscape: true })).toBe(false);
  // Enlarged to 285 x 390 mm: more than 281 x 394 mm.
  expect(shows({ paper: 'A3', scale: 6_667 })).toBe(false);
  expect(shows({ paper: 'A3', scale: 7_500 })).toBe(true);
});

test('has its corners in order', () => {
  expect(cornersOf([1, 2, 3, 4])).toEqual([
    [1, 2],
    [3, 2],
    [3, 4],
    [1, 4],
  ]);
});
