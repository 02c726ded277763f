import type { Position } from '@wakeline/domain/fences/fence-shape';
import { courseOfMarks } from '@wakeline/domain/races/course-of-marks';
import { courseOfRoute } from '@wakeline/domain/races/course-of-route';
import { expect, test } from 'vitest';
import { raceCourseFeatures } from './race-course-features.ts';

const label = ({ code }: { readonly code: string }) => code;

const marks = courseOfMarks([
  {
    name: 'Start',
    ends: [
      [10, 0],
      [10.001, 0],
    ],
  },
  { name: 'Buoy', position: [10, 0.01], radius: 100 },
  { name: 'Finish', position: [10, 60], radius: 100 },
]);

const kindsOf = (features: readonly { readonly properties: unknown }[]) =>
  features.map(({ properties }) => (properties as { readonly kind: string }).kind);

test('draws legs, gates, and circles with their radius in metres', () => {
  const { lines, points } = raceCourseFeatures([marks], label);
  expect(kindsOf(lines.features)).toEqual(['leg', 'gate']);
  expect(kindsOf(points.features)).toEqual(['start', 'control', 'finish']);
  // 2 pi 6 371 008.8 m / 512 px = 78 184.5 m per pixel at the equator, half of that at 60 degrees.
  const [start, buoy, finish] = points.features.map(({ properties }) => properties?.radius);
  expect(start).toBeUndefined();
  expect(buoy).toBeCloseTo(100 / 78_184.5, 7);
  expect(finish).toBeCloseTo(200 / 78_184.5, 7);
});

test('draws a point of several courses once, with all of its labels', () => {
  const other = courseOfMarks([
    { name: 'Lighthouse', position: [10, 0.01], radius: 100 },
    { name: 'Finish', position: [10, 60], radius: 100 },
  ]);
  // The lighthouse is a start there, so it has another symbol.
  const { points } = raceCourseFeatures([marks, other, other], label);
  expect(points.features.map(({ properties }) => properties?.label)).toEqual([
    'Start',
    'Buoy',
    'Finish',
    'Lighthouse',
  ]);
});

test('draws the road of a route over the antimeridian without a jump', () => {
  const line: Position[] = [
    [179.9, 10],
    [-179.9, 10],
  ];
  const { lines, points } = raceCourseFeatures([courseOfRoute(line, { splits: [10_000] })], label);
  const [leg] = lines.features;
  if (leg?.geometry.type !== 'LineString') throw new Error('a line is expected');
  expect(leg.geometry.coordinates[0]?.[0]).toBe(179.9);
  expect(leg.geometry.coordinates.at(-1)?.[0]).toBeCloseTo(180.1, 9);
  expect(points.features.map(({ properties }) => properties?.label)).toEqual(['', '10 km', '']);
});

test('draws no legs between the controls of a score course', () => {
  const { lines } = raceCourseFeatures([{ ...marks, type: 'score' }], label);
  expect(kindsOf(lines.features)).toEqual(['gate']);
});
