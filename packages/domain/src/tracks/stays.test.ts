import { expect, test } from 'vitest';
import { staysOf } from './stays.ts';
import { type TrackFix, trackOf } from './track.ts';

const MINUTE = 60_000;

function fix(minute: number, metresEast: number): TrackFix {
  return {
    time: minute * MINUTE,
    // On the equator a degree is 111,195 m.
    lng: metresEast / 111_195,
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

test('finds a stay of six minutes within 50 m, but not one of four minutes', () => {
  const track = trackOf([
    fix(0, 0),
    fix(1, 1000),
    fix(3, 1020),
    fix(7, 990),
    fix(8, 2000),
    fix(12, 2010),
    fix(13, 3000),
  ]);
  expect(staysOf(track)).toMatchObject([{ from: 1, to: 3, startTime: 1 * MINUTE, endTime: 7 * MINUTE }]);
});

test('ignores a slow walk', () => {
  expect(staysOf(trackOf(Array.from({ length: 60 }, (_, i) => fix(i, i * 20))))).toEqual([]);
});

test('finds a stay up to the end of the track, including a gap', () => {
  const track = trackOf([fix(0, 0), fix(1, 500), fix(2, 505), fix(90, 510)]);
  expect(staysOf(track)).toMatchObject([{ from: 1, to: 3, endTime: 90 * MINUTE }]);
});

test('starts a stay again after an excursion of a minute', () => {
  const minutes = [0, 45, 100, 45, 45, 45, 45, 45, 45, 45];
  expect(staysOf(trackOf(minutes.map((metres, minute) => fix(minute, metres))))).toMatchObject([
    { from: 3, to: 9 },
  ]);
});

test('finds no stays in an empty track', () => {
  expect(staysOf(trackOf([]))).toEqual([]);
});

test('ignores two passes through the same circle', () => {
  // Inside the circle at minutes 0 and 6, outside in between.
  expect(
    staysOf(trackOf([0, 400, 800, 800, 400, 200, 10, 400].map((metres, at) => fix(at, metres)))),
  ).toEqual([]);
});
