import { expect, test } from 'vitest';
import type { Fix } from '../reports/report.ts';
import { type Movement, updateMovement } from './movement.ts';

/** Degrees along the equator for one metre: 180 / (pi * 6 371 008.8 m). */
const METRE = 180 / (Math.PI * 6_371_008.8);

/** A fix in metres east of 0, 0, where metres are easy to convert. */
function east(metres: number, speed: number | null, accuracy: number | null = null): Fix {
  return {
    latitude: 0,
    longitude: metres * METRE,
    altitude: null,
    speed,
    course: null,
    accuracy,
    valid: true,
  };
}

const NO_MOVEMENT: Movement = { moving: false, anchor: null, slowSince: null };

/** Applies fixes `[second, metres, speed]`; returns whether the tracker moved after each, and the distance. */
function runFixes(fixes: readonly (readonly [second: number, metres: number, speed: number | null])[]) {
  let movement = NO_MOVEMENT;
  let travelled = 0;
  const moving = fixes.map(([second, metres, speed]) => {
    const step = updateMovement(movement, east(metres, speed), second * 1_000);
    movement = step.movement;
    travelled += step.travelled;
    return movement.moving;
  });
  return { moving, travelled, movement };
}

test('ignores jitter of a stationary tracker', () => {
  const { moving, travelled } = runFixes([
    [0, 0, 0],
    [10, 12, 1.2],
    [20, -14, 3.8],
    [30, 20, 0.5],
    [40, 8, 6.1],
    [50, -3, 0],
  ]);
  expect(moving).toEqual([false, false, false, false, false, false]);
  expect(travelled).toBe(0);
});

test('adds up the segments of a drive and ends it after a minute of standstill', () => {
  const { moving, travelled, movement } = runFixes([
    [0, 0, 0],
    [10, 60, 30],
    [20, 200, 50],
    [30, 350, 40],
    [40, 400, 1],
    [60, 405, 0],
    [99, 398, 0],
    [100, 402, 0],
    [110, 400, 0],
  ]);
  expect(moving).toEqual([false, true, true, true, true, true, true, false, false]);
  expect(travelled).toBeCloseTo(400, 6);
  expect(movement.slowSince).toBe(40_000);
});

test('counts a stop at a crossing as part of the drive', () => {
  const { moving, travelled } = runFixes([
    [0, 0, 40],
    [10, 100, 30],
    [20, 150, 0],
    [50, 152, 0],
    [60, 200, 20],
  ]);
  expect(moving).toEqual([true, true, true, true, true]);
  expect(travelled).toBeCloseTo(200, 6);
});

test('detects a pedestrian after 100 m, with or without a speed', () => {
  expect(
    runFixes([
      [0, 0, null],
      [30, 40, null],
      [60, 80, null],
      [90, 110, null],
    ]),
  ).toMatchObject({ moving: [false, false, false, true], travelled: expect.closeTo(110, 6) });
  expect(
    runFixes([
      [0, 0, 4],
      [30, 40, 4.5],
      [60, 80, 4.5],
      [90, 110, 4.5],
    ]).moving,
  ).toEqual([false, false, false, true]);
});

test('applies the speed of the account, and its stop speed in proportion', () => {
  const stationary = updateMovement(NO_MOVEMENT, east(0, 0), 0).movement;
  const isMoving = (speed: number, startSpeed: number) =>
    updateMovement(stationary, east(60, speed), 10_000, startSpeed).movement.moving;
  expect([isMoving(11, 12), isMoving(12, 12), isMoving(3, 3), isMoving(2.9, 3)]).toEqual([
    false,
    true,
    true,
    false,
  ]);
  // Two fifths of 20 km/h: at 7.9 km/h it has stopped after a minute, at 8 km/h it has not.
  const moving = updateMovement(NO_MOVEMENT, east(0, 30), 0, 20).movement;
  const afterMinute = (speed: number) => {
    const slow = updateMovement(moving, east(40, speed), 10_000, 20).movement;
    return updateMovement(slow, east(60, speed), 70_000, 20).movement.moving;
  };
  expect([afterMinute(7.9), afterMinute(8)]).toEqual([false, true]);
});

test('ends movement without a speed after a minute within the jitter', () => {
  expect(
    runFixes([
      [0, 0, null],
      [30, 150, null],
      [60, 300, null],
      [90, 310, null],
      [120, 305, null],
      [150, 300, null],
    ]).moving,
  ).toEqual([false, true, true, true, true, false]);
});

test('adds the distance of a tracker that was moved between two reports', () => {
  expect(
    runFixes([
      [0, 0, 0],
      [3_600, 5_000, 0],
    ]),
  ).toMatchObject({ moving: [false, false], travelled: expect.closeTo(5_000, 6) });
});

test('widens the jitter for a poor accuracy', () => {
  const before = updateMovement(NO_MOVEMENT, east(0, 0), 0).movement;
  expect(updateMovement(before, east(60, 8, 80), 10_000).movement.moving).toBe(false);
  expect(updateMovement(before, east(60, 8, 10), 10_000).movement.moving).toBe(true);
});

test('ignores an impossible jump and continues from the fix before it', () => {
  // 100 km in 10 s are 36 000 km/h.
  const { moving, travelled } = runFixes([
    [0, 0, 36],
    [10, 100, 36],
    [20, 100_100, 36],
    [30, 300, 36],
  ]);
  expect(moving).toEqual([true, true, true, true]);
  expect(travelled).toBeCloseTo(300, 6);
});
