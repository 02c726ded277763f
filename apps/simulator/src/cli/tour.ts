import { readFile } from 'node:fs/promises';
import { InputError } from '../input/input-error.ts';
import { readGpx } from '../input/read-gpx.ts';
import { readRoute } from '../input/read-route.ts';
import { createDrivenSchedule } from '../movement/driven-schedule.ts';
import { createRecordedSchedule, type RecordedPoint } from '../movement/recorded-schedule.ts';
import type { Schedule } from '../movement/schedule.ts';
import type { SimulateOptions } from './options.ts';

/** How a thing of which nothing is known goes along a drawn route. */
const DEFAULT_MOTION = { acceleration: 1, lateralAcceleration: 2, roundingPasses: 2, spacing: 20 };
/** A way to be played. */
export interface Tour {
  readonly schedule: Schedule;
  /** Epoch milliseconds at which it was recorded. */
  readonly recordedAt: number | null;
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw new InputError('file-unreadable', error instanceof Error ? error.message : String(error));
  }
}

/** Reads the file that the options name. Throws an InputError. */
export async function loadTour({ source, speed }: SimulateOptions): Promise<Tour> {
  const text = await readText(source.path);
  const points = source.kind === 'gpx' ? readGpx(text) : [];
  const timed = points.filter((point): point is RecordedPoint => point.time !== null);
  const [first] = timed;
  if (timed.length >= 2 && first !== undefined)
    return { schedule: createRecordedSchedule(timed), recordedAt: first.time };
  const route =
    source.kind === 'route' ? readRoute(text) : points.map((point) => ({ ...point, speed: null }));
  if (route.length < 2) throw new InputError('gpx-no-points', 'a single point is no way');
  return { schedule: createDrivenSchedule(route, { ...DEFAULT_MOTION, speed }), recordedAt: null };
}

/** Time of the first report, epoch milliseconds: faster than real it is in the past, so that the last one is of the present. */
export function computeStart(
  { start, rate, loops }: SimulateOptions,
  { schedule, recordedAt }: Tour,
): number {
  if (typeof start === 'number') return start;
  if (start === 'recorded') {
    if (recordedAt === null) throw new InputError('option-invalid', '--start recorded: the way has no times');
    return recordedAt;
  }
  const durationMs = schedule.duration * loops * 1000;
  return Math.floor((Date.now() - Math.max(0, durationMs - durationMs / rate)) / 1000) * 1000;
}
