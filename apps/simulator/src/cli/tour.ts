import { readFile } from 'node:fs/promises';
import { InputError } from '../input/input-error.ts';
import { readGpx } from '../input/read-gpx.ts';
import { readRoute } from '../input/read-route.ts';
import { drivenTimetable } from '../movement/driven.ts';
import { type RecordedPoint, recordedTimetable } from '../movement/recorded.ts';
import type { Timetable } from '../movement/timetable.ts';
import type { SimulateOptions } from './options.ts';

/** How a thing of which nothing is known goes along a drawn route. */
const PLAIN = { acceleration: 1, sideways: 2, rounding: 2, spacing: 20 };
/** A way to be played. */
export interface Tour {
  readonly way: Timetable;
  /** Epoch milliseconds at which it was recorded. */
  readonly recorded: number | null;
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw new InputError('file-unreadable', error instanceof Error ? error.message : String(error));
  }
}

/** Reads the file that the options name. Throws an InputError. */
export async function tourOf({ source, speed }: SimulateOptions): Promise<Tour> {
  const text = await readText(source.path);
  const points = source.kind === 'gpx' ? readGpx(text) : [];
  const timed = points.filter((point): point is RecordedPoint => point.time !== null);
  const [first] = timed;
  if (timed.length >= 2 && first !== undefined)
    return { way: recordedTimetable(timed), recorded: first.time };
  const route =
    source.kind === 'route' ? readRoute(text) : points.map((point) => ({ ...point, speed: null }));
  if (route.length < 2) throw new InputError('gpx-no-points', 'a single point is no way');
  return { way: drivenTimetable(route, { ...PLAIN, speed }), recorded: null };
}

/** Time of the first report, epoch milliseconds: faster than real it is in the past, so that the last one is of the present. */
export function startOf({ start, rate, loops }: SimulateOptions, { way, recorded }: Tour): number {
  if (typeof start === 'number') return start;
  if (start === 'recorded') {
    if (recorded === null) throw new InputError('option-invalid', '--start recorded: the way has no times');
    return recorded;
  }
  const lasts = way.duration * loops * 1000;
  return Math.floor((Date.now() - Math.max(0, lasts - lasts / rate)) / 1000) * 1000;
}
