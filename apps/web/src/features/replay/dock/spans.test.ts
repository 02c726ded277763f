import { type TrackFix, trackOf } from '@wakeline/domain/track';
import { trackLine } from '@wakeline/domain/track-line';
import { expect, test } from 'vitest';
import { daysBetween, silencesOf, type TimedTrack } from './spans.ts';

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
  return { trackerId: 1, track, line: trackLine(track), stays: [] };
}

const minutes = (tracks: readonly TimedTrack[], shortest = 0) =>
  silencesOf(tracks, { from: 0, to: 100 * MINUTE }, shortest * MINUTE).map(({ from, to }) => [
    from / MINUTE,
    to / MINUTE,
  ]);

const first = timed(...[0, 1, 2, 3, 63, 64, 65, 100].map((minute) => fix(minute)));

test('silences are the gaps in time', () => {
  expect(minutes([first])).toEqual([
    [3, 63],
    [65, 100],
  ]);
  expect(minutes([first], 40)).toEqual([[3, 63]]);
});

test('of several devices those of all at once, before and after them too', () => {
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

test('a jump is no silence', () => {
  expect(minutes([timed(fix(0), fix(1), fix(2, 90), fix(3, 90), fix(100, 90))], 10)).toEqual([[3, 100]]);
});

test('days begin at midnight of the account, also when summer time ends', () => {
  const span = { from: Date.UTC(2026, 9, 24, 12), to: Date.UTC(2026, 9, 27) };
  // Berlin leaves summer time on 25 October 2026: midnight is at 22:00 UTC before, at 23:00 after.
  expect(daysBetween(span, 'Europe/Berlin')).toEqual([
    Date.UTC(2026, 9, 24, 22),
    Date.UTC(2026, 9, 25, 23),
    Date.UTC(2026, 9, 26, 23),
  ]);
  expect(daysBetween({ from: 0, to: 90 * 86_400_000 }, 'UTC')).toEqual([]);
});
