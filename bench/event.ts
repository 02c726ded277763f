import { lastPassings } from '@wakeline/domain/races/last-passings';
import { type ParticipantResult, toParticipantResult } from '@wakeline/domain/races/participant-result';
import { ParticipantRun } from '@wakeline/domain/races/participant-run';
import type { RaceCourse } from '@wakeline/domain/races/race-course';
import { splitTable } from '@wakeline/domain/races/split-table';
import { rankParticipants } from '@wakeline/domain/races/standings';
import { readSizesAndParts } from './harness/arguments.ts';
import { measureFinished } from './harness/event-finished.ts';
import { measureViewers } from './harness/event-viewers.ts';
import { percentile, type Spread, spreadOf, writeReport } from './harness/measurements.ts';
import { fixOf, forestCourse, type RecordedRun, recordRun, trailCourse } from './harness/race-field.ts';

const { sizes, parts } = readSizesAndParts(
  'A live event.',
  {
    participants: { meaning: 'participants, each with a fix a second', default: 500 },
    hours: { meaning: 'hours of the race, also of the finished match', default: 5 },
    rounds: { meaning: 'replays of the race; boards of the finished match', default: 5 },
    seconds: { meaning: 'seconds in the middle of the race whose standings are computed', default: 300 },
    viewers: { meaning: 'viewers of the public page', default: 10_000 },
    watched: { meaning: 'seconds that they watch; a third of it with fewer viewers', default: 60 },
    processes: { meaning: 'processes of viewers', default: 2 },
    profile: { meaning: '1: write a profile of the server to bench/results', default: 0 },
  },
  {
    engine: 'processor time of passings and ranking, without server and database',
    viewers: 'viewers of the public page of a running match',
    finished: 'first snapshot of a finished match',
  },
);
const START = Date.UTC(2026, 4, 1, 8);

const measurements: Record<string, Spread | number> = {};
if (parts.has('engine')) {
  for (const [name, course] of [
    ['forest, 30 controls', forestCourse()],
    ['trail, 50 km with 9 splits', trailCourse()],
  ] as const)
    measureEngine(name, course);
}
if (parts.has('viewers'))
  Object.assign(measurements, await measureViewers({ ...sizes, seconds: sizes.watched }));
if (parts.has('finished')) Object.assign(measurements, await measureFinished(sizes));
writeReport('event', sizes, measurements);

function measureEngine(name: string, course: RaceCourse): void {
  const seconds = sizes.hours * 3_600;
  const records = Array.from({ length: sizes.participants }, (_, number) =>
    recordRun(course, number, seconds, START),
  );
  const replays: number[] = [];
  for (let round = 0; round < sizes.rounds; round++) {
    const startedAt = processorMs();
    const results = records.map((record, id) => {
      const run = replay(record, course, seconds);
      return toResult(run, id, course, START + seconds * 1_000);
    });
    const rows = rankParticipants(results, { isMassStart: true });
    replays.push(processorMs() - startedAt);
    const finished = rows.filter(({ result }) => result.status === 'finished').length;
    if (finished < sizes.participants * 0.9) throw new Error(`only ${finished} have finished`);
  }
  measurements[`${name}: ms of a replay with all fixes`] = spreadOf(replays);
  measureLive(name, course, records);
}

/** A second: the fixes of all, their results, ranking, split table and last passings. */
function measureLive(name: string, course: RaceCourse, records: readonly RecordedRun[]): void {
  const from = Math.round(sizes.hours * 1_800);
  const runs = records.map((record) => replay(record, course, from));
  const ranking: number[] = [];
  const tables: number[] = [];
  for (let second = from; second < from + sizes.seconds; second++) {
    const now = START + second * 1_000;
    const startedAt = processorMs();
    for (const [id, run] of runs.entries()) {
      const record = records[id];
      if (record !== undefined) run.add(fixOf(record, second));
    }
    const results = runs.map((run, id) => toResult(run, id, course, now));
    rankParticipants(results, { isMassStart: true });
    const rankedAt = processorMs();
    lastPassings(splitTable(results), 20);
    ranking.push(rankedAt - startedAt);
    tables.push(processorMs() - rankedAt);
  }
  measurements[`${name}: ms a second for fixes and ranking`] = spreadOf(ranking);
  measurements[`${name}: the same, p99`] = percentile(
    ranking.toSorted((a, b) => a - b),
    0.99,
  );
  measurements[`${name}: ms a second for split table and last passings`] = spreadOf(tables);
}

/** Of this process: unlike the time of the day, other load on the machine changes it little. */
function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

function replay(record: RecordedRun, course: RaceCourse, seconds: number): ParticipantRun {
  const run = new ParticipantRun(course, {
    startTime: START,
    timedFrom: 'start-time',
    window: { from: null, to: null },
    maxAccuracy: 50,
    maxSpeed: 25,
  });
  for (let second = 0; second < seconds; second++) run.add(fixOf(record, second));
  return run;
}

function toResult(run: ParticipantRun, id: number, course: RaceCourse, now: number): ParticipantResult {
  const participant = { id, course, startTime: START, windowEnd: null, sendInterval: 1, corrections: [] };
  return toParticipantResult(participant, run.result(now), now);
}
