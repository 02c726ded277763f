import { expect, test } from 'vitest';
import { fitsOnPage } from './fits-on-page.ts';

test('compares a map with the frame of the page', () => {
  // 190 x 260 mm: A4 without margins of 8 mm and 10 mm for the title is 194 x 271 mm, and 281 x 184 mm in landscape.
  const map = { paperBounds: [-90, -130, 100, 130] as [number, number, number, number], mapScale: 10_000 };
  expect(fitsOnPage(map, { scale: 10_000, paper: 'A4', landscape: false })).toBe(true);
  expect(fitsOnPage(map, { scale: 10_000, paper: 'A4', landscape: true })).toBe(false);
  // Enlarged to 285 x 390 mm: more than 281 x 394 mm.
  expect(fitsOnPage(map, { scale: 6_667, paper: 'A3', landscape: false })).toBe(false);
  expect(fitsOnPage(map, { scale: 7_500, paper: 'A3', landscape: false })).toBe(true);
});
