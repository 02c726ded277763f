import { expect, test } from 'vitest';
import { type Activity, GAP_MS } from '../activity/activity.ts';
import { ActivityFollower } from '../activity/activity-follower.ts';
import { createDayOf } from '../activity/calendar-days.ts';
import { fix } from '../correction/testing/fix.ts';
import { type TrackFix, trackOf } from './track.ts';
import { activitiesOf, type ContextFix, NO_CONTEXT, startAt, type TrackContext } from './track-activities.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const RULE = { movingSpeed: 5, gapMs: GAP_MS, minStopMs: 5 * MINUTE };
const dayOf = createDayOf((instant) => instant);

/** Minutes of the start and the end, metres east at both: a fix a minute. */
type Leg = readonly [from: number, to: number, east: number, toEast: number];

function fixesOf(...legs: readonly Leg[]): TrackFix[] {
  return legs.flatMap(([from, to, east, toEast]) =>
    Array.from({ length: to - from }, (_, at) => {
      const speed = ((toEast - east) / (to - from) / MINUTE) * 3_600;
      return { ...fix((from + at) * 60, east + ((toEast - east) * at) / (to - from)), speed };
    }),
  );
}

/*
 * Three days: at home; on the first evening a drive across midnight; a night elsewhere with three hours without data across the
 * second midnight; back home on the third day.
 */
const HISTORY = fixesOf(
  [0, 23 * 60 + 40, 0, 0],
  [23 * 60 + 40, 24 * 60 + 20, 0, 40_000],
  [24 * 60 + 20, 30 * 60, 40_000, 40_000],
  [30 * 60, 30 * 60 + 30, 40_000, 70_000],
  // Four minutes at a level crossing.
  [30 * 60 + 30, 30 * 60 + 33, 70_000, 70_000],
  [30 * 60 + 33, 31 * 60, 70_000, 96_000],
  [31 * 60, 46 * 60, 96_000, 96_000],
  [49 * 60, 50 * 60, 96_000, 96_000],
  [50 * 60, 51 * 60, 96_000, 36_000],
  [51 * 60, 72 * 60, 36_000, 36_000],
);

const toContext = ({ time, lng, lat, speed }: TrackFix): ContextFix => ({
  ...{ time, longitude: lng, latitude: lat, speed },
  accuracy: null,
});

/** The day rows of a report: sums of the kinds of activities. */
function reportOfDay(day: number) {
  const follower = new ActivityFollower({ dayOf, ...RULE });
  for (const one of HISTORY) follower.add({ ...toContext(one), ignition: null });
  const shares = follower.days.filter((share) => share.day === day);
  const sum = (kind: Activity['kind'] | null, value: (share: (typeof shares)[number]) => number) =>
    shares.reduce((total, share) => total + (kind === null || share.kind === kind ? value(share) : 0), 0);
  return {
    tripTime: sum('trip', ({ duration }) => duration),
    stopTime: sum('stop', ({ duration }) => duration),
    gapTime: sum('gap', ({ duration }) => duration),
    metres: Math.round(sum(null, ({ metres }) => metres)),
    tripMetres: Math.round(sum('trip', ({ metres }) => metres)),
    maxSpeed: Math.max(...shares.map(({ kind, fastest }) => (kind === 'trip' ? (fastest?.speed ?? 0) : 0))),
  };
}

/** What a server sends with a replay: ten minutes before, the activity there, and the fixes after until it is certain. */
function contextOf(from: number, to: number): TrackContext {
  const lead = from - 10 * MINUTE;
  const follower = new ActivityFollower({ dayOf, ...RULE });
  for (const one of HISTORY) follower.add({ ...toContext(one), ignition: null });
  const earlier = HISTORY.filter(({ time }) => time < lead);
  const track = trackOf(earlier);
  const certain = HISTORY.findIndex(({ time }) => time >= to + 3 * MINUTE);
  return {
    start: earlier.length === 0 ? null : startAt(track, track.length - 1, follower.activities),
    before: HISTORY.filter(({ time }) => time >= lead && time < from).map(toContext),
    after: HISTORY.slice(0, certain + 1)
      .filter(({ time }) => time > to)
      .map(toContext),
  };
}

function replayOf(from: number, to: number, context = contextOf(from, to)) {
  const track = trackOf(HISTORY.filter(({ time }) => time >= from && time <= to));
  return { track, ...activitiesOf(track, { from, to }, RULE, context) };
}

test.each([0, 1, 2])('a replay of day %d has the figures of its report', (day) => {
  const { track: _, activities: __, stays: ___, ...replay } = replayOf(day * DAY, (day + 1) * DAY - 1);
  const { metres, tripMetres, maxSpeed, ...times } = replay;
  const report = reportOfDay(day);
  expect(times).toEqual({ tripTime: report.tripTime, stopTime: report.stopTime, gapTime: report.gapTime });
  expect([metres, tripMetres].map(Math.round)).toEqual([report.metres, report.tripMetres]);
  expect(maxSpeed ?? 0).toBeCloseTo(report.maxSpeed, 3);
});

test('divides a drive, a stop and a gap at the ends of the window', () => {
  // By hand: 20 minutes of the drive at a kilometre a minute, then stops and drives; the gap from 45:59 to 48:00.
  const { tripTime, stopTime, gapTime, tripMetres, stays } = replayOf(DAY, 2 * DAY - 1);
  expect(gapTime).toBe(2 * HOUR + MINUTE);
  expect(tripTime + stopTime + gapTime).toBe(DAY);
  expect(Math.round(tripMetres)).toBe(20_000 + 56_000);
  expect(stays.map(({ startTime, endTime }) => [startTime, endTime].map((time) => time / MINUTE))).toEqual([
    [24 * 60 + 20, 30 * 60 + 1],
    [31 * 60, 45 * 60 + 59],
  ]);
});

test('a window in a long stop is stopped from its start to its end', () => {
  const [from, to] = [2 * HOUR + 1, 3 * HOUR - 1];
  const { stopTime, stays, track } = replayOf(from, to);
  expect(stopTime).toBe(to - from + 1);
  expect(stays).toMatchObject([{ startTime: from, endTime: to, from: 0, to: track.length - 1 }]);
});

test('lists a stop that reaches the minimum, though the window has little of it', () => {
  expect(replayOf(24 * HOUR, 24 * HOUR + 22 * MINUTE).stays).toHaveLength(1);
  const from = 30 * HOUR + 29 * MINUTE;
  const { stays, stopTime } = replayOf(from, from + 20 * MINUTE);
  expect([stays.length, stopTime]).toEqual([0, 4 * MINUTE]);
});

test('without surroundings, begins with the first fix and ends with the last one', () => {
  const { tripTime, stopTime, gapTime } = replayOf(DAY - 20 * MINUTE, DAY + 19 * MINUTE, NO_CONTEXT);
  expect([tripTime + stopTime, gapTime]).toEqual([39 * MINUTE, 0]);
});

test('an empty track has no figures', () => {
  expect(activitiesOf(trackOf([]), { from: 0, to: DAY }, RULE)).toEqual({
    ...{ activities: [], stays: [], tripTime: 0, stopTime: 0, gapTime: 0, metres: 0, tripMetres: 0 },
    maxSpeed: null,
  });
});
