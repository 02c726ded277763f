import { expect, test } from 'vitest';
import {
  advanceClock,
  createReplayClock,
  decreaseSpeed,
  increaseSpeed,
  maxLevel,
  play,
  REPLAY_LEVEL,
  rateOf,
  replayFromStart,
  seek,
} from './replay-clock.ts';

const DAY = 86_400_000;

test('doubles the rate with each level from real time at level 1', () => {
  expect([1, 2, 3, 4, 5].map(rateOf)).toEqual([1, 2, 4, 8, 16]);
  expect(createReplayClock(0, DAY).level).toBe(5);
});

test('limits levels to 1 and to the one that plays a day in 5 to 10 s', () => {
  let clock = createReplayClock(0, DAY);
  for (let n = 0; n < 100; n += 1) clock = decreaseSpeed(clock);
  expect(clock.level).toBe(REPLAY_LEVEL.min);
  for (let n = 0; n < 100; n += 1) clock = increaseSpeed(clock);
  // 86,400 s / 5 s = 17,280, between 2^14 and 2^15: level 15, which plays the day in 5.3 s.
  expect(clock.level).toBe(15);
  expect(maxLevel(0, 1000)).toBe(REPLAY_LEVEL.initial);
  expect(maxLevel(0, 1e300)).toBe(REPLAY_LEVEL.max);
});

test('advances 320 ms in 20 ms at level 5, only while playing', () => {
  const clock = createReplayClock(1000, DAY);
  expect(advanceClock(clock, 20)).toBe(clock);
  expect(advanceClock(play(clock), 20).time).toBe(1320);
});

test('stops at the end and plays from the start again', () => {
  const end = advanceClock(play(createReplayClock(0, 100)), 50);
  expect(end).toMatchObject({ time: 100, playing: false });
  expect(play(end)).toMatchObject({ time: 0, playing: true });
  expect(replayFromStart(seek(end, 30))).toMatchObject({ time: 0, playing: true });
});

test('clamps a time outside the window', () => {
  expect(seek(createReplayClock(10, 20), 5).time).toBe(10);
  expect(seek(createReplayClock(10, 20), 25).time).toBe(20);
});
