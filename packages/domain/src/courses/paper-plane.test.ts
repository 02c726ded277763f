import { expect, test } from 'vitest';
import type { Position } from '../fences/fence-shape.ts';
import { centerOf, paperPlane, placePaper } from './paper-plane.ts';

const close = (value: number) => expect.closeTo(value, 6);

test('100 mm on paper are 1,500 m at 1:15,000', () => {
  const { toPaper, toPosition } = paperPlane([10, 0], 15_000);
  // A degree on the equator is 111 319.49 m.
  const east: Position = [10 + 1500 / 111_319.490793, 0];
  expect(toPaper(east)).toEqual({ x: expect.closeTo(100, 4), y: close(0) });
  expect(toPaper([10, 0])).toEqual({ x: close(0), y: close(0) });
  const [lng, lat] = toPosition({ x: 80, y: -60 });
  expect(toPaper([lng, lat])).toEqual({ x: close(80), y: close(-60) });
  expect(lat).toBeLessThan(0);
});

test('the center is the middle of the extent, also across the antimeridian', () => {
  expect(
    centerOf([
      [10, 20],
      [12, 26],
      [11, 21],
    ]),
  ).toEqual([11, 23]);
  expect(
    centerOf([
      [179, 0],
      [-179, 2],
    ]),
  ).toEqual([180, 1]);
  expect(centerOf([])).toEqual([0, 0]);
});

test('places the paper of a map by two points, turned and to scale', () => {
  // A map at 1:10,000 whose top is east: x of the paper leads south, y leads east.
  const ground = paperPlane([12, 57], 10_000);
  const rotated = (x: number, y: number) => ground.toPosition({ x: y, y: -x });
  const plane = placePaper([
    { paper: { x: 0, y: 0 }, position: rotated(0, 0) },
    { paper: { x: 100, y: 50 }, position: rotated(100, 50) },
  ]);
  const at = plane?.toPosition({ x: 30, y: -40 }) ?? [0, 0];
  const expected = rotated(30, -40);
  expect(at[0]).toBeCloseTo(expected[0], 8);
  expect(at[1]).toBeCloseTo(expected[1], 8);
  const back = plane?.toPaper(expected);
  expect(back?.x).toBeCloseTo(30, 3);
  expect(back?.y).toBeCloseTo(-40, 3);
});

test('distributes the errors of more points', () => {
  const ground = paperPlane([12, 57], 10_000);
  // The corners of a square of 100 mm, one of them 4 mm too far to the right: a similarity takes a part of it, so that no
  // corner is more than 4 mm off.
  const corners = [
    [0, 0],
    [100, 0],
    [100, 100],
    [0, 100],
  ] as const;
  const plane = placePaper(
    corners.map(([x, y], index) => ({
      paper: { x, y },
      position: ground.toPosition({ x: index === 3 ? x + 4 : x, y }),
    })),
  );
  for (const [x, y] of corners) {
    const point = ground.toPaper(plane?.toPosition({ x, y }) ?? [0, 0]);
    expect(Math.hypot(point.x - x, point.y - y)).toBeLessThan(4);
  }
});

test('refuses one point, and points that are the same on paper or on the ground', () => {
  const paper = { x: 1, y: 2 };
  expect(placePaper([{ paper, position: [12, 57] }])).toBeNull();
  expect(
    placePaper([
      { paper, position: [12, 57] },
      { paper, position: [12.1, 57] },
    ]),
  ).toBeNull();
  expect(
    placePaper([
      { paper, position: [12, 57] },
      { paper: { x: 50, y: 2 }, position: [12, 57] },
    ]),
  ).toBeNull();
});
