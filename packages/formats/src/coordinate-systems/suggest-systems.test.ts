import { expect, test } from 'vitest';
import { type GeographicBounds, suggestCoordinateSystems } from './suggest-systems.ts';

/** A race map near Welwyn by its world file and PROJ (`fixtures/georeferenced/README.md`), and one near Gothenburg. */
const ELLENBROOK: GeographicBounds = [-0.272, 51.7546, -0.249, 51.775];
const TUVE: GeographicBounds = [11.86, 57.74, 11.97, 57.77];

test('finds the British grid for a point on a map in it', () => {
  const found = suggestCoordinateSystems([520_000, 209_000], [TUVE, ELLENBROOK]);
  expect(found.map(({ code }) => code)).toContain(27700);
});

test('finds the grids of Sweden for a point near a map in one', () => {
  // 20 km to the grid north of the map.
  const found = suggestCoordinateSystems([316_000, 6_424_000], [TUVE, ELLENBROOK]);
  expect(found.map(({ code }) => code)).toContain(3006);
});

test('finds nothing far from all areas, or without any', () => {
  expect(suggestCoordinateSystems([316_000, 6_424_000], [[110, 25, 111, 26]])).toEqual([]);
  expect(suggestCoordinateSystems([316_000, 6_424_000], [])).toEqual([]);
});

test('returns as many as requested', () => {
  expect(suggestCoordinateSystems([316_000, 6_424_000], [TUVE], 2)).toHaveLength(2);
});
