import { type TrackFix, trackOf } from '@wakeline/domain/tracks/track';
import { createTrackLine } from '@wakeline/domain/tracks/track-line';
import { expect, test } from 'vitest';
import { daysBetween, findInactivePeriods, selectDayLabels, type TimedTrack } from './spans.ts';

const MINUTE = 60_000;

function fix(minute: number, lng = 0): TrackFix {
  return {
    time: minute * MINUTE,
    lng,
    lat: 0,
    distant: 0,
    dir: null,
    speed: null,
    power: null,
    gsm: null,
    gps: null,
    height: null,
  };
}

function timed(...fixes: TrackFix[]): TimedTrack {
  const track = trackOf(fixes);
  return { trackerId: 1, track, line: createTrackLine(track), stays: [] };
}

const minutes = (tracks: readonly TimedTrack[], shortest = 0) =>
  findInactivePeriods(tracks, { from: 0, to: 100 * MINUTE }, shortest * MINUTE).map(({ from, to }) => [
    from / MINUTE,
    to / MINUTE,
  ]);

const first = timed(...[0, 1, 2, 3, 63, 64, 65, 100].map((minute) => fix(minute)));

test('finds the gaps in time of a track', () => {
  expect(minutes([first])).toEqual([
    [3, 63],
    [65, 100],
  ]);
  expect(minutes([first], 40)).toEqual([[3, 63]]);
});

test('finds times at which all devices are inactive, also before and after them', () => {
  const other = timed(...[40, 41, 42, 90, 91].map((minute) => fix(minute)));
  expect(minutes([other])).toEqual([
    [0, 40],
    [42, 90],
    [91, 100],
  ]);
  expect(minutes([first, other])).toEqual([
    [3, 40],
    [42, 63],
    [65, 90],
    [91, 100],
  ]);
});

test('ignores a jump in space', () => {
  expect(minutes([timed(fix(0), fix(1), fix(2, 90), fix(3, 90), fix(100, 90))], 10)).toEqual([[3, 100]]);
});

test('starts days at midnight of the account, also at the end of summer time', () => {
  const span = { from: Date.UTC(2026, 9, 24, 12), to: Date.UTC(2026, 9, 27) };
  // Berlin leaves summer time on 25 October 2026: midnight is at 22:00 UTC before, at 23:00 after.
  expect(daysBetween(span, 'Europe/Berlin')).toEqual([
    Date.UTC(2026, 9, 24, 22),
    Date.UTC(2026, 9, 25, 23),
    Date.UTC(2026, 9, 26, 23),
  ]);
  expect(daysBetween({ from: 0, to: 90 * 86_400_000 }, 'UTC')).toEqual([]);
});

test('labels the days whose text fits', () => {
  const day = 86_400_000;
  const span = { from: 0, to: 4 * day };
  const days = [day, 2 * day, 3 * day];
  // A quarter of 1,000 px is 250: the label from 226 to 274 is far from the 84 px at either end.
  expect(selectDayLabels(days, span, 1_000)).toEqual(days);
  // A quarter of 358 px is 89.5: the first label, from 65.5, would overlap that of the start, and the last one that
  // of the end.
  expect(selectDayLabels(days, span, 358)).toEqual([2 * day]);
  expect(selectDayLabels(days, span, 0)).toEqual([]);
});

test('labels as many adjacent days as fit', () => {
  const day = 86_400_000;
  const days = Array.from({ length: 30 }, (_, index) => (index + 1) * day);
  const labelled = selectDayLabels(days, { from: 0, to: 31 * day }, 1_240);
  // A day has 40 px and a label 48: every second one, from the third (120 - 24 is above 84) to the 27th at 1,080 +
  // 24, the last one below 1,156.
  expect(labelled.map((time) => time / day)).toEqual([3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27]);
});
