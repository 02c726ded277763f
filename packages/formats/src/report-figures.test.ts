import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Activity, type ActivityDay, GAP_MS } from '@wakeline/domain/activity/activity';
import { ActivityFollower } from '@wakeline/domain/activity/activity-follower';
import { createDayOf } from '@wakeline/domain/activity/calendar-days';
import { ACTIVITY_MINIMUMS, isCounted } from '@wakeline/domain/activity/minimums';
import { START_SPEED } from '@wakeline/domain/tracker-state/movement';
import { expect, test } from 'vitest';
import { type DayFix, type Figures, PLANNED_DAYS } from './testing/report-days.ts';
import {
  computeWithPandas,
  type FiguresCase,
  findReportPython,
  type ProgramFigures,
  type ProgramOutput,
} from './testing/report-programs.ts';
import { readFitTrack } from './tracks/read-fit-track.ts';
import { createUtcToLocal } from './tracks/zone-time.ts';

const fixture = (name: string) => new URL(`fixtures/${name}`, import.meta.url);
const GPX = fixture('highfield-park.gpx');
/** What `testing/report_figures.py` wrote with pandas 3.1.1 and gpxpy 1.6.2. */
const STORED = JSON.parse(readFileSync(fixture('report-figures.json'), 'utf8')) as ProgramOutput;
/** Seconds between the fixes of drives: a trip begins with the first fix in motion outside the jitter. */
const STEP = 10;

/** The recorded run of a GPX file, which has no speeds. */
function readRun(): DayFix[] {
  const text = readFileSync(GPX, 'utf8');
  const points = text.matchAll(/<trkpt lat="([^"]+)" lon="([^"]+)">\s*<ele>[^<]+<\/ele>\s*<time>([^<]+)</g);
  return [...points].map(([, lat, lng, time]) => [
    Date.parse(time ?? ''),
    Number(lat),
    Number(lng),
    null,
    null,
  ]);
}

/** The recorded run of a FIT file, which has speeds. */
function readWatch(): DayFix[] {
  const rows = [...readFitTrack(readFileSync(fixture('fenix2-run.fit')), 1_000_000)].flat();
  return rows.flatMap((row): DayFix[] => {
    if (!('report' in row)) return [];
    const { time, fix } = row.report;
    return [[time, fix.latitude, fix.longitude, fix.speed, null]];
  });
}

const RECORDINGS: readonly FiguresCase[] = [
  { name: 'highfield-park.gpx', timeZone: 'UTC', day: null, fixes: readRun() },
  { name: 'fenix2-run.fit', timeZone: 'UTC', day: null, fixes: readWatch() },
];
const CASES: readonly FiguresCase[] = [...RECORDINGS, ...PLANNED_DAYS];

interface OurFigures extends Figures {
  readonly tripMetres: number;
  readonly maxSpeed: number | null;
  readonly activities: readonly Activity[];
}

function ours({ timeZone, day, fixes }: FiguresCase): OurFigures {
  const dayOf = createDayOf(createUtcToLocal(timeZone), { nightStart: 22, nightEnd: 6 });
  const follower = new ActivityFollower({ dayOf, gapMs: GAP_MS, movingSpeed: START_SPEED });
  for (const [time, latitude, longitude, speed, ignition] of fixes)
    follower.add({ time, latitude, longitude, speed, ignition, accuracy: null });
  const number = day === null ? null : Date.parse(`${day}T00:00:00Z`) / 86_400_000;
  const isDay = (one: number) => number === null || one === number;
  const shares = follower.days.filter((share) => isDay(share.day));
  const sum = (value: (share: ActivityDay) => number) =>
    shares.reduce((total, share) => total + value(share), 0);
  const seconds = (kind: Activity['kind']) =>
    sum((share) => (share.kind === kind ? share.duration : 0)) / 1_000;
  const counted = (kind: Activity['kind']) =>
    follower.activities.filter(
      (one) => one.kind === kind && isDay(dayOf(one.from.time).day) && isCounted(one, ACTIVITY_MINIMUMS),
    ).length;
  const hasIgnition = shares.some(({ ignition }) => ignition !== null);
  const speeds = shares.flatMap(({ kind, fastest }) => (kind === 'trip' && fastest ? [fastest.speed] : []));
  return {
    trip: seconds('trip'),
    stop: seconds('stop'),
    gap: seconds('gap'),
    trips: counted('trip'),
    stops: counted('stop'),
    metres: sum(({ metres }) => metres),
    tripMetres: sum((share) => (share.kind === 'trip' ? share.metres : 0)),
    maxSpeed: speeds.length === 0 ? null : Math.max(...speeds),
    ignition: hasIgnition ? sum(({ ignition }) => ignition ?? 0) / 1_000 : null,
    idle: hasIgnition ? sum((one) => (one.kind === 'stop' ? (one.ignition ?? 0) : 0)) / 1_000 : null,
    night: sum((share) => (share.kind === 'trip' ? share.nightTime : 0)) / 1_000,
    activities: follower.activities,
  };
}

function storedOf(name: string): ProgramFigures {
  const found = STORED.days.find((one) => one.name === name);
  if (found === undefined) throw new Error(`no stored figures of ${name}`);
  return found;
}

test.each(PLANNED_DAYS.map((day) => [day.name, day] as const))('%s', (name, day) => {
  const { truth } = day;
  const figures = ours(day);
  expect([figures.trips, figures.stops]).toEqual([truth.trips, truth.stops]);
  // Each end of a trip is known to the interval of the fixes.
  const slack = STEP * (truth.trips + 1);
  expect(Math.abs(figures.trip - truth.trip)).toBeLessThanOrEqual(slack);
  expect(Math.abs(figures.stop - truth.stop)).toBeLessThanOrEqual(slack);
  expect(figures.gap).toBe(truth.gap);
  expect(Math.abs(figures.metres - truth.metres)).toBeLessThanOrEqual(15 * (truth.trips + 1));
  expect(figures.ignition).toBe(truth.ignition);
  expect(Math.abs((figures.idle ?? 0) - (truth.idle ?? 0))).toBeLessThanOrEqual(slack);
  expect(Math.abs(figures.night - truth.night)).toBeLessThanOrEqual(slack);
  // The day is complete: it begins and ends with a fix.
  expect(figures.trip + figures.stop + figures.gap).toBe(truth.trip + truth.stop + truth.gap);

  const stored = storedOf(name);
  expect([figures.trips, figures.stops, figures.gap]).toEqual([stored.trips, stored.stops, stored.gap]);
  expect(Math.abs(figures.trip - stored.trip)).toBeLessThanOrEqual(slack);
  expect(figures.ignition).toBe(stored.ignition);
  expect(figures.maxSpeed).toBe(stored.maxSpeed);
});

test('the figures of recorded runs are those of other programs, as far as they measure the same', () => {
  const [run, watch] = RECORDINGS.map(ours);
  // gpxpy has a radius of 6,378,137 m and takes every step; without speeds, steps below 25 m do not count here.
  const metres = (STORED.gpxpy.metres * 6_371_008.8) / 6_378_137;
  expect(storedOf('highfield-park.gpx').metres / metres).toBeCloseTo(1, 3);
  expect((run?.metres ?? 0) / metres).toBeCloseTo(0.953, 3);
  expect((run?.trip ?? 0) + (run?.stop ?? 0)).toBe(STORED.gpxpy.seconds);
  // With speeds, every step in motion counts.
  const stored = storedOf('fenix2-run.fit');
  expect((watch?.metres ?? 0) / stored.metres).toBeCloseTo(1, 2);
  expect(watch?.maxSpeed ?? 0).toBeCloseTo(stored.maxSpeed ?? 0, 2);
  expect((watch?.trip ?? 0) + (watch?.stop ?? 0) + (watch?.gap ?? 0)).toBe(
    stored.trip + stored.stop + stored.gap,
  );
});

const python = findReportPython();

test.skipIf(python === null)(
  'the stored figures are what pandas and gpxpy compute',
  { tags: ['long'], timeout: 180_000 },
  () => {
    expect(computeWithPandas(python ?? '', CASES, fileURLToPath(GPX))).toEqual(STORED);
  },
);
