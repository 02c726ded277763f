import { createReplayClock, play, seek, stop } from '@wakeline/domain/replay/replay-clock';
import { expect, test } from 'vitest';
import { isOutside, isUserChange } from './marker-follower.ts';

const FRAME = 250;

test('isOutside is true as soon as an edge of the free area cuts the marker', () => {
  const free = { left: 332, top: 0, right: 1000, bottom: 600 };
  expect(isOutside({ x: 600, y: 300 }, free)).toBe(false);
  expect(isOutside({ x: 354, y: 22 }, free)).toBe(false);
  expect(isOutside({ x: 353, y: 300 }, free)).toBe(true);
  expect(isOutside({ x: 979, y: 300 }, free)).toBe(true);
  expect(isOutside({ x: 600, y: 21 }, free)).toBe(true);
  expect(isOutside({ x: 600, y: 579 }, free)).toBe(true);
});

test('isUserChange recognizes play and every seek, also during playback', () => {
  const still = createReplayClock(0, 1_000_000);
  const playing = { ...still, time: 500_000, playing: true, level: 1 };
  expect(isUserChange(still, play(still), FRAME)).toBe(true);
  expect(isUserChange(still, seek(still, 9_000), FRAME)).toBe(true);
  expect(isUserChange(playing, seek(playing, 499_999), FRAME)).toBe(true);
  expect(isUserChange(playing, seek(playing, 600_000), FRAME)).toBe(true);
});

test('isUserChange is false for the progress of playback', () => {
  // Level 5 is 16 times real time: a frame of 250 ms is 4 s of the track.
  const playing = { ...createReplayClock(0, 1_000_000), playing: true, level: 5 };
  expect(isUserChange(playing, { ...playing, time: 4_000 }, FRAME)).toBe(false);
  expect(isUserChange(playing, { ...playing, time: 4_001 }, FRAME)).toBe(true);
  expect(isUserChange(playing, stop(playing), FRAME)).toBe(false);
});
