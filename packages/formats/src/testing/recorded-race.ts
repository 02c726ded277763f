import { readFileSync } from 'node:fs';
import { geodesicDistance } from '@wakeline/domain/geo/geodesic';
import type { Fix, RunSetup } from '@wakeline/domain/races/fix';
import type { RaceCourse, RacePoint } from '@wakeline/domain/races/race-course';
import { projectionOf } from '../coordinate-systems/projection.ts';

const fixture = (name: string) => readFileSync(new URL(`../fixtures/${name}`, import.meta.url), 'utf8');
const rowsOf = (name: string) =>
  fixture(name)
    .trim()
    .split('\n')
    .slice(1)
    .map((row) => row.split(';'));

/** British National Grid, the coordinates of the course. */
const BRITISH_GRID = 27_700;
/** The day of the race at 00:00 in its zone (UTC+1), epoch ms. */
const DAY = Date.parse('2022-06-04T00:00:00+01:00');

/** The course "Short Blue" of Highfield Park with circles of a radius in metres. */
export function highfieldCourse(radius: number): RaceCourse {
  const projection = projectionOf(BRITISH_GRID);
  const rows = rowsOf('highfield-park-short-blue-course.csv');
  const points: RacePoint[] = [];
  for (const [index, [code = '', easting, northing]] of rows.entries()) {
    const position = projection?.inverse([Number(easting), Number(northing)]) ?? [0, 0];
    const before = points.at(-1);
    points.push({
      ...{ id: code, controlId: code, code, position, points: null },
      kind: index === 0 ? 'start' : index === rows.length - 1 ? 'finish' : 'control',
      detection: { kind: 'circle', radius },
      distance: before === undefined ? 0 : before.distance + geodesicDistance(before.position, position),
    });
  }
  return { name: 'Short Blue', type: 'normal', points, line: null, timeLimit: null, penaltyPerMinute: 0 };
}

/** The recorded run, a fix each second. */
export function highfieldRun(): Fix[] {
  const points = fixture('highfield-park.gpx').matchAll(
    /<trkpt lat="([^"]+)" lon="([^"]+)">\s*<ele>[^<]+<\/ele>\s*<time>([^<]+)</g,
  );
  return [...points].map(([, lat, lng, time]) => ({
    ...{ time: Date.parse(time ?? ''), lng: Number(lng), lat: Number(lat), accuracy: null },
  }));
}

export interface OfficialRunner {
  /** null: not competitive. */
  readonly place: number | null;
  /** Epoch ms. */
  readonly start: number;
  readonly finish: number;
  /** Seconds, as the results have it. */
  readonly time: number;
  /** Seconds since the start at each control. */
  readonly punches: readonly number[];
}

/** The official results of the course. */
export function highfieldResults(): readonly OfficialRunner[] {
  return rowsOf('highfield-park-short-blue.csv').map(
    ([place, start = '', finish = '', time = '', ...punches]) => ({
      place: place === 'X' ? null : Number(place),
      start: DAY + secondsOf(start) * 1_000,
      finish: DAY + secondsOf(finish) * 1_000,
      time: secondsOf(time),
      punches: punches.map(secondsOf),
    }),
  );
}

/** Of `h:mm:ss` or `mm:ss`. */
function secondsOf(text: string): number {
  return text.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
}

export function setupOf(startTime: number): RunSetup {
  const window = { from: null, to: null };
  return { startTime, timedFrom: 'start-time', window, maxAccuracy: 50, maxSpeed: 25 };
}
