import { readFile } from 'node:fs/promises';
import { InputError } from '../input/input-error.ts';
import { readGpx } from '../input/read-gpx.ts';
import { readRoute } from '../input/read-route.ts';
import { createDrivenSchedule } from '../movement/driven-schedule.ts';
import { createRecordedSchedule, type RecordedPoint } from '../movement/recorded-schedule.ts';
import type { Schedule } from '../movement/schedule.ts';
import type { SimulateOptions } from './options.ts';

/** Default motion along a drawn route. */
const DEFAULT_MOTION = { acceleration: 1, lateralAcceleration: 2, roundingPasses: 2, spacing: 20 };
/** A track to be played. */
export interface Tour {
  readonly schedule: Schedule;
  /** Start of the recording, epoch milliseconds; null: no times. */
  readonly recordedAt: number | null;
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw new InputError('file-unreadable', error instanceof Error ? error.message : String(error));
  }
}

/** Loads the file named by the options. Throws an InputError. */
export async function loadTour({ source, speed }: SimulateOptions): Promise<Tour> {
  const text = await readText(source.path);
  const points = source.kind === 'gpx' ? readGpx(text) : [];
  const timed = points.filter((point): point is RecordedPoint => point.time !== null);
  const [first] = timed;
  if (timed.length >= 2 && first !== undefined)
    return { schedule: createRecordedSchedule(timed), recordedAt: first.time };
  const route =
    source.kind === 'route' ? readRoute(text) : points.map((point) => ({ ...point, speed: null }));
  if (route.length < 2) throw new InputError('gpx-no-points', 'a track needs at least two points');
  return { schedule: createDrivenSchedule(route, { ...DEFAULT_MOTION, speed }), recordedAt: null };
}

/**
 * Time of the first report, epoch milliseconds. With a rate above 1 it is in the past, so that the last report is at
 * the present time.
 */
export function computeStart(
  { start, rate, loops }: SimulateOptions,
  { schedule, recordedAt }: Tour,
): number {
  if (typeof start === 'number') return start;
  if (start === 'recorded') {
    if (recordedAt === null)
      throw new InputError('option-invalid', '--start recorded: the track has no times');
    return recordedAt;
  }
  const durationMs = schedule.duration * loops * 1000;
  return Math.floor((Date.now() - Math.max(0, durationMs - durationMs / rate)) / 1000) * 1000;
}
