import { createReplayClock } from '@wakeline/domain/replay/replay-clock';
import { expect, test } from 'vitest';
import { fitClockToSpan } from './fit-clock-to-span.ts';

const SPAN = { from: 100, to: 200 };

test('starts at the time and speed of the address', () => {
  expect(fitClockToSpan(createReplayClock(0, 0), SPAN, { time: 150, level: 9 }, false)).toEqual({
    start: 100,
    end: 200,
    time: 150,
    playing: false,
    level: 9,
  });
});

test('starts at the first time by default, and never outside the span', () => {
  const time = (requested: number | null) =>
    fitClockToSpan(createReplayClock(0, 0), SPAN, { time: requested, level: 5 }, false).time;
  expect([time(null), time(99), time(201)]).toEqual([100, 100, 200]);
});

test('continues at its time while more of the same tracks is loaded', () => {
  const before = { start: 120, end: 180, time: 160, playing: true, level: 7 };
  expect(fitClockToSpan(before, SPAN, { time: 100, level: 5 }, true)).toEqual({
    ...before,
    start: 100,
    end: 200,
  });
});

test('stops for other tracks and keeps its speed if the address has none', () => {
  const before = { start: 120, end: 180, time: 160, playing: true, level: 7 };
  expect(fitClockToSpan(before, SPAN, null, false)).toMatchObject({ time: 100, playing: false, level: 7 });
});
