import type { StandingRow } from '@wakeline/contract/matches/event-page';
import { courseOfRoute } from '@wakeline/domain/races/course-of-route';
import { expect, test } from 'vitest';
import { racersOf } from '../event-model.ts';
import { type EventTrack, joinBlocks } from './event-tracks.ts';
import { type ReplayData, replayBounds, replayState, tailAt } from './replay-state.ts';

function track(...fixes: readonly (readonly [seconds: number, lng: number])[]): EventTrack {
  return {
    time: Float64Array.from(fixes, ([seconds]) => seconds * 1_000),
    lng: Float64Array.from(fixes, ([, lng]) => lng),
    lat: Float64Array.from(fixes, () => 57),
  };
}

const course = courseOfRoute(
  [
    [12, 57],
    [12.1, 57],
  ],
  { splits: [1_000] },
);
const [, split, finish] = course.points.map(({ id }) => id);

function standing(id: number, start: number, status: StandingRow['status'] = 'finished'): StandingRow {
  return {
    ...{ id, rank: 1, status, start, elapsed: 0, behind: 0, passed: 2, last: null },
    ...{ distance: 0, score: null, missing: 0, stale: false },
  };
}

function passing(pointId: string | undefined, seconds: number, elapsed: number) {
  const common = { rank: 1, leg: null, legRank: null, corrected: false };
  return { pointId: pointId ?? '', time: seconds * 1_000, elapsed, ...common };
}

/** Anna starts at 0 s and needs 100 s, Bo starts at 60 s and needs 90 s. Cy gives up after 30 s and is disqualified later. */
const participants = [1, 2, 3].map((participantId) => ({
  ...{ participantId, number: String(participantId), participantName: `P${participantId}`, club: '' },
  ...{ nationality: '', classId: 1, courseId: 7, startTime: 0, color: null },
}));
const data: ReplayData = {
  page: {
    courses: [{ courseId: 7, course: course as never }],
    classes: [{ classId: 1, className: 'Open', courseId: 7, startMode: 'individual', startTime: null }],
    ...{ startTime: 0, endTime: 1_000_000, state: 'finished', revision: 1 },
    settings: { sendInterval: 5, tailSeconds: 30, delay: 0, maxAccuracy: 50, maxSpeed: 90 },
  },
  racers: racersOf({ participants }),
  tracks: new Map([
    [1, track([0, 12], [100, 12.1])],
    [2, track([60, 12], [150, 12.1])],
    [3, track([0, 12], [30, 12.01])],
  ]),
  splits: new Map([
    [1, [passing(split, 50, 50), passing(finish, 100, 100)]],
    [2, [passing(split, 105, 45), passing(finish, 150, 90)]],
  ]),
  decisions: new Map([[3, [{ kind: 'status', status: 'disqualified', decidedAt: 5_000_000 }]]]),
  standings: new Map([
    [1, standing(1, 0)],
    [2, standing(2, 60_000)],
    [3, standing(3, 0, 'disqualified')],
  ]),
};

const ranksAt = (seconds: number, mode: 'real' | 'together', of = data) => {
  const { standings } = replayState(of, seconds * 1_000, mode);
  return [1, 2, 3].map((id) => [standings.get(id)?.status, standings.get(id)?.rank]);
};

test('interpolates the position between two fixes, with the tail before it', () => {
  const positions = tailAt(track([0, 12], [10, 12.01], [20, 12.02]), 15_000, 10_000);
  expect(positions.map(({ time, lng }) => [time, Number(lng.toFixed(4))])).toEqual([
    [10_000, 12.01],
    [15_000, 12.015],
  ]);
  expect(tailAt(track([5, 12]), 4_000, 10_000)).toEqual([]);
});

test('crosses the antimeridian the short way', () => {
  const last = tailAt(track([0, 179.9], [10, -179.9]), 5_000, 1_000).at(-1);
  expect(last?.lng).toBeCloseTo(180, 9);
});

test('at the time of day Bo has not started, later is behind, and wins in the end', () => {
  expect(ranksAt(55, 'real')).toEqual([
    ['running', 1],
    ['not-started', null],
    ['disqualified', null],
  ]);
  expect(ranksAt(110, 'real')[0]).toEqual(['finished', 1]);
  expect(ranksAt(110, 'real')[1]).toEqual(['running', 2]);
  expect(ranksAt(150, 'real').slice(0, 2)).toEqual([
    ['finished', 2],
    ['finished', 1],
  ]);
});

test('shows a status that was decided after the race from the last position on', () => {
  expect(ranksAt(29, 'real')[2]).toEqual(['running', 1]);
  expect(ranksAt(30, 'real')[2]).toEqual(['disqualified', null]);
  // Without the decision.
  expect(ranksAt(30, 'real', { ...data, decisions: new Map() })[2]).toEqual(['did-not-finish', null]);
});

test('shows a status that was decided during the race from then on', () => {
  const decisions: ReplayData['decisions'] = new Map([
    [1, [{ kind: 'status', status: 'disqualified', decidedAt: 70_000 }]],
  ]);
  expect(ranksAt(69, 'real', { ...data, decisions })[0]).toEqual(['running', 1]);
  expect(ranksAt(70, 'real', { ...data, decisions })[0]).toEqual(['disqualified', null]);
});

test('ends with the final result: with penalties, and runs that officials accepted', () => {
  const decidedAt = 5_000_000;
  const decisions: ReplayData['decisions'] = new Map([
    [1, [{ kind: 'status', status: 'finished', decidedAt }]],
    [2, [{ kind: 'penalty', seconds: 20, points: 0, decidedAt }]],
  ]);
  const splits = new Map(data.splits).set(1, [passing(finish, 100, 100)]);
  // Anna has missed the split. Bo needs 90 s and 20 s.
  expect(ranksAt(150, 'real', { ...data, splits, decisions }).slice(0, 2)).toEqual([
    ['finished', 1],
    ['finished', 2],
  ]);
  expect(ranksAt(150, 'real', { ...data, splits })[0]).toEqual(['missing-points', null]);
});

test('who did not start, or has no data, has not started before the start', () => {
  const standings = new Map(data.standings).set(1, standing(1, 10_000, 'did-not-start'));
  const [splits, tracks] = [new Map(), new Map()];
  const of = { ...data, standings, splits, tracks, decisions: new Map() };
  expect(ranksAt(9, 'real', of).map(([status]) => status)).toEqual(['not-started', 'not-started', 'no-data']);
  expect(ranksAt(60, 'real', of).map(([status]) => status)).toEqual(['did-not-start', 'no-data', 'no-data']);
});

test('started together, Bo leads from the split on', () => {
  expect(ranksAt(47, 'together').slice(0, 2)).toEqual([
    ['running', 2],
    ['running', 1],
  ]);
  const { tracks } = replayState(data, 45_000, 'together');
  // Half of 90 s, and 45 of 100 s.
  expect(tracks.get(2)?.at(-1)?.lng).toBeCloseTo(12.05, 6);
  expect(tracks.get(1)?.at(-1)?.lng).toBeCloseTo(12.045, 6);
});

test('ends with the last position: at the time of day, or counted from the starts', () => {
  expect(replayBounds(data, 'real')).toEqual({ start: 0, end: 150_000 });
  expect(replayBounds(data, 'together')).toEqual({ start: 0, end: 100_000 });
});

test('lists the passings so far, the newest first', () => {
  const { meta } = replayState(data, 120_000, 'real');
  expect(meta?.passings.map(({ id, point }) => [id, point])).toEqual([
    [2, split],
    [1, finish],
    [1, split],
  ]);
});

test('joins blocks in the order of time', () => {
  const [late, early] = [track([20, 3]), track([0, 1], [10, 2])];
  const joined = joinBlocks([
    { length: 1, ...late },
    { length: 2, ...early },
  ]);
  expect([...joined.lng]).toEqual([1, 2, 3]);
});
